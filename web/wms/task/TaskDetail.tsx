import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { changeLot } from '@lading/contract/wms/pickCalls.ts'
import { rearrangeFaults } from '@lading/contract/wms/rearrangeFaults.ts'
import { flowOf, task, taskFlow } from '@lading/contract/wms/task.ts'
import { putBackLine, undoLine, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { isTaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { sayNow, useText } from '../../client/text.ts'
import { ActionButtons } from '../../kernel/ActionButtons.tsx'
import { RecordPage, RecordTabs } from '../../kernel/detail/EntityDetail.tsx'
import { Facts } from '../../kernel/detail/Facts.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { BillProgress } from '../../platform/bill/BillProgress.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import type { Stages } from '../../platform/bill/stages.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { checkTabs } from '../check/checkTabs.ts'
import { useChecks } from '../check/useChecks.ts'
import { BinDialog } from '../putAway/BinDialog.tsx'
import { ShipTaskNext } from '../ship/NextStep.tsx'
import { StopCounts } from '../ship/StopCounts.tsx'
import { askUndo } from './askUndo.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { LineTable } from './LineTable.tsx'
import { LotDialog } from './LotDialog.tsx'
import { isOpen } from './lineText.ts'
import { ScanTable } from './ScanTable.tsx'
import { SplitDialog } from './SplitDialog.tsx'
import { useTaskDialog } from './TaskDialogs.tsx'
import { useTaskActions } from './useTaskActions.ts'
import { Waits } from './Waits.tsx'

const stages: Stages = ['planQty', 'doneQty', 'shortQty']
const told = [...stages, 'taskNo', 'state', 'lineCount', 'doneLines', 'queue', 'billKey', 'billId', 'suspendedFrom']

/** One task: how far it is, its lines, who did what; and its confirms from paper. */
export function TaskDetail({ of }: { of: AnyEntity }) {
  const { askFor, dialog } = useTaskDialog()
  const [splitting, setSplitting] = useState<Row>()
  const may = useMay()
  const split = (row: Row): readonly RowAction[] =>
    row.taskType === 'PICK' && may(viewOf('PICK'), 'update')
      ? [{ key: 'split', title: splitTitle, refused: whySplit(row), run: () => setSplitting(row) }]
      : []
  const actions = useTaskActions(of, askFor)
  const checks = useChecks()
  return (
    <RecordPage of={of}>
      {(row, reload) => (
        <Page
          title={String(row.taskNo)}
          note={<StateTag flow={flowOf(row.taskType)} state={row.state} />}
          actions={
            <>
              <Buttons
                own={actions.actionsOf(row)}
                others={[...checks.rowActions(row), ...split(row), ...actions.ownPrintsOf(row)]}
              />
              {reload}
            </>
          }
        >
          <ShipTaskNext task={row} />
          {(row.state === 'WAIT' || row.suspendedFrom === 'WAIT') && <Waits id={row.id} />}
          <Card>
            <BillProgress of={asBill} row={row} stages={stages} />
          </Card>
          <Card>
            <Facts of={of} row={row} omit={[...told, ...lackedBy(of, row)]} />
          </Card>
          {row.taskType === 'ENTER_TRUCK' && (
            <Card>
              <StopCounts lines={linesIn(row)} />
            </Card>
          )}
          <Lines row={row} of={of} />
          {dialog}
          {splitting && (
            <SplitDialog row={splitting} lines={linesIn(splitting)} onClose={() => setSplitting(undefined)} />
          )}
        </Page>
      )}
    </RecordPage>
  )
}
const onward: ReadonlySet<string> = new Set(['work', 'approve', 'asApproved', 'release', 'resume'])
/** Only what moves a task on stands out: to suspend it never does. */
function Buttons({ own, others }: { own: readonly RowAction[]; others: readonly RowAction[] }) {
  const isOnward = ({ key }: RowAction) => onward.has(key)
  return <ActionButtons steps={own.filter(isOnward)} others={[...own.filter((a) => !isOnward(a)), ...others]} />
}

/** A task of one type has no use for what the others have; its lines say which goods and bins. */
const lackedBy = (of: AnyEntity, row: Row): readonly string[] => [
  'goods',
  'bin',
  ...Object.keys(of.fields).filter((name) => row[name] === null),
]
const asBill = { header: task }
const splitTitle: Text = ['拆分', 'Split']
/** The task's detail carries its lines as the stations read them. */
const linesIn = (row: Row): readonly WorkLine[] => (row.lines ?? []) as readonly WorkLine[]

/** Why a pick cannot be split, in the server's own words. */
function whySplit(row: Row): string | undefined {
  const isBegun = linesIn(row).some((l) => !isOpen(l) || Number(l.doneQty) > 0)
  if ((row.state !== 'NEW' && row.state !== 'READY') || isBegun)
    return sayNow(rearrangeFaults.begun.text, { no: row.taskNo })
  return linesIn(row).length < 2 ? sayNow(rearrangeFaults.someLines.text) : undefined
}

function Lines({ row, of }: { row: Row; of: AnyEntity }) {
  const t = useText()
  const may = useMay()
  const user = useUser()
  const [confirming, setConfirming] = useState<WorkLine>()
  const [moving, setMoving] = useState<WorkLine>()
  const [relotting, setRelotting] = useState<WorkLine>()
  const type = String(row.taskType)
  if (!isTaskType(type)) return null
  const view = viewOf(type)
  const lines = linesIn(row)
  const isWorkable =
    row.state === 'READY' || (row.assigneeId === user.id && (row.state === 'ASSIGNED' || row.state === 'RUNNING'))
  const canConfirm = isWorkable && may(view, 'run') && !isBatch(row)
  // A truck that has left does not come back.
  const canUndo = may(view, 'cancel') && row.state !== 'CANCELED' && !taskTypes[type].noUndo
  const buttons = (l: WorkLine) => {
    if (isOpen(l) && canConfirm && taskTypes[type].counts !== 'container')
      return (
        <>
          <Button type="link" size="small" onClick={() => setConfirming(l)}>
            {t(taskFlow.steps.confirmLine.title)}
          </Button>
          {taskTypes[type].asks === 'toBin' && (
            <Button type="link" size="small" onClick={() => setMoving(l)}>
              {t(['改位', 'Change bin'])}
            </Button>
          )}
          {type === 'PICK' && l.lot && Number(l.doneQty) === 0 && (
            <Button type="link" size="small" onClick={() => setRelotting(l)}>
              {t(changeLot.title)}
            </Button>
          )}
          {l.state === 'INHAND' && (
            <Button type="link" size="small" onClick={() => void putBack(l)}>
              {t(['放回', 'Put back'])}
            </Button>
          )}
        </>
      )
    if (Number(l.doneQty) > 0 && canUndo)
      return (
        <Button type="link" size="small" onClick={() => void undo(l)}>
          {t(['撤销', 'Undo'])}
        </Button>
      )
    return null
  }
  const hasActions = lines.some((l) => buttons(l) !== null)
  return (
    <>
      <RecordTabs
        of={of}
        row={row}
        omit={['lines']}
        tabs={[
          {
            key: 'lines',
            title: t(['明细（{n}）', 'Lines ({n})'], { n: lines.length }),
            content: (
              <LineTable
                lines={lines}
                actions={
                  hasActions
                    ? {
                        name: 'actions',
                        title: words.actions,
                        width: taskTypes[type].asks === 'toBin' ? 190 : type === 'PICK' ? 150 : 90,
                        fixed: 'end',
                        render: (l) => buttons(l),
                      }
                    : undefined
                }
              />
            ),
          },
          ...checkTabs(row, t),
          {
            key: 'scans',
            title: t(['扫描', 'Scans']),
            content: <ScanTable of={of} id={row.id} lines={lines} />,
          },
        ]}
      />
      {relotting && <LotDialog line={relotting} onClose={() => setRelotting(undefined)} />}
      {moving && <BinDialog line={moving} onClose={() => setMoving(undefined)} />}
      {confirming && <ConfirmDialog type={type} line={confirming} onClose={() => setConfirming(undefined)} />}
    </>
  )
}

/** What is picked for many stores is confirmed as one, on a handheld or from its sheet. */
const isBatch = (row: Row): boolean => row.taskType === 'PICK' && !row.storeId

async function putBack(line: WorkLine): Promise<void> {
  await call(putBackLine, { taskLineId: line.id }).catch(report)
  await changed(task)
}

async function undo(line: WorkLine): Promise<void> {
  if ((await askUndo()) === undefined) return
  await call(undoLine, { taskLineId: line.id }).catch(report)
  await changed(task)
}

import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { flowOf, pickMethods, taskFlow, taskModes } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTypeNames, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { taskViews } from '@lading/contract/wms/taskViews.ts'
import { Button, Segmented } from 'antd'
import { hashOf } from '../../client/location.ts'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { Progress } from '../../platform/bill/BillProgress.tsx'
import { StateChips } from '../../platform/bill/StateChips.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { useChecks } from '../check/useChecks.ts'
import { usePutAway } from '../putAway/usePutAway.tsx'
import { isStationType, stationPlace } from '../station/place.ts'
import { StartLink } from './StartLink.tsx'
import { useTaskDialog } from './TaskDialogs.tsx'
import { useBarred } from './useBarred.ts'
import { useMerge } from './useMerge.ts'
import { useTaskActions } from './useTaskActions.ts'

const omit = ['state', 'billId', 'queue'] as const
const isLate = (row: Row): boolean =>
  typeof row.dueAt === 'string' && !taskFlow.final.some((s) => s === row.state) && Date.parse(row.dueAt) < Date.now()

export const taskCells: Record<string, Column['render']> = {
  state: (row, t) => (
    <>
      <StateTag flow={flowOf(row.taskType)} state={row.state} />
      {isLate(row) && (
        <span className="late" title={t(['逾期', 'Overdue'])}>
          <Mark tone="warn" />
          <span className="sr-only">{t(['逾期', 'Overdue'])}</span>
        </span>
      )}
    </>
  ),
  doneLines: (row) => <Progress done={row.doneLines} all={row.lineCount} of={row.lineCount} />,
  doneCases: (row) =>
    row.planCases !== null && (
      <Progress shown={row.doneCases} of={row.planCases} done={row.doneQty} all={row.planQty} />
    ),
  doneQty: (row) => <Progress done={row.doneQty} all={row.planQty} />,
}

/** A task begins with a bill, or with stock that is ticked, unless it has a form. */
const listed = (of: AnyEntity): AnyEntity => listedViews.get(of.key) ?? of
const typedTypes: ReadonlySet<string> = new Set(taskTypeNames.filter((type) => taskTypes[type].form))
const listedViews = new Map(
  taskViews
    .filter(({ only }) => !typedTypes.has(String(only?.taskType)))
    .map((of) => [of.key, { ...of, actions: of.actions.filter((action) => action !== 'create') }]),
)

/** Tasks of one type, or of all: their states, how far they are, and what a foreman does with them. */
export function TaskList({
  of,
  type,
  where,
  above,
  tools,
}: {
  of: AnyEntity
  type?: TaskType
  where?: Record<string, FilterValue>
  above?: (list: ListModel) => React.ReactNode
  tools?: React.ReactNode
}) {
  const { askFor, dialog } = useTaskDialog()
  const merge = useMerge(of)
  const actions = useTaskActions(of, askFor)
  const putAway = usePutAway(of)
  const checks = useChecks()
  return (
    <>
      <SheetList
        of={listed(of)}
        cells={taskCells}
        omit={type ? taskTypes[type].omits : omit}
        {...(where && { where })}
        tools={() =>
          tools ?? (
            <>
              {type && <StationButton of={of} type={type} />}
              <StartLink of={of} />
            </>
          )
        }
        above={(list) =>
          above?.(list) ?? (
            <>
              {type === 'PICK' && <Methods list={list} />}
              <StateChips of={{ header: of, flow: flowOf(type) }} list={list} />
            </>
          )
        }
        none={[
          ['还没有任务', 'No tasks yet'],
          ['单据下达后在这里出现任务。', 'Tasks appear here once orders are released.'],
        ]}
        rowActions={(row) => [
          ...actions.actionsOf(row),
          ...putAway.rowActions(row),
          ...checks.rowActions(row),
          ...actions.printsOf(row),
        ]}
        bulkActions={() => [...actions.bulkActions, ...putAway.bulkActions, ...merge]}
      />
      {dialog}
    </>
  )
}

/** Picks with a handheld and picks from paper are work of different people. */
function Methods({ list }: { list: ListModel }) {
  const t = useText()
  const { mode = '', ...others } = list.state.filter
  return (
    <Segmented
      className="methods"
      aria-label={t(['拣货方式', 'Method'])}
      value={mode}
      options={[
        { value: '', label: t(words.all) },
        ...pickMethods.map((m) => ({ value: m as string, label: t(taskModes[m]) })),
      ]}
      onChange={(m) => list.setState({ filter: m ? { ...others, mode: m } : others })}
    />
  )
}

/** The way to the handheld station: one tap for whoever may work on these tasks. */
function StationButton({ of, type }: { of: AnyEntity; type: TaskType }) {
  const t = useText()
  const may = useMay()
  const here = usePlace()
  const isMine = isStationType(type) && may(of, 'run')
  const why = useBarred(isMine ? [type] : []).get(type)
  if (!isMine) return null
  if (why !== undefined) return <span className="muted">{why}</span>
  return (
    <Button type="primary" href={hashOf(stationPlace(type, '0', here))} className="to-station">
      {t(['开始作业', 'Start work'])}
    </Button>
  )
}

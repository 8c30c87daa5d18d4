import { parseQty } from '@lading/contract/kernel/qty.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { splitTask, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import { Made } from '../../kernel/Made.tsx'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { baseText, caseText } from './lineText.ts'

const columns: readonly ReadColumn<WorkLine>[] = [
  { name: 'lineNo', title: ['行', 'Line'], width: 60, isFigure: true, said: (l) => String(l.lineNo) },
  {
    name: 'product',
    title: ['商品', 'Product'],
    width: 280,
    said: (l) => (l.product ? `${l.product.code} ${l.product.name}` : ''),
    wraps: true,
  },
  { name: 'bin', title: ['货位', 'Bin'], width: 140, said: (l) => l.fromBin?.code ?? '' },
  {
    name: 'plan',
    title: ['计划', 'Planned'],
    width: 130,
    isFigure: true,
    said: (l) => baseText(parseQty(l.planQty), l),
    render: (l) => <span title={caseText(parseQty(l.planQty), l) ?? ''}>{baseText(parseQty(l.planQty), l)}</span>,
  },
]

/** Which lines shall become a task of their own. */
export function SplitDialog({ row, lines, onClose }: { row: Row; lines: readonly WorkLine[]; onClose: () => void }) {
  const t = useText()
  const act = useAct(task, splitTask, onClose)
  const { selection, chosen } = useChoice<WorkLine>()
  const run = () =>
    act.run({ id: row.id, version: row.version, lineIds: chosen.map((l) => l.id) }, ({ made }) => (
      <>
        {t(['已拆分为新任务', 'Split off as task'])}{' '}
        <Made made={[{ key: viewOf(made.taskType).key, id: made.id, no: made.taskNo }]} />
      </>
    ))
  return (
    <ActDialog
      act={act}
      width={720}
      title={t(['拆分任务[{no}]', 'Split task [{no}]'], { no: row.taskNo })}
      okText={t(['拆出{n}行', 'Split off lines: {n}'], { n: chosen.length })}
      isReady={chosen.length > 0 && chosen.length < lines.length}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="hint">
        {t([
          '勾选要拆到新任务的明细，至少一行留在原任务。',
          'Select the lines for the new task; at least one line must stay.',
        ])}
      </p>
      <ReadTable<WorkLine>
        label={t(taskLine.title)}
        rows={lines}
        columns={columns}
        selection={selection}
        height={360}
      />
    </ActDialog>
  )
}

import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import { type Contents, containerContents } from '@lading/contract/wms/pickContainerCalls.ts'
import { taskLineStates } from '@lading/contract/wms/task.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { grouped } from '../../ui/numbers.ts'

/** 装箱明细: what is to come into a container, line by line, and what has. */
export function ContentsDrawer({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const reads = useCall(containerContents, { id: row.id })
  return (
    <ActDrawer
      title={`${t(containerContents.title)} ${String(row.code)} · ${String(row.seq)}/${String(row.total)}`}
      reads={reads}
      onClose={onClose}
    >
      {(rows: readonly Contents[]) => (
        <ReadTable<Contents>
          label={t(containerContents.title)}
          rows={rows}
          columns={columns}
          none={['没有商品计划放入此容器', 'No goods are planned for this container']}
        />
      )}
    </ActDrawer>
  )
}

const count = (qty: string, unit: string): string => countOf(grouped(formatQty(parseQty(qty))), unit)
const columns: readonly ReadColumn<Contents>[] = [
  { name: 'lineNo', title: ['行号', 'Line'], width: 60, said: (n) => String(n.lineNo), isFigure: true },
  {
    name: 'product',
    title: ['商品', 'Product'],
    width: 240,
    said: (n) => `${n.product.code} ${n.product.name}`,
  },
  { name: 'bin', title: ['拣货位', 'From bin'], width: 110, said: (n) => n.bin ?? '' },
  {
    name: 'planQty',
    title: ['计划放入', 'Planned'],
    width: 110,
    said: (n) => count(n.planQty, n.unit),
    isFigure: true,
  },
  { name: 'planCases', title: ['件数', 'Cases'], width: 80, said: (n) => n.planCases ?? '', isFigure: true },
  { name: 'doneQty', title: ['已放入', 'Put in'], width: 110, said: (n) => count(n.doneQty, n.unit), isFigure: true },
  { name: 'state', title: ['行状态', 'Line status'], width: 100, said: (n, t) => t(taskLineStates[n.state]) },
]

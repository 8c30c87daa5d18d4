import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { queryStock, type StockDimension, stockLookBoard } from '@lading/contract/wms/board.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { atLeast } from '../../kernel/list/ListTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { labelText } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { dimensionColumn } from './groups.tsx'

type Group = z.output<typeof queryStock.output>['records'][number]
const groupsMax = 100

const dimension = (d: StockDimension): ReadColumn<Group> => ({
  ...dimensionColumn(d, d === 'productId' ? 260 : 140),
  ...(d !== 'stockType' && { said: (g: Group) => labelOf(g, d) }),
})
const figure = (name: 'qty' | 'reservedQty' | 'availableQty', title: Text): ReadColumn<Group> => ({
  name,
  title,
  width: 130,
  isFigure: true,
  said: (g) => grouped(g[name]),
})
const measures: readonly ReadColumn<Group>[] = [
  figure('qty', ['数量', 'On hand']),
  { name: 'cases', title: ['件数', 'Cases'], width: 120, isFigure: true, said: (g) => g.caseText ?? '' },
  figure('reservedQty', ['占用', 'Reserved']),
  figure('availableQty', ['可用', 'Available']),
  { name: 'expire', title: ['到期日期', 'Expiry date'], width: 120, said: (g) => g.expireDate ?? '' },
]

/** Stock of what is looked at, summed up by some dimensions, with cases and totals. */
export function StockTab({ where, by }: { where: Record<string, FilterValue>; by: readonly StockDimension[] }) {
  const t = useText()
  const stock = useQuery({
    queryKey: [stockLookBoard.key, 'tab', where, by],
    queryFn: ({ signal }) => {
      // The call's own schema fills in what is not asked here.
      const input = queryStock.input.parse({ filter: where, groupBy: by, pageSize: groupsMax })
      return call(queryStock, input, { signal })
    },
  })
  const columns = useMemo(() => [...by.map(dimension), ...measures], [by])
  if (stock.error) return <NotRead of={stock} />
  if (!stock.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  const { records, total, sums, isCut } = stock.data
  return (
    <>
      <ReadTable<Group>
        label={t(stockLookBoard.title)}
        rows={records}
        columns={columns}
        none={['没有库存', 'No stock']}
      />
      {records.length > 0 && (
        <p className="muted">
          {sums &&
            t(['合计 数量 {qty}，占用 {reserved}，可用 {free}', 'Total {qty}, reserved {reserved}, available {free}'], {
              qty: atLeast(grouped(sums.qty ?? '0'), isCut),
              reserved: atLeast(grouped(sums.reservedQty ?? '0'), isCut),
              free: atLeast(grouped(sums.availableQty ?? '0'), isCut),
            })}
          {(total ?? 0) > groupsMax &&
            `${sums ? ' · ' : ''}${t(['只显示前{n}条', 'Only the first {n} are shown'], { n: groupsMax })}`}
        </p>
      )}
    </>
  )
}

/** What is chosen from a list has a name; its code is nobody's business. */
const labelOf = (g: Group, d: StockDimension): string =>
  (d === 'usage' ? g.refs[d]?.name : labelText(g.refs[d])) || (g.keys[d] ?? '')

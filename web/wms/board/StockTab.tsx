import type { FilterValue } from '@lading/contract/kernel/call.ts'
import { queryStock, type StockDimension, stockDimensions, stockLookBoard } from '@lading/contract/wms/board.ts'
import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumnType } from 'antd'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { atLeast } from '../../kernel/list/ListTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { labelText } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import { SkeletonRows } from '../../ui/states.tsx'

type Group = z.output<typeof queryStock.output>['records'][number]
const groupsMax = 100

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
  if (stock.error) return <NotRead of={stock} />
  if (!stock.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  const { records, total, sums, isCut } = stock.data
  const figure = (key: 'qty' | 'reservedQty' | 'availableQty', title: string): TableColumnType<Group> => ({
    key,
    title,
    width: 110,
    align: 'right',
    render: (_, g) => <span className="num">{grouped(g[key])}</span>,
  })
  const columns: TableColumnType<Group>[] = [
    ...by.map(
      (d): TableColumnType<Group> => ({
        key: d,
        title: t(stockDimensions[d]),
        width: d === 'productId' ? 240 : 140,
        ellipsis: true,
        render: (_, g) => labelOf(g, d),
      }),
    ),
    figure('qty', t(['数量', 'On hand'])),
    {
      key: 'cases',
      title: t(['件数', 'Cases']),
      width: 100,
      align: 'right',
      render: (_, g) => <span className="num">{g.caseText ?? '–'}</span>,
    },
    figure('reservedQty', t(['占用', 'Reserved'])),
    figure('availableQty', t(['可用', 'Free'])),
    {
      key: 'expire',
      title: t(['到期日期', 'Expires']),
      width: 110,
      render: (_, g) => g.expireDate ?? <span className="muted">–</span>,
    },
  ]
  return (
    <>
      <Table<Group>
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={records}
        columns={columns}
        scroll={records.length > 0 ? { x: columns.reduce((sum, c) => sum + Number(c.width), 0) } : {}}
        locale={{ emptyText: <span className="muted">{t(['没有库存', 'Nothing in stock'])}</span> }}
      />
      {records.length > 0 && (
        <p className="muted">
          {sums &&
            t(['合计 数量 {qty}，占用 {reserved}，可用 {free}', 'Total {qty}, reserved {reserved}, free {free}'], {
              qty: atLeast(grouped(sums.qty ?? '0'), isCut),
              reserved: atLeast(grouped(sums.reservedQty ?? '0'), isCut),
              free: atLeast(grouped(sums.availableQty ?? '0'), isCut),
            })}
          {(total ?? 0) > groupsMax &&
            `${sums ? ' · ' : ''}${t(['只显示前{n}条', 'The first {n} are shown'], { n: groupsMax })}`}
        </p>
      )}
    </>
  )
}

/** What is chosen from a list has a name; its code is nobody's business. */
const labelOf = (g: Group, d: StockDimension): string =>
  (d === 'stockType' || d === 'usage' ? g.refs[d]?.name : labelText(g.refs[d])) || (g.keys[d] ?? '')

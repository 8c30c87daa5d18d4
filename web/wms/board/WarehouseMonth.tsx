import { monthDays, slowDays, warehouseMonth } from '@lading/contract/wms/dashboardWarehouse.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import type { z } from 'zod'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { BoardCard, BoardRead, Stat } from '../../platform/Board.tsx'
import { grouped } from '../../ui/numbers.ts'
import { Linked } from './Figure.tsx'
import { groupedAmount } from './figures.ts'
import { useLists } from './WarehouseFigures.tsx'

type Month = z.output<typeof warehouseMonth.output>
type Slow = Month['slow']['top'][number]
/** A month changes little in a quarter of an hour. */
const refreshMs = 900_000

/** Turnover, accuracy of counts and slow movers. */
export function WarehouseMonth({ ownerId }: { ownerId: string | undefined }) {
  const month = useCall(warehouseMonth, ownerId ? { ownerId } : {}, { refetchInterval: refreshMs })
  const owner = ownerId ? { ownerId } : {}
  return (
    <BoardRead of={month}>
      {(data) => (
        <>
          <Rates data={data} owner={owner} />
          <SlowMovers data={data} owner={owner} />
        </>
      )}
    </BoardRead>
  )
}

interface Props {
  readonly data: Month
  readonly owner: Readonly<Record<string, string>>
}

function Rates({ data, owner }: Props) {
  const t = useText()
  const may = useMay()
  const lists = useLists()
  const { turnover, counts } = data
  const takes = may(stockTakeBill.header, 'view')
    ? place('wms', 'stockTakeBillList', { state: 'FINISHED', finishedAt: `${data.from}~${data.to}` })
    : undefined
  return (
    <BoardCard title={t(['近{n}天', 'Last {n} days'], { n: monthDays })}>
      <div className="today-stats">
        <Stat
          title={t(['周转天数', 'Turnover days'])}
          value={turnover.days === null ? '–' : grouped(turnover.days)}
          note={t(['平均库存{stock}，日均出库{out}（金额）', 'Average stock {stock}, out per day {out} (amount)'], {
            stock: grouped(turnover.stock),
            out: grouped(turnover.out),
          })}
          to={lists.stock(owner)}
        />
        <Stat
          title={t(['盘点准确率', 'Count accuracy'])}
          value={counts.accuracyPct === null ? '–' : `${grouped(counts.accuracyPct)}%`}
          note={t(['{n}张已完成盘点单', 'Finished counts: {n}'], { n: counts.takes })}
          to={takes}
        />
      </div>
    </BoardCard>
  )
}

function SlowMovers({ data, owner }: Props) {
  const t = useText()
  const lists = useLists()
  const { slow } = data
  const all = lists.stock({ ...owner, noOut: String(slowDays) })
  const count = t(['{n}种商品', 'Products: {n}'], { n: grouped(String(slow.products)) })
  const of = (r: Slow) => lists.stock({ ...owner, productId: r.productId })
  const columns: readonly ReadColumn<Slow>[] = [
    {
      name: 'product',
      title: ['商品', 'Product'],
      width: 260,
      said: (r) => `${r.code} ${r.name}`,
      render: (r) => {
        const to = of(r)
        const text = `${r.code} ${r.name}`
        return to ? <a href={hashOf(to)}>{text}</a> : text
      },
    },
    {
      name: 'qty',
      title: ['件数', 'Cases'],
      width: 110,
      isFigure: true,
      said: (r) => groupedAmount(r.qty.text),
      render: (r) => <Linked to={of(r)}>{groupedAmount(r.qty.text)}</Linked>,
    },
    {
      name: 'amount',
      title: ['金额', 'Amount'],
      width: 120,
      isFigure: true,
      said: (r) => (r.amount === null ? '' : grouped(r.amount)),
      render: (r) => r.amount !== null && <Linked to={of(r)}>{grouped(r.amount)}</Linked>,
    },
  ]
  return (
    <BoardCard wide title={t(['{n}天未出库', 'No outbound for {n} days'], { n: slowDays })}>
      <p>
        <Linked to={slow.products > 0 ? all : undefined}>
          {count}
          {slow.amount !== null && ` · ${grouped(slow.amount)}`}
        </Linked>
      </p>
      <ReadTable<Slow>
        label={t(['未出库商品', 'Products without outbound'])}
        rows={slow.top}
        columns={columns}
        none={['没有滞销商品', 'No slow movers']}
      />
    </BoardCard>
  )
}

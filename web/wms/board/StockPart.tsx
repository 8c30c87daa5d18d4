import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity, Fields } from '@lading/contract/kernel/entity.ts'
import { instant } from '@lading/contract/kernel/field.ts'
import { claimView, ledgerView, reservationView, stockLookBoard } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { task } from '@lading/contract/wms/task.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { ChildTable } from '../../kernel/detail/ChildTable.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { queryRows, type Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

const rowsMax = 100

/** An entity with these of its columns, in this order; every row has its time. */
export const shownColumns = (of: AnyEntity, names: readonly string[]): AnyEntity => {
  const fields = { ...of.fields, createTime: instant(['时间', 'At']) }
  return { ...of, fields: pick(fields, names) }
}
const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
export const stockColumns = shownColumns(stockLookBoard, [
  'binId',
  'qty',
  'reservedQty',
  'lotId',
  'containerId',
  'qpcId',
  'stockType',
  'productId',
  'ownerId',
  'firstInAt',
])
export const reservationColumns = shownColumns(reservationView, [
  'kind',
  'state',
  'qty',
  'usedQty',
  'binId',
  'reason',
  'productId',
  'createTime',
])
export const ledgerColumns = shownColumns(ledgerView, [
  'createTime',
  'bizType',
  'delta',
  'qtyAfter',
  'binId',
  'lotId',
  'containerId',
  'productId',
])
export const claimColumns = shownColumns(claimView, ['productId', 'lotId', 'qty', 'ownerId', 'createTime'])

/** Who holds goods: the order that they are for and the task that will take them, each with the way there. */
export const holderColumn: ReadColumn<Row> = {
  name: 'holder',
  title: ['占用方', 'Held by'],
  width: 160,
  render: (row) => (
    <span className="num holders">
      <Way no={row.billNo} to={row.holderBillId} of={operateBill.header} />
      <Way no={row.taskNo} to={row.holderTaskId} of={task} />
    </span>
  ),
}
function Way({ no, to, of }: { no: unknown; to: unknown; of: AnyEntity }) {
  const may = useMay()
  if (typeof no !== 'string') return null
  const way = typeof to === 'string' && may(of, 'view') ? detailOf(of.key, to) : undefined
  return way ? <a href={hashOf(way)}>{no}</a> : <span>{no}</span>
}

/** Rows that belong to what is looked at, newest or first ones first; a heading where there is no tab to say it. */
export function Part({
  of,
  title,
  where,
  extra,
  tools,
}: {
  of: AnyEntity
  title?: string
  where: Record<string, FilterValue>
  extra?: readonly ReadColumn<Row>[] | undefined
  /** Beside the heading. */
  tools?: ReactNode
}) {
  const t = useText()
  const rows = useQuery({
    queryKey: [of.key, 'part', where],
    queryFn: ({ signal }) => queryRows(of, { filter: where, pageSize: rowsMax }, signal),
  })
  const total = rows.data?.total ?? 0
  return (
    <section className="drawer-part">
      {title !== undefined && (
        <h3>
          {title} <span className="muted num">{rows.data && total}</span> {tools}
        </h3>
      )}
      {rows.error ? (
        <NotRead of={rows} />
      ) : rows.data ? (
        <ChildTable of={of} rows={rows.data.records} {...(extra && { extra })} />
      ) : (
        <SkeletonRows rows={3} label={t(words.loading)} />
      )}
      {total > rowsMax && (
        <p className="muted">{t(['只显示前{n}条', 'Only the first {n} are shown'], { n: rowsMax })}</p>
      )}
    </section>
  )
}

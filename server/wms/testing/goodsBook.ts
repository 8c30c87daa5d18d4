import type pg from 'pg'

/** What stands about one writer's goods: how many of what, by a name. What is nought is not named. */
export type Book = Readonly<Record<string, number>>

export function added(book: Book, more: Book): Book {
  const sum: Record<string, number> = { ...book }
  for (const [name, n] of Object.entries(more)) {
    sum[name] = (sum[name] ?? 0) + n
    if (sum[name] === 0) delete sum[name]
  }
  return sum
}

/** One posting of so many goods. */
export const posted = (bizType: string, qty: number): Book => ({ [`posted ${bizType}`]: 1, [`moved ${bizType}`]: qty })

/** What belongs to one writer alone: whatever stands under these, he asked for. */
export interface Mine {
  readonly productId: string
  readonly vendorId: string
  readonly storeId: string
  readonly palletTypeId: string
  readonly toteTypeId: string
}

/** Counts what stands, straight from the tables. */
export async function readBook(owner: pg.Pool, mine: Mine): Promise<Book> {
  const { rows } = await owner.query<{ name: string; n: number }>(
    `select name, n::float8 as n from (
      select 'posted ' || biz_type as name, count(distinct posting_id) as n from wms_ledger where product_id = $1 group by 1
      union all select 'moved ' || biz_type, sum(delta) from wms_ledger where product_id = $1 and delta > 0 group by 1
      union all select 'on hand', sum(qty) from wms_stock where product_id = $1
      union all select 'done ' || id, done_qty from wms_task_line where product_id = $1 or store_id = $3
      union all select 'tasks ' || task_type, count(*) from wms_task k where state <> 'CANCELED' and (
        exists (select 1 from wms_task_line l where l.task_id = k.id and l.product_id = $1)
        or bill_id in (select bill_id from wms_ship_stop where store_id = $3)) group by 1
      union all select 'inbound orders', count(*) from wms_order_bill where vendor_id = $2
      union all select 'inbound approved', count(*) from wms_order_bill where vendor_id = $2 and state <> 'SAVED'
      union all select 'outbound orders', count(*) from wms_operate_bill where store_id = $3
      union all select 'shipments', count(distinct bill_id) from wms_ship_stop where store_id = $3
      union all select 'containers', count(*) from wms_container where type_id in ($4, $5)
    ) found where n <> 0`,
    [mine.productId, mine.vendorId, mine.storeId, mine.palletTypeId, mine.toteTypeId],
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.n]))
}

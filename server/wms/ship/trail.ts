import { trailMax } from '@lading/contract/kernel/trail.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { shipBill, shipStop } from '@lading/contract/wms/shipBill.ts'
import { ledger, lot, posting, stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { type BillRow, readBill } from '../../platform/document/steps.ts'
import { labelled } from '../bill/labelled.ts'
import { caseSum, casesOf, itsPack, packed } from '../computed/cases.ts'
import { isStaged, loadLines } from './load.ts'

type Ship = BillRow<typeof shipBill>

/** Every container that concerns the shipment: those on its load list, and those that stand ready beside it. */
const listed = (ctx: Ctx, bill: Ship): Sql => sql`
  select l.id, l.from_container_id as container_id, l.store_id, l.state as load, l.reason, k.id as task_id, k.task_no, l.confirmed_at as at, l.confirmed_by
  from ${named(ctx, shipBill.header, 't')}, ${loadLines(sql`t`)} and t.id = ${bill.id}`
const beside = (ctx: Ctx, bill: Ship): Sql => sql`
  select c.id, c.id as container_id, c.store_id, 'STAGED' as load, null as reason, null::bigint as task_id, null as task_no, null::timestamptz as at, null::bigint as confirmed_by
  from ${from(ctx, container, 'c')} join ${from(ctx, shipStop, 'p')} on p.org_id = c.org_id and p.store_id = c.store_id and p.bill_id = ${bill.id}
  where ${isStaged}
    and exists (select 1 from ${from(ctx, stock, 's')} where s.org_id = c.org_id and s.container_id = c.id and s.qty > 0)
    and not exists (select 1 from (${listed(ctx, bill)}) x where x.container_id = c.id)`

const isGone = (bill: Ship): boolean => bill.state === 'DESPATCHED' || bill.state === 'FINISHED'

/** Goods `(container_id, product_id, qpc_id, lot_id, qty)` of the containers `x`: as they stand, or as they left; a tote that is back holds others. */
const contents = (ctx: Ctx, bill: Ship): Sql =>
  isGone(bill)
    ? sql`select s.container_id, s.product_id, s.qpc_id, s.lot_id, -s.delta as qty from x
        join ${named(ctx, posting, 'g')} on g.org_id = ${bill.orgId} and g.idem_key = concat('ship:', ${bill.id}::bigint, ':', x.container_id)
        join ${from(ctx, ledger, 's')} on s.org_id = g.org_id and s.posting_id = g.id and s.delta < 0`
    : sql`select s.container_id, s.product_id, s.qpc_id, s.lot_id, s.qty from x
        join ${from(ctx, stock, 's')} on s.org_id = ${bill.orgId} and s.container_id = x.container_id and s.qty > 0`

const all = (ctx: Ctx, bill: Ship): Sql =>
  isGone(bill) ? listed(ctx, bill) : sql`${listed(ctx, bill)} union all ${beside(ctx, bill)}`
const stopOf = (ctx: Ctx, bill: Ship): Sql => sql`
  left join ${named(ctx, shipStop, 'p')} on p.org_id = ${bill.orgId} and p.bill_id = ${bill.id} and p.store_id = x.store_id
  left join ${named(ctx, store, 'o')} on o.id = x.store_id`

/** What is to be loaded, is loaded, stays, or stands beside; in the order in which it goes in. */
export async function containersOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  const bill = await readBill(ctx, shipBill, input.id)
  return ctx.tx.query(sql`
    with x as (${all(ctx, bill)}), g as (${contents(ctx, bill)})
    select x.id, p.seq, x.store_id, x.container_id, x.load, x.reason, c.state, c.bin_id, x.task_id, x.at, u.real_name as by,
      ${caseSum(sql`select g.qty, ${packed(ctx)} from g left join ${named(ctx, qpc, 'q')} on q.id = g.qpc_id where g.container_id = x.container_id`)} as cases,
      (select sum(g.qty * m.weight_kg)::numeric(18,3) from g join ${named(ctx, product, 'm')} on m.id = g.product_id where g.container_id = x.container_id) as weight,
      (select sum(g.qty * m.volume_m3)::numeric(18,3) from g join ${named(ctx, product, 'm')} on m.id = g.product_id where g.container_id = x.container_id) as volume,
      ${labelled([
        ['storeId', sql`o.code`, sql`o.name`],
        ['containerId', sql`c.code`, sql`c.code`],
        ['binId', sql`b.code`, sql`b.code`],
        ['taskId', sql`x.task_no`, sql`x.task_no`],
      ])} as refs
    from x join ${named(ctx, container, 'c')} on c.id = x.container_id ${stopOf(ctx, bill)}
    left join ${named(ctx, bin, 'b')} on b.id = c.bin_id
    left join sys_user u on u.tenant_id = ${ctx.tenantId} and u.id = x.confirmed_by
    order by p.seq desc nulls last, c.code limit ${trailMax}`)
}

/** What each store gets: without what stays. */
export async function goodsOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  const bill = await readBill(ctx, shipBill, input.id)
  return ctx.tx.query(sql`
    with x as (select * from (${all(ctx, bill)}) a where a.load <> 'SHORT'), g as (${contents(ctx, bill)})
    select min(concat(x.container_id, '-', m.id, '-', g.qpc_id)) as id, p.seq, x.store_id, m.id as product_id, sum(g.qty) as qty,
      ${casesOf(sql`sum(g.qty)`, itsPack)} as cases, q.name as pack, ${spoken(ctx, product, 'baseUnit', 'm')} as unit, count(distinct x.container_id)::integer as containers, (sum(g.qty) * m.weight_kg)::numeric(18,3) as weight,
      ${labelled([
        ['storeId', sql`o.code`, sql`o.name`],
        ['productId', sql`m.code`, spoken(ctx, product, 'name', 'm')],
      ])} as refs
    from x join g on g.container_id = x.container_id join ${named(ctx, product, 'm')} on m.id = g.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = g.qpc_id ${stopOf(ctx, bill)}
    group by p.seq, x.store_id, o.code, o.name, m.id, m.code, m.name, m.name_en, m.weight_kg, m.base_unit, q.qpc, q.mid_qpc, q.name
    order by p.seq nulls last, o.code, m.code limit ${trailMax}`)
}

export interface NoteRow {
  storeId: string | null
  store: string | null
  code: string
  name: string
  unit: string
  pack: string | null
  qty: string
  cases: string
  expireDate: string | null
  batch: string | null
  container: string
}
export interface StoreTotal {
  storeId: string | null
  containers: number
  cases: string
  weight: string
}
/** The same as it is written down for each store: by container and lot, with what all of it comes to. */
export async function notesOf(ctx: Ctx, id: string): Promise<{ rows: NoteRow[]; totals: StoreTotal[] }> {
  const bill = await readBill(ctx, shipBill, id)
  const goods = sql`with x as (select * from (${all(ctx, bill)}) a where a.load <> 'SHORT'), g as (${contents(ctx, bill)})`
  const rows = await ctx.tx.query<NoteRow>(sql`
    ${goods} select y.*, ${casesOf(sql`y.qty`, sql`array[y.qpc, y.mid]`)} as cases from (
      select p.seq, x.store_id, concat_ws(' ', o.code, ${spoken(ctx, store, 'name', 'o')}) as store, m.code, ${spoken(ctx, product, 'name', 'm')} as name,
        ${spoken(ctx, product, 'baseUnit', 'm')} as unit, q.name as pack, q.qpc, q.mid_qpc as mid, t.expire_date, t.production_batch as batch,
        c.code as container, sum(g.qty) as qty
      from x join g on g.container_id = x.container_id join ${named(ctx, product, 'm')} on m.id = g.product_id
      join ${named(ctx, container, 'c')} on c.id = x.container_id
      left join ${named(ctx, lot, 't')} on t.id = g.lot_id left join ${named(ctx, qpc, 'q')} on q.id = g.qpc_id ${stopOf(ctx, bill)}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) y
    order by y.seq nulls last, y.store, y.code, y.expire_date nulls last, y.batch, y.container limit ${trailMax}`)
  const totals = await ctx.tx.query<StoreTotal>(sql`
    ${goods} select s.store_id, s.containers, (
        select coalesce(sum(g.qty * m.weight_kg), 0)::numeric(18,3) from x join g on g.container_id = x.container_id
        join ${named(ctx, product, 'm')} on m.id = g.product_id where x.store_id is not distinct from s.store_id) as weight,
      ${caseSum(sql`select g.qty, ${packed(ctx)} from x join g on g.container_id = x.container_id
        left join ${named(ctx, qpc, 'q')} on q.id = g.qpc_id where x.store_id is not distinct from s.store_id`)} as cases
    from (select x.store_id, count(distinct x.container_id)::integer as containers from x group by x.store_id) s`)
  return { rows, totals }
}

import { trailMax } from '@lading/contract/kernel/trail.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { billLink } from '@lading/contract/wms/billLink.ts'
import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { ledger, lot, posting, reservation, stock } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { labelled } from '../bill/labelled.ts'
import { caseSum, casesOf, itsPack, packed } from '../computed/cases.ts'

/** Every promise ever made to the order's lines: `r`, with the line `d` it serves and the stock `s` it lies on, while there is some. */
const promises = (ctx: Ctx, billId: string): Sql => sql`
  ${from(ctx, operateBill.line, 'd')} join ${from(ctx, reservation, 'r')} on r.org_id = d.org_id and r.demand_line_id = d.id
    and r.demand_type = ${operateBill.header.key}
  left join ${named(ctx, stock, 's')} on s.id = r.stock_id
  left join ${named(ctx, container, 'c')} on c.id = s.container_id and c.code <> 'LOOSE'
  where d.bill_id = ${billId}`

/** What was promised to the order: before the pick on the bin, afterwards in the container that holds it. */
export async function allocationOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, operateBill.header, input.id)
  return ctx.tx.query(sql`
    select x.id, x.line_no, x.product_id, x.state, x.qty, ${casesOf(sql`x.qty`, itsPack)} as cases, x.open_qty, x.bin_id, x.container_id,
      o.lot_no, o.expire_date, k.id as task_id, x.at,
      ${labelled([
        ['productId', sql`m.code`, spoken(ctx, product, 'name', 'm')],
        ['binId', sql`b.code`, sql`b.code`],
        ['containerId', sql`x.container_code`, sql`x.container_code`],
        ['taskId', sql`k.task_no`, sql`k.task_no`],
      ])} as refs
    from (select r.id, d.line_no, r.product_id, r.qpc_id, r.state, r.qty, r.qty - r.used_qty - r.freed_qty as open_qty, r.bin_id, c.id as container_id,
        c.code as container_code, s.lot_id, r.task_line_id, r.created_at as at from ${promises(ctx, input.id)}) x
    join ${named(ctx, product, 'm')} on m.id = x.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = x.qpc_id
    left join ${named(ctx, bin, 'b')} on b.id = x.bin_id
    left join ${named(ctx, lot, 'o')} on o.id = x.lot_id
    left join ${named(ctx, taskLine, 'l')} on l.id = x.task_line_id
    left join ${named(ctx, task, 'k')} on k.id = l.task_id
    order by x.state <> 'ACTIVE', x.line_no, x.id desc limit ${trailMax}`)
}

/**
 * Picked goods of the order, by line, lot and container: a promise without a task line lies where the picker put it. A
 * container that left may be back and hold others' goods: what it took along is what was picked into it, and kept.
 */
export const heldOf = (ctx: Ctx, billId: string): Sql => sql`
  select d.id as line_id, c.id as container_id, r.product_id, r.qpc_id, s.lot_id, r.qty - r.used_qty - r.freed_qty as qty, null::bigint as ship_bill_id
  from ${promises(ctx, billId)} and r.task_line_id is null and r.state = 'ACTIVE' and c.id is not null
  union all ${goneOf(ctx, billId)}`

/** Containers with picked goods of the order. */
export async function containersOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, operateBill.header, input.id)
  return ctx.tx.query(sql`
    with held as (${heldOf(ctx, input.id)})
    select concat(x.container_id, '-', x.ship_bill_id) as id, x.container_id, x.ship_bill_id, x.products, x.qty,
      case when t.id is null then c.state else 'SHIPPED' end as state, case when t.id is null then c.bin_id end as bin_id, coalesce(t.despatched_at, c.last_move_at) as last_move_at,
      ${caseSum(sql`select h.qty, ${packed(ctx)} from held h left join ${named(ctx, qpc, 'q')} on q.id = h.qpc_id
        where h.container_id = x.container_id and h.ship_bill_id is not distinct from x.ship_bill_id`)} as cases,
      ${labelled([
        ['containerId', sql`c.code`, sql`c.code`],
        ['binId', sql`b.code`, sql`b.code`],
        ['shipBillId', sql`t.bill_no`, sql`t.bill_no`],
      ])} as refs
    from (select container_id, ship_bill_id, count(distinct product_id)::integer as products, sum(qty) as qty from held group by container_id, ship_bill_id) x
    join ${named(ctx, container, 'c')} on c.id = x.container_id
    left join ${named(ctx, shipBill.header, 't')} on t.id = x.ship_bill_id
    left join ${named(ctx, bin, 'b')} on b.id = c.bin_id and t.id is null
    order by x.ship_bill_id nulls first, c.code limit ${trailMax}`)
}

/** What was picked for the order into containers that left with a truck which took goods of it. */
const goneOf = (ctx: Ctx, billId: string): Sql => sql`
  select d.id, e.container_id, e.product_id, e.qpc_id, e.lot_id, sum(e.delta) as qty, t.id as ship_bill_id
  from (select distinct r.bin_id from ${promises(ctx, billId)} and r.task_line_id is null and r.state = 'CONSUMED') f
  join ${named(ctx, shipBill.header, 't')} on t.truck_bin_id = f.bin_id
  join ${from(ctx, operateBill.line, 'd')} on d.bill_id = ${billId}
  join ${from(ctx, taskLine, 'l')} on l.org_id = d.org_id and l.bill_line_id = d.id
  join ${named(ctx, posting, 'g')} on g.org_id = l.org_id and g.task_line_id = l.id
  join ${from(ctx, ledger, 'e')} on e.org_id = g.org_id and e.posting_id = g.id
  join ${named(ctx, container, 'n')} on n.id = e.container_id and n.code <> 'LOOSE'
  where exists (select 1 from ${named(ctx, posting, 'p')} where p.org_id = e.org_id and p.idem_key = concat('ship:', t.id, ':', e.container_id))
  group by d.id, e.container_id, e.product_id, e.qpc_id, e.lot_id, t.id having sum(e.delta) > 0`

/** The trucks that take the order's goods, or took them: a promise moves with its goods onto the truck, and ends there. */
export async function shipsOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, operateBill.header, input.id)
  return ctx.tx.query(sql`
    with mine as (
      select r.qpc_id, r.bin_id, r.state, r.qty - r.freed_qty as qty, s.container_id from ${promises(ctx, input.id)}
        and r.task_line_id is null and r.state in ('ACTIVE', 'CONSUMED')),
    aboard as (
      select t.id, m.qty, m.qty as loaded, m.qpc_id from mine m
      join ${named(ctx, shipBill.header, 't')} on t.truck_bin_id = m.bin_id
      union all
      select k.bill_id, m.qty, 0::numeric(18,3), m.qpc_id from mine m
      join ${named(ctx, taskLine, 'l')} on l.from_container_id = m.container_id and l.state = 'OPEN'
      join ${named(ctx, task, 'k')} on k.id = l.task_id and k.task_type = 'ENTER_TRUCK' and k.state not in ('DONE', 'CANCELED')
      where m.state = 'ACTIVE')
    select t.id, t.id as ship_bill_id, t.state, x.qty, x.loaded_qty, t.vehicle_no, t.driver_name, t.plan_depart_at, t.despatched_at,
      ${caseSum(sql`select a.qty, ${packed(ctx)} from aboard a left join ${named(ctx, qpc, 'q')} on q.id = a.qpc_id where a.id = t.id`)} as cases,
      ${labelled([['shipBillId', sql`t.bill_no`, sql`t.bill_no`]])} as refs
    from (select a.id, sum(a.qty) as qty, sum(a.loaded) as loaded_qty from aboard a group by a.id) x
    join ${named(ctx, shipBill.header, 't')} on t.id = x.id
    order by t.id desc limit ${trailMax}`)
}

/** The orders that goods of this one went to or came from, by splitting and merging. */
export async function linksOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, operateBill.header, input.id)
  const side = (own: 'from' | 'to', other: 'from' | 'to'): Sql => sql`
    select kind || ${own === 'from' ? '_TO' : '_FROM'} as relation, ${raw(other)}_bill_id as bill_id, count(*)::integer as line_count, sum(qty) as qty,
      min(id) as id, min(created_at) as at, min(created_by) as created_by
    from ${from(ctx, billLink, 'x')} where ${raw(own)}_bill_id = ${input.id} group by 1, 2`
  return ctx.tx.query(sql`
    select x.id, x.relation, x.bill_id, h.state, h.upstream_no, x.line_count, x.qty, x.at, u.real_name as by,
      ${labelled([['billId', sql`h.bill_no`, sql`h.bill_no`]])} as refs
    from (${side('from', 'to')} union all ${side('to', 'from')}) x
    join ${from(ctx, operateBill.header, 'h')} on h.id = x.bill_id
    left join sys_user u on u.tenant_id = ${ctx.tenantId} and u.id = x.created_by
    order by x.id limit ${trailMax}`)
}

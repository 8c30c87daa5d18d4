import { trailMax } from '@lading/contract/kernel/trail.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { labelled } from '../bill/labelled.ts'
import { caseSum, casesOf, itsPack, packed } from '../computed/cases.ts'

const orderAndStore: Parameters<typeof labelled>[0] = [
  ['billId', sql`b.bill_no`, sql`b.bill_no`],
  ['storeId', sql`s.code`, sql`s.name`],
]

/** The orders of a wave, and how far each is. */
export async function membersOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, waveBill.header, input.id)
  const cases = (quantity: string): Sql =>
    caseSum(sql`select l.${raw(quantity)} as qty, ${packed(ctx)} from ${from(ctx, operateBill.line, 'l')}
      left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id where l.bill_id = b.id`)
  const count = (which: Sql): Sql =>
    sql`(select count(*)::integer from ${from(ctx, operateBill.line, 'l')} where l.bill_id = b.id and ${which})`
  return ctx.tx.query(sql`
    select b.id, b.id as bill_id, b.state, b.store_id, ${count(sql`true`)} as lines,
      ${count(sql`b.state = 'INPROGRESS' and l.short_qty is not null and l.plan_qty - l.cancel_qty > l.booked_qty`)} as short_lines,
      ${cases('plan_qty')} as plan_cases, ${cases('booked_qty')} as booked_cases, ${cases('done_qty')} as done_cases, ${cases('sent_qty')} as sent_cases,
      ${labelled(orderAndStore)} as refs
    from ${from(ctx, operateBill.header, 'b')} join ${named(ctx, store, 's')} on s.id = b.store_id
    where b.wave_id = ${input.id} order by b.priority, b.id limit ${trailMax}`)
}

/** Lines of a wave's orders that did not get all of their goods, and why. */
export async function shortsOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, waveBill.header, input.id)
  return ctx.tx.query(sql`
    select l.id, b.id as bill_id, b.store_id, l.product_id, l.plan_qty - l.cancel_qty as plan_qty, l.booked_qty, l.plan_qty - l.cancel_qty - l.booked_qty as short_qty,
      l.short_reason as reason, ${labelled([...orderAndStore, ['productId', sql`p.code`, sql`p.name`]])} as refs
    from ${from(ctx, operateBill.header, 'b')} join ${from(ctx, operateBill.line, 'l')} on l.org_id = b.org_id and l.bill_id = b.id
    join ${named(ctx, store, 's')} on s.id = b.store_id join ${named(ctx, product, 'p')} on p.id = l.product_id
    where b.wave_id = ${input.id} and b.state = 'INPROGRESS' and l.short_qty is not null and l.plan_qty - l.cancel_qty > l.booked_qty
    order by p.code, b.priority, b.id limit ${trailMax}`)
}

/** What is brought to the pick faces for a wave: each to its face, whatever it passes on the way. */
export async function suppliesOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, waveBill.header, input.id)
  return ctx.tx.query(sql`
    select l.id, k.id as task_id, k.state, l.product_id, l.plan_qty, ${casesOf(sql`l.plan_qty`, itsPack)} as cases, l.done_qty, l.from_bin_id, g.id as to_bin_id, o.expire_date,
      ${labelled([
        ['taskId', sql`k.task_no`, sql`k.task_no`],
        ['productId', sql`p.code`, sql`p.name`],
        ['fromBinId', sql`f.code`, sql`f.code`],
        ['toBinId', sql`g.code`, sql`g.code`],
      ])} as refs
    from ${from(ctx, task, 'k')} join ${from(ctx, taskLine, 'l')} on l.org_id = k.org_id and l.task_id = k.id
    join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    left join ${named(ctx, bin, 'f')} on f.id = l.from_bin_id left join ${named(ctx, bin, 'g')} on g.id = coalesce(l.face_bin_id, l.to_bin_id)
    left join ${named(ctx, lot, 'o')} on o.id = l.lot_id
    where k.task_type in ('RPL_DOWN', 'RPL_UP') and k.bill_id = ${input.id}
    order by k.state in ('DONE', 'CANCELED'), g.code, k.id limit ${trailMax}`)
}

/** The picks of a wave's orders, those of many at once and their sorting among them. */
export async function picksOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, waveBill.header, input.id)
  return ctx.tx.query(sql`
    select k.id, k.id as task_id, k.state, b.id as bill_id, b.store_id, k.pick_area_id, k.done_lines, k.line_count, u.real_name as assignee,
      ${labelled([
        ...orderAndStore,
        ['taskId', sql`k.task_no`, sql`k.task_no`],
        ['pickAreaId', sql`a.code`, sql`a.name`],
      ])} as refs
    from ${from(ctx, task, 'k')}
    left join ${from(ctx, operateBill.header, 'b')} on b.id = k.bill_id and b.wave_id = ${input.id}
    left join ${named(ctx, store, 's')} on s.id = b.store_id
    left join ${named(ctx, pickArea, 'a')} on a.id = k.pick_area_id
    left join sys_user u on u.tenant_id = k.tenant_id and u.id = k.assignee_id
    where k.state <> 'CANCELED' and ((k.task_type = 'PICK' and b.id is not null) or (k.task_type in ('PICK', 'SOW') and k.bill_id = ${input.id}))
    order by k.state in ('DONE'), k.state <> 'WAIT', k.priority, k.id limit ${trailMax}`)
}

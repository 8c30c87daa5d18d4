import { trailMax } from '@lading/contract/kernel/trail.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { ledger, lot, posting } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import { getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { labelled } from '../bill/labelled.ts'
import { casesOf, itsPack } from '../computed/cases.ts'
import { isTakenBack } from '../stock/taken.ts'

/** Tasks of one type that served the order. */
const linesOf = (ctx: Ctx, billId: string, type: string): Sql => sql`
  ${from(ctx, task, 'k')} join ${from(ctx, taskLine, 'l')} on l.org_id = k.org_id and l.task_id = k.id
  where k.bill_id = ${billId} and k.bill_key = ${orderBill.header.key} and k.task_type = ${type}`

/** Each posting of a receipt; what was taken back says so. Reads the ledger: a line that was confirmed in parts was received in parts. */
export async function receiptsOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, orderBill.header, input.id)
  return ctx.tx.query(sql`
    select g.id, g.created_at as at, g.product_id, g.delta as qty, ${casesOf(sql`g.delta`, itsPack)} as cases, o.production_date, o.expire_date,
      o.production_batch as batch, g.stock_type,
      case when c.code <> 'LOOSE' then c.id end as container_id, g.bin_id, x.task_id, u.real_name as by,
      ${isTakenBack('p')} as undone,
      ${labelled([
        ['productId', sql`m.code`, spoken(ctx, product, 'name', 'm')],
        ['containerId', sql`nullif(c.code, 'LOOSE')`, sql`c.code`],
        ['binId', sql`b.code`, sql`b.code`],
        ['taskId', sql`x.task_no`, sql`x.task_no`],
      ])} as refs
    from (select l.id, l.org_id, k.id as task_id, k.task_no from ${linesOf(ctx, input.id, 'RECEIVE')}) x
    join ${named(ctx, posting, 'p')} on p.org_id = x.org_id and p.task_line_id = x.id and p.biz_type = 'RECEIVE'
    join ${from(ctx, ledger, 'g')} on g.org_id = p.org_id and g.posting_id = p.id and g.delta > 0
    join ${named(ctx, product, 'm')} on m.id = g.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = g.qpc_id
    left join ${named(ctx, lot, 'o')} on o.id = g.lot_id
    left join ${named(ctx, container, 'c')} on c.id = g.container_id
    left join ${named(ctx, bin, 'b')} on b.id = g.bin_id
    left join sys_user u on u.tenant_id = p.tenant_id and u.id = p.created_by
    order by g.id desc limit ${trailMax}`)
}

/** Each inspected lot of the delivery, the latest first. */
export async function inspectionsOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, orderBill.header, input.id)
  return ctx.tx.query(sql`
    select l.id, h.id as bill_id, h.state, l.product_id, l.lot_qty as qty, l.sample_qty, l.verdict, l.pass_qty, l.reject_qty,
      case when l.reject_qty > 0 then l.reject_type end as reject_type, o.expire_date, case when c.code <> 'LOOSE' then c.id end as container_id, l.cause, u.real_name as by,
      ${labelled([
        ['billId', sql`h.bill_no`, sql`h.bill_no`],
        ['productId', sql`m.code`, spoken(ctx, product, 'name', 'm')],
        ['containerId', sql`nullif(c.code, 'LOOSE')`, sql`c.code`],
      ])} as refs
    from ${from(ctx, qualityBill.header, 'h')} join ${from(ctx, qualityBill.line, 'l')} on l.org_id = h.org_id and l.bill_id = h.id
    join ${named(ctx, product, 'm')} on m.id = l.product_id
    left join ${named(ctx, lot, 'o')} on o.id = l.lot_id
    left join ${named(ctx, container, 'c')} on c.id = l.container_id
    left join sys_user u on u.tenant_id = h.tenant_id and u.id = h.inspector_id
    where h.order_id = ${input.id} order by h.id desc, l.line_no limit ${trailMax}`)
}

/** The movements that take the received goods away from the dock. */
export async function putAwaysOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, orderBill.header, input.id)
  return ctx.tx.query(sql`
    select x.id, x.product_id, x.plan_qty, ${casesOf(sql`x.plan_qty`, itsPack)} as cases, x.done_qty, x.state, o.expire_date, case when c.code <> 'LOOSE' then c.id end as container_id,
      x.to_bin_id as bin_id, x.task_id, x.confirmed_at as at, u.real_name as by,
      ${labelled([
        ['productId', sql`m.code`, spoken(ctx, product, 'name', 'm')],
        ['containerId', sql`nullif(c.code, 'LOOSE')`, sql`c.code`],
        ['binId', sql`b.code`, sql`b.code`],
        ['taskId', sql`x.task_no`, sql`x.task_no`],
      ])} as refs
    from (select l.*, k.task_no from ${linesOf(ctx, input.id, 'PUTAWAY')} and l.state <> 'CANCELED') x
    join ${named(ctx, product, 'm')} on m.id = x.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = x.qpc_id
    left join ${named(ctx, lot, 'o')} on o.id = x.lot_id
    left join ${named(ctx, container, 'c')} on c.id = x.from_container_id
    left join ${named(ctx, bin, 'b')} on b.id = x.to_bin_id
    left join sys_user u on u.tenant_id = x.tenant_id and u.id = x.confirmed_by
    order by x.id desc limit ${trailMax}`)
}

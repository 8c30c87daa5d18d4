import { trailMax } from '@lading/contract/kernel/trail.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot, stock } from '@lading/contract/wms/stock.ts'
import { stockCount, stockTakeBill, stockTakeBin } from '@lading/contract/wms/stockTakeBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import { getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { labelled } from '../bill/labelled.ts'
import { casesOf, itsPack } from '../computed/cases.ts'

type Rows = Record<string, unknown>[]
const userName = (column: Sql): Sql =>
  sql`(select u.real_name from sys_user u where u.tenant_id = t.tenant_id and u.id = ${column})`
/** The last word of each stock in the round that its bin is in, or was counted in last. */
export const lastWords = (ctx: Ctx, takeId: Sql): Sql => sql`(
  select distinct on (k.take_bin_id, k.owner_id, k.product_id, k.qpc_id, k.lot_id, k.stock_type, k.container_id)
    k.*, b.state as bin_state from ${fromHere(ctx, stockTakeBin, 'b')}
  join ${fromHere(ctx, stockCount, 'k')} on k.take_bin_id = b.id and k.round = case when b.state = 'OPEN' and b.counted_at is not null then b.round - 1 else b.round end
  where b.take_id = ${takeId}
  order by k.take_bin_id, k.owner_id, k.product_id, k.qpc_id, k.lot_id, k.stock_type, k.container_id, k.id desc)`

/** Each bin of a count, the doubtful ones first. */
export async function binsOfTake(ctx: Ctx, input: { id: string }): Promise<Rows> {
  await getRow(ctx, stockTakeBill.header, input.id)
  return ctx.tx.query(sql`
    select t.id, t.bin_id, t.state, t.round, l.task_id, ${userName(sql`t.counted_by`)} as counter, t.counted_at,
      (select count(*)::integer from ${fromHere(ctx, stock, 's')} where s.bin_id = t.bin_id and s.qty > 0
        and (t.owner_id is null or s.owner_id = t.owner_id) and (t.product_id is null or s.product_id = t.product_id)) as goods,
      (select count(*)::integer from ${lastWords(ctx, sql`t.take_id`)} w where w.take_bin_id = t.id and w.diff_qty <> 0) as diffs,
      ${labelled([
        ['binId', sql`b.code`, sql`b.code`],
        ['taskId', sql`k.task_no`, sql`k.task_no`],
      ])} as refs
    from ${fromHere(ctx, stockTakeBin, 't')} join ${named(ctx, bin, 'b')} on b.id = t.bin_id
    left join ${named(ctx, taskLine, 'l')} on l.id = t.task_line_id left join ${named(ctx, task, 'k')} on k.id = l.task_id
    where t.take_id = ${input.id}
    order by array_position(array['DIFFERS', 'OPEN'], t.state) nulls last, b.pick_seq, b.code limit ${trailMax}`)
}

const goodsLabels: Parameters<typeof labelled>[0] = [
  ['binId', sql`b.code`, sql`b.code`],
  ['productId', sql`p.code`, sql`p.name`],
  ['lotId', sql`o.lot_no`, sql`o.lot_no`],
  ['containerId', sql`c.code`, sql`c.code`],
  ['ownerId', sql`w.code`, sql`w.name`],
]
const goods = (ctx: Ctx): Sql => sql`
  join ${named(ctx, bin, 'b')} on b.id = t.bin_id join ${named(ctx, product, 'p')} on p.id = t.product_id join ${named(ctx, lot, 'o')} on o.id = t.lot_id
  join ${named(ctx, container, 'c')} on c.id = t.container_id join ${named(ctx, owner, 'w')} on w.id = t.owner_id join ${named(ctx, qpc, 'q')} on q.id = t.qpc_id`

/** What differs, by its last count, with what each round said. */
export async function diffsOfTake(ctx: Ctx, input: { id: string }): Promise<Rows> {
  await getRow(ctx, stockTakeBill.header, input.id)
  const round = (n: number): Sql => sql`(
    select k.counted_qty from ${fromHere(ctx, stockCount, 'k')} where k.take_bin_id = t.take_bin_id and k.round = ${n} and k.owner_id = t.owner_id and k.product_id = t.product_id
      and k.qpc_id = t.qpc_id and k.lot_id = t.lot_id and k.stock_type = t.stock_type and k.container_id = t.container_id order by k.id desc limit 1)`
  return ctx.tx.query(sql`
    select t.id, t.bin_id, t.product_id, t.diff_qty, case when t.diff_qty < 0 then '' else '+' end || ${casesOf(sql`t.diff_qty`, itsPack)} as diff_cases,
      t.book_qty, t.counted_qty, ${round(1)} as first, ${round(2)} as second, ${round(3)} as third, t.unnamed, t.bin_state as state,
      t.lot_id, t.container_id, t.stock_type, t.owner_id, round(t.diff_qty * p.price, 2) as amount, ${labelled(goodsLabels)} as refs
    from ${lastWords(ctx, sql`${input.id}`)} t ${goods(ctx)} where t.diff_qty <> 0
    order by b.pick_seq, b.code, p.code, t.id limit ${trailMax}`)
}

/** Every count, the latest first. */
export async function countsOfTake(ctx: Ctx, input: { id: string }): Promise<Rows> {
  await getRow(ctx, stockTakeBill.header, input.id)
  return ctx.tx.query(sql`
    select t.id, t.created_at as at, ${userName(sql`t.created_by`)} as counter, t.round, t.bin_id, t.product_id, t.book_qty, t.counted_qty, t.diff_qty,
      t.lot_id, t.container_id, t.unnamed, ${labelled(goodsLabels)} as refs
    from ${fromHere(ctx, stockCount, 't')} ${goods(ctx)} where t.take_id = ${input.id} order by t.id desc limit ${trailMax}`)
}

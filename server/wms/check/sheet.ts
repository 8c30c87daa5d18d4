import { trailMax } from '@lading/contract/kernel/trail.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { CheckSheet, checkGoods } from '@lading/contract/wms/checkCalls.ts'
import { container } from '@lading/contract/wms/container.ts'
import { checkCount, containerCheck } from '@lading/contract/wms/containerCheck.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { labelled } from '../bill/labelled.ts'
import { casesOf, itsPack } from '../computed/cases.ts'
import { goodsByCode } from '../masters/scanned.ts'
import { goodsJson } from '../stockTake/sheet.ts'
import { readLine } from '../task/read.ts'
import { ownersIn } from './count.ts'
import { canWeigh, weightsOf } from './facts.ts'

/** The last word on each product of a check. */
const lastWords = (ctx: Ctx, checkId: Sql): Sql => sql`(
  select distinct on (k.owner_id, k.product_id) k.* from ${fromHere(ctx, checkCount, 'k')} where k.check_id = ${checkId}
  order by k.owner_id, k.product_id, k.id desc)`

interface CheckOf {
  id: string
  containerId: string
  code: string
  bin: string | null
}
async function checkOfLine(ctx: Ctx, taskLineId: string): Promise<CheckOf> {
  demandDc(ctx)
  const line = await readLine(ctx, taskLineId)
  const row = await ctx.tx.maybe<CheckOf>(sql`
    select x.id, x.container_id, c.code, b.code as bin from ${fromHere(ctx, containerCheck, 'x')} join ${named(ctx, container, 'c')} on c.id = x.container_id
    left join ${named(ctx, bin, 'b')} on b.id = c.bin_id where x.task_line_id = ${line.id}`)
  return found(row, containerCheck.title)
}

/** What has been counted so far, and whether the container can be weighed. The book is told by nothing. */
export async function sheetOf(ctx: Ctx, input: { taskLineId: string }): Promise<CheckSheet> {
  const check = await checkOfLine(ctx, input.taskLineId)
  const counted = await ctx.tx.query<CheckSheet['counted'][number]>(sql`
    select t.counted_qty::text as counted, ${goodsJson(ctx)}, jsonb_build_object('id', w.id::text, 'code', w.code, 'name', w.name) as owner
    from ${lastWords(ctx, sql`${check.id}`)} t join ${named(ctx, product, 'p')} on p.id = t.product_id join ${named(ctx, qpc, 'q')} on q.id = t.qpc_id
    join ${named(ctx, owner, 'w')} on w.id = t.owner_id order by t.id`)
  const weights = await weightsOf(ctx, check.containerId)
  return {
    container: { id: check.containerId, code: check.code },
    bin: check.bin,
    canWeigh: canWeigh(weights),
    counted,
  }
}

export async function goodsOf(
  ctx: Ctx,
  input: { taskLineId: string; scan: string },
): Promise<z.output<typeof checkGoods.output>> {
  const check = await checkOfLine(ctx, input.taskLineId)
  const { productId, qpcId } = await goodsByCode(ctx, input.scan)
  const rows = await ctx.tx.query<{ ownerId: string; productId: string }>(sql`
    select s.owner_id, s.product_id from ${fromHere(ctx, stock, 's')} where s.container_id = ${check.containerId} and s.qty > 0`)
  const goods = await ctx.tx.one<Pick<z.output<typeof checkGoods.output>, 'product' | 'pack'>>(sql`
    select ${goodsJson(ctx)} from ${named(ctx, product, 'p')} join ${named(ctx, qpc, 'q')} on q.product_id = p.id
    where p.id = ${productId} order by (q.id = ${qpcId}::bigint) desc nulls last, q.is_default desc, q.id limit 1`)
  return { product: goods.product, pack: goods.pack, owners: await ownersIn(ctx, rows, productId) }
}

/** What was counted, differences first; nothing before the check is over. */
export async function foundIn(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, task, input.id)
  return ctx.tx.query(sql`
    select t.id, t.product_id, ${casesOf(sql`t.book_qty`, itsPack)} as book_cases, ${casesOf(sql`t.counted_qty`, itsPack)} as counted_cases, t.diff_qty,
      t.unnamed, (select u.real_name from sys_user u where u.tenant_id = t.tenant_id and u.id = t.created_by) as counter, t.created_at as at, t.owner_id,
      ${labelled([
        ['productId', sql`p.code`, spoken(ctx, product, 'name', 'p')],
        ['ownerId', sql`w.code`, sql`w.name`],
      ])} as refs
    from ${fromHere(ctx, containerCheck, 'x')} cross join lateral ${lastWords(ctx, sql`x.id`)} t
    join ${named(ctx, product, 'p')} on p.id = t.product_id join ${named(ctx, qpc, 'q')} on q.id = t.qpc_id join ${named(ctx, owner, 'w')} on w.id = t.owner_id
    where x.task_id = ${input.id} and x.state <> 'OPEN' order by t.diff_qty = 0, p.code, t.id limit ${trailMax}`)
}

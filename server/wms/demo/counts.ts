import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql, { raw } from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { takeRules } from '../stockTake/start.ts'
import { refreshTake, takeSteps } from '../stockTake/steps.ts'
import { confirmLine } from '../task/confirm.ts'
import { pickerFor } from './crew.ts'
import { step } from './orders.ts'

interface Counted {
  id: string
  qty: string
  n: number
}
/**
 * Counts the bins of the open tasks of a count; of every so manieth stock of the whole count some pieces are missing, of the
 * first in any case: a count without any difference would be over by itself.
 */
async function count(system: Ctx, takeId: string, who: string, missing: number): Promise<void> {
  const ctx = await as(system, who)
  const lines = await ctx.tx.query<{ id: string; binId: string }>(sql`
    select l.id, l.from_bin_id as bin_id from ${fromHere(ctx, task, 'k')} join ${fromHere(ctx, taskLine, 'l')} on l.task_id = k.id and l.state = 'OPEN'
    where k.bill_id = ${takeId} and k.state in ('READY', 'RUNNING') order by k.id, l.seq`)
  for (const line of lines) {
    const rows = await ctx.tx.query<Counted>(sql`
      select s.id, s.qty, (select count(*) from ${fromHere(ctx, stock, 'o')} where o.qty > 0 and o.id < s.id
        and o.bin_id in (select t.from_bin_id from ${fromHere(ctx, task, 'k')} join ${fromHere(ctx, taskLine, 't')} on t.task_id = k.id
          where k.bill_id = ${takeId})) % ${missing} as n from ${fromHere(ctx, stock, 's')}
      where s.bin_id = ${line.binId} and s.qty > 0 order by s.id`)
    for (const row of rows) {
      const qty = parseQty(row.qty) - (Number(row.n) === 0 ? parseQty('2') : 0n)
      const input = {
        taskLineId: line.id,
        stockId: row.id,
        qty: formatQty(qty > 0n ? qty : 0n),
        partial: true,
        scans: {},
      }
      await confirmLine(ctx, input)
    }
    await confirmLine(ctx, { taskLineId: line.id, qty: '0', partial: false, reason: 'GONE', scans: {} })
  }
}

/** The area with the most bins of a usage that hold goods, of those where such bins are found together. */
const areaOf = (
  ctx: Ctx,
  usage: string,
  column: 'storage_area_id' | 'pick_area_id',
): Promise<{ id: string } | undefined> =>
  ctx.tx.maybe<{ id: string }>(sql`
    select b.${raw(column)} as id from ${fromHere(ctx, bin, 'b')} where b.usage = ${usage} and not b.disabled
      and b.${raw(column)} is not null and exists (select 1 from ${fromHere(ctx, stock, 's')} where s.bin_id = b.id and s.qty > 0)
    group by 1 order by count(*) desc, 1 limit 1`)

async function take(ctx: Ctx, input: object): Promise<string> {
  const { id } = await createRow(ctx, stockTakeBill.header, { ...input }, takeRules)
  return id
}
const act = (ctx: Ctx, id: string, name: string): Promise<void> => step(ctx, stockTakeBill, id, name, takeSteps)

/** Counts as a centre has them: one that is over, one whose differences wait for approval, one on the floor, one that is planned. */
export async function seedCounts(run: Run): Promise<void> {
  const few = { most: 8, withEmpty: false }
  const over = await run(async (ctx) => {
    const area = await areaOf(ctx, 'STORAGE', 'storage_area_id')
    return take(await as(ctx, 'admin'), { kind: 'SPOT', storageAreaId: area?.id, ...few, rounds: 1, note: '上周抽盘' })
  })
  for (const name of ['approve', 'start']) await run((ctx) => act(ctx, over, name))
  await run((ctx) => count(ctx, over, 'receiver', 2))
  await run((ctx) => refreshTake(ctx, over))
  await run((ctx) => act(ctx, over, 'settle'))
  const counted = await run(async (ctx) => {
    const area = await areaOf(ctx, 'STORAGE', 'storage_area_id')
    return take(await as(ctx, 'admin'), { kind: 'CYCLE', storageAreaId: area?.id, ...few })
  })
  await run((ctx) => act(ctx, counted, 'approve'))
  await run((ctx) => act(ctx, counted, 'start'))
  await run((ctx) => count(ctx, counted, 'receiver', 3))
  await run((ctx) => count(ctx, counted, 'admin', 3))
  await run((ctx) => refreshTake(ctx, counted))
  const open = await run(async (ctx) => {
    const area = await areaOf(ctx, 'PICK', 'pick_area_id')
    return take(await as(ctx, 'admin'), { kind: 'SPOT', pickAreaId: area?.id, ...few, binsPerTask: 4, blind: false })
  })
  await run((ctx) => act(ctx, open, 'approve'))
  await run((ctx) => act(ctx, open, 'start'))
  await run(async (ctx) => take(await as(ctx, 'admin'), { kind: 'FULL', abc: 'A', note: '月末盘点' }))
  await run((ctx) => unfound(ctx))
}

/** A picker does not find what the book has: the rest is kept for a count, and the order lacks it. */
async function unfound(system: Ctx): Promise<void> {
  const ctx = await as(system, pickerFor(1))
  const line = await ctx.tx.maybe<{ id: string; planQty: string }>(sql`
    select l.id, l.plan_qty from ${fromHere(ctx, task, 'k')} join ${fromHere(ctx, taskLine, 'l')} on l.task_id = k.id and l.state = 'OPEN'
    join ${named(ctx, product, 'p')} on p.id = l.product_id and not p.is_weigh
    where k.task_type = 'PICK' and k.state = 'READY' and k.store_id is not null and l.plan_qty > 3
    order by (select count(*) from ${fromHere(ctx, stock, 's')} where s.product_id = l.product_id and s.stock_type = 'GOOD'
      and s.qty > s.reserved_qty and s.bin_id <> l.from_bin_id), l.id limit 1`)
  if (!line) return
  const qty = formatQty(parseQty(line.planQty) - parseQty('2'))
  await confirmLine(ctx, { taskLineId: line.id, qty, partial: false, reason: 'NOT_FOUND', scans: {} })
}

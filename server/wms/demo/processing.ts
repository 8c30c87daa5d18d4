import { product, productOwner } from '@lading/contract/mdm/product.ts'
import { bom } from '@lading/contract/wms/bom.ts'
import { container } from '@lading/contract/wms/container.ts'
import { ownerAdjBill } from '@lading/contract/wms/ownerAdjBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { productAdjBill } from '@lading/contract/wms/productAdjBill.ts'
import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import type { StockBill } from '@lading/contract/wms/stockBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { readBill, takeStep } from '../../platform/document/steps.ts'
import { bomRules, bomSteps } from '../process/bom.ts'
import { processRules, processSteps } from '../process/steps.ts'
import { recipientRules, recipientSteps } from '../recipient/steps.ts'
import type { StockKey } from '../stock/key.ts'
import { ownerAdjWork } from '../stockBill/ownerAdj.ts'
import { productAdjWork } from '../stockBill/productAdj.ts'
import { type StockWork, stockBillRules, stockStepWork } from '../stockBill/served.ts'
import { giftBox } from './giftBox.ts'
import { step, work } from './orders.ts'

type Free = StockKey & { readonly qty: string }
/** Goods on shelves that nobody was promised, so many of each, one row of each product. */
const free = (ctx: Ctx, least: number, which: Sql): Promise<Free[]> =>
  ctx.tx.query<Free & object>(sql`
    select distinct on (p.code) s.owner_id, s.product_id, s.qpc_id, s.lot_id, s.stock_type, s.bin_id, s.container_id, s.qty from ${fromHere(ctx, stock, 's')}
    join ${named(ctx, product, 'p')} on p.id = s.product_id and not p.is_weigh
    join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'STORAGE' and not b.lock_in and not b.lock_out
    join ${fromHere(ctx, container, 'c')} on c.id = s.container_id and c.code = 'LOOSE'
    where s.stock_type = 'GOOD' and s.reserved_qty = 0 and s.qty >= ${least} and ${which} order by p.code, s.id desc limit 12`)

interface Boms {
  readonly make: string
  readonly apart: string
}
/** A gift box of two drinks, and how one is taken apart again; a new version of the first is being written. */
async function recipes(system: Ctx): Promise<Boms | undefined> {
  const [ctx, boss] = [await as(system, 'receiver'), await as(system, 'admin')]
  const [a, b] = await free(
    ctx,
    60,
    sql`(p.category_id, s.owner_id) in (
      select g.category_id, o.owner_id from ${named(ctx, product, 'g')} join ${named(ctx, productOwner.entity, 'o')} on o.product_id = g.id where g.code = ${giftBox})`,
  )
  if (!a || !b) return undefined
  const { id: productId } = await ctx.tx.one<{ id: string }>(sql`
    select p.id from ${named(ctx, product, 'p')} where p.code = ${giftBox}`)
  const line = (of: Free, qty: string, lossPct: string | null) => ({
    productId: of.productId,
    qpcId: null,
    qty,
    lossPct,
    lotRule: 'FEFO',
  })
  const recipe = async (code: string, name: string, kind: string, loss: string | null) => {
    const lines = [line(a, '2', loss), line(b, '1', null)]
    const head = {
      code,
      name,
      kind,
      ownerId: a.ownerId,
      productId,
      outputQty: '1',
      laborSec: 45,
      expiry: 'LEAST',
      edition: 1,
    }
    const { id } = await createRow(ctx, bom.header, { ...head, lines }, bomRules)
    await step(boss, bom, id, 'approve', bomSteps)
    return id
  }
  const make = await recipe('BOM-GB01', '饮品组合装（2+1）', 'GIFT', '5')
  const apart = await recipe('BOM-GB01-C', '饮品组合装拆分', 'DISASSEMBLY', null)
  await step(ctx, bom, make, 'revise', bomSteps)
  return { make, apart }
}

async function processing(run: Run, bomId: string, planQty: string, to: 'SAVED' | 'APPROVED' | 'RUNNING' | 'FINISHED') {
  const id = await run(async (system) => {
    const ctx = await as(system, 'receiver')
    const { id: binId } = await ctx.tx.one<{ id: string }>(sql`
      select b.id from ${fromHere(ctx, bin, 'b')} where b.usage = 'PROCESS' order by b.code limit 1`)
    return (await createRow(ctx, processTask.header, { bomId, planQty, binId, note: '门店促销' }, processRules)).id
  })
  const take = (name: string) =>
    run(async (system) => step(await as(system, 'admin'), processTask, id, name, processSteps))
  if (to === 'SAVED') return
  await take('approve')
  if (to === 'APPROVED') return
  await take('supply')
  await run((ctx) => work(ctx, id, 'PROC_MOVE_IN', to === 'RUNNING'))
  if (to === 'RUNNING') return
  await run(async (system) => {
    const ctx = await as(system, 'admin')
    const { version } = await readBill(ctx, processTask, id)
    await takeStep(ctx, processTask, 'finish', { id, version, input: { doneQty: planQty } }, processSteps.finish)
  })
  await run((ctx) => work(ctx, id, 'PUTAWAY', false))
}

interface Change {
  readonly of: StockBill
  readonly work: StockWork
  readonly cause: string
}
/** Written down by who found it, approved by the administrator. */
async function change(
  system: Ctx,
  { of, work: does, cause }: Change,
  row: Free,
  line: object,
  head: object,
  isDone: boolean,
) {
  const ctx = await as(system, 'receiver')
  const { ownerId, ...key } = row
  const input = { ownerId, cause, ...head, lines: [{ ...key, ...line }] }
  const { id } = await createRow(ctx, of.header, input, stockBillRules(of, does))
  if (isDone) await step(await as(system, 'admin'), of, id, 'approve', stockStepWork(of, does))
}

/** Nothing else stands in their bin: all of them may become something else, whatever the bin allows. */
const alone = (ctx: Ctx): Sql =>
  sql`not exists (select 1 from ${fromHere(ctx, stock, 'o')} where o.bin_id = s.bin_id and o.id <> s.id and o.qty > 0)`

async function conversions(run: Run): Promise<void> {
  await run(async (system) => {
    const of = { of: productAdjBill, work: productAdjWork, cause: '收货时串味，实物为另一口味' }
    const [a, b, c] = await free(system, 1, sql`${alone(system)} and p.code < '2'`)
    if (!a || !b || !c) return
    await change(system, of, a, { toProductId: b.productId, toQpcId: b.qpcId, ratioFrom: '1', ratioTo: '1' }, {}, true)
    await change(system, of, c, { toProductId: b.productId, toQpcId: b.qpcId, ratioFrom: '1', ratioTo: '1' }, {}, false)
  })
  await run(async (system) => {
    const of = { of: ownerAdjBill, work: ownerAdjWork, cause: '月末货权结算' }
    const shared = sql`(select count(*) from ${named(system, productOwner.entity, 'o')} where o.product_id = p.id) > 1`
    const rows = await free(system, 1, sql`${alone(system)} and ${shared}`)
    for (const [i, row] of rows.slice(0, 2).entries()) {
      const { id } = await system.tx.one<{ id: string }>(sql`
        select o.owner_id as id from ${named(system, productOwner.entity, 'o')} where o.product_id = ${row.productId} and o.owner_id <> ${row.ownerId}`)
      await change(system, of, row, { price: '12.5' }, { toOwnerId: id, contractNo: `HQ-2026-${i + 1}` }, i === 0)
    }
  })
}

/** Goods that departments use, and what of them comes back. */
async function requisitions(run: Run): Promise<void> {
  const make = (purpose: string, costCentre: string, planQty: string, more: object = {}) =>
    run(async (system) => {
      const ctx = await as(system, 'receiver')
      const [row] = await free(ctx, 30, sql`true`)
      if (!row) throw new Error('the demo has nothing that could be used in the house')
      const lines = [{ productId: row.productId, qpcId: row.qpcId, planQty, stockType: 'GOOD', unitPrice: '3.2' }]
      const head = { kind: 'USE', ownerId: row.ownerId, userId: ctx.userId, costCentre, purpose, priority: 50, lines }
      return (await createRow(ctx, recipientBill.header, { ...head, ...more }, recipientRules)).id
    })
  const take = (id: string, name: string) =>
    run(async (system) => step(await as(system, 'admin'), recipientBill, id, name, recipientSteps))
  const used = await make('员工试饮', '行政部', '6')
  await take(used, 'approve')
  await take(used, 'finish')
  const back = await make('试饮剩余退回', '行政部', '2', { kind: 'BACK', sourceId: used })
  await take(back, 'approve')
  await take(back, 'finish')
  await take(await make('质检留样', '质量部', '3'), 'approve')
  await make('消防演练用水', '安全部', '12')
}

/** What a centre makes of its goods, corrects of them and uses up itself. */
export async function seedProcessing(run: Run): Promise<void> {
  const boms = await run(recipes)
  if (boms) {
    await processing(run, boms.make, '10', 'FINISHED')
    await processing(run, boms.make, '6', 'RUNNING')
    await processing(run, boms.make, '4', 'APPROVED')
    await processing(run, boms.apart, '2', 'SAVED')
  }
  await conversions(run)
  await requisitions(run)
}

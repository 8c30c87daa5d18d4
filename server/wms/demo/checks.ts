import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { containerCheck } from '@lading/contract/wms/containerCheck.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { shipStop } from '@lading/contract/wms/shipBill.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { billRules } from '../bill/billServed.ts'
import { checkContainer } from '../check/make.ts'
import { makeContainers } from '../masters/containers.ts'
import { operateSteps } from '../operate/steps.ts'
import { confirmLine } from '../task/confirm.ts'
import { pickerFor } from './crew.ts'
import type { DemoMasters } from './masters.ts'
import { step } from './orders.ts'

/** So many totes are checked; the others wait to be merged. */
const checked = 4

export interface Box {
  id: string
  version: number
}
/** Totes of their series. @returns their codes */
export async function makeTotes(ctx: Ctx, count: number): Promise<string[]> {
  const type = await ctx.tx.one<{ id: string }>(sql`
    select id from ${named(ctx, containerType, 't')} where code = 'TOTE'`)
  return makeContainers(ctx, { typeId: type.id, count })
}
/** A small order that is picked into a tote, for a store that no truck waits for: nobody is kept from loading. */
async function picked(ctx: Ctx, m: DemoMasters, i: number, tote: string): Promise<Box | undefined> {
  const ownerId = m.owners.get('O1') ?? ''
  const stores = await ctx.tx.query<{ id: string }>(sql`
    select s.id from ${named(ctx, store, 's')} where s.id = any(${m.stores.map((x) => x.id)}::bigint[])
      and not exists (select 1 from ${fromHere(ctx, shipStop, 'p')} where p.store_id = s.id) order by s.id desc limit 2`)
  const goods = await ctx.tx.query<{ productId: string }>(sql`
    select s.product_id from ${fromHere(ctx, stock, 's')} join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'PICK'
    join ${named(ctx, product, 'p')} on p.id = s.product_id and not p.is_weigh
    where s.owner_id = ${ownerId} and s.stock_type = 'GOOD'
    group by s.product_id having sum(s.qty - s.reserved_qty) >= 40 order by s.product_id desc limit 3 offset ${i}`)
  const to = stores[i < checked ? i % 2 : 0]
  if (!to || goods.length === 0) return undefined
  const lines = goods.map((g, n) => ({ productId: g.productId, planQty: String(3 + ((i + n) % 4)), gift: false }))
  return pickInto(ctx, { ownerId, storeId: to.id, lines }, pickerFor(i), tote)
}

/** An urgent order of today that somebody picks into a tote. */
export async function pickInto(ctx: Ctx, order: object, who: string, tote: string): Promise<Box | undefined> {
  const { id } = await createRow(
    ctx,
    operateBill.header,
    { mode: 'SUPPLY', delivery: 'URGENT', bizDate: businessDay(ctx), priority: 50, ...order },
    billRules(operateBill),
  )
  await step(ctx, operateBill, id, 'approve', operateSteps)
  await step(ctx, operateBill, id, 'allocate', operateSteps)
  const picker = await as(ctx, who)
  const open = await ctx.tx.query<{ id: string; planQty: string }>(sql`
    select l.id, l.plan_qty from ${fromHere(ctx, taskLine, 'l')} join ${fromHere(ctx, task, 'k')} on k.id = l.task_id
    where k.bill_id = ${id} and k.task_type = 'PICK' and k.state = 'READY' and l.state = 'OPEN' order by l.seq`)
  for (const line of open)
    await confirmLine(picker, {
      taskLineId: line.id,
      qty: line.planQty,
      partial: false,
      scans: {},
      toContainer: tote,
    })
  return ctx.tx.maybe<Box>(sql`
    select id, version from ${fromHere(ctx, container, 'c')} where code = ${tote} and state = 'PICKED'`)
}

/** Counts a container; of its first goods one is missing where that is wanted. */
async function count(system: Ctx, box: Box, missing: boolean): Promise<void> {
  const ctx = await as(system, 'shipper')
  const line = await ctx.tx.one<{ id: string }>(sql`
    select l.id from ${fromHere(ctx, containerCheck, 'x')} join ${fromHere(ctx, taskLine, 'l')} on l.id = x.task_line_id
    where x.container_id = ${box.id} order by x.id desc limit 1`)
  const goods = await ctx.tx.query<{ code: string; qty: string; isWeigh: boolean }>(sql`
    select p.code, sum(s.qty)::text as qty, p.is_weigh from ${fromHere(ctx, stock, 's')} join ${named(ctx, product, 'p')} on p.id = s.product_id
    where s.container_id = ${box.id} and s.qty > 0 group by p.code, p.is_weigh order by p.is_weigh, p.code`)
  for (const [i, g] of goods.entries()) {
    const qty = formatQty(parseQty(g.qty) - (missing && i === 0 ? parseQty('1') : 0n))
    await confirmLine(ctx, { taskLineId: line.id, qty, partial: true, scans: { product: g.code } })
  }
  await confirmLine(ctx, { taskLineId: line.id, qty: '0', partial: false, reason: 'GONE', scans: {} })
}

/** Checks as a centre has them: one without a difference, one that differs, and some that wait. */
export async function seedChecks(run: Run, m: DemoMasters): Promise<void> {
  const totes = await run((ctx) => makeTotes(ctx, 6))
  const chosen: Box[] = []
  for (const [i, tote] of totes.entries()) {
    const box = await run((ctx) => picked(ctx, m, i, tote))
    if (!box) continue
    if (i >= checked) continue
    chosen.push(box)
    await run(async (ctx) => checkContainer(await as(ctx, 'admin'), box))
  }
  const [right, wrong] = chosen
  if (right) await run((ctx) => count(ctx, right, false))
  if (wrong) await run((ctx) => count(ctx, wrong, true))
}

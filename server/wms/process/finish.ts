// engine: uses up what was brought to the table, and brings in what was made of it

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, minQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { processFaults } from '@lading/contract/wms/processFaults.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { StepInput } from '../../platform/document/steps.ts'
import { binByCode, looseContainer, readProducts } from '../masters/facts.ts'
import { startMoves } from '../move/start.ts'
import { startTasks } from '../putAway/start.ts'
import { lockContainers } from '../stock/containers.ts'
import { freeEmptied } from '../stock/emptied.ts'
import { bareKey, byId, keyText } from '../stock/key.ts'
import { namesOf } from '../stock/namesOf.ts'
import { type PostLine, post } from '../stock/post.ts'
import type { Consume } from '../stock/promises.ts'
import { openQty, type Reservation, release, reservationsOf } from '../stock/reservations.ts'
import { lockIds, type StockRow } from '../stock/rows.ts'
import { demandWhole } from '../stock/whole.ts'
import { madeRecords } from '../task/create.ts'
import { partOf } from './book.ts'
import { lotOfOutput, readOrigin } from './outputs.ts'
import { type Line, type Paper, readLines, readRecipe } from './read.ts'
import { baseOf, deviationOf, type Recipe } from './recipe.ts'
import { endSupply, ofTask } from './supply.ts'

/** A line with what really went in or came out, and how far that is from the recipe. */
interface Real {
  readonly line: Line
  readonly qty: Qty
  readonly lossPct: string | null
}

/** 完工: so many are done. @param beyond whoever may approves what the recipe does not allow */
export const finish =
  (beyond: boolean) =>
  async (ctx: Ctx, bill: Paper, made: MadeRecord[], input: StepInput): Promise<Record<string, unknown>> => {
    const done = parseQty(String(input.doneQty))
    await demandDone(ctx, bill, done)
    await endSupply(ctx, bill.id)
    const [recipe, lines] = await Promise.all([readRecipe(ctx, bill.bomId), readLines(ctx, bill.id)])
    const reals = lines.map((line) => realOf(recipe, line, done))
    await demandWhole(
      ctx,
      reals.map(({ line, qty }) => ({ productId: line.productId, qty })),
    )
    if (!beyond) for (const real of reals) demandWithin(recipe, real, done)
    const table = await holdTable(ctx, bill, lines)
    const lotIds = await useUp(ctx, bill, reals, table)
    const out = await bringIn(ctx, bill, recipe, reals, lotIds)
    await sendOn(ctx, bill, out, await leftOver(ctx, table), made)
    await keep(ctx, reals)
    return { lossPct: largest(reals) }
  }

async function demandDone(ctx: Ctx, bill: Paper, done: Qty): Promise<void> {
  if (done <= 0n) refuse(wmsFaults.qtyNotPositive)
  if (done > parseQty(bill.planQty))
    refuse(wmsFaults.overPlan, { real: formatQty(done), plan: formatQty(parseQty(bill.planQty)) })
  await demandWhole(ctx, [{ productId: bill.productId, qty: done }])
}

/** What was typed of a line, else what the recipe says; of what the recipe is of exactly what is done. */
function realOf(recipe: Recipe, line: Line, done: Qty): Real {
  const part = partOf(recipe, line)
  if (!part) return { line, qty: done, lossPct: null }
  const qty = line.realQty === null ? baseOf(recipe, part, done) : parseQty(line.realQty)
  return { line, qty, lossPct: deviationOf(recipe, part, done, qty).pct }
}

/** @throws Fault overUse, underUse, overYield, underYield */
function demandWithin(recipe: Recipe, { line, qty }: Real, done: Qty): void {
  const part = partOf(recipe, line)
  if (!part) return
  const { is, pct } = deviationOf(recipe, part, done, qty)
  if (is === 'FINE') return
  const args = { p: line.code, pct: pct.replace('-', '') }
  if (line.role === 'IN') refuse(is === 'MORE' ? processFaults.overUse : processFaults.underUse, args)
  if (is === 'LESS') refuse(processFaults.underYield, args)
  refuse(processFaults.overYield, { p: line.code, real: formatQty(qty), plan: formatQty(baseOf(recipe, part, done)) })
}

/** What stands on the table of the products that go in, with what the task was promised of it. Locked. */
interface Table {
  readonly rows: readonly StockRow[]
  readonly promises: readonly Reservation[]
  /** What was taken of the rows and of the promises. */
  readonly taken: Map<string, Qty>
}
async function holdTable(ctx: Ctx, bill: Paper, lines: readonly Line[]): Promise<Table> {
  const going = lines.filter((l) => l.role === 'IN')
  const there = await ctx.tx.query<{ id: string; containerId: string }>(sql`
    select s.id, s.container_id from wms_stock s join wms_lot x on x.tenant_id = s.tenant_id and x.id = s.lot_id
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.bin_id = ${bill.binId} and s.owner_id = ${bill.ownerId}
      and s.product_id = any(${going.map((l) => l.productId)}::bigint[]) and s.stock_type in ('GOOD', 'GIFT') and s.qty > 0
    order by x.expire_date nulls last, s.first_in_at, s.id`)
  await lockContainers(
    ctx,
    there.map((t) => t.containerId),
  )
  const ids = there.map((t) => t.id)
  const held = await lockIds(ctx, ids)
  const promises = await reservationsOf(
    ctx,
    'demand_line_id',
    going.map((l) => l.id),
  )
  return { rows: ids.flatMap((id) => held.get(id) ?? []), promises, taken: new Map() }
}

interface Taken {
  readonly row: StockRow
  readonly qty: Qty
  readonly reservationId?: string
}
/** First what the line was promised, then what is free there. @throws Fault stockShort */
async function takeFor(
  ctx: Ctx,
  bill: Paper,
  { line, qty: need }: Real,
  { rows, promises, taken }: Table,
): Promise<Taken[]> {
  const all: Taken[] = []
  let left = need
  const take = (row: StockRow, most: Qty, reservationId?: string) => {
    const key = reservationId ?? row.id
    const qty = minQty(left, most - (taken.get(key) ?? 0n))
    if (qty <= 0n) return
    taken.set(key, (taken.get(key) ?? 0n) + qty)
    left -= qty
    all.push({ row, qty, ...(reservationId !== undefined && { reservationId }) })
  }
  for (const row of rows)
    for (const r of promises) if (r.demandLineId === line.id && r.stockId === row.id) take(row, openQty(r), r.id)
  for (const row of rows)
    if (row.productId === line.productId && (line.qpcId === null || row.qpcId === line.qpcId))
      take(row, row.qty - row.reserved)
  if (left > 0n)
    refuse(wmsFaults.stockShort, {
      ...(await namesOf(ctx, { productId: line.productId, binId: bill.binId })),
      ...{ avail: formatQty(need - left), need: formatQty(need) },
    })
  return all
}

/** 投料: what went in leaves the book. @returns its lots */
async function useUp(ctx: Ctx, bill: Paper, reals: readonly Real[], table: Table): Promise<string[]> {
  const place = { binId: await binByCode(ctx, 'V_PROCESS'), containerId: await looseContainer(ctx) }
  const taken: Taken[] = []
  for (const real of reals)
    if (real.line.role === 'IN' && real.qty > 0n) taken.push(...(await takeFor(ctx, bill, real, table)))
  const consume = taken.flatMap(({ reservationId, qty }): Consume[] =>
    reservationId === undefined ? [] : [{ reservationId, qty }],
  )
  if (taken.length > 0)
    await post(ctx, {
      bizType: 'PROC_IN',
      idemKey: `proc:${bill.id}:in`,
      source: { type: processTask.header.noun, id: bill.id },
      lines: taken.flatMap(({ row, qty }): PostLine[] => [
        { key: bareKey(row), delta: -qty },
        { key: { ...bareKey(row), ...place }, delta: qty },
      ]),
      consume,
    })
  const used = new Map<string, Qty>()
  for (const c of consume) used.set(c.reservationId, (used.get(c.reservationId) ?? 0n) + c.qty)
  await release(
    ctx,
    table.promises.filter((r) => openQty(r) > (used.get(r.id) ?? 0n)),
  )
  await freeEmptied(
    ctx,
    [...new Set(taken.map((t) => t.row.containerId))].filter((id) => id !== place.containerId),
  )
  return [...new Set(taken.map((t) => t.row.lotId))]
}

/** 产出: what was made comes in on the table. @returns its rows of stock */
async function bringIn(
  ctx: Ctx,
  bill: Paper,
  recipe: Recipe,
  reals: readonly Real[],
  lotIds: readonly string[],
): Promise<string[]> {
  const coming = reals.filter((r) => r.line.role === 'OUT' && r.qty > 0n)
  if (coming.length === 0) return []
  const [products, origin, outside, loose] = await Promise.all([
    readProducts(
      ctx,
      coming.map((r) => r.line.productId),
      coming.map((r) => r.line.qpcId),
    ),
    readOrigin(ctx, bill, lotIds),
    binByCode(ctx, 'V_PROCESS'),
    looseContainer(ctx),
  ])
  const lines: PostLine[] = []
  const keys: string[] = []
  for (const { line, qty } of coming) {
    const product = found(products.get(line.productId), ['商品', 'Product'])
    const lotId = await lotOfOutput(ctx, bill, recipe, product, origin)
    const goods = { ownerId: bill.ownerId, productId: line.productId, qpcId: line.qpcId ?? product.qpcId, lotId }
    const key = { ...goods, stockType: 'GOOD' as const, binId: bill.binId, containerId: loose }
    lines.push({ key: { ...key, binId: outside }, delta: -qty }, { key, delta: qty })
    keys.push(keyText(key))
  }
  const posted = await post(ctx, {
    ...{ bizType: 'PROC_OUT', idemKey: `proc:${bill.id}:out` },
    source: { type: processTask.header.noun, id: bill.id },
    lines,
  })
  return [...new Set(keys)].map((key) => {
    const id = posted.rowIds.get(key)
    assert(id, 'what came in has its row')
    return id
  })
}

interface Left {
  readonly stockId: string
  readonly qty: Qty
}
/** What was brought for the task and is still there: free by now. */
async function leftOver(ctx: Ctx, { rows, promises, taken }: Table): Promise<Left[]> {
  const now = await lockIds(
    ctx,
    rows.map((r) => r.id),
  )
  return rows.flatMap(({ id }): Left[] => {
    const own = qtySum(promises.filter((r) => r.stockId === id).map((r) => openQty(r) - (taken.get(r.id) ?? 0n)))
    const row = now.get(id)
    const qty = row ? minQty(own, row.qty - row.reserved) : 0n
    return qty > 0n ? [{ stockId: id, qty }] : []
  })
}

/** What was made is put away, and what is left goes back to its bins. */
async function sendOn(
  ctx: Ctx,
  bill: Paper,
  out: readonly string[],
  left: readonly Left[],
  made: MadeRecord[],
): Promise<void> {
  if (out.length > 0) {
    const { tasks } = await startTasks(ctx, { stockIds: [...out] }, ofTask(bill))
    made.push(
      ...madeRecords(
        'PUTAWAY',
        tasks.map((t) => ({ ...t, lineIds: [] })),
      ),
    )
  }
  await sendBack(ctx, bill, left, made)
}
async function sendBack(ctx: Ctx, bill: Paper, left: readonly Left[], made: MadeRecord[]): Promise<void> {
  if (left.length === 0) return
  const lines = left.map(({ stockId, qty }) => ({ stockId, qty: formatQty(qty) }))
  const task = await startMoves(ctx, { lines }, ofTask(bill))
  made.push(...madeRecords('MOVE', [{ ...task, lineIds: [] }]))
}

/** 作废: its work is dropped, what it was promised is free, and what was brought for it goes back. */
export async function cancel(ctx: Ctx, bill: Paper, made: MadeRecord[]): Promise<undefined> {
  await endSupply(ctx, bill.id)
  const lines = await readLines(ctx, bill.id)
  const table = await holdTable(ctx, bill, lines)
  await release(ctx, table.promises)
  await sendBack(ctx, bill, await leftOver(ctx, table), made)
  await ctx.tx.run(sql`
    update wms_process_line set booked_qty = 0 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
}

/** The lines say what really was, in the order of their numbers. */
async function keep(ctx: Ctx, reals: readonly Real[]): Promise<void> {
  const sorted = reals.toSorted((a, b) => byId(a.line.id, b.line.id))
  await ctx.tx.run(sql`
    update wms_process_line l set real_qty = n.qty, loss_pct = n.pct, booked_qty = case when l.role = 'IN' then n.qty else l.booked_qty end
    from unnest(${sorted.map((r) => r.line.id)}::bigint[], ${sorted.map((r) => formatQty(r.qty))}::numeric[], ${sorted.map((r) => r.lossPct)}::numeric[]) as n(id, qty, pct)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = n.id`)
}
/** Of the lines that differ from the recipe the one that lost most. */
const largest = (reals: readonly Real[]): string | null =>
  reals.flatMap((r) => r.lossPct ?? []).toSorted((a, b) => Number(b) - Number(a))[0] ?? null

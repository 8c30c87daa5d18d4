// engine: promises stock to orders under lock, and divides orders

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { type ProductFacts, readProducts } from '../masters/facts.ts'
import { readTurnovers, type SchemeTurnover } from '../putAway/scheme.ts'
import { shareOf } from '../stock/pieces.ts'
import { reserve } from '../stock/reservations.ts'
import { readTypeRules, soldTypes, type TypeRules, typesFor } from '../stockType/types.ts'
import { type AllocateLine, allocate, type Shortage } from '../strategy/allocate.ts'
import { minRemainDays } from '../strategy/eligible.ts'
import { reason } from '../strategy/reason.ts'
import type { RoundRule } from '../strategy/splitPack.ts'
import type { Turnover } from '../strategy/turnover.ts'
import { createTasks, type MadeTask, madeRecords } from '../task/create.ts'
import { type Candidate, freeStock, readCandidates } from './candidates.ts'
import { type Picking, pickTasks, readPickAreas, withLimits } from './pickTasks.ts'
import { settleDiffs } from './shortPicks.ts'
import { pieceFaces, wantOf } from './wants.ts'

type Order = BillRow<typeof operateBill>

/** What allocation asks of an order's line. */
export type Line = RowOf<
  typeof operateBill.line,
  'id' | 'productId' | 'qpcId' | 'planQty' | 'planPieces' | 'bookedQty' | 'cancelQty' | 'minExpire' | 'gift'
>
/** What it asks of the store that gets the goods, and of their owner. */
export interface Store {
  code: string
  priority: number
  minRemainDays: number | null
  minRemainPct: string | null
  oneLot: boolean
  roundRule: RoundRule
  allowPallets: boolean
  disabled: boolean
  turnover: 'FEFO' | 'FIFO' | 'LIFO'
}

/** A wish that got its goods. */
interface Got {
  readonly line: Line
  readonly row: Candidate
  readonly qty: Qty
  readonly pieces: number | null
  readonly taskLineId: string
}

/** What allocation would do, for a dry run and for the real one. */
export interface Plan {
  readonly lines: readonly AllocateLine[]
  readonly rows: readonly Candidate[]
  readonly shortages: readonly Shortage[]
  readonly takes: ReturnType<typeof allocate>['takes']
}

const readLines = (ctx: Ctx, billId: string): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select id, product_id, qpc_id, plan_qty, plan_pieces, booked_qty, cancel_qty, min_expire, gift from wms_operate_bill_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} order by line_no`)

const readStore = async (ctx: Ctx, bill: Order): Promise<Store> =>
  found(
    await ctx.tx.maybe<Store>(sql`
      select s.code, s.priority, s.min_remain_days, s.min_remain_pct, s.one_lot, s.round_rule, s.allow_pallets, s.disabled, o.turnover from wms_store s, wms_owner o
      where s.tenant_id = ${ctx.tenantId} and s.id = ${bill.storeId} and o.tenant_id = ${ctx.tenantId} and o.id = ${bill.ownerId}`),
    ['门店', 'Store'],
  )

/** What a line still has to get. */
export const wanted = (l: Pick<Line, 'planQty' | 'cancelQty' | 'bookedQty'>): Qty =>
  parseQty(l.planQty) - parseQty(l.cancelQty) - parseQty(l.bookedQty)

export function lineOf(
  l: Line,
  want: Qty,
  bill: { readonly ownerId: string; readonly bizDate: string | null; readonly mode: string },
  store: Omit<Store, 'code' | 'priority' | 'roundRule' | 'disabled'>,
  product: ProductFacts,
  scheme: SchemeTurnover<Turnover> | undefined,
  types: TypeRules,
): AllocateLine {
  return {
    id: l.id,
    ownerId: bill.ownerId,
    productId: l.productId,
    qpcId: null,
    stockTypes: typesFor(types, bill.mode, l.gift),
    shipDate: String(bill.bizDate),
    minRemainDays: minRemainDays({
      storeDays: store.minRemainDays,
      storePercent: store.minRemainPct === null ? null : parseQty(store.minRemainPct),
      productDays: product.outDays,
      shelfLifeDays: product.shelfLifeDays,
    }),
    lotLimit: l.minExpire === null ? {} : { minExpireDate: l.minExpire },
    excludeBinIds: [],
    want,
    // The logistics centre's own rules go before those of the product and of its owner.
    turnover: scheme?.turnover ?? [product.turnover ?? store.turnover],
    zoneIds: scheme?.zoneIds ?? [],
    oneLot: store.oneLot,
    pack: { qpc: product.qpc, palletQty: store.allowPallets ? product.palletQty : null },
    unit: product.isWeigh ? 1n : product.splitAllowed ? wholeQty(1) : product.qpc,
  }
}

/** 试算: which goods each line would get and why not more; writes nothing. */
export async function planAllocation(
  ctx: Ctx,
  bill: Order,
  wants?: ReadonlyMap<string, Qty>,
  which: Sql = freeStock,
): Promise<Plan & { store: Store; products: Map<string, ProductFacts>; source: Map<string, Line> }> {
  const store = await readStore(ctx, bill)
  if (store.disabled) refuse(wmsFaults.storeDisabled)
  const open = (await readLines(ctx, bill.id)).filter((l) => (wants?.get(l.id) ?? wanted(l)) > 0n)
  if (open.length === 0) refuse(operateFaults.allAllocated)
  const productIds = open.map((l) => l.productId)
  const types = (await readTypeRules(ctx))(bill.ownerId)
  const asked = { ownerId: bill.ownerId, bizDate: bill.bizDate, mode: bill.mode }
  const [products, faces, schemes, rows] = await Promise.all([
    readProducts(ctx, productIds),
    pieceFaces(ctx, productIds),
    readTurnovers<Turnover>(ctx, bill.ownerId, productIds),
    readCandidates(ctx, bill.ownerId, productIds, soldTypes(types), which),
  ])
  const cuts = new Map<string, Qty>()
  const lines = open.map((l) => {
    const product = found(products.get(l.productId), ['商品', 'Product'])
    const { want, cut } = wantOf(wants?.get(l.id) ?? wanted(l), product, store.roundRule, faces.has(l.productId))
    if (cut > 0n) cuts.set(l.id, cut)
    return lineOf(l, want, asked, store, product, schemes.get(l.productId), types)
  })
  const { takes, shortages } = allocate(lines, rows)
  return {
    lines,
    rows,
    takes,
    shortages: withCuts(shortages, cuts),
    store,
    products,
    source: new Map(open.map((l) => [l.id, l])),
  }
}

/** What was left out because it makes no whole case is missing as well; it says so where nothing else is. */
export function withCuts(shortages: readonly Shortage[], cuts: ReadonlyMap<string, Qty>): Shortage[] {
  const rest = new Map(cuts)
  const found = shortages.map((s) => {
    const cut = rest.get(s.lineId) ?? 0n
    rest.delete(s.lineId)
    return { ...s, qty: s.qty + cut }
  })
  const only = [...rest].map(
    ([lineId, qty]): Shortage => ({ lineId, qty, reason: reason('NOT_WHOLE', notWhole), refused: [] }),
  )
  return [...found, ...only]
}
const notWhole: Text = ['不足整箱，按整箱发货', 'Less than a full case: only full cases are shipped']

const triesMax = 3

/**
 * Gives an order its goods: reserves them line by line, makes the pick tasks and writes down what is missing and why.
 * Who lost a race for some goods chooses again among what is left.
 */
export async function allocateBill(ctx: Ctx, bill: Order, made: MadeRecord[] = []): Promise<Record<string, unknown>> {
  made.push(...madeRecords('PICK', await giveGoods(ctx, bill)))
  await settleDiffs(ctx, bill.id)
  return { startedAt: bill.startedAt ?? ctx.now() }
}

/**
 * The same of so much of some lines only, from rows of stock `which` speaks of.
 * @returns the picks that were made
 */
export async function giveGoods(
  ctx: Ctx,
  bill: Order,
  wants?: ReadonlyMap<string, Qty>,
  which: Sql = freeStock,
): Promise<MadeTask[]> {
  const got: Got[] = []
  let plan = await planAllocation(ctx, bill, wants, which)
  for (let attempt = 1; ; attempt++) {
    const granted = await reserveTakes(ctx, plan)
    got.push(...granted)
    const lost = lostByLine(plan, granted)
    if (lost.size === 0 || attempt >= triesMax) break
    plan = { ...(await planAllocation(ctx, bill, lost, which)), store: plan.store, products: plan.products }
  }
  const picks = got.map(
    ({ line, row, qty, pieces, taskLineId }): Picking => ({
      ...{ taskLineId, billLineId: line.id, qty, pieces, waits: false },
      ...{ ownerId: row.ownerId, productId: row.productId, qpcId: row.qpcId, stockType: row.stockType },
      ...{ lotId: row.lot.id, bin: row.bin, pickAreaId: row.pickAreaId, containerId: row.containerId },
    }),
  )
  const areas = await readPickAreas(ctx)
  const sought = { ownerId: bill.ownerId, storeId: bill.storeId, picks }
  const [limited = areas] = await withLimits(ctx, areas, operateBill.header.key, [sought])
  const tasks = await createTasks(ctx, pickTasks(limited, bill, picks, plan.products))
  const sums = new Map<string, Qty>()
  for (const g of got) sums.set(g.line.id, (sums.get(g.line.id) ?? 0n) + g.qty)
  await bookLines(ctx, sums, plan.shortages)
  return tasks
}

async function reserveTakes(ctx: Ctx, plan: Awaited<ReturnType<typeof planAllocation>>): Promise<Got[]> {
  const rows = new Map(plan.rows.map((r) => [r.id, r]))
  const merged = new Map<string, { lineId: string; stockId: string; qty: Qty; taskLineId: string }>()
  for (const t of plan.takes) {
    const key = `${t.lineId}/${t.stockId}`
    const before = merged.get(key)
    merged.set(
      key,
      before
        ? { ...before, qty: before.qty + t.qty }
        : { lineId: t.lineId, stockId: t.stockId, qty: t.qty, taskLineId: ctx.newId() },
    )
  }
  const granted = await reserve(
    ctx,
    [...merged.values()].map((t) => ({
      stockId: t.stockId,
      qty: t.qty,
      pieces: piecesOf(plan.source.get(t.lineId), t.qty),
      kind: 'ALLOC' as const,
      demandType: operateBill.header.key,
      demandLineId: t.lineId,
      taskLineId: t.taskLineId,
      idemKey: `op:${t.lineId}:${t.taskLineId}`,
    })),
  )
  const byKey = new Map(granted.map((g) => [g.idemKey, g]))
  return [...merged.values()].flatMap((t) => {
    const got = byKey.get(`op:${t.lineId}:${t.taskLineId}`)
    const [line, row] = [plan.source.get(t.lineId), rows.get(t.stockId)]
    return got && line && row ? [{ line, row, qty: got.qty, pieces: got.pieces, taskLineId: t.taskLineId }] : []
  })
}

/** Pieces that the order names, as far as a part of its weight goes. */
export const piecesOf = (line: Pick<Line, 'planQty' | 'planPieces'> | undefined, qty: Qty): number | null =>
  line && line.planPieces !== null ? shareOf(line.planPieces, qty, parseQty(line.planQty)) : null

function lostByLine(plan: { takes: Plan['takes'] }, got: readonly Got[]): Map<string, Qty> {
  const lost = new Map<string, Qty>()
  for (const t of plan.takes) lost.set(t.lineId, (lost.get(t.lineId) ?? 0n) + t.qty)
  for (const g of got) lost.set(g.line.id, (lost.get(g.line.id) ?? 0n) - g.qty)
  for (const [id, qty] of lost) if (qty <= 0n) lost.delete(id)
  return lost
}

/** Writes down what the orders' lines got, by line, and what they did not. */
export async function bookLines(
  ctx: Ctx,
  sums: ReadonlyMap<string, Qty>,
  shortages: readonly Shortage[],
): Promise<void> {
  const ids = [...sums.keys()]
  await ctx.tx.run(sql`
    update wms_operate_bill_line l set booked_qty = l.booked_qty + c.qty, short_qty = null, short_reason = null,
      -- A store that rounds up gets more than it ordered.
      plan_qty = greatest(l.plan_qty, l.booked_qty + c.qty + l.cancel_qty)
    from unnest(${ids}::bigint[], ${ids.map((id) => formatQty(sums.get(id) ?? 0n))}::numeric[]) as c(id, qty)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = c.id`)
  await ctx.tx.run(sql`
    update wms_operate_bill_line l set short_qty = c.qty, short_reason = c.why
    from unnest(${shortages.map((s) => s.lineId)}::bigint[], ${shortages.map((s) => formatQty(s.qty))}::numeric[],
      ${shortages.map((s) => s.reason.code)}::text[]) as c(id, qty, why)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = c.id`)
}

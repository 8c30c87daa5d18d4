import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, mulRatio, parseQty, type Qty, qtyScale, wholeQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import type { pickArea } from '@lading/contract/wms/place.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { grams, millilitres, type ProductFacts, readProducts } from '../masters/facts.ts'
import { readTurnovers, type SchemeTurnover } from '../putAway/scheme.ts'
import { shareOf } from '../stock/pieces.ts'
import { reserve } from '../stock/reservations.ts'
import { type AllocateLine, allocate, type Shortage } from '../strategy/allocate.ts'
import { minRemainDays } from '../strategy/eligible.ts'
import { reason } from '../strategy/reason.ts'
import type { RoundRule } from '../strategy/splitPack.ts'
import { taskCut } from '../strategy/taskCut.ts'
import type { Turnover } from '../strategy/turnover.ts'
import { createTasks, type MadeTask, madeRecords, type NewLine } from '../task/create.ts'
import { type Candidate, freeStock, readCandidates } from './candidates.ts'
import { pieceFaces, wantOf } from './wants.ts'

type Line = RowOf<
  typeof operateBill.line,
  'id' | 'productId' | 'qpcId' | 'planQty' | 'planPieces' | 'bookedQty' | 'cancelQty' | 'minExpire'
>
interface Store {
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
    select id, product_id, qpc_id, plan_qty, plan_pieces, booked_qty, cancel_qty, min_expire from wms_operate_bill_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} order by line_no`)

const readStore = async (ctx: Ctx, bill: BillRow): Promise<Store> =>
  found(
    await ctx.tx.maybe<Store>(sql`
      select s.code, s.priority, s.min_remain_days, s.min_remain_pct, s.one_lot, s.round_rule, s.allow_pallets, s.disabled, o.turnover from wms_store s, wms_owner o
      where s.tenant_id = ${ctx.tenantId} and s.id = ${bill.storeId as string} and o.tenant_id = ${ctx.tenantId} and o.id = ${bill.ownerId as string}`),
    ['门店', 'Store'],
  )

const wanted = (l: Line): Qty => parseQty(l.planQty) - parseQty(l.cancelQty) - parseQty(l.bookedQty)

function lineOf(
  l: Line,
  want: Qty,
  bill: BillRow,
  store: Store,
  product: ProductFacts,
  scheme: SchemeTurnover<Turnover> | undefined,
): AllocateLine {
  return {
    id: l.id,
    ownerId: String(bill.ownerId),
    productId: l.productId,
    qpcId: null,
    stockTypes: ['GOOD'],
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
  bill: BillRow,
  wants?: ReadonlyMap<string, Qty>,
  which: Sql = freeStock,
): Promise<Plan & { store: Store; products: Map<string, ProductFacts>; source: Map<string, Line> }> {
  const store = await readStore(ctx, bill)
  if (store.disabled) refuse(wmsFaults.storeDisabled)
  const open = (await readLines(ctx, bill.id)).filter((l) => (wants?.get(l.id) ?? wanted(l)) > 0n)
  if (open.length === 0) refuse(operateFaults.allAllocated)
  const productIds = open.map((l) => l.productId)
  const [products, faces, schemes, rows] = await Promise.all([
    readProducts(ctx, productIds),
    pieceFaces(ctx, productIds),
    readTurnovers<Turnover>(ctx, String(bill.ownerId), productIds),
    readCandidates(ctx, String(bill.ownerId), productIds, which),
  ])
  const cuts = new Map<string, Qty>()
  const lines = open.map((l) => {
    const product = found(products.get(l.productId), ['商品', 'Product'])
    const { want, cut } = wantOf(wants?.get(l.id) ?? wanted(l), product, store.roundRule, faces.has(l.productId))
    if (cut > 0n) cuts.set(l.id, cut)
    return lineOf(l, want, bill, store, product, schemes.get(l.productId))
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
function withCuts(shortages: readonly Shortage[], cuts: ReadonlyMap<string, Qty>): Shortage[] {
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
export async function allocateBill(ctx: Ctx, bill: BillRow, made: MadeRecord[] = []): Promise<Record<string, unknown>> {
  const got: Got[] = []
  let plan = await planAllocation(ctx, bill)
  for (let attempt = 1; ; attempt++) {
    const granted = await reserveTakes(ctx, plan)
    got.push(...granted)
    const lost = lostByLine(plan, granted)
    if (lost.size === 0 || attempt >= triesMax) break
    plan = { ...(await planAllocation(ctx, bill, lost)), store: plan.store, products: plan.products }
  }
  made.push(...madeRecords('PICK', await makeTasks(ctx, bill, got, plan.products)))
  await bookLines(ctx, got, plan.shortages)
  return { startedAt: bill.startedAt ?? ctx.now() }
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
const piecesOf = (line: Line | undefined, qty: Qty): number | null =>
  line && line.planPieces !== null ? shareOf(line.planPieces, qty, parseQty(line.planQty)) : null

function lostByLine(plan: { takes: Plan['takes'] }, got: readonly Got[]): Map<string, Qty> {
  const lost = new Map<string, Qty>()
  for (const t of plan.takes) lost.set(t.lineId, (lost.get(t.lineId) ?? 0n) + t.qty)
  for (const g of got) lost.set(g.line.id, (lost.get(g.line.id) ?? 0n) - g.qty)
  for (const [id, qty] of lost) if (qty <= 0n) lost.delete(id)
  return lost
}

type PickArea = RowOf<typeof pickArea, 'id' | 'method' | 'maxLines' | 'maxCases' | 'maxVolumeM3' | 'maxWeightKg'>
const noArea: Omit<PickArea, 'id'> = {
  method: 'RF',
  maxLines: 60,
  maxCases: null,
  maxVolumeM3: null,
  maxWeightKg: null,
}

/** Pick tasks by pick area, in walk order, cut where the area's limits say so. */
async function makeTasks(
  ctx: Ctx,
  bill: BillRow,
  got: readonly Got[],
  products: ReadonlyMap<string, ProductFacts>,
): Promise<MadeTask[]> {
  const areas = new Map(
    (
      await ctx.tx.query<PickArea>(sql`
      select id, method, max_lines, max_cases, max_volume_m3, max_weight_kg from wms_pick_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
    ).map((a) => [a.id, a]),
  )
  const tasks = [...Map.groupBy(got, (g) => g.row.pickAreaId ?? '')].flatMap(([areaId, list]) => {
    const area = areas.get(areaId) ?? noArea
    const walk = [...list].sort(
      (a, b) => a.row.bin.pickSeq - b.row.bin.pickSeq || (a.row.bin.code < b.row.bin.code ? -1 : 1),
    )
    const byLine = new Map(walk.map((g) => [g.taskLineId, g]))
    const cuts = taskCut(
      walk.map((g) => ({
        id: g.taskLineId,
        cases: casesOf(g.qty, products.get(g.row.productId)),
        volumeMl: scaled(g.qty, millilitres(products.get(g.row.productId)?.volumeM3 ?? null)),
        weightGram: scaled(g.qty, grams(products.get(g.row.productId)?.weightKg ?? null)),
      })),
      {
        maxLines: area.maxLines,
        maxCases: area.maxCases === null ? null : wholeQty(area.maxCases),
        maxVolumeMl: area.maxVolumeM3 === null ? null : millilitres(area.maxVolumeM3),
        maxWeightGram: area.maxWeightKg === null ? null : grams(area.maxWeightKg),
      },
    )
    return cuts.map((ids) => ({ areaId, mode: area.method, lines: ids.flatMap((id) => byLine.get(id) ?? []) }))
  })
  return createTasks(
    ctx,
    tasks.map((t) => ({
      taskType: 'PICK' as const,
      mode: t.mode,
      bill: { key: operateBill.header.key, id: bill.id, no: bill.billNo },
      ownerId: String(bill.ownerId),
      storeId: String(bill.storeId),
      pickAreaId: t.areaId || null,
      priority: Number(bill.priority),
      dueAt: (bill.deadlineAt as Date | null) ?? null,
      lines: t.lines.map(
        (g, i): NewLine => ({
          id: g.taskLineId,
          seq: i + 1,
          ownerId: g.row.ownerId,
          productId: g.row.productId,
          qpcId: g.row.qpcId,
          lotId: g.row.lot.id,
          stockType: g.row.stockType,
          fromBinId: g.row.bin.id,
          fromContainerId: g.row.containerId,
          storeId: String(bill.storeId),
          billLineId: g.line.id,
          planQty: g.qty,
          planPieces: g.pieces,
        }),
      ),
    })),
  )
}
/** A broken case counts for its share. */
const casesOf = (qty: Qty, product: ProductFacts | undefined): Qty =>
  product ? mulRatio(qty, qtyScale, product.qpc, 'UP') : 0n
const scaled = (qty: Qty, perUnit: Qty): Qty => (qty * perUnit) / 1000n

async function bookLines(ctx: Ctx, got: readonly Got[], shortages: readonly Shortage[]): Promise<void> {
  const sums = new Map<string, Qty>()
  for (const g of got) sums.set(g.line.id, (sums.get(g.line.id) ?? 0n) + g.qty)
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

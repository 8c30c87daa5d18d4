// engine: promises stock to orders under lock, and divides orders

import { mulRatio, type Qty, qtyScale, wholeQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { pickArea, StockType } from '@lading/contract/wms/place.ts'
import type { LineOrder, TaskGroup } from '@lading/contract/wms/taskConfig.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { lights } from '../lights.ts'
import { grams, millilitres, type ProductFacts } from '../masters/facts.ts'
import type { BinFacts } from '../strategy/stockRow.ts'
import { inLineOrder, type Lift, taskCut } from '../strategy/taskCut.ts'
import type { NewLine, NewTask } from '../task/create.ts'
import { rulesFor, type TaskRule } from '../taskRule/policy.ts'

/** Goods of one place that are to be picked for a line of an order. */
export interface Picking {
  readonly taskLineId: string
  readonly billLineId: string
  readonly qty: Qty
  readonly pieces: number | null
  readonly ownerId: string
  readonly productId: string
  readonly qpcId: string
  readonly stockType: StockType
  readonly bin: Pick<BinFacts, 'id' | 'code' | 'pickSeq' | 'zoneId' | 'aisle'>
  readonly pickAreaId: string | null
  /** Of goods that are still to come to the bin nobody knows lot and container. */
  readonly lotId: string | null
  readonly containerId: string | null
  readonly waits: boolean
}
/** The order that goods are picked for. */
export type PickedFor = RowOf<
  typeof operateBill.header,
  'id' | 'billNo' | 'ownerId' | 'storeId' | 'priority' | 'deadlineAt'
>

type Stored = RowOf<
  typeof pickArea,
  'id' | 'method' | 'pickMode' | 'sowingSchemeId' | 'maxLines' | 'maxCases' | 'maxVolumeM3' | 'maxWeightKg'
>
/** An area as its picks are cut: by its own limits, or those of the rule of the centre that they meet. */
export interface PickArea extends Stored {
  readonly groupBy: readonly TaskGroup[]
  readonly lineOrder: LineOrder
  /** Of one that is picked by light: its bins that have one. */
  readonly litBins?: ReadonlySet<string>
}
const noRule = { groupBy: [], lineOrder: 'PICK_SEQ' } as const
const noArea: Omit<PickArea, 'id'> = {
  method: 'RF',
  pickMode: 'STORE',
  sowingSchemeId: null,
  maxLines: 60,
  maxCases: null,
  maxVolumeM3: null,
  maxWeightKg: null,
  ...noRule,
}

/** By id. */
export const readPickAreas = async (ctx: Ctx): Promise<ReadonlyMap<string, PickArea>> =>
  new Map(
    (
      await ctx.tx.query<Stored>(sql`
      select id, method, pick_mode, sowing_scheme_id, max_lines, max_cases, max_volume_m3, max_weight_kg from wms_pick_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
    ).map((a) => [a.id, { ...a, ...noRule }]),
  )

/** Goods that are picked for one order, or for many orders of one owner at once. */
export interface Sought {
  readonly ownerId: string | undefined
  readonly storeId?: string | undefined
  readonly picks: readonly Picking[]
}
/** Of each the areas that its goods are picked from, as the rules of the centre have them cut there. */
export async function withLimits(
  ctx: Ctx,
  areas: ReadonlyMap<string, PickArea>,
  billKey: string,
  list: readonly Sought[],
): Promise<readonly ReadonlyMap<string, PickArea>[]> {
  const asked = list.flatMap(({ ownerId, storeId, picks }, n) =>
    [...Map.groupBy(picks, (p) => p.pickAreaId ?? '')].map(([areaId, of]) => {
      const area = areas.get(areaId) ?? { id: areaId, ...noArea }
      const productIds = [...new Set(of.map((p) => p.productId))]
      const deal = { ownerId, storeId, billKey, pickAreaId: areaId || null, mode: area.method, productIds }
      return { n, area, deal: { taskType: 'PICK' as const, ...deal } }
    }),
  )
  const rules = await rulesFor(
    ctx,
    asked.map((a) => a.deal),
  )
  const found = list.map(() => new Map<string, PickArea>())
  const byLight = asked.some(({ area }) => area.method === 'LIGHT')
  const binIds = byLight ? list.flatMap(({ picks }) => picks.map((p) => p.bin.id)) : []
  const litBins = byLight ? await lights().litBins(ctx, [...new Set(binIds)]) : new Set<string>()
  for (const [i, { n, area }] of asked.entries())
    found[n]?.set(area.id, limited({ ...area, ...(area.method === 'LIGHT' && { litBins }) }, rules[i]))
  return found
}
const limited = (area: PickArea, rule: TaskRule | undefined): PickArea => ({
  ...area,
  maxLines: rule?.maxLines ?? area.maxLines,
  maxCases: rule?.maxCases ?? area.maxCases,
  maxVolumeM3: rule?.maxVolumeM3 ?? area.maxVolumeM3,
  maxWeightKg: rule?.maxWeightKg ?? area.maxWeightKg,
  groupBy: rule?.groupBy ?? area.groupBy,
  lineOrder: rule?.lineOrder ?? area.lineOrder,
})

/** Pick tasks of an order by pick area, cut where the area's limits and groups say so. One that waits for goods is not ready. */
export function pickTasks(
  areas: ReadonlyMap<string, PickArea>,
  bill: PickedFor,
  picks: readonly Picking[],
  products: ReadonlyMap<string, ProductFacts>,
): NewTask[] {
  return [...Map.groupBy(picks, (p) => p.pickAreaId ?? '')].flatMap(([areaId, list]) =>
    byMethod(areas.get(areaId) ?? noArea, list, products).flatMap(([area, of]) =>
      cutWalk(area, of, products).map(
        (lines): NewTask => ({
          taskType: 'PICK',
          state: lines.some((p) => p.waits) ? 'WAIT' : 'READY',
          mode: area.method,
          bill: { key: operateBill.header.key, id: bill.id, no: bill.billNo },
          ownerId: bill.ownerId,
          storeId: bill.storeId,
          pickAreaId: areaId || null,
          priority: bill.priority,
          dueAt: bill.deadlineAt,
          lines: lines.map((p, i) => pickLine(p, i + 1, bill.storeId)),
        }),
      ),
    ),
  )
}

/** What no light can show is fetched by handheld: goods of bins without one, and what is weighed. Nothing is left out. */
function byMethod<A extends Omit<PickArea, 'id'>>(
  area: A,
  picks: readonly Picking[],
  products: ReadonlyMap<string, ProductFacts>,
): (readonly [A, readonly Picking[]])[] {
  if (area.method !== 'LIGHT') return [[area, picks]]
  const isLit = (p: Picking): boolean =>
    area.litBins?.has(p.bin.id) === true && p.qty % qtyScale === 0n && products.get(p.productId)?.isWeigh === false
  const parts = [
    [area, picks.filter(isLit)],
    [{ ...area, method: 'RF' as const }, picks.filter((p) => !isLit(p))],
  ] as const
  return parts.filter(([, of]) => of.length > 0)
}

/** Goods in walk order, cut into tasks where the area's groups and limits say so; those of each task as they are done. */
export function cutWalk<P extends Picking>(
  area: Omit<PickArea, 'id'>,
  picks: readonly P[],
  products: ReadonlyMap<string, ProductFacts>,
): P[][] {
  const walk = [...picks].sort((a, b) => a.bin.pickSeq - b.bin.pickSeq || (a.bin.code < b.bin.code ? -1 : 1))
  const byLine = new Map(walk.map((p) => [p.taskLineId, p]))
  const cuts = taskCut(
    walk.map((p) => ({
      id: p.taskLineId,
      group: groupOf(area, p, products.get(p.productId)),
      cases: casesOf(p.qty, products.get(p.productId)),
      volumeMl: scaled(p.qty, millilitres(products.get(p.productId)?.volumeM3 ?? null)),
      weightGram: scaled(p.qty, grams(products.get(p.productId)?.weightKg ?? null)),
    })),
    {
      maxLines: area.maxLines,
      maxCases: area.maxCases === null ? null : wholeQty(area.maxCases),
      maxVolumeMl: area.maxVolumeM3 === null ? null : millilitres(area.maxVolumeM3),
      maxWeightGram: area.maxWeightKg === null ? null : grams(area.maxWeightKg),
    },
  )
  return cuts.map((ids) => [
    ...inLineOrder(
      ids.flatMap((id) => byLine.get(id) ?? []),
      area.lineOrder,
      (p) => liftOf(p, products.get(p.productId)),
    ),
  ])
}

type Fact = (p: Picking, product: ProductFacts | undefined) => string
/** What is picked in batches is parted by routes before its stores are; what is picked for one store has one. */
const facts: Readonly<Record<Exclude<TaskGroup, 'ROUTE'>, Fact>> = {
  // Each zone counts its aisles anew.
  AISLE: ({ bin }) => `${bin.zoneId} ${bin.aisle ?? ''}`,
  AREA: ({ bin }) => bin.zoneId,
  CATEGORY: (_, product) => product?.categoryId ?? '',
  TEMPERATURE: (_, product) => product?.temperature ?? '',
  WEIGHED: (_, product) => String(product?.isWeigh ?? false),
}
const groupOf = ({ groupBy }: Pick<PickArea, 'groupBy'>, p: Picking, product: ProductFacts | undefined): string =>
  groupBy.map((key) => (key === 'ROUTE' ? '' : facts[key](p, product))).join('/')

/** Whole cases are lifted as such. */
function liftOf({ qty }: Picking, product: ProductFacts | undefined): Lift {
  const unit = product && qty >= product.qpc ? product.qpc : qtyScale
  return {
    code: product?.code ?? '',
    weightGram: scaled(unit, grams(product?.weightKg ?? null)),
    volumeMl: scaled(unit, millilitres(product?.volumeM3 ?? null)),
  }
}

export const pickLine = (p: Picking, seq: number, storeId: string): NewLine => ({
  id: p.taskLineId,
  seq,
  ownerId: p.ownerId,
  productId: p.productId,
  qpcId: p.qpcId,
  lotId: p.lotId,
  stockType: p.stockType,
  fromBinId: p.bin.id,
  fromContainerId: p.containerId,
  storeId,
  billLineId: p.billLineId,
  planQty: p.qty,
  planPieces: p.pieces,
})

/** A broken case counts for its share. */
const casesOf = (qty: Qty, product: ProductFacts | undefined): Qty =>
  product ? mulRatio(qty, qtyScale, product.qpc, 'UP') : 0n
const scaled = (qty: Qty, perUnit: Qty): Qty => (qty * perUnit) / 1000n

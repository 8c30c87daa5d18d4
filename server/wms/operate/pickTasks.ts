import { mulRatio, type Qty, qtyScale, wholeQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { pickArea, StockType } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { grams, millilitres, type ProductFacts } from '../masters/facts.ts'
import { taskCut } from '../strategy/taskCut.ts'
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
  readonly bin: { readonly id: string; readonly code: string; readonly pickSeq: number }
  readonly pickAreaId: string | null
  /** Of goods that are still to come to the bin nobody knows lot and container. */
  readonly lotId: string | null
  readonly containerId: string | null
  readonly waits: boolean
}
/** The order that goods are picked for. */
export type PickedFor = {
  readonly [N in 'id' | 'billNo' | 'ownerId' | 'storeId' | 'priority' | 'deadlineAt']?: unknown
}

export type PickArea = RowOf<
  typeof pickArea,
  'id' | 'method' | 'pickMode' | 'sowingSchemeId' | 'maxLines' | 'maxCases' | 'maxVolumeM3' | 'maxWeightKg'
>
const noArea: Omit<PickArea, 'id'> = {
  method: 'RF',
  pickMode: 'STORE',
  sowingSchemeId: null,
  maxLines: 60,
  maxCases: null,
  maxVolumeM3: null,
  maxWeightKg: null,
}

/** By id. */
export const readPickAreas = async (ctx: Ctx): Promise<ReadonlyMap<string, PickArea>> =>
  new Map(
    (
      await ctx.tx.query<PickArea>(sql`
      select id, method, pick_mode, sowing_scheme_id, max_lines, max_cases, max_volume_m3, max_weight_kg from wms_pick_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
    ).map((a) => [a.id, a]),
  )

/** Of each order the areas, with the limits that the rules of the centre have for its picks there. */
export async function withLimits(
  ctx: Ctx,
  areas: ReadonlyMap<string, PickArea>,
  billKey: string,
  bills: readonly PickedFor[],
): Promise<readonly ReadonlyMap<string, PickArea>[]> {
  const list = [...areas.values()]
  const deals = bills.flatMap(({ ownerId, storeId }) =>
    list.map((area) => ({
      taskType: 'PICK' as const,
      ownerId: ownerId as string, // Ids, as all bills have them.
      storeId: storeId as string | undefined,
      billKey,
      pickAreaId: area.id,
      mode: area.method,
    })),
  )
  const rules = await rulesFor(ctx, deals)
  return bills.map(
    (_, n) => new Map(list.map((area, i) => [area.id, limited(area, rules[n * list.length + i])] as const)),
  )
}
const limited = (area: PickArea, rule: TaskRule | undefined): PickArea => ({
  ...area,
  maxLines: rule?.maxLines ?? area.maxLines,
  maxCases: rule?.maxCases ?? area.maxCases,
  maxVolumeM3: rule?.maxVolumeM3 ?? area.maxVolumeM3,
  maxWeightKg: rule?.maxWeightKg ?? area.maxWeightKg,
})

/** Pick tasks of an order by pick area, in walk order, cut where the area's limits say so. One that waits for goods is not ready. */
export function pickTasks(
  areas: ReadonlyMap<string, PickArea>,
  bill: PickedFor,
  picks: readonly Picking[],
  products: ReadonlyMap<string, ProductFacts>,
): NewTask[] {
  return [...Map.groupBy(picks, (p) => p.pickAreaId ?? '')].flatMap(([areaId, list]) => {
    const area = areas.get(areaId) ?? noArea
    return cutWalk(area, list, products).map(
      (lines): NewTask => ({
        taskType: 'PICK',
        state: lines.some((p) => p.waits) ? 'WAIT' : 'READY',
        mode: area.method,
        bill: { key: operateBill.header.key, id: String(bill.id), no: String(bill.billNo) },
        ownerId: String(bill.ownerId),
        storeId: String(bill.storeId),
        pickAreaId: areaId || null,
        priority: Number(bill.priority),
        dueAt: (bill.deadlineAt as Date | null) ?? null,
        lines: lines.map((p, i) => pickLine(p, i + 1, String(bill.storeId))),
      }),
    )
  })
}

/** Goods in walk order, cut into tasks where the area's limits say so. */
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
  return cuts.map((ids) => ids.flatMap((id) => byLine.get(id) ?? []))
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

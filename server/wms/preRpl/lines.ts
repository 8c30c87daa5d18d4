// engine: works out what pick faces lack, whoever owns what stands there, for a bill of one owner

import { addDays } from '@lading/contract/kernel/day.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { product as productTable } from '@lading/contract/mdm/product.ts'
import { pickBinFaults } from '@lading/contract/wms/pickBinFaults.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import type { PreRplBasis } from '@lading/contract/wms/preRplBill.ts'
import { replenishFaults } from '@lading/contract/wms/replenishFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { from, fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { type Candidate, freeStock, readCandidates } from '../operate/candidates.ts'
import { demandWhole } from '../stock/whole.ts'
import { type Suggestion, suggest, suggestLevels } from '../strategy/preReplenish.ts'
import { type Supply, topUp, type WaveFace, waitedFor } from '../strategy/wave.ts'
import { readFaces } from '../wave/faces.ts'
import { averageOf, ordersOf } from './outflow.ts'

/** What a bill is worked out by. */
export interface Wanted {
  readonly ownerId: string
  readonly basis: PreRplBasis
  readonly demandDate: string | null
  readonly days: number | null
  readonly pickAreaId: string | null
}
export interface PlanLine {
  readonly productId: string
  readonly binId: string
  readonly planQty: string
}
const at = (binId: string, productId: string): string => `${binId}/${productId}`

/** Pick faces of the owner's products; `isWanted` are those of the bill's area. */
async function facesOf(ctx: Ctx, { ownerId, pickAreaId }: Wanted) {
  const rows = await ctx.tx.query<{ productId: string; binId: string; isWanted: boolean }>(sql`
    select f.product_id, f.bin_id, ${pickAreaId}::bigint is null or b.pick_area_id is not distinct from ${pickAreaId}::bigint as is_wanted
    from wms_product_bin f join wms_bin b on b.tenant_id = f.tenant_id and b.id = f.bin_id
    join mdm_product_owner o on o.tenant_id = f.tenant_id and o.product_id = f.product_id and o.owner_id = ${ownerId}
    where f.tenant_id = ${ctx.tenantId} and f.org_id = ${ctx.org.id} and f.role = 'PICK' order by b.pick_seq, b.code`)
  const wanted = new Set(rows.filter((r) => r.isWanted).map((r) => at(r.binId, r.productId)))
  const { faces } = await readFaces(ctx, [...new Set(rows.map((r) => r.productId))])
  return { faces, isWanted: (f: WaveFace) => wanted.has(at(f.binId, f.productId)) }
}

/** Which faces lack how much by the bill's basis. */
async function suggestions(ctx: Ctx, wanted: Wanted, faces: readonly WaveFace[]): Promise<Suggestion[]> {
  if (wanted.basis === 'MINMAX') return suggestLevels(faces)
  const outflows =
    wanted.basis === 'ORDERS'
      ? await ordersOf(ctx, wanted.ownerId, wanted.demandDate ?? addDays(businessDay(ctx), 1))
      : await averageOf(ctx, wanted.ownerId, wanted.days ?? 1)
  return [...Map.groupBy(faces, (f) => f.productId)].flatMap(([productId, of]) => {
    const outflow = outflows.get(productId)
    return outflow ? suggest(of, outflow) : []
  })
}

/** Storage that may be brought to faces. */
export async function sourcesOf(ctx: Ctx, ownerId: string, productIds: readonly string[]): Promise<Candidate[]> {
  const rows = await readCandidates(ctx, ownerId, [...new Set(productIds)], [waitedFor], freeStock)
  return rows.filter((r) => r.lot.hold === null && r.bin.lockOut === null)
}
/** What of a plan storage has, one face after the other. */
export function drawn(
  faces: readonly { readonly face: Pick<WaveFace, 'binId' | 'productId'>; readonly qty: Qty }[],
  rows: readonly Candidate[],
): { readonly supplies: readonly Supply[]; readonly short: Qty }[] {
  const taken = new Map<string, Qty>()
  return faces.map(({ face, qty }) => {
    // As planned: who plans less than a case wants no more.
    const supplies = qty > 0n ? topUp({ ...face, qpc: 1n }, qty, rows, taken) : []
    return { supplies, short: qty - qtySum(supplies.map((s) => s.qty)) }
  })
}

const factsOf = (s: Suggestion, plan: Qty, short: Qty) => ({
  productId: s.face.productId,
  binId: s.face.binId,
  onHand: formatQty(s.face.onHand),
  incoming: formatQty(s.face.incoming),
  demand: formatQty(s.demand),
  suggested: formatQty(s.qty),
  planQty: formatQty(plan),
  shortQty: formatQty(short),
})
export type FilledLine = ReturnType<typeof factsOf>

/** 计算: a line for each face that lacks something. @throws Fault noNeed */
export async function computed(ctx: Ctx, wanted: Wanted): Promise<FilledLine[]> {
  const { faces, isWanted } = await facesOf(ctx, wanted)
  const found = (await suggestions(ctx, wanted, faces)).filter((s) => isWanted(s.face))
  if (found.length === 0) refuse(replenishFaults.noNeed)
  const rows = await sourcesOf(
    ctx,
    wanted.ownerId,
    found.map((s) => s.face.productId),
  )
  const draws = drawn(found, rows)
  return found.map((s, i) => factsOf(s, s.qty, draws[i]?.short ?? 0n))
}

/** What is said of lines that somebody typed. @throws Fault notOwners, notFace, twice, notWhole */
export async function filled(ctx: Ctx, wanted: Wanted, lines: readonly PlanLine[]): Promise<FilledLine[]> {
  await demandLines(ctx, wanted.ownerId, lines)
  const { faces } = await readFaces(ctx, [...new Set(lines.map((l) => l.productId))])
  const lacks = new Map((await suggestions(ctx, wanted, faces)).map((s) => [at(s.face.binId, s.face.productId), s]))
  const plans = []
  for (const line of lines) {
    const face = faces.find((f) => f.binId === line.binId && f.productId === line.productId)
    if (!face) return refuse(pickBinFaults.notFace, await namesOf(ctx, line))
    const of = lacks.get(at(line.binId, line.productId)) ?? { face, demand: 0n, qty: 0n }
    plans.push({ of, face, qty: parseQty(line.planQty) })
  }
  await demandWhole(
    ctx,
    plans.map(({ face, qty }) => ({ productId: face.productId, qty })),
  )
  const rows = await sourcesOf(
    ctx,
    wanted.ownerId,
    lines.map((l) => l.productId),
  )
  const draws = drawn(plans, rows)
  return plans.map(({ of, qty }, i) => factsOf(of, qty, draws[i]?.short ?? 0n))
}

async function demandLines(ctx: Ctx, ownerId: string, lines: readonly PlanLine[]): Promise<void> {
  await demandVisible(ctx, lines)
  const owned = await ctx.tx.query<{ id: string }>(sql`
    select product_id as id from mdm_product_owner where tenant_id = ${ctx.tenantId} and owner_id = ${ownerId}
      and product_id = any(${lines.map((l) => l.productId)}::bigint[])`)
  const isOwned = new Set(owned.map((o) => o.id))
  for (const [i, line] of lines.entries()) {
    if (!isOwned.has(line.productId))
      refuse(replenishFaults.notOwners, { line: i + 1, p: (await namesOf(ctx, line)).p })
    const other = lines.slice(0, i).findIndex((l) => at(l.binId, l.productId) === at(line.binId, line.productId))
    if (other >= 0) refuse(replenishFaults.twice, { line: i + 1, other: other + 1 })
  }
}

/** What is out of reach is not there, whatever else would be wrong with it. */
async function demandVisible(ctx: Ctx, lines: readonly PlanLine[]): Promise<void> {
  const [products, bins] = await Promise.all([
    ctx.tx.query<{ id: string }>(sql`
      select p.id from ${from(ctx, productTable, 'p')} where p.id = any(${lines.map((l) => l.productId)}::bigint[])`),
    ctx.tx.query<{ id: string }>(sql`
      select b.id from ${fromHere(ctx, binTable, 'b')} where b.id = any(${lines.map((l) => l.binId)}::bigint[])`),
  ])
  for (const { productId, binId } of lines) {
    found(
      products.find((p) => p.id === productId),
      productTable.title,
    )
    found(
      bins.find((b) => b.id === binId),
      binTable.title,
    )
  }
}

async function namesOf(ctx: Ctx, { productId, binId }: PlanLine) {
  const { p, bin } = await ctx.tx.one<{ p: string | null; bin: string | null }>(sql`
    select (select code from mdm_product where tenant_id = ${ctx.tenantId} and id = ${productId}) as p,
      (select code from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${binId}) as bin`)
  return { p: rowName(productTable, productId, p ?? ''), bin: rowName(binTable, binId, bin ?? '') }
}

// engine: looks for room among the goods of all owners, and claims it

import { parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import type { FillOrder } from '@lading/contract/wms/place.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { jsonOf } from '../../kernel/json.ts'
import { grams, millilitres } from '../masters/facts.ts'
import type { CapacityRule } from '../strategy/binCapacity.ts'
import type { BinContent, PutAwayBin } from '../strategy/putAwaySnapshot.ts'

interface BinRow {
  id: string
  code: string
  usage: string
  areaId: string
  storageAreaId: string | null
  binTypeId: string | null
  aisle: string | null
  bay: number | null
  level: number | null
  pickSeq: number
  putawaySeq: number
  abc: string
  disabled: boolean
  lockIn: boolean
  lockReason: string | null
  ownerId: string | null
  forProduct: string | null
  mixOwner: boolean
  mixProduct: boolean
  mixLot: boolean
  stockTypes: string[] | null
  areaOwners: readonly string[] | null
  areaTypes: readonly string[] | null
  fill: FillOrder | null
  dockDistance: string | null
  temperature: string | null
  hazard: string | null
  searchOrder: number | null
  heightCm: string | null
  maxWeightKg: string | null
  maxVolumeM3: string | null
  maxPallets: number | null
  dateTolDays: number | null
  access: 'SINGLE' | 'FLOW' | 'STACK' | null
  capacities: CapacityRule[] | null
}
interface ContentRow {
  productId: string
  lotId: string
  ownerId: string
  stockType: string
  productionDate: string | null
  expireDate: string | null
  qty: string
  weightKg: string | null
  volumeM3: string | null
  /** The pallet under it; null for what stands without one. */
  palletId: string | null
}

/** Of a bin whose place, or that of every dock, nobody measured. */
const farthest = 1e9

/** The storage areas of the organisation with whom and what they are kept for; read once, they are few. */
export const storageAreas = (ctx: Ctx): Sql => sql`(
  with areas as materialized (
    select a.id, a.stock_types, a.temperature, a.hazard, a.search_order, a.fill,
      array(select o.owner_id::text from wms_storage_area_owner o where o.tenant_id = a.tenant_id and o.storage_area_id = a.id) as owners,
      array(select y.bin_type_id::text from wms_storage_area_type y where y.tenant_id = a.tenant_id and y.storage_area_id = a.id) as types
    from wms_storage_area a where a.tenant_id = ${ctx.tenantId} and a.org_id = ${ctx.org.id})
  select * from areas)`

/** Metres along the aisles from bin `b` to the nearest dock. */
export const dockDistance = (ctx: Ctx): Sql => sql`(
  select min(abs(k.x - b.x) + abs(k.y - b.y)) from wms_dock d join wms_bin k on k.tenant_id = d.tenant_id and k.id = d.bin_id
  where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and not d.disabled and not d.closed)`

/**
 * Neighbouring aisles have neighbouring numbers, lettered ones (A, B, AA) by their first two letters: `binOrder` and the
 * search sort by it. {@link aisleNumberOf} says the same in SQL.
 */
export function aisleNumber(aisle: string | null): number {
  const [first, second] = [...(aisle ?? '').replace(/[0-9]/g, '')]
  const letters = (first?.codePointAt(0) ?? 0) * 128 + (second?.codePointAt(0) ?? 0)
  return letters * letterStep + Number((aisle ?? '').replace(/[^0-9]/g, ''))
}
const letterStep = 1e8

export const aisleNumberOf = (aisle: Sql): Sql => {
  const letters = sql`translate(${aisle}, '0123456789', '')`
  return sql`((ascii(${letters}) * 128 + ascii(substr(${letters}, 2))) * ${letterStep}::numeric
    + coalesce(nullif(translate(${aisle}, ${letters}, ''), '')::numeric, 0))`
}

/**
 * The bins with all that decides whether goods may go there, goods on their way included. What the task lines `but` have
 * claimed themselves is left out: they ask for a place anew.
 */
export const binSnapshots = (ctx: Ctx, ids: readonly string[], but: readonly string[] = []): Promise<PutAwayBin[]> =>
  ids.length === 0 ? Promise.resolve([]) : binsAmong(ctx, sql`${ids}::bigint[]`, but)

/** The same of the bins that a query finds, in one statement with it. */
export const binsFound = (ctx: Ctx, ids: Sql, but: readonly string[] = []): Promise<PutAwayBin[]> =>
  binsAmong(ctx, sql`array(${ids})`, but)

/** What lies in the bins, and what is on its way there, is read in one pass: bin by bin it would take the longer the fuller the house is. */
async function binsAmong(ctx: Ctx, ids: Sql, but: readonly string[]): Promise<PutAwayBin[]> {
  const bins = await ctx.tx.query<BinRow & { contents: ContentRow[] | null; claims: ContentRow[] | null }>(sql`
    with found as materialized (select ${ids} as ids)
    select b.id, b.code, b.usage, b.area_id, b.storage_area_id, b.bin_type_id, b.aisle, b.bay, b.level, b.pick_seq, b.putaway_seq, b.abc, b.disabled,
      b.lock_in, b.lock_reason, b.owner_id, b.mix_owner, b.mix_product, b.mix_lot, b.date_tol_days,
      (select d.product_id from wms_product_bin d where d.tenant_id = b.tenant_id and d.org_id = b.org_id and d.bin_id = b.id and not b.mix_product order by d.id limit 1) as for_product,
      a.stock_types, a.owners as area_owners, a.types as area_types, a.fill,
      case when a.fill = 'NEAR_DOCK' then ${dockDistance(ctx)} end as dock_distance, coalesce(a.temperature, case when b.usage in ('STORAGE', 'PICK', 'PICK_STORAGE') then z.temperature end) as temperature, a.hazard, a.search_order, t.height_cm, t.max_weight_kg, t.max_volume_m3, t.max_pallets, t.access, ${capacitiesOf(ctx, 'b')} as capacities,
      here.contents, here.claims
    from wms_bin b
    left join ${storageAreas(ctx)} a on a.id = b.storage_area_id
    left join wms_area z on z.tenant_id = b.tenant_id and z.id = b.area_id
    left join wms_bin_type t on t.tenant_id = b.tenant_id and t.id = b.bin_type_id
    left join ${presentInEach(ctx, but)} here on here.bin_id = b.id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = ${among}`)
  return bins.map((b) => present(b, contentsOf(b.contents ?? []), contentsOf(b.claims ?? [])))
}
const among = sql`any((select ids from found)::bigint[])`

/** The rules of how much goes into the bin, by itself, its type or its storage area; as JSON that `capacityOf` takes. */
export const capacitiesOf = (ctx: Ctx, bin: string): Sql => {
  const at = (column: string): Sql => sql`${raw(bin)}.${raw(column)}`
  return sql`(
    select json_agg(${jsonOf('c', ['id', 'binId', 'binTypeId', 'storageAreaId', 'productId', 'categoryId'], ['maxCases', 'maxPallets', 'minCases', 'topCases'])})
    from wms_bin_capacity c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id}
      and (c.bin_id = ${at('id')} or c.bin_type_id = ${at('bin_type_id')} or c.storage_area_id = ${at('storage_area_id')}))`
}

/**
 * The one row of a key, looked up for each row that names it. The limit keeps it so: while statistics know of few rows, a
 * plain join begins with the other table and reads all contents once for each lot, the longer the more came that day.
 */
const byKey = (ctx: Ctx, table: string, alias: string, key: string): Sql =>
  sql`lateral (select * from ${raw(table)} r where r.tenant_id = ${ctx.tenantId} and r.id = ${raw(key)} limit 1) ${raw(alias)} on true`

const presentInEach = (ctx: Ctx, but: readonly string[]): Sql => {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${among}`
  const list = jsonOf('x', ['productId', 'lotId', 'ownerId', 'qty'], ['stockType'], {
    productionDate: 'l.production_date::text',
    expireDate: 'l.expire_date::text',
    weightKg: 'p.weight_kg::text',
    volumeM3: 'p.volume_m3::text',
    palletId: "case when k.category = 'PALLET' then c.id::text end",
  })
  return sql`(
  select x.bin_id, json_agg(${list}) filter (where not x.is_coming) as contents, json_agg(${list}) filter (where x.is_coming) as claims
  from (
    select false as is_coming, bin_id, product_id, lot_id, owner_id, stock_type, qty, container_id from wms_stock where ${here} and qty > 0
    union all
    select true, g.bin_id, g.product_id, g.lot_id, g.owner_id, coalesce(w.stock_type, 'GOOD'), g.qty, w.from_container_id
    from (select * from wms_bin_claim where ${here} and state = 'ACTIVE' and not (task_line_id = any(${but}::bigint[]))) g left join ${byKey(ctx, 'wms_task_line', 'w', 'g.task_line_id')}) x
  left join ${byKey(ctx, 'wms_lot', 'l', 'x.lot_id')} left join ${byKey(ctx, 'mdm_product', 'p', 'x.product_id')}
  left join ${byKey(ctx, 'wms_container', 'c', 'x.container_id')} left join ${byKey(ctx, 'wms_container_type', 'k', 'c.type_id')}
  group by x.bin_id)`
}

/** A pallet with several goods on it takes one position: the first of them counts for it. */
function contentsOf(rows: readonly ContentRow[]): BinContent[] {
  const counted = new Set<string>()
  return rows.map((r) => {
    const takes = r.palletId !== null && !counted.has(r.palletId)
    if (r.palletId !== null) counted.add(r.palletId)
    return contentOf(r, takes ? wholeQty(1) : 0n)
  })
}

function contentOf(r: ContentRow, pallets: Qty): BinContent {
  const qty = parseQty(r.qty)
  const { productId, lotId, ownerId, stockType, productionDate, expireDate } = r
  return {
    productId,
    lotId,
    ownerId,
    stockType,
    productionDate,
    expireDate,
    qty,
    pallets,
    weightGram: (qty * grams(r.weightKg)) / 1000n,
    volumeMl: (qty * millilitres(r.volumeM3)) / 1000n,
  }
}

function present(b: BinRow, contents: BinContent[], claims: BinContent[]): PutAwayBin {
  return {
    id: b.id,
    code: b.code,
    usage: b.usage,
    zoneId: b.areaId,
    aisle: aisleNumber(b.aisle),
    bay: b.bay ?? 0,
    level: b.level ?? 0,
    storageAreaId: b.storageAreaId ?? '',
    binTypeId: b.binTypeId ?? '',
    pickSeq: b.putawaySeq || b.pickSeq,
    abc: b.abc,
    enabled: !b.disabled,
    lockIn: b.lockIn ? (b.lockReason ?? '') : null,
    ownerId: b.ownerId,
    productId: b.forProduct,
    mixOwner: b.mixOwner,
    mixProduct: b.mixProduct,
    mixLot: b.mixLot,
    dateTolDays: b.dateTolDays,
    isLane: b.access === 'FLOW' || b.access === 'STACK',
    isLifo: b.access === 'STACK',
    dockDistance: b.dockDistance === null ? farthest : Number(b.dockDistance),
    area: {
      stockTypes: b.stockTypes ?? [],
      ownerIds: b.areaOwners ?? [],
      binTypeIds: b.areaTypes ?? [],
      fill: b.fill,
      temperature: b.temperature,
      hazards: b.hazard ? [b.hazard] : [],
      searchOrder: b.searchOrder ?? 9_999,
    },
    type: {
      heightMm: b.heightCm === null ? null : Math.round(Number(b.heightCm) * 10),
      maxWeightGram: b.maxWeightKg === null ? null : grams(b.maxWeightKg),
      maxVolumeMl: b.maxVolumeM3 === null ? null : millilitres(b.maxVolumeM3),
      maxPallets: b.maxPallets === null ? null : BigInt(b.maxPallets) * 1000n,
      sizeOrder: Math.round(Number(b.maxVolumeM3 ?? 0) * 1000),
    },
    capacities: b.capacities ?? [],
    contents,
    claims,
  }
}

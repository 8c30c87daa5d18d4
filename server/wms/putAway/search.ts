// engine: looks for room among the goods of all owners, and claims it

import sql, { join, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { PickFace, PutAwayBin, PutAwayGoods, PutAwayMethod, PutAwayRule } from '../strategy/putAwaySnapshot.ts'
import { aisleNumberOf, binsFound, dockDistance, storageAreas } from './snapshot.ts'

/** Asks for bins in the order in which the engine would try them; a short answer says that there are no more. */
export type Look = () => Promise<{ readonly bins: readonly PutAwayBin[]; readonly isAll: boolean }>

const searching: ReadonlySet<PutAwayMethod> = new Set(['NEAR_PICK', 'EMPTY', 'BULK', 'OVERFLOW'])
/** Bins that a rule looks at first, and when none of those takes the goods. */
const few = 24
const many = 240

/**
 * Where a rule looks beyond the bins that know the product, each time further: the aisle of the pick face, then
 * everywhere. Nothing for rules that go by the product alone.
 */
export function looksOf(
  ctx: Ctx,
  rule: PutAwayRule,
  goods: PutAwayGoods,
  but: readonly string[] = [],
): readonly Look[] {
  const [face] = goods.pickFaces
  if (!searching.has(rule.method) || (rule.method === 'NEAR_PICK' && !face)) return []
  const everywhere = [few, many].map((most) => () => look(ctx, rule, goods, most, but))
  return rule.method === 'NEAR_PICK' && face
    ? [() => lookInAisle(ctx, rule, goods, face, but), ...everywhere]
    : everywhere
}

const isEmpty = (ctx: Ctx): Sql => sql`
  (select count(*) from wms_stock s where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.bin_id = b.id and s.qty > 0) = 0
  and (select count(*) from wms_bin_claim c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.bin_id = b.id and c.state = 'ACTIVE') = 0`

/** The empty bins of one aisle are few: each is asked. */
async function lookInAisle(ctx: Ctx, rule: PutAwayRule, goods: PutAwayGoods, face: PickFace, but: readonly string[]) {
  const ids = sql`
    ${deciding(ctx, rule, goods)}
    select b.id from ${binsWithPlace} where ${takes(ctx, rule, goods)}
      and b.area_id = ${face.zoneId} and ${isEmpty(ctx)}
      and b.aisle = (select f.aisle from wms_bin f where f.tenant_id = ${ctx.tenantId} and f.org_id = ${ctx.org.id} and f.id = ${face.binId})
    order by ${orderOf(ctx, rule, goods)} limit ${few}`
  return { bins: await binsFound(ctx, ids, but), isAll: false }
}

async function look(ctx: Ctx, rule: PutAwayRule, goods: PutAwayGoods, most: number, but: readonly string[]) {
  const [empty, mixed] = await Promise.all([
    binsFound(ctx, emptyBins(ctx, rule, goods, most), but),
    rule.method === 'OVERFLOW' ? binsFound(ctx, mixedBins(ctx, rule, goods, most), but) : [],
  ])
  const had = new Set(empty.map((b) => b.id))
  return {
    bins: [...empty, ...mixed.filter((b) => !had.has(b.id))],
    isAll: empty.length < most && mixed.length < most,
  }
}

/**
 * What is occupied is taken away as a set, in one pass over the stock, before anything is sorted: a search that asked bin
 * by bin would take the longer the fuller the house is.
 */
const emptyBins = (ctx: Ctx, rule: PutAwayRule, goods: PutAwayGoods, most: number): Sql => sql`
    ${deciding(ctx, rule, goods)}
    select b.id from ${binsWithPlace} where ${takes(ctx, rule, goods)}
      and b.id not in (select s.bin_id from wms_stock s where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0)
      and b.id not in (select c.bin_id from wms_bin_claim c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.state = 'ACTIVE')
    order by ${orderOf(ctx, rule, goods)} limit ${most}`

const mixedBins = (ctx: Ctx, rule: PutAwayRule, goods: PutAwayGoods, most: number): Sql => sql`
    ${deciding(ctx, rule, goods)}
    select b.id from ${binsWithPlace} where ${takes(ctx, rule, goods)} and b.mix_product
    order by ${orderOf(ctx, rule, goods)} limit ${most}`

/** All that stands on the pallet. */
const allOf = (goods: PutAwayGoods): readonly PutAwayGoods[] => [goods, ...(goods.aboard ?? []).map((a) => a.goods)]

/** Whether there is a bin at all that would take the goods if it were empty, by a rule that looks around. */
export async function anyBinTakes(ctx: Ctx, rules: readonly PutAwayRule[], goods: PutAwayGoods): Promise<boolean> {
  for (const rule of rules.filter((r) => r.method !== 'FIXED_PICK')) {
    const row = await ctx.tx.maybe(sql`
      ${deciding(ctx, rule, goods)} select 1 from ${binsWithPlace} where ${takes(ctx, rule, goods)} limit 1`)
    if (row) return true
  }
  return false
}

/** What a zone, an area or a type decides is asked once for each, not for its bins: there are thousands of them. */
const deciding = (ctx: Ctx, rule: PutAwayRule, goods: PutAwayGoods): Sql => sql`
  with unfit as materialized (
    select z.id from wms_area z where z.tenant_id = ${ctx.tenantId} and z.org_id = ${ctx.org.id} and z.temperature <> all(${temperaturesOf(goods)}::text[])),
  kinds as materialized (
    select t.id, round(coalesce(t.max_volume_m3, 0) * 1000)::float8 as size, t.access in ('FLOW', 'STACK') as is_lane from wms_bin_type t where t.tenant_id = ${ctx.tenantId}),
  areas as materialized (
    select a.id, coalesce(array_position(${rule.storageAreaIds}::bigint[], a.id), 0) as place, a.search_order, a.fill, a.temperature, nullif(a.types, '{}') as types, ${join(
      allOf(goods).map(
        (g) => sql`(${g.hazard}::text is null or a.hazard = ${g.hazard})
      and (a.stock_types = '{}' or ${g.stockType} = any(a.stock_types)) and (a.owners = '{}' or ${g.ownerId} = any(a.owners))`,
      ),
      ' and ',
    )} as suits
    from ${storageAreas(ctx)} a)`

const binsWithPlace = sql`(wms_bin b left join areas a on a.id = b.storage_area_id left join kinds t on t.id = b.bin_type_id)`

/** Where all of the goods may be kept; no zone limits goods without a list. */
function temperaturesOf(goods: PutAwayGoods): readonly string[] {
  const limits = allOf(goods)
    .map((g) => g.temperatures)
    .filter((list) => list.length > 0)
  return limits[0]?.filter((t) => limits.every((list) => list.includes(t))) ?? []
}

/** What the engine would refuse whatever lies in the bin, so that the few bins that are looked at are worth it. */
function takes(ctx: Ctx, rule: PutAwayRule, goods: PutAwayGoods): Sql {
  const all = allOf(goods)
  const isOne = (of: (g: PutAwayGoods) => string): boolean => new Set(all.map(of)).size === 1
  const isOneLot =
    new Set(all.map((g) => `${g.productId}/${g.lotId}`)).size === new Set(all.map((g) => g.productId)).size
  const hazard = all.find((g) => g.hazard !== null)?.hazard ?? null
  return sql`
  b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and not b.disabled and not b.lock_in and b.usage = any(${rule.usages}::text[])
  and (${rule.storageAreaIds.length === 0} or b.storage_area_id = any(${rule.storageAreaIds}::bigint[]))
  and (${rule.binTypeIds.length === 0} or b.bin_type_id = any(${rule.binTypeIds}::bigint[]))
  and (b.owner_id is null or b.owner_id = all(${all.map((g) => g.ownerId)}::bigint[])) and coalesce(a.suits, ${hazard}::text is null)
  and (b.mix_owner or ${isOne((g) => g.ownerId)}) and (b.mix_product or ${isOne((g) => g.productId)}) and (b.mix_lot or ${isOneLot})
  and (a.types is null or b.bin_type_id::text = any(a.types))
  and case when a.temperature is not null then a.temperature = any(${temperaturesOf(goods)}::text[])
    else b.area_id not in (select id from unfit) or b.usage not in ('STORAGE', 'PICK', 'PICK_STORAGE') end
  and (${rule.method !== 'BULK'} or t.is_lane)`
}

/** The order of the engine (`binOrder`), so that the first bins here are its first ones. */
function orderOf(ctx: Ctx, rule: PutAwayRule, goods: PutAwayGoods): Sql {
  const sequence = sql`coalesce(nullif(b.putaway_seq, 0), b.pick_seq), b.id`
  const near = distanceKeys(goods.pickFaces[0])
  if (rule.method === 'NEAR_PICK') return join([...near, sequence])
  const [nearest = sql`0`, ...nearer] = near
  return sql`coalesce(a.place, 0), coalesce(a.search_order, 9999),
    case a.fill when 'LOW' then coalesce(b.level, 0) when 'NEAR_PICK' then ${nearest} when 'NEAR_DOCK' then coalesce(${dockDistance(ctx)}, 1e9)::float8 else 0 end,
    ${join([...nearer.map((key) => sql`case a.fill when 'NEAR_PICK' then ${key} else 0 end`), sql`coalesce(t.size, 0)`])},
    coalesce(abs(ascii(b.abc) - ascii(${goods.abc}::text)), 0), ${sequence}`
}

const distanceKeys = (face: PickFace | undefined): readonly Sql[] =>
  face
    ? [
        sql`(b.area_id <> ${face.zoneId})::int`,
        sql`case when b.area_id = ${face.zoneId} then abs(${aisleNumberOf(sql`coalesce(b.aisle, '')`)} - ${face.aisle}) else 0 end`,
        sql`case when b.area_id = ${face.zoneId} then abs(coalesce(b.bay, 0) - ${face.bay}) else 0 end`,
        sql`coalesce(b.level, 0)`,
      ]
    : []

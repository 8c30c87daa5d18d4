import { formatQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { putAwayMethods } from '@lading/contract/wms/scheme.ts'
import sql, { type Sql } from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { grams, millilitres, type ProductFacts } from '../masters/facts.ts'
import { byId } from '../stock/key.ts'
import { type PutAwayProposal, putAway } from '../strategy/putAway.ts'
import type { PickFace, PutAwayBin, PutAwayGoods, PutAwayRule } from '../strategy/putAwaySnapshot.ts'
import { type Rules, readRules } from './rules.ts'
import { binSnapshots, dockDistance, storageAreas } from './snapshot.ts'

export interface Goods {
  readonly product: ProductFacts
  readonly ownerId: string
  readonly lotId: string
  readonly stockType: string
  readonly productionDate: string | null
  readonly expireDate: string | null
  readonly qty: Qty
  /** A pallet goes to one bin as a whole; loose goods may be divided. */
  readonly whole: boolean
  /** Task lines that ask anew: what they have claimed does not stand in their own way. */
  readonly lineIds?: readonly string[]
}
export interface Target {
  readonly binId: string
  readonly qty: Qty
  readonly why: Text
}

const searches: ReadonlySet<string> = new Set(['NEAR_PICK', 'EMPTY', 'BULK', 'OVERFLOW'])
const emptiesMax = 120
const mixedMax = 40

/** The product's pick faces, with the most each shall hold in base units. */
async function pickFaces(ctx: Ctx, product: ProductFacts): Promise<PickFace[]> {
  const rows = await ctx.tx.query<{
    binId: string
    maxCases: number | null
    areaId: string
    aisle: string | null
    bay: number | null
    level: number | null
  }>(sql`
    select d.bin_id, d.max_cases, b.area_id, b.aisle, b.bay, b.level from wms_product_bin d
    join wms_bin b on b.tenant_id = d.tenant_id and b.id = d.bin_id
    where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.product_id = ${product.id} and d.role = 'PICK' order by b.pick_seq, d.id`)
  return rows.map((r) => ({
    binId: r.binId,
    zoneId: r.areaId,
    aisle: Number(r.aisle ?? 0) || 0,
    bay: r.bay ?? 0,
    level: r.level ?? 0,
    maxQty: r.maxCases === null ? null : product.qpc * BigInt(r.maxCases),
  }))
}

/** Bins that know the product: assigned to it or holding it now, among those that the rules may fill. */
const knownBins = (ctx: Ctx, g: Goods, usages: readonly string[]): Promise<{ id: string }[]> =>
  ctx.tx.query<{ id: string }>(sql`
    select d.bin_id as id from wms_product_bin d where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.product_id = ${g.product.id}
    union
    select s.bin_id from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.product_id = ${g.product.id} and s.stock_type = ${g.stockType} and s.qty > 0
      and b.usage = any(${usages}::text[]) limit 200`)

/**
 * Which bins a search may look at, and in which order it does: those of areas that suit the goods first; near the pick
 * face where a rule asks for it, else area by area, each as it is filled. The engine asks each bin again, and sorts.
 */
function searchScope(ctx: Ctx, rules: readonly PutAwayRule[], goods: PutAwayGoods): Sql {
  const looking = rules.filter((r) => searches.has(r.method))
  const anywhere = looking.some((r) => r.storageAreaIds.length === 0)
  const areas = looking.flatMap((r) => r.storageAreaIds)
  const usages = [...new Set(looking.flatMap((r) => r.usages))]
  const [near] = goods.pickFaces
  const distance = sql`case when b.area_id = ${near?.zoneId ?? null}::bigint then abs(coalesce(b.bay, 0) - ${near?.bay ?? 0}) else 99999 end`
  // What an area decides is asked once for each, not for its bins.
  return sql`
    with zones as materialized (
      select z.id, z.temperature = any(${goods.temperatures}::text[]) as suits from wms_area z where z.tenant_id = ${ctx.tenantId} and z.org_id = ${ctx.org.id}),
    areas as materialized (
      select a.id, a.search_order, a.fill, a.temperature = any(${goods.temperatures}::text[])
        and (a.stock_types = '{}' or ${goods.stockType} = any(a.stock_types)) and (a.owners = '{}' or ${goods.ownerId} = any(a.owners)) as suits
      from ${storageAreas(ctx)} a)
    select b.id, b.mix_product, b.putaway_seq, coalesce(a.search_order, 9999) as search_order, ${distance} as distance,
      case a.fill when 'LOW' then b.level when 'NEAR_PICK' then ${distance} when 'NEAR_DOCK' then ${dockDistance(ctx)} end as fill,
      not coalesce(a.suits, z.suits) as unfit
    from wms_bin b join zones z on z.id = b.area_id left join areas a on a.id = b.storage_area_id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and not b.disabled and not b.lock_in and b.usage = any(${usages}::text[])
      and (${anywhere} or b.storage_area_id = any(${areas}::bigint[]))`
}
/** Bins of areas that suit the goods come first; near the pick face, or area by area, each as it is filled. */
const searchOrder = (rules: readonly PutAwayRule[]): Sql =>
  rules.some((r) => r.method === 'NEAR_PICK')
    ? sql`order by unfit, distance, search_order, fill, putaway_seq, id`
    : sql`order by unfit, search_order, fill, distance, putaway_seq, id`

/**
 * The first empty bins of a search, and for OVERFLOW the first that take mixed goods. Bins are sorted before anybody asks
 * whether they are empty, so that the question is put to the few that are looked at.
 */
async function searchedBins(ctx: Ctx, rules: readonly PutAwayRule[], goods: PutAwayGoods): Promise<string[]> {
  const scope = searchScope(ctx, rules, goods)
  const order = searchOrder(rules)
  const overflow = rules.some((r) => r.method === 'OVERFLOW')
  const [empty, mixed] = await Promise.all([
    ctx.tx.query<{ id: string }>(sql`
      select b.id from (${scope} ${order} offset 0) b
      where (select count(*) from wms_stock s where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.bin_id = b.id and s.qty > 0) = 0
        and (select count(*) from wms_bin_claim c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.bin_id = b.id and c.state = 'ACTIVE') = 0
      limit ${emptiesMax}`),
    overflow
      ? ctx.tx.query<{ id: string }>(sql`select b.id from (${scope}) b where b.mix_product ${order} limit ${mixedMax}`)
      : [],
  ])
  return [...new Set([...empty, ...mixed].map((r) => r.id))]
}

const goodsOf = (g: Goods, faces: readonly PickFace[]): PutAwayGoods => ({
  productId: g.product.id,
  lotId: g.lotId,
  ownerId: g.ownerId,
  stockType: g.stockType,
  productionDate: g.productionDate,
  expireDate: g.expireDate,
  qty: g.qty,
  pallets: g.whole ? wholeQty(1) : 0n,
  qpc: g.product.qpc,
  unitWeightGram: grams(g.product.weightKg),
  unitVolumeMl: millilitres(g.product.volumeM3),
  heightMm: null,
  temperatures: [g.product.temperature],
  hazard: g.product.hazard,
  abc: g.product.abc,
  pickFaces: faces,
  splitAllowed: !g.whole && g.product.splitAllowed,
})

/** The goods as the engine sees them, with the pick faces of their product. */
export const goodsFor = async (ctx: Ctx, g: Goods): Promise<PutAwayGoods> => goodsOf(g, await pickFaces(ctx, g.product))

/** What does not change while one goods' place is looked for. */
interface Search extends Rules {
  readonly goods: PutAwayGoods
}
async function searchOf(ctx: Ctx, g: Goods): Promise<Search> {
  const [faces, rules] = await Promise.all([pickFaces(ctx, g.product), readRules(ctx, g)])
  return { ...rules, goods: goodsOf(g, faces) }
}

/**
 * Bins worth a look, read at once. Those that know the product come first; empty ones are only searched when a rule comes
 * to them.
 */
async function candidates(ctx: Ctx, g: Goods, search: Search): Promise<PutAwayBin[]> {
  const { rules, goods } = search
  const known = await knownSnapshots(ctx, g, rules)
  const firstSearch = rules.findIndex((r) => searches.has(r.method))
  const before = firstSearch < 0 ? rules : rules.slice(0, firstSearch)
  if (firstSearch < 0 || putAway(goods, known, before).rest === 0n) return known
  return withSearched(ctx, g, search, known)
}

async function knownSnapshots(ctx: Ctx, g: Goods, rules: readonly PutAwayRule[]): Promise<PutAwayBin[]> {
  const rows = await knownBins(ctx, g, usagesOf(rules))
  return binSnapshots(
    ctx,
    rows.map((r) => r.id),
    g.lineIds,
  )
}

/** The known bins, and those that the rules would search for. */
async function withSearched(ctx: Ctx, g: Goods, { rules, goods }: Search, known: readonly PutAwayBin[]) {
  const ids = new Set(known.map((b) => b.id))
  const others = (await searchedBins(ctx, rules, goods)).filter((id) => !ids.has(id))
  return [...known, ...(await binSnapshots(ctx, others, g.lineIds))]
}

/** Pick faces are known by being assigned, all other bins by what stands in them. */
const usagesOf = (rules: readonly PutAwayRule[]): readonly string[] => [
  ...new Set(rules.filter((r) => r.method !== 'FIXED_PICK').flatMap((r) => r.usages)),
]

/** 试算: where goods would go, by whose rules, and the bins that were looked at; writes and locks nothing. */
export async function propose(
  ctx: Ctx,
  g: Goods,
): Promise<PutAwayProposal & { scheme: Rules['scheme']; bins: readonly PutAwayBin[] }> {
  const search = await searchOf(ctx, g)
  const bins = await candidates(ctx, g, search)
  return { ...putAway(search.goods, bins, search.rules), scheme: search.scheme, bins }
}

/** Bins that would take all of the goods, the best first, none of `but`; a dry run like {@link propose}. */
export async function bestBins(ctx: Ctx, g: Goods, but: string | null, most: number) {
  const search = await searchOf(ctx, g)
  const { rules, goods } = search
  const all = await withSearched(ctx, g, search, await knownSnapshots(ctx, g, rules))
  const found: { id: string; code: string; why: Text }[] = []
  let left = all.filter((b) => b.id !== but)
  while (found.length < most) {
    const { targets } = putAway({ ...goods, splitAllowed: false }, left, rules)
    const bin = left.find((b) => b.id === targets[0]?.binId)
    if (!bin) break
    found.push({ id: bin.id, code: bin.code, why: whyOf(targets[0]?.method ?? '') })
    left = left.filter((b) => b !== bin)
  }
  return found
}

const triesMax = 3

/**
 * Chooses bins and claims them, so that nobody else counts on the same room. Lines must exist: a claim names one.
 * The bin is locked and looked at again; who lost a race chooses anew. What finds no room comes back without a bin.
 */
export async function proposeAndLock(ctx: Ctx, g: Goods): Promise<(Target | { binId: null; qty: Qty; why: Text })[]> {
  const search = await searchOf(ctx, g)
  for (let attempt = 1; ; attempt++) {
    const p = await chooseUnlocked(ctx, await candidates(ctx, g, search), search)
    const again = await stillFits(ctx, g, search, p)
    if (!again && attempt < triesMax) continue
    const targets = again ? p.targets.map((t) => ({ binId: t.binId, qty: t.qty, why: whyOf(t.method) })) : []
    const rest = g.qty - targets.reduce((sum, t) => sum + t.qty, 0n)
    return rest > 0n ? [...targets, { binId: null, qty: rest, why: ['无可用货位', 'No bin is free'] }] : targets
  }
}

const optionsMax = 8

/**
 * The best bins that nobody else is taking at this moment. One empty bin is as good as the next, so whoever finds his
 * choice locked takes the next best; for a bin that was chosen for what lies in it he waits.
 */
async function chooseUnlocked(
  ctx: Ctx,
  all: readonly PutAwayBin[],
  { rules, goods }: Search,
): Promise<PutAwayProposal> {
  for (let bins = all; ; ) {
    const options: PutAwayProposal[] = []
    let left = bins
    for (
      let p = putAway(goods, left, rules);
      isSearched(p) && options.length < optionsMax;
      p = putAway(goods, left, rules)
    ) {
      options.push(p)
      left = left.filter((b) => b.id !== p.targets[0]?.binId)
    }
    if (options.length === 0) {
      const p = putAway(goods, all, rules)
      await lockBins(ctx, p)
      return p
    }
    const taken = await lockFirst(
      ctx,
      options.map((p) => p.targets[0]?.binId ?? ''),
    )
    const chosen = options.find((p) => p.targets[0]?.binId === taken)
    if (chosen) return chosen
    bins = left
  }
}

/** All goes to one bin that a search found. */
const isSearched = (p: PutAwayProposal): boolean =>
  p.rest === 0n && p.targets.length === 1 && p.targets.every((t) => searches.has(t.method))

const lockBins = (ctx: Ctx, p: PutAwayProposal): Promise<unknown> =>
  ctx.tx.query(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${p.targets.map((t) => t.binId).sort(byId)}::bigint[])
    order by id for no key update`)

/** Locks the first of the bins that nobody holds. */
async function lockFirst(ctx: Ctx, ids: readonly string[]): Promise<string | undefined> {
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id) limit 1 for no key update skip locked`)
  return row?.id
}
const whyOf = (method: string): Text => putAwayMethods[method as keyof typeof putAwayMethods] ?? [method, method]

async function stillFits(ctx: Ctx, g: Goods, { rules, goods }: Search, p: PutAwayProposal): Promise<boolean> {
  if (p.targets.length === 0) return true
  const bins = await binSnapshots(
    ctx,
    p.targets.map((t) => t.binId),
    g.lineIds,
  )
  const again = putAway(goods, bins, rules)
  return (
    again.targets.length === p.targets.length &&
    again.targets.every((t) => p.targets.some((o) => o.binId === t.binId && o.qty <= t.qty))
  )
}

/** Writes the claims of lines that have a bin. */
export async function claimBins(
  ctx: Ctx,
  g: Goods,
  lines: readonly { id: string; binId: string | null; qty: Qty }[],
): Promise<void> {
  await bulkInsert(
    ctx.tx,
    'wms_bin_claim',
    lines.flatMap((l) =>
      l.binId === null
        ? []
        : [
            {
              tenantId: ctx.tenantId,
              orgId: ctx.org.id,
              id: ctx.newId(),
              createdAt: ctx.now(),
              createdBy: ctx.userId,
              binId: l.binId,
              taskLineId: l.id,
              ownerId: g.ownerId,
              productId: g.product.id,
              lotId: g.lotId,
              qty: formatQty(l.qty),
              state: 'ACTIVE',
            },
          ],
    ),
  )
}

/** A claim ends when the goods are there, or are not to come. */
export async function closeClaims(ctx: Ctx, lineIds: readonly string[], state: 'DONE' | 'FREED'): Promise<void> {
  await ctx.tx.run(sql`
    update wms_bin_claim set state = ${state}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_line_id = any(${lineIds}::bigint[]) and state = 'ACTIVE'`)
}

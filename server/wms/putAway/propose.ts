// engine: looks for room among the goods of all owners, and claims it

import { formatQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { bin as binTable } from '@lading/contract/wms/place.ts'
import { putAwayMethods } from '@lading/contract/wms/scheme.ts'
import { binClaim } from '@lading/contract/wms/stock.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { jsonOf } from '../../kernel/json.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { grams, millilitres, type ProductFacts } from '../masters/facts.ts'
import { byId } from '../stock/key.ts'
import { type PutAwayProposal, putAway } from '../strategy/putAway.ts'
import type { PickFace, PutAwayBin, PutAwayGoods, PutAwayMethod, PutAwayRule } from '../strategy/putAwaySnapshot.ts'
import { type Goods, type Rules, readRules } from './rules.ts'
import { anyBinTakes, looksOf } from './search.ts'
import { aisleNumber, binSnapshots, binsFound } from './snapshot.ts'

export interface Target {
  readonly binId: string
  readonly qty: Qty
  readonly why: Text
}

/** Bins found by looking around, of which one is as good as the next. */
const searches: ReadonlySet<PutAwayMethod> = new Set(['NEAR_PICK', 'EMPTY', 'BULK', 'OVERFLOW'])

export interface FaceRow {
  binId: string
  maxCases: number | null
  areaId: string
  aisle: string | null
  bay: number | null
  level: number | null
}
const faces = (ctx: Ctx, productId: string): Sql => sql`
    select d.bin_id, d.max_cases, b.area_id, b.aisle, b.bay, b.level from wms_product_bin d
    join wms_bin b on b.tenant_id = d.tenant_id and b.id = d.bin_id
    where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.product_id = ${productId} and d.role = 'PICK' order by b.pick_seq, d.id`
/** The product's pick faces, as JSON that {@link facesOf} takes. */
export const facesJson = (ctx: Ctx, productId: string): Sql =>
  sql`(select json_agg(${jsonOf('f', ['binId', 'areaId'], ['maxCases', 'aisle', 'bay', 'level'])}) from (${faces(ctx, productId)}) f)`

/** Pick faces, with the most each shall hold in base units. */
export const facesOf = (rows: readonly FaceRow[], { qpc }: ProductFacts): PickFace[] =>
  rows.map((r) => ({
    binId: r.binId,
    zoneId: r.areaId,
    aisle: aisleNumber(r.aisle),
    bay: r.bay ?? 0,
    level: r.level ?? 0,
    maxQty: r.maxCases === null ? null : qpc * BigInt(r.maxCases),
  }))
const pickFaces = async (ctx: Ctx, product: ProductFacts): Promise<PickFace[]> =>
  facesOf(await ctx.tx.query<FaceRow>(faces(ctx, product.id)), product)

/** Methods that also ask for bins with other lots of the product; those that go by the lot need none of them. */
const byProduct: ReadonlySet<PutAwayMethod> = new Set(['SAME_PRODUCT', 'OVERFLOW'])
const knownMax = 200
/**
 * Bins that know the goods: assigned to the product, holding it or awaiting it, the fullest first where they are too
 * many. Where no rule asks for other lots, only this one's: a product may lie in hundreds of bins, a lot in a few.
 * @param lot its id, as far as there is such a lot
 */
function knownBins(
  ctx: Ctx,
  g: Pick<Goods, 'product' | 'stockType' | 'lineIds'>,
  rules: readonly PutAwayRule[],
  lot: Sql,
): Promise<PutAwayBin[]> {
  const ofLot = (column: string): Sql =>
    rules.some((r) => byProduct.has(r.method)) ? empty : sql`and ${raw(column)} = (${lot})`
  return binsFound(
    ctx,
    sql`
    select k.bin_id as id from (
      select d.bin_id, null::numeric as qty from wms_product_bin d where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.product_id = ${g.product.id}
      union all
      select s.bin_id, s.qty from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.product_id = ${g.product.id} and s.stock_type = ${g.stockType} and s.qty > 0
        and b.usage = any(${usagesOf(rules)}::text[]) ${ofLot('s.lot_id')}
      union all
      select c.bin_id, c.qty from wms_bin_claim c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.product_id = ${g.product.id} and c.state = 'ACTIVE' ${ofLot('c.lot_id')}) k
    group by k.bin_id order by sum(k.qty) desc nulls first, k.bin_id limit ${knownMax}`,
    g.lineIds,
  )
}
const knownTo = (ctx: Ctx, g: Goods, rules: readonly PutAwayRule[]): Promise<PutAwayBin[]> =>
  knownBins(ctx, g, rules, sql`${g.lotId}::bigint`)

const goodsOf = (g: Goods, faces: readonly PickFace[]): PutAwayGoods => ({
  productId: g.product.id,
  categoryId: g.product.categoryId,
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
export interface Search extends Rules {
  readonly goods: PutAwayGoods
}
/** @param known faces and rules of the goods themselves, where they were asked for before */
async function searchOf(ctx: Ctx, g: Goods, known?: { faces: readonly PickFace[]; rules: Rules }): Promise<Search> {
  const [faces, rules] = known
    ? [known.faces, known.rules]
    : await Promise.all([pickFaces(ctx, g.product), readRules(ctx, g)])
  const aboard = await Promise.all((g.aboard ?? []).map((other) => searchOf(ctx, other)))
  return { ...rules, goods: { ...goodsOf(g, faces), ...(aboard.length > 0 && { aboard }) } }
}

/** Whether there are bins that take some goods, but none that takes them with what else stands on their pallet. */
export async function isApart(ctx: Ctx, g: Goods): Promise<boolean> {
  const { goods, rules } = await searchOf(ctx, g)
  if (!goods.aboard || (await anyBinTakes(ctx, rules, goods))) return false
  const { aboard: _, ...alone } = goods
  return anyBinTakes(ctx, rules, alone)
}

/**
 * Bins worth a look: those that know the product, then, rule by rule, what it finds around, a little further each time
 * that the goods have found no place.
 */
async function candidates(
  ctx: Ctx,
  g: Goods,
  { rules, goods }: Search,
  known: Promise<readonly PutAwayBin[]> = knownTo(ctx, g, rules),
): Promise<readonly PutAwayBin[]> {
  let bins = await known
  for (const [i, rule] of rules.entries()) {
    if (putAway(goods, bins, rules.slice(0, i)).rest === 0n) break
    for (const look of looksOf(ctx, rule, goods, g.lineIds)) {
      const found = await look()
      bins = joined(bins, found.bins)
      if (found.isAll || isPlaced(putAway(goods, bins, rules.slice(0, i + 1)), rule)) break
    }
  }
  return bins
}

/** Wholly, and not in parts while a bin further off may take all. */
const isPlaced = ({ rest, targets }: PutAwayProposal, { seq }: PutAwayRule): boolean =>
  rest === 0n && targets.filter((t) => t.ruleSeq === seq).length <= 1

function joined(bins: readonly PutAwayBin[], more: readonly PutAwayBin[]): readonly PutAwayBin[] {
  const had = new Set(bins.map((b) => b.id))
  return [...bins, ...more.filter((b) => !had.has(b.id))]
}

/** The known bins, and all that the rules would come to. */
async function withSearched(ctx: Ctx, g: Goods, { rules, goods }: Search): Promise<readonly PutAwayBin[]> {
  const looks = rules.flatMap((rule) => looksOf(ctx, rule, goods, g.lineIds).slice(-1))
  const [known, ...found] = await Promise.all([knownTo(ctx, g, rules), ...looks.map((look) => look())])
  return found.reduce((bins, { bins: more }) => joined(bins, more), known as readonly PutAwayBin[])
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
  const all = await withSearched(ctx, g, search)
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

/** What was looked at before the goods were locked: nobody has claimed it yet. */
export interface Looked {
  readonly search: Search
  readonly bins: readonly PutAwayBin[]
}
/** Faces and rules of goods, as they were asked for with other facts. */
export type Known = Rules & { readonly faces: readonly PickFace[] }

/**
 * The first look for a place of loose goods, which can be taken while other things are asked.
 * @param lot asks for the lot that they join
 */
export function lookFor(ctx: Ctx, g: Omit<Goods, 'lotId'>, lot: Sql, known: Known): (lotId: string) => Promise<Looked> {
  const bins = knownBins(ctx, g, known.rules, lot)
  // Whoever goes no further hears nothing of it.
  bins.catch(() => undefined)
  return async (lotId) => {
    const goods: Goods = { ...g, lotId }
    const search = await searchOf(ctx, goods, { faces: known.faces, rules: known })
    return { search, bins: await candidates(ctx, goods, search, bins) }
  }
}

const triesMax = 3

/**
 * Chooses bins and claims them, so that nobody else counts on the same room. Lines must exist: a claim names one.
 * The bin is locked and looked at again; who lost a race chooses anew. What finds no room comes back without a bin.
 * @param but a bin that they do not go to
 */
export async function proposeAndLock(
  ctx: Ctx,
  g: Goods,
  looked?: Looked,
  but?: string | null,
): Promise<(Target | { binId: null; qty: Qty; why: Text })[]> {
  const search = looked?.search ?? (await searchOf(ctx, g))
  for (let attempt = 1; ; attempt++) {
    const all = attempt === 1 && looked ? looked.bins : await candidates(ctx, g, search)
    const bins = but ? all.filter((b) => b.id !== but) : all
    const { p, now } = await chooseUnlocked(ctx, g, bins, search)
    const again = stillFits(search, p, now)
    if (!again && attempt < triesMax) continue
    const targets = again ? p.targets.map((t) => ({ binId: t.binId, qty: t.qty, why: whyOf(t.method) })) : []
    const rest = g.qty - targets.reduce((sum, t) => sum + t.qty, 0n)
    return rest > 0n ? [...targets, { binId: null, qty: rest, why: ['无可用货位', 'No bin available'] }] : targets
  }
}

const optionsMax = 8

interface Chosen {
  readonly p: PutAwayProposal
  /** Its bins, as they are now that they are locked. */
  readonly now: readonly PutAwayBin[]
}
/**
 * The best bins that nobody else is taking at this moment. One empty bin is as good as the next, so whoever finds his
 * choice locked takes the next best; for a bin that was chosen for what lies in it he waits.
 */
async function chooseUnlocked(
  ctx: Ctx,
  g: Goods,
  all: readonly PutAwayBin[],
  { rules, goods }: Search,
): Promise<Chosen> {
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
      const ids = p.targets.map((t) => t.binId)
      const [, now] = await Promise.all([lockBins(ctx, p), binSnapshots(ctx, ids, g.lineIds)])
      return { p, now }
    }
    const ids = options.map((p) => p.targets[0]?.binId ?? '')
    const [taken, now] = await Promise.all([lockFirst(ctx, ids), binSnapshots(ctx, ids, g.lineIds)])
    const chosen = options.find((p) => p.targets[0]?.binId === taken)
    if (chosen) return { p: chosen, now: now.filter((b) => b.id === taken) }
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
  const row = await ctx.tx.maybe<RowOf<typeof binTable, 'id'>>(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id) limit 1 for no key update skip locked`)
  return row?.id
}
const whyOf = (method: string): Text => putAwayMethods[method as keyof typeof putAwayMethods] ?? [method, method]

function stillFits({ rules, goods }: Search, p: PutAwayProposal, now: readonly PutAwayBin[]): boolean {
  if (p.targets.length === 0) return true
  const again = putAway(goods, now, rules)
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
  await insert(
    ctx,
    binClaim,
    lines.flatMap((l) =>
      l.binId === null
        ? []
        : [
            {
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

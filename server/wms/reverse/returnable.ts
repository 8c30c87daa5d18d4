// engine: adds up what a store got and gave back, whoever may see it

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, maxQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { binByCode } from '../masters/facts.ts'
import { readOption } from '../option.ts'

/** Goods that are to come back. */
export interface Wanted {
  readonly productId: string
  readonly planQty: string
}
interface Of {
  readonly storeId: string
  readonly ownerId: string
  /** The paper that asks: what it says itself stands in nobody's way. */
  readonly exceptId: string
}
interface Sum {
  readonly productId: string
  readonly qty: string
}

/** Returns of a store are promised and received one after the other: two together could exceed what was shipped. */
export const lockStore = (ctx: Ctx, storeId: string): Promise<unknown> =>
  ctx.tx.run(sql`select 1 from wms_store where tenant_id = ${ctx.tenantId} and id = ${storeId} for no key update`)

/**
 * Refuses what a store did not get within the days of the option, or gives back already by other papers.
 * @throws Fault overShipped
 */
export async function demandReturnable(ctx: Ctx, of: Of, lines: readonly Wanted[]): Promise<void> {
  await lockStore(ctx, of.storeId)
  const days = Number(await readOption(ctx, 'wms_return_days'))
  const shipped = await shippedTo(ctx, of, sql`g.business_date > ${businessDay(ctx)}::date - ${days}::integer`)
  const given = await givenBack(ctx, of, days)
  const short = firstShort(lines, shipped, given)
  if (short) refuse(reverseFaults.overShipped, { n: days, ...(await short.told(ctx)) })
}

/**
 * Refuses what a shipment did not bring to the store, or what comes back of it by other papers.
 * @throws Fault overTruck
 */
export async function demandOfTruck(ctx: Ctx, of: Of, shipBillId: string, lines: readonly Wanted[]): Promise<void> {
  const shipped = await shippedTo(ctx, of, sql`g.source_id = ${shipBillId}`)
  const given = await ctx.tx.query<Sum & object>(sql`
    select x.product_id, sum(x.qty) as qty from (
      select l.product_id, l.plan_qty - l.cancel_qty as qty from wms_sj_return b
      join wms_sj_return_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id and l.store_id = ${of.storeId}
      where ${here(ctx, of)} and b.ship_bill_id = ${shipBillId} and b.state <> 'CANCELED'
      union all
      select l.product_id, l.plan_qty - l.cancel_qty from wms_store_return_bill b
      join wms_store_return_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
      where ${here(ctx, of)} and b.ship_bill_id = ${shipBillId} and b.store_id = ${of.storeId} and b.state not in ('SAVED', 'CANCELED')) x
    group by x.product_id`)
  const short = firstShort(lines, shipped, given)
  if (short) refuse(reverseFaults.overTruck, await short.told(ctx))
}

const here = (ctx: Ctx, of: Of): Sql =>
  sql`b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.owner_id = ${of.ownerId} and b.id <> ${of.exceptId}`

async function shippedTo(ctx: Ctx, of: Of, which: Sql): Promise<readonly Sum[]> {
  const binId = await binByCode(ctx, 'V_STORE')
  return ctx.tx.query<Sum & object>(sql`
    select l.product_id, sum(l.delta) as qty from wms_posting g
    join wms_ledger l on l.tenant_id = g.tenant_id and l.org_id = g.org_id and l.posting_id = g.id and l.bin_id = ${binId} and l.owner_id = ${of.ownerId}
    where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.store_id = ${of.storeId} and g.biz_type = 'SHIP' and ${which}
    group by l.product_id`)
}

/** What other papers bring back, or will: it counts from the day on which it was promised. */
const givenBack = (ctx: Ctx, of: Of, days: number): Promise<readonly Sum[]> => {
  const since = sql`${ctx.now()}::timestamptz - make_interval(days => ${days}::integer)`
  return ctx.tx.query<Sum & object>(sql`
    select x.product_id, sum(x.qty) as qty from (
      select l.product_id, l.plan_qty - l.cancel_qty as qty from wms_store_return_bill b
      join wms_store_return_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
      where ${here(ctx, of)} and b.store_id = ${of.storeId} and b.state not in ('SAVED', 'CANCELED') and b.approved_at >= ${since}
      union all
      select l.product_id, l.plan_qty - l.cancel_qty from wms_sj_return b
      join wms_sj_return_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id and l.store_id = ${of.storeId}
      where ${here(ctx, of)} and b.state <> 'CANCELED' and coalesce(b.approved_at, b.created_at) >= ${since}) x
    group by x.product_id`)
}

const qtyOf = (sums: readonly Sum[], productId: string): Qty =>
  parseQty(sums.find((s) => s.productId === productId)?.qty ?? '0')

function firstShort(lines: readonly Wanted[], shipped: readonly Sum[], given: readonly Sum[]) {
  for (const [productId, of] of Map.groupBy(lines, (l) => l.productId)) {
    const want = of.reduce((sum, l) => sum + parseQty(l.planQty), 0n)
    const left = qtyOf(shipped, productId) - qtyOf(given, productId)
    if (want > left) return { told: (ctx: Ctx) => told(ctx, productId, left) }
  }
  return undefined
}
const told = async (ctx: Ctx, productId: string, left: Qty) => ({
  p: await goodsName(ctx, productId),
  left: formatQty(maxQty(left, 0n)),
})

/** A product as a refusal names it. */
export async function goodsName(ctx: Ctx, productId: string) {
  const { code } = await ctx.tx.one<{ code: string }>(sql`
    select p.code from ${named(ctx, product, 'p')} where p.id = ${productId}`)
  return rowName(product, productId, code)
}

/** Goods of categories of which nothing is taken back. @throws Fault notReturnable */
export async function demandCategories(ctx: Ctx, lines: readonly Wanted[]): Promise<void> {
  const barred = await ctx.tx.maybe<{ id: string }>(sql`
    select p.id from mdm_product p join wms_product_category c on c.tenant_id = p.tenant_id and c.id = p.category_id
    join wms_product_category a on a.tenant_id = c.tenant_id and position('/' || a.id || '/' in c.path) > 0 and not a.return_allowed
    where p.tenant_id = ${ctx.tenantId} and p.id = any(${lines.map((l) => l.productId)}::bigint[]) order by p.code limit 1`)
  if (barred) refuse(reverseFaults.notReturnable, { p: await goodsName(ctx, barred.id) })
}

/** Of which lot goods are that a store gives back. */
export interface Said {
  readonly expireDate?: string | undefined
  readonly productionDate?: string | undefined
  readonly batch?: string | undefined
}
interface StoreLot {
  readonly id: string
  readonly expireDate: string | null
  readonly productionDate: string | null
  readonly productionBatch: string | null
  readonly left: string
}

/**
 * The lot of goods that come back: one of those that the store got and still has, by what is said of their dates. Where it
 * has several, and the goods have dates, they must be said.
 * @throws Fault lotUnknown, lotAsked, overLot
 */
export async function lotBack(
  ctx: Ctx,
  of: { storeId: string; ownerId: string; productId: string; isDated: boolean },
  said: Said,
  qty: Qty,
): Promise<StoreLot> {
  await lockStore(ctx, of.storeId)
  const binId = await binByCode(ctx, 'V_STORE')
  const all = await ctx.tx.query<StoreLot & object>(sql`
    select x.id, x.expire_date::text, x.production_date::text, x.production_batch, sum(l.delta) as left from wms_posting g
    join wms_ledger l on l.tenant_id = g.tenant_id and l.org_id = g.org_id and l.posting_id = g.id and l.bin_id = ${binId}
      and l.owner_id = ${of.ownerId} and l.product_id = ${of.productId}
    join wms_lot x on x.tenant_id = l.tenant_id and x.org_id = l.org_id and x.id = l.lot_id
    where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.store_id = ${of.storeId}
    group by x.id, x.expire_date, x.production_date, x.production_batch order by x.expire_date nulls last, x.id`)
  const fits = all.filter(
    (l) =>
      (said.expireDate === undefined || l.expireDate === said.expireDate) &&
      (said.productionDate === undefined || l.productionDate === said.productionDate) &&
      (!said.batch || l.productionBatch === said.batch),
  )
  const p = async () => ({ p: await goodsName(ctx, of.productId) })
  if (fits.length === 0) refuse(reverseFaults.lotUnknown, await p())
  const held = fits.filter((l) => parseQty(l.left) > 0n)
  const isSaid = said.expireDate !== undefined || said.productionDate !== undefined
  if (of.isDated && !isSaid && held.length > 1) refuse(reverseFaults.lotAsked, await p())
  const lot = held.find((l) => parseQty(l.left) >= qty)
  if (lot) return lot
  const most = held.reduce((max, l) => maxQty(max, parseQty(l.left)), 0n)
  return refuse(reverseFaults.overLot, { ...(await p()), left: formatQty(most) })
}

// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { ContainerState } from '@lading/contract/wms/container.ts'
import type { BinUsage, bin } from '@lading/contract/wms/place.ts'
import { systemBins } from '@lading/contract/wms/systemBins.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { jsonOf } from '../../kernel/json.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { refuseOther } from './scanned.ts'

/** What the engines need to know of a product and one of its packs. */
export interface ProductFacts {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly isWeigh: boolean
  readonly shelfMode: 'NONE' | 'PROD_DATE' | 'EXPIRY'
  readonly shelfLifeDays: number | null
  readonly acceptDays: number | null
  readonly outDays: number | null
  readonly lotBy: readonly string[]
  readonly temperature: string
  readonly hazard: string | null
  readonly abc: string
  readonly turnover: 'FEFO' | 'FIFO' | 'LIFO' | null
  readonly splitAllowed: boolean
  readonly overPct: string | null
  readonly weightKg: string | null
  readonly volumeM3: string | null
  readonly categoryId: string | null
  readonly storageSchemeId: string | null
  readonly qpcId: string
  readonly qpc: Qty
  /** Base units on a full pallet; null when the product has no pallet pattern. */
  readonly palletQty: Qty | null
}
export type RawProduct = Omit<ProductFacts, 'qpc' | 'palletQty'> & {
  qpc: string
  palletTi: number | null
  palletHi: number | null
}

/** Facts of products, each with the pack named or its default one (by product id). */
export async function readProducts(
  ctx: Ctx,
  ids: readonly string[],
  qpcIds: readonly (string | null)[] = [],
): Promise<Map<string, ProductFacts>> {
  const packs = qpcIds.filter((id): id is string => id !== null)
  const rows = await ctx.tx.query<RawProduct>(sql`
    select distinct on (p.id) p.id, p.code, p.name, p.is_weigh, p.shelf_mode, p.shelf_life_days, p.accept_days, p.out_days, p.lot_by, p.temperature, p.hazard, p.abc,
      p.turnover, p.split_allowed, p.over_pct, p.weight_kg, p.volume_m3, p.category_id, p.storage_scheme_id,
      q.id as qpc_id, q.qpc, q.pallet_ti, q.pallet_hi
    from mdm_product p join mdm_product_qpc q on q.tenant_id = p.tenant_id and q.product_id = p.id
    where p.tenant_id = ${ctx.tenantId} and p.id = any(${[...new Set(ids)]}::bigint[])
    order by p.id, (q.id = any(${packs}::bigint[])) desc, q.is_default desc, q.id`)
  return new Map(rows.map((p) => [p.id, productOf(p)]))
}
export function productOf({ qpc, palletTi, palletHi, ...p }: RawProduct): ProductFacts {
  const units = parseQty(qpc)
  return { ...p, qpc: units, palletQty: palletTi && palletHi ? units * BigInt(palletTi * palletHi) : null }
}
/** Facts of one product with the pack named or its default one, as JSON that {@link productOf} takes. */
export const productJson = (ctx: Ctx, id: string, qpcId: string | null): Sql => sql`(
  select ${jsonOf(
    'p',
    ['id', 'overPct', 'weightKg', 'volumeM3', 'categoryId', 'storageSchemeId'],
    [
      ...['code', 'name', 'isWeigh', 'shelfMode', 'shelfLifeDays', 'acceptDays', 'outDays', 'lotBy', 'temperature'],
      ...['hazard', 'abc', 'turnover', 'splitAllowed'],
    ],
    { qpcId: 'q.id::text', qpc: 'q.qpc::text', palletTi: 'q.pallet_ti', palletHi: 'q.pallet_hi' },
  )}
  from mdm_product p join mdm_product_qpc q on q.tenant_id = p.tenant_id and q.product_id = p.id
  where p.tenant_id = ${ctx.tenantId} and p.id = ${id}
  order by (q.id = ${qpcId}::bigint) desc nulls last, q.is_default desc, q.id limit 1)`
export async function readProduct(ctx: Ctx, id: string, qpcId: string | null = null): Promise<ProductFacts> {
  return found((await readProducts(ctx, [id], [qpcId])).get(id), ['商品', 'Product'])
}

/** Whether a bin only stands for a stage. */
export const isSystem = (alias: string): Sql => sql`${raw(alias)}.code = any(${Object.keys(systemBins)}::text[])`
/** A bin's code for people: nobody is sent to one that only stands for a stage. */
export const shownCode = (alias: string): Sql => sql`case when not (${isSystem(alias)}) then ${raw(alias)}.code end`
/** Bins of the same aisle first, then of the same area. */
export const nearFirst = (alias: string, to: string): Sql => {
  const [b, f] = [raw(alias), raw(to)]
  return sql`(${b}.area_id = ${f}.area_id and ${b}.aisle = ${f}.aisle) desc nulls last, (${b}.area_id = ${f}.area_id) desc nulls last`
}

/**
 * The organisation's bin for a stage: a real one of the aisle or the area that goods come from, else the first of the
 * usage; the product's own only where nobody has drawn any.
 * @param nearId the bin that goods come from
 */
export async function stageBin(ctx: Ctx, usage: BinUsage, nearId: string | null = null): Promise<string> {
  const row = await ctx.tx.maybe<RowOf<typeof bin, 'id'>>(sql`
    select b.id from wms_bin b left join wms_bin f on f.tenant_id = b.tenant_id and f.org_id = b.org_id and f.id = ${nearId}
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.usage = ${usage} and not b.disabled
    order by ${isSystem('b')}, ${nearFirst('b', 'f')}, b.pick_seq, b.code limit 1`)
  return found(row, ['货位', 'Bin'], usage).id
}
export async function binByCode(ctx: Ctx, code: string): Promise<string> {
  const row = await ctx.tx.maybe<RowOf<typeof bin, 'id'>>(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${code}`)
  return found(row, ['货位', 'Bin'], code).id
}
export const looseContainer = async (ctx: Ctx): Promise<string> => (await containerByCode(ctx, 'LOOSE')).id

export interface ContainerFacts {
  readonly id: string
  readonly code: string
  readonly state: ContainerState
  readonly category: string
  readonly binId: string | null
  readonly storeId: string | null
  readonly billId: string | null
  /** The pick that it is assigned to, which fills it alone. */
  readonly pickTaskId: string | null
}
const pickTaskOf = (box: string): string =>
  `(select x.task_id::text from wms_pick_container x where x.tenant_id = ${box}.tenant_id and x.org_id = ${box}.org_id and x.container_id = ${box}.id and x.state in ('BOUND', 'USED') limit 1)`
/** The same as JSON: of a container and its type. */
export const factsJson = (box: string, type: string): Sql =>
  jsonOf(box, ['id', 'code', 'state', 'binId', 'storeId', 'billId'], [], {
    category: `${type}.category`,
    pickTaskId: pickTaskOf(box),
  })
/** Containers by their codes; one that is unknown is left out. */
export async function containersByCode(
  ctx: Ctx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, ContainerFacts>> {
  const rows = await ctx.tx.query<ContainerFacts>(sql`
    select c.id, c.code, c.state, k.category, c.bin_id, c.store_id, c.bill_id, ${raw(pickTaskOf('c'))} as pick_task_id from wms_container c
    join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.code = any(${[...new Set(codes)]}::text[])`)
  return new Map(rows.map((row) => [row.code, row]))
}
export const maybeContainer = async (ctx: Ctx, code: string): Promise<ContainerFacts | undefined> =>
  (await containersByCode(ctx, [code])).get(code)
/** A container that was scanned, if it is one. @throws Fault otherKind, notFound */
export async function knownBox(
  ctx: Ctx,
  box: ContainerFacts | null | undefined,
  code: string,
): Promise<ContainerFacts> {
  if (!box) await refuseOther(ctx, code, 'CONTAINER')
  return found(box ?? undefined, ['容器', 'Container'], code)
}
export async function containerByCode(ctx: Ctx, code: string): Promise<ContainerFacts> {
  return knownBox(ctx, await maybeContainer(ctx, code), code)
}

/** Thousandths of grams and millilitres per base unit, as the put-away engine counts. */
export const grams = (kg: string | null): Qty => (kg === null ? 0n : parseQty(kg) * 1000n)
export const millilitres = (m3: string | null): Qty =>
  m3 === null ? 0n : BigInt(Math.round(Number(m3) * 1_000_000)) * 1000n

// engine: looks for room among the goods of all owners, and claims it

import type { Qty } from '@lading/contract/kernel/qty.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { jsonOf } from '../../kernel/json.ts'
import type { ProductFacts } from '../masters/facts.ts'
import type { PutAwayMethod, PutAwayRule } from '../strategy/putAwaySnapshot.ts'
import { type SchemeGoods, schemeFor } from './scheme.ts'

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
  /** What else stands on the pallet: it goes where they go. */
  readonly aboard?: readonly Goods[]
}

export interface RuleRow {
  schemeCode: string
  schemeName: string
  seq: number
  method: PutAwayMethod
  storageAreaIds: readonly string[]
  binTypeIds: readonly string[]
  usages: readonly string[]
  capacity: PutAwayRule['capacity']
  fefoGuard: boolean
  mixLot: boolean
  splitAllowed: boolean
}

/** Where a method looks when its rule names no usage. */
const usagesOf = (method: PutAwayMethod): readonly string[] =>
  method === 'FIXED_PICK' ? ['PICK', 'PICK_STORAGE'] : ['STORAGE', 'PICK_STORAGE']

const rule = (seq: number, method: PutAwayMethod, usages = usagesOf(method)): PutAwayRule => ({
  seq,
  method,
  storageAreaIds: [],
  binTypeIds: [],
  usages,
  capacity: 'CHECK',
  fefoGuard: false,
  mixLot: true,
  splitAllowed: true,
})
/** What holds when nobody made a scheme: its pick face, beside its own lot, then an empty bin. */
const standard: readonly PutAwayRule[] = [rule(10, 'FIXED_PICK'), rule(20, 'SAME_LOT'), rule(30, 'EMPTY')]
/** What nobody may sell goes where such goods are kept, never to a pick face. */
const unsaleable: readonly PutAwayRule[] = [rule(10, 'OVERFLOW', ['DEFECT'])]
/** What goes back to its vendor waits where such goods are kept, or with the defective ones where there is no such place. */
const returned: readonly PutAwayRule[] = [rule(10, 'OVERFLOW', ['VENDOR_RTN']), rule(20, 'OVERFLOW', ['DEFECT'])]
function standardOf(stockType: string): readonly PutAwayRule[] {
  if (stockType === 'RETURN') return returned
  return stockType === 'DAMAGE' || stockType === 'EXPIRED' ? unsaleable : standard
}

export interface Rules {
  /** Whose rules these are; null for those that hold without a scheme. */
  readonly scheme: { readonly code: string; readonly name: string } | null
  readonly rules: readonly PutAwayRule[]
}

/** Goods as far as they decide by whose rules they go. */
type Served = Pick<Goods, 'product' | 'ownerId' | 'stockType'>

/** The rules of the scheme that serves the goods. */
export async function readRules(ctx: Ctx, { product, ownerId, stockType }: Served): Promise<Rules> {
  const rows = await ctx.tx.query<RuleRow>(
    rulesFor(ctx, {
      productId: sql`${product.id}::bigint`,
      categoryId: sql`${product.categoryId}::bigint`,
      schemeId: sql`${product.storageSchemeId}::bigint`,
      ownerId: sql`${ownerId}::bigint`,
      stockType: sql`${stockType}`,
    }),
  )
  return rulesOf(rows, stockType)
}
const rulesFor = (ctx: Ctx, of: SchemeGoods): Sql => sql`
    select s.code as scheme_code, s.name as scheme_name, r.seq, r.method, r.storage_area_ids, r.bin_type_ids, r.usages, r.capacity, r.fefo_guard, r.mix_lot, r.split_allowed
    from (${schemeFor(ctx, of)}) s join wms_put_away_rule r on r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.scheme_id = s.id
    order by r.seq`

/** The same as JSON that {@link rulesOf} takes, for a product whose facts are asked beside. */
export const rulesJson = (ctx: Ctx, productId: string, ownerId: string, stockType: string): Sql => {
  const product = (column: string): Sql =>
    sql`(select ${raw(column)} from mdm_product where tenant_id = ${ctx.tenantId} and id = ${productId})`
  const of: SchemeGoods = {
    productId: sql`${productId}::bigint`,
    categoryId: product('category_id'),
    schemeId: product('storage_scheme_id'),
    ownerId: sql`${ownerId}::bigint`,
    stockType: sql`${stockType}`,
  }
  const columns = [
    'schemeCode',
    'schemeName',
    'seq',
    'method',
    'usages',
    'capacity',
    'fefoGuard',
    'mixLot',
    'splitAllowed',
  ]
  const ids = { storageAreaIds: 'x.storage_area_ids::text[]', binTypeIds: 'x.bin_type_ids::text[]' }
  return sql`(select json_agg(${jsonOf('x', [], columns, ids)}) from (${rulesFor(ctx, of)}) x)`
}

export function rulesOf(rows: readonly RuleRow[], stockType: string): Rules {
  const [first] = rows
  if (!first) return { scheme: null, rules: standardOf(stockType) }
  const rules = rows.map(
    (r): PutAwayRule => ({
      seq: r.seq,
      method: r.method,
      storageAreaIds: r.storageAreaIds,
      binTypeIds: r.binTypeIds,
      usages: r.usages.length > 0 ? r.usages : usagesOf(r.method),
      capacity: r.capacity,
      fefoGuard: r.fefoGuard,
      mixLot: r.mixLot,
      splitAllowed: r.splitAllowed,
    }),
  )
  return { scheme: { code: first.schemeCode, name: first.schemeName }, rules }
}

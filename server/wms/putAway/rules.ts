import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { PutAwayMethod, PutAwayRule } from '../strategy/putAwaySnapshot.ts'
import type { Goods } from './propose.ts'
import { schemeFor } from './scheme.ts'

interface RuleRow {
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
const standardOf = (stockType: string): readonly PutAwayRule[] =>
  stockType === 'DAMAGE' || stockType === 'EXPIRED' ? unsaleable : standard

export interface Rules {
  /** Whose rules these are; null for those that hold without a scheme. */
  readonly scheme: { readonly code: string; readonly name: string } | null
  readonly rules: readonly PutAwayRule[]
}

/** The rules of the scheme that serves the goods. */
export async function readRules(ctx: Ctx, g: Pick<Goods, 'product' | 'ownerId' | 'stockType'>): Promise<Rules> {
  const { product } = g
  const scheme = schemeFor(ctx, {
    productId: sql`${product.id}::bigint`,
    categoryId: sql`${product.categoryId}::bigint`,
    schemeId: sql`${product.storageSchemeId}::bigint`,
    ownerId: sql`${g.ownerId}::bigint`,
    stockType: sql`${g.stockType}`,
  })
  const rows = await ctx.tx.query<RuleRow>(sql`
    select s.code as scheme_code, s.name as scheme_name, r.seq, r.method, r.storage_area_ids, r.bin_type_ids, r.usages, r.capacity, r.fefo_guard, r.mix_lot, r.split_allowed
    from (${scheme}) s join wms_put_away_rule r on r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.scheme_id = s.id
    order by r.seq`)
  const [first] = rows
  if (!first) return { scheme: null, rules: standardOf(g.stockType) }
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

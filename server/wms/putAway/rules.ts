import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { PutAwayMethod, PutAwayRule } from '../strategy/putAwaySnapshot.ts'
import type { Goods } from './propose.ts'

interface RuleRow {
  seq: number
  method: PutAwayMethod
  storageAreaId: string | null
  binTypeId: string | null
  usage: string | null
  fefoGuard: boolean
  mixLot: boolean
  splitAllowed: boolean
}

/** Where a method looks when its rule names no usage. */
const usagesOf = (method: PutAwayMethod): readonly string[] =>
  method === 'FIXED_PICK' ? ['PICK', 'PICK_STORAGE'] : ['STORAGE', 'PICK_STORAGE']

const rule = (seq: number, method: PutAwayMethod): PutAwayRule => ({
  seq,
  method,
  storageAreaIds: [],
  binTypeIds: [],
  usages: usagesOf(method),
  capacity: 'CHECK',
  fefoGuard: false,
  mixLot: true,
  splitAllowed: true,
})
/** What holds when nobody made a scheme: its pick face, beside its own lot, then an empty bin. */
const standard: readonly PutAwayRule[] = [rule(10, 'FIXED_PICK'), rule(20, 'SAME_LOT'), rule(30, 'EMPTY')]

/** The rules of the most specific scheme: the product's own, then by product, category, owner, then the general one. */
export async function readRules(
  ctx: Ctx,
  g: Pick<Goods, 'product' | 'ownerId' | 'stockType'>,
): Promise<readonly PutAwayRule[]> {
  const { product } = g
  const rows = await ctx.tx.query<RuleRow>(sql`
    select r.seq, r.method, r.storage_area_id, r.bin_type_id, r.usage, r.fefo_guard, r.mix_lot, r.split_allowed from wms_put_away_rule r
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.scheme_id = (
      select s.id from wms_product_storage_scheme s
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and not s.disabled and ${g.stockType} = any(s.stock_types)
        and (s.product_id is null or s.product_id = ${product.id}) and (s.category_id is null or s.category_id = ${product.categoryId})
        and (s.owner_id is null or s.owner_id = ${g.ownerId})
      order by (s.id = ${product.storageSchemeId}) desc nulls last, (s.product_id is not null) desc, (s.category_id is not null) desc, (s.owner_id is not null) desc, s.priority, s.id
      limit 1)
    order by r.seq`)
  if (rows.length === 0) return standard
  return rows.map((r) => ({
    seq: r.seq,
    method: r.method,
    storageAreaIds: r.storageAreaId ? [r.storageAreaId] : [],
    binTypeIds: r.binTypeId ? [r.binTypeId] : [],
    usages: r.usage ? [r.usage] : usagesOf(r.method),
    capacity: 'CHECK',
    fefoGuard: r.fefoGuard,
    mixLot: r.mixLot,
    splitAllowed: r.splitAllowed,
  }))
}

import { Fault } from '@lading/contract/kernel/fault.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, productOwner } from '@lading/contract/mdm/product.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'

/**
 * Products are dealt in by the owner, whom the caller may see.
 * @param fieldOf which field of the input names the product
 * @throws Fault notFound, notOwners
 */
export async function demandOwned(
  ctx: Ctx,
  ownerId: string,
  productIds: readonly string[],
  fieldOf?: (index: number) => string,
): Promise<void> {
  const rows = await ctx.tx.query<{ id: string; code: string; owned: boolean; owner: string }>(sql`
    select p.id, p.code, o.code as owner, exists (
      select 1 from ${named(ctx, productOwner.entity, 'g')} where g.product_id = p.id and g.owner_id = o.id) as owned
    from ${from(ctx, product, 'p')} cross join ${named(ctx, owner, 'o')} where o.id = ${ownerId} and p.id = any(${[...new Set(productIds)]}::bigint[])`)
  const known = new Map(rows.map((r) => [r.id, r]))
  for (const [i, id] of productIds.entries()) {
    const row = found(known.get(id), product.title)
    const at = fieldOf ? [{ field: fieldOf(i), rule: 'owner', message: row.code }] : []
    if (!row.owned) throw new Fault(wmsFaults.notOwners, { code: row.code, owner: row.owner }, at)
  }
}

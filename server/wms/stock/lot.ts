// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { createHash } from 'node:crypto'
import { lot } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

export interface LotFacts {
  readonly productionDate: string | null
  readonly expireDate: string | null
  readonly productionBatch: string | null
  readonly vendorId: string | null
  /** The bill that the goods came with, where an owner wants a lot for each. */
  readonly receiptId?: string
  /** What the product asks of each lot beside its dates, by name. */
  readonly attrs?: Readonly<Record<string, string>>
}

/** Attributes that were given, in one order; none as null. */
function attrText(attrs: LotFacts['attrs']): string | null {
  const given = Object.entries(attrs ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return given.length > 0 ? JSON.stringify(Object.fromEntries(given)) : null
}

/** What tells lots of a product apart, as one text. Nothing asked for: all goods of the owner are one lot. */
export function lotIdentity(facts: LotFacts, dimensions: readonly string[]): string {
  const attrs = attrText(facts.attrs)
  const parts = [
    dimensions.includes('EXPIRY') ? `E${facts.expireDate ?? ''}` : '',
    dimensions.includes('BATCH') ? `B${facts.productionBatch ?? ''}` : '',
    dimensions.includes('VENDOR') ? `V${facts.vendorId ?? ''}` : '',
    attrs === null ? '' : `A${createHash('sha256').update(attrs).digest('base64url').slice(0, 22)}`,
    dimensions.includes('RECEIPT') ? `R${facts.receiptId ?? ''}` : '',
  ]
  return parts.filter(Boolean).join('|') || '-'
}

/** Asks for the lot that goods would join; no row while there is none. */
export const lotNamed = (
  ctx: Ctx,
  ownerId: string,
  productId: string,
  facts: LotFacts,
  dimensions: readonly string[],
): Sql => sql`
  select id from wms_lot where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
    and owner_id = ${ownerId} and product_id = ${productId} and identity = ${lotIdentity(facts, dimensions)}`

/** The lot of goods that are alike, made when there is none. Concurrent receivers get the same one. */
export async function lotOf(
  ctx: Ctx,
  ownerId: string,
  productId: string,
  facts: LotFacts,
  dimensions: readonly string[],
): Promise<string> {
  const find = () => ctx.tx.maybe<RowOf<typeof lot, 'id'>>(lotNamed(ctx, ownerId, productId, facts, dimensions))
  const known = await find()
  if (known) return known.id
  const { productionDate, expireDate, productionBatch, vendorId } = facts
  const identity = lotIdentity(facts, dimensions)
  const dates = { productionDate, expireDate, productionBatch, vendorId, attr: attrText(facts.attrs) }
  const { ids, count } = await insert(
    ctx,
    lot,
    [{ ownerId, productId, lotNo: ctx.number('L'), identity, ...dates }],
    sql`on conflict (tenant_id, org_id, owner_id, product_id, identity) do nothing`,
  )
  const [id = ''] = ids
  if (count === 1) return id
  return (await find())?.id ?? id
}

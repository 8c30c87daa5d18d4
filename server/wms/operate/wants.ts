// engine: promises stock to orders under lock, and divides orders

import { ceilTo, floorTo, type Qty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { ProductFacts } from '../masters/facts.ts'
import { type RoundRule, roundToCase } from '../strategy/splitPack.ts'

/** What a line asks of the stock: `cut` is what no whole case is left for. */
export interface Want {
  readonly want: Qty
  readonly cut: Qty
}

type Packed = Pick<ProductFacts, 'qpc' | 'splitAllowed' | 'isWeigh'>

/**
 * Goods that may not be split leave in whole cases. Of the others a store may wish so where nobody picks pieces of them.
 * Up may be more than was ordered. Source: wms.md 7.4 step 3.
 */
export function wantOf(
  asked: Qty,
  { qpc, splitAllowed, isWeigh }: Packed,
  rule: RoundRule,
  hasPieceFace: boolean,
): Want {
  if (isWeigh) return { want: asked, cut: 0n }
  const want = splitAllowed
    ? roundToCase(asked, qpc, hasPieceFace ? 'NONE' : rule)
    : rule === 'UP'
      ? ceilTo(asked, qpc)
      : floorTo(asked, qpc)
  return { want, cut: want < asked ? asked - want : 0n }
}

/** Products of which pieces are picked somewhere in this logistics centre. */
export async function pieceFaces(ctx: Ctx, productIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select distinct f.product_id as id from wms_product_bin f
    join wms_bin b on b.tenant_id = f.tenant_id and b.id = f.bin_id and not b.disabled
    left join wms_pick_area a on a.tenant_id = b.tenant_id and a.id = b.pick_area_id
    where f.tenant_id = ${ctx.tenantId} and f.org_id = ${ctx.org.id} and f.role = 'PICK'
      and f.product_id = any(${productIds}::bigint[]) and coalesce(a.pick_type, 'BOTH') <> 'CASE'`)
  return new Set(rows.map((r) => r.id))
}

import { product, qpc } from '@lading/contract/mdm/product.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import { caseText } from '../computed/cases.ts'

/** Goods `w` of a line `l`, and its pack `q`: its own, or the product's usual one. */
export const pack = (ctx: Ctx): Sql => sql`
  join ${named(ctx, product, 'w')} on w.id = l.product_id
  left join ${named(ctx, qpc, 'q')} on q.id = coalesce(l.qpc_id, (
    select d.id from ${named(ctx, qpc, 'd')} where d.product_id = l.product_id order by d.is_default desc, d.id limit 1))`

/** Cases of lines with their `pack`, as the figure that bars are drawn by. */
export const cases = (qty: string): Sql =>
  sql`round(coalesce(sum(${raw(qty)} / coalesce(nullif(q.qpc, 0), 1)), 0), 1)::text`

/** The same as a clerk counts it, whole cases and loose apart, goods sold by weight on their own, and as that figure. */
export function amount(qty: string): Sql {
  const x = raw(qty)
  const counted = sql`filter (where not w.is_weigh)`
  const text = caseText(
    sql`coalesce(sum(case when q.qpc > 1 then floor(${x} / q.qpc) else 0 end) ${counted}, 0)`,
    sql`coalesce(sum(case when q.qpc > 1 then mod(${x}, q.qpc) else ${x} end) ${counted}, 0)`,
    sql`coalesce(sum(${x}) filter (where w.is_weigh), 0)`,
  )
  return sql`jsonb_build_object('cases', ${cases(qty)}, 'text', ${text})`
}

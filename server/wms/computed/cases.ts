import { product } from '@lading/contract/mdm/product.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'

/** What `casesOf` asks of the pack `q`: what one case of it holds, and what an inner pack. */
export const itsPack: Sql = sql`array[q.qpc, q.mid_qpc]`

/**
 * 件数 of base units in SQL, as `caseText.ts` has them: `3+2`, `3`, `0+2`, `5+1+1` with inner packs, and `-(3+2)` of what is
 * missing.
 */
export const casesOf = (qty: Sql, pack: Sql): Sql => sql`(
  select case when c.qpc is null or c.qpc <= 1 or c.qty is null then trim_scale(c.qty)::text
    else ${signed(
      sql`trunc(abs(c.qty) / c.qpc)::text || case when c.rest = 0 then ''
      when c.mid > 1 and c.mid < c.qpc then '+' || floor(c.rest / c.mid)::text || '+' || trim_scale(mod(c.rest, c.mid))::text
      else '+' || trim_scale(c.rest)::text end`,
      sql`c.qty < 0`,
      sql`c.rest = 0`,
    )} end
  from (select b.qty, b.pack[1] as qpc, b.pack[2] as mid, mod(abs(b.qty), nullif(b.pack[1], 0)) as rest
    from (select ${qty} as qty, ${pack} as pack) b) c)`

/** The sign of all parts in front of them, in brackets where there are several. */
const signed = (parts: Sql, isMinus: Sql, isOne: Sql): Sql =>
  sql`case when not (${isMinus}) then ${parts} when ${isOne} then '-' || (${parts}) else '-(' || (${parts}) || ')' end`

/** What `caseSum` asks of the pack `q` of a row: how many it holds, and whether its goods are weighed. */
export const packed = (ctx: Ctx): Sql => sql`q.qpc, (
  select p.is_weigh from ${named(ctx, product, 'p')} where p.id = q.product_id) as weigh`

/**
 * Σ 件数 of rows `qty, qpc, weigh` in different packs: whole cases and loose pieces apart, and weights on their own, for
 * a kilogram is no piece: `12+7 · 5.25 kg`.
 */
export const caseSum = (rows: Sql): Sql => sql`(
  select ${caseText(
    sql`coalesce(sum(case when r.qpc > 1 then trunc(r.qty / r.qpc) else 0 end) filter (where r.weigh is not true), 0)`,
    sql`coalesce(sum(case when r.qpc > 1 then mod(r.qty, r.qpc) else r.qty end) filter (where r.weigh is not true), 0)`,
    sql`coalesce(sum(r.qty) filter (where r.weigh), 0)`,
  )} from (${rows}) r)`

/** The text of three sums: goods sold by weight have the kilogram as their base unit. */
export const caseText = (cases: Sql, loose: Sql, kg: Sql): Sql => sql`concat_ws(' · ',
  case when ${cases} <> 0 or ${loose} <> 0 or ${kg} = 0
    then case when ${loose} = 0 then ${cases}::text
      when ${loose} < 0 and ${cases} <= 0 then '-(' || abs(${cases})::text || '+' || trim_scale(abs(${loose}))::text || ')'
      when ${cases} < 0 then '(' || ${cases}::text || ')+' || trim_scale(${loose})::text
      when ${loose} < 0 then ${cases}::text || '+(' || trim_scale(${loose})::text || ')'
      else ${cases}::text || '+' || trim_scale(${loose})::text end end,
  case when ${kg} <> 0 then trim_scale(${kg})::text || ' kg' end)`

import { packChange } from '@lading/contract/mdm/packChange.ts'
import { openChangeStates } from '@lading/contract/mdm/packChangeStates.ts'
import { leastPart, type PackIssue } from '@lading/contract/mdm/packIssues.ts'
import { productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import { levelsOfPack } from '../masters/goodsCode.ts'

/**
 * Whether a text has the length of a GTIN and its check digit: `hasCheckDigit` of the contract, where lists filter by it. Both are
 * held against each other by a test.
 */
export const isGtin = (code: Sql): Sql => sql`(case when ${hasLength(code)} then (
  select sum(substr(lpad(${code}, 14, '0'), n, 1)::integer * (1 + 2 * (n % 2))) % 10 = 0 from generate_series(1, 14) n) else false end)`
const hasLength = (code: Sql): Sql => sql`${code} ~ '^([0-9]{8}|[0-9]{12,14})$'`
/** The twelve digits that a grouping takes over from what it holds. */
const body = (code: Sql): Sql => sql`substr(lpad(${code}, 14, '0'), 2, 12)`

/** Whether one of the product's packs in use is like this. */
const packWith = (ctx: Ctx, like: Sql): Sql => sql`exists (select 1 from ${named(ctx, qpc, 'q')}
  where q.product_id = t.id and not q.disabled and (${like}))`
/** Whether one of them has a code at some level that is like this. */
const codeWith = (ctx: Ctx, like: Sql): Sql =>
  packWith(ctx, sql`exists (select 1 from ${levelsOfPack} where c.code is not null and (${like}))`)
/** Whether a piece has a code like this. */
const pieceWith = (ctx: Ctx, like: Sql): Sql => sql`exists (
  select 1 from ${named(ctx, productBarcode.entity, 'b')} where b.product_id = t.id and (${like}))`

const volume = (of: Sql): Sql =>
  sql`coalesce(${of}.volume_m3, ${of}.length_cm * ${of}.width_cm * ${of}.height_cm / 1000000)`
const [piece, pack] = [sql`t`, sql`q`]
const code = sql`c.code`

/** By issue whether a product `t` has it. */
const rules: Readonly<Record<PackIssue, (ctx: Ctx) => Sql>> = {
  NO_GTIN: (ctx) => sql`not ${pieceWith(ctx, isGtin(sql`b.code`))}`,
  WRONG_DIGIT: (ctx) => codeWith(ctx, sql`${hasLength(code)} and not ${isGtin(code)}`),
  IN_STORE: (ctx) =>
    codeWith(ctx, sql`length(c.code) <> 8 and ${isGtin(code)} and lpad(c.code, 14, '0') ~ '^0(02|04|2[0-9])'`),
  INDICATOR: (ctx) =>
    codeWith(
      ctx,
      sql`c.code ~ '^[1-8][0-9]{13}$' and not ${pieceWith(ctx, sql`${isGtin(sql`b.code`)} and ${body(sql`b.code`)} = ${body(code)}`)}
        and not exists (select 1 from (values (q.mid_barcode, q.mid_qpc), (q.barcode, q.qpc)) as held(code, qty)
          where held.qty < c.qty and ${isGtin(sql`held.code`)} and ${body(sql`held.code`)} = ${body(code)})`,
    ),
  VARIABLE: (ctx) =>
    sql`(not t.is_weigh and (${codeWith(ctx, sql`c.code ~ '^9[0-9]{13}$'`)} or ${pieceWith(ctx, sql`b.code ~ '^9[0-9]{13}$'`)}))`,
  SMALL: (ctx) => packWith(ctx, sql`${volume(pack)} < ${volume(piece)} * q.qpc * ${leastPart}::numeric`),
  LIGHT: (ctx) => packWith(ctx, sql`q.weight_kg < t.weight_kg * q.qpc`),
  NO_CASE_CODE: (ctx) => packWith(ctx, sql`q.qpc > 1 and q.barcode is null`),
  NO_SIZE: (ctx) => packWith(ctx, sql`q.length_cm is null or q.width_cm is null or q.height_cm is null`),
  NO_WEIGHT: (ctx) => packWith(ctx, sql`q.weight_kg is null and t.weight_kg is null`),
}

/** 问题: never kept, so that they are never those of yesterday. */
export const issuesComputed: Computed = {
  value: (ctx) =>
    sql`array_remove(array[${join(
      Object.entries(rules).map(([issue, has]) => sql`case when ${has(ctx)} then ${issue}::text end`),
    )}], null)`,
  where: (ctx, v) => {
    const asked = [v].flat().map((issue) => rules[String(issue) as PackIssue]?.(ctx) ?? sql`false`)
    return sql`(${join(asked, ' or ')})`
  },
}

/** Requests about packs of a product `t`. */
const requests = (ctx: Ctx, states: readonly string[]): Sql =>
  sql`from ${named(ctx, packChange.header, 'r')} where r.product_id = t.id and r.state = any(${states}::text[])`
export const changesComputed: Computed = {
  value: (ctx) => sql`select r.state ${requests(ctx, openChangeStates)} order by r.id desc limit 1`,
  where: (ctx, v) => sql`exists (select 1 ${requests(ctx, [v].flat().map(String))})`,
}

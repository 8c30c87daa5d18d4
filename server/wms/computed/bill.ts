import { codesOf } from '@lading/contract/mdm/goodsCode.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { productHas } from '../masters/goodsCode.ts'
import { caseSum, casesOf, itsPack, packed } from './cases.ts'

/** Goods named in a list's cell; of more it says that there are more. */
const namedMost = 3

const linesOf = (ctx: Ctx, b: AnyBill): Sql => sql`
  ${from(ctx, b.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
  where l.org_id = t.org_id and l.bill_id = t.id`

/** A quantity of all lines in cases and loose units: packs differ, so neither is carried into the other. */
const cases = (b: AnyBill, quantity: string): Computed => ({
  value: (ctx) =>
    caseSum(sql`select l.${raw(quantity)} as qty, ${packed(ctx)} from ${from(ctx, b.line, 'l')}
      left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
      where l.org_id = t.org_id and l.bill_id = t.id`),
})

/** What a product bill's header says of its lines. */
export const goodsComputed = (b: AnyBill): Readonly<Record<string, Computed>> => ({
  product: {
    value: (ctx) => sql`
      select string_agg(case when x.place > ${namedMost} then '…' else x.code end, ' ' order by x.place) from (
        select p.code, row_number() over (order by l.line_no) as place from ${linesOf(ctx, b)}
        order by place limit ${namedMost + 1}) x`,
    where: (ctx, v) => sql`exists (select 1 from ${linesOf(ctx, b)} and (
      (p.code >= ${String(v)} and p.code < ${`${String(v)}\u{10FFFF}`}) or position(lower(${String(v)}) in lower(concat_ws(' ', p.name, p.name_en))) > 0
      or ${productHas(ctx, codesOf(String(v)))}))`,
  },
  ...Object.fromEntries(
    Object.keys(b.header.fields)
      .filter((name) => name.endsWith('Cases'))
      .map((name) => [name, cases(b, snake(name.replace(/Cases$/, 'Qty')))]),
  ),
})

const ownPack = (ctx: Ctx): Sql => sql`(select ${itsPack} from ${named(ctx, qpc, 'q')} where q.id = t.qpc_id)`
/** 件数 of one line, in its own pack. */
export const lineComputed: Readonly<Record<string, Computed>> = {
  planCases: { value: (ctx) => casesOf(sql`t.plan_qty`, ownPack(ctx)) },
  doneCases: { value: (ctx) => casesOf(sql`t.done_qty`, ownPack(ctx)) },
}

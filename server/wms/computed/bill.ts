import type { AnyBill } from '@lading/contract/kernel/bill.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { visible } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { caseSum, casesOf, packed } from './cases.ts'

/** Goods named in a list's cell; of more it says that there are more. */
const named = 3

const linesOf = (ctx: Ctx, b: AnyBill): Sql => sql`
  ${raw(b.line.table)} l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
  where ${visible(b.line, ctx, 'l')} and l.bill_id = t.id`

/** A quantity of all lines in cases and loose units: packs differ, so neither is carried into the other. */
const cases = (b: AnyBill, quantity: string): Computed => ({
  value: (ctx) =>
    caseSum(sql`select l.${raw(quantity)} as qty, ${packed} from ${raw(b.line.table)} l
      left join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.id = l.qpc_id
      where ${visible(b.line, ctx, 'l')} and l.bill_id = t.id`),
})

/** What a product bill's header says of its lines. */
export const goodsComputed = (b: AnyBill): Readonly<Record<string, Computed>> => ({
  product: {
    value: (ctx) => sql`
      select string_agg(case when x.place > ${named} then '…' else x.code end, ' ' order by x.place) from (
        select p.code, row_number() over (order by l.line_no) as place from ${linesOf(ctx, b)}
        order by place limit ${named + 1}) x`,
    where: (ctx, v) => sql`exists (select 1 from ${linesOf(ctx, b)} and (
      (p.code >= ${String(v)} and p.code < ${`${String(v)}\u{10FFFF}`}) or position(lower(${String(v)}) in lower(p.name)) > 0
      or exists (select 1 from mdm_product_barcode c where c.tenant_id = p.tenant_id and c.product_id = p.id and c.code = ${String(v)})))`,
  },
  ...Object.fromEntries(
    Object.keys(b.header.fields)
      .filter((name) => name.endsWith('Cases'))
      .map((name) => [name, cases(b, snake(name.replace(/Cases$/, 'Qty')))]),
  ),
})

const ownPack = sql`(select q.qpc from mdm_product_qpc q where q.tenant_id = t.tenant_id and q.id = t.qpc_id)`
/** 件数 of one line, in its own pack. */
export const lineComputed: Readonly<Record<string, Computed>> = {
  planCases: { value: () => casesOf(sql`t.plan_qty`, ownPack) },
  doneCases: { value: () => casesOf(sql`t.done_qty`, ownPack) },
}

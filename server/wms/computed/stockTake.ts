import { product, qpc } from '@lading/contract/mdm/product.ts'
import { stockTakeBin } from '@lading/contract/wms/stockTakeBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { lastWords } from '../stockTake/trail.ts'
import { caseSum } from './cases.ts'

/** Bins `b` of the count `t`. */
const bins = (which: Sql) => (ctx: Ctx) =>
  sql`
  select count(*)::integer from ${from(ctx, stockTakeBin, 'b')} where b.org_id = t.org_id and b.take_id = t.id and ${which}`
/** What was counted more, or less; none where nothing was. */
const off = (sign: Sql) => (ctx: Ctx) =>
  sql`
  nullif(${caseSum(sql`
    select abs(k.diff_qty) as qty, q.qpc, p.is_weigh as weigh from ${lastWords(ctx, sql`t.id`)} k
    join ${named(ctx, qpc, 'q')} on q.id = k.qpc_id join ${named(ctx, product, 'p')} on p.id = k.product_id where sign(k.diff_qty) = ${sign}`)}, '0')`

export const takeComputed: Readonly<Record<string, Computed>> = {
  bins: { value: bins(sql`true`) },
  openBins: { value: bins(sql`b.state = 'OPEN'`) },
  diffBins: { value: bins(sql`b.state in ('DIFFERS', 'ADJUSTED')`) },
  recounts: { value: bins(sql`b.round > 1`) },
  countedPct: {
    value: (ctx) => sql`
      select round(100.0 * count(*) filter (where b.state in ('MATCHED', 'DIFFERS', 'ADJUSTED')) / nullif(count(*), 0), 1)
      from ${from(ctx, stockTakeBin, 'b')} where b.org_id = t.org_id and b.take_id = t.id`,
  },
  plusCases: { value: off(sql`1`) },
  minusCases: { value: off(sql`-1`) },
}

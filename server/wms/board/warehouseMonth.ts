import { product } from '@lading/contract/mdm/product.ts'
import { monthDays, nearMax, slowDays, type warehouseMonth } from '@lading/contract/wms/dashboardWarehouse.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { ledger, stock } from '@lading/contract/wms/stock.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { dayIn } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { businessDay } from '../../platform/document/day.ts'
import { lastWords } from '../stockTake/trail.ts'
import { amount, pack } from './amount.ts'
import { nothingLeft } from './slow.ts'
import { ofOwner, worth } from './warehouse.ts'

type Month = z.output<typeof warehouseMonth.output>
const dayMs = 86_400_000
/** When the stretch began that turnover and accuracy are of. */
export const monthAgo = (ctx: Ctx): Date => new Date(ctx.now().getTime() - monthDays * dayMs)

/** 周转, 盘点准确率 and 滞销: what only a stretch of time tells. */
export async function readMonth(ctx: Ctx, input: { ownerId?: string | undefined }): Promise<Month> {
  const of = ofOwner(ctx, input.ownerId)
  const since = monthAgo(ctx)
  const [turnover, counts, slow] = await Promise.all([readTurnover(of, since), readCounts(of, since), readSlow(of)])
  return { from: dayIn(ctx.org.timeZone, since), to: businessDay(ctx), turnover, counts, slow }
}

/**
 * 周转天数: stock of an average day over what leaves on one, by price, since bottles and kilograms have no sum. Read from the
 * places outside, which see nothing of what is moved within: stock of an earlier day is today's and what left since, less
 * what came. A line of n whole days ago thus counts for the `monthDays - 1 - n` days before it.
 */
const readTurnover = (ctx: Ctx, since: Date): Promise<Month['turnover']> =>
  ctx.tx.one<Month['turnover']>(sql`
    with moved as materialized (
      select x.product_id, sum(x.delta) filter (where b.code = 'V_STORE') as gone,
        sum(x.delta * greatest(${monthDays - 1} - floor(extract(epoch from ${ctx.now()}::timestamptz - x.created_at) / 86400), 0)) as before
      from ${fromHere(ctx, ledger, 'x')} join ${named(ctx, bin, 'b')} on b.id = x.bin_id
      where x.bin_id = any(array(select v.id from ${named(ctx, bin, 'v')} where v.org_id = ${ctx.org.id} and v.usage = 'VIRTUAL'))
        and x.id > ${idAt(new Date(since.getTime() - dayMs))}::bigint and x.created_at > ${since}
      group by x.product_id),
    held as materialized (select s.product_id, sum(s.qty) as qty from ${fromHere(ctx, stock, 's')} where s.qty > 0 group by s.product_id),
    sums as (
      select greatest(sum(p.price * (coalesce(h.qty, 0) + coalesce(m.before, 0) / ${monthDays}::numeric)), 0) as stock,
        coalesce(sum(p.price * m.gone), 0) / ${monthDays}::numeric as gone
      from held h full join moved m on m.product_id = h.product_id join ${named(ctx, product, 'p')} on p.id = coalesce(h.product_id, m.product_id))
    select round(coalesce(stock, 0), 2)::text as stock, round(coalesce(gone, 0), 2)::text as out,
      case when gone > 0 then round(stock / gone, 1)::text end as days from sums`)

/** 盘点准确率: 1 − Σ|difference| / Σ book, of the last word on each stock in counts that ended in the stretch. */
export const readCounts = (ctx: Ctx, since: Date): Promise<Month['counts']> =>
  ctx.tx.one<Month['counts']>(sql`
    with took as materialized (
      select b.id from ${fromHere(ctx, stockTakeBill.header, 'b')} where b.state = 'FINISHED' and b.finished_at >= ${since})
    select (select count(*)::integer from took) as takes,
      case when sum(k.book_qty) > 0 then greatest(round(100 * (1 - sum(abs(k.diff_qty)) / sum(k.book_qty)), 2), 0)::text end as accuracy_pct
    from ${lastWords(ctx, sql`any(array(select id from took))`)} k`)

/** 滞销: what lay here all the days without any of it leaving, the dearest first. */
async function readSlow(ctx: Ctx): Promise<Month['slow']> {
  const rows = await ctx.tx.query<Month['slow']['top'][number] & { products: number; total: string | null }>(sql`
    with goods as materialized (
      select t.product_id, t.qpc_id, sum(t.qty) as qty from ${fromHere(ctx, stock, 't')} where t.qty > 0 and ${nothingLeft(ctx, slowDays)} group by 1, 2)
    select w.id as product_id, w.code, ${spoken(ctx, product, 'name', 'w')} as name, ${amount('l.qty')} as qty, ${worth} as amount,
      count(*) over ()::integer as products, round(sum(sum(l.qty * w.price)) over (), 2)::text as total
    from goods l ${pack(ctx)} group by w.id, w.code, ${spoken(ctx, product, 'name', 'w')}
    order by sum(l.qty * w.price) desc nulls last, w.code limit ${nearMax}`)
  const [first] = rows
  return {
    products: first?.products ?? 0,
    amount: first?.total ?? null,
    top: rows.map(({ products: _, total: __, ...row }) => row),
  }
}

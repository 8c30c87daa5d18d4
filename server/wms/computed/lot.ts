import { product } from '@lading/contract/mdm/product.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

const rows = (ctx: Ctx): Sql =>
  sql`from ${from(ctx, stock, 's')} where s.org_id = t.org_id and s.lot_id = t.id and s.qty > 0`

/**
 * How a lot stands that has so many days left, by the days of its product `p`; null: it has no end. What has fewer days
 * left than its days of stop-sale is not allocated any more.
 */
export const shelfState = (days: Sql, p: string): Sql => sql`
  case when ${days} < 0 then 'EXPIRED' when ${days} < ${raw(p)}.out_days then 'STOPPED' when ${days} <= ${raw(p)}.near_days then 'NEAR'
    when ${days} >= 0 then 'FRESH' end`

/** How much of a lot there is and how long it lasts. */
export const lotComputed: Readonly<Record<string, Computed>> = {
  /** `产地: 山东`, one after the other. */
  attrs: {
    value: () => sql`select string_agg(a.key || ': ' || a.value, '; ' order by a.key) from jsonb_each_text(t.attr) a`,
  },
  onHand: { value: (ctx) => sql`select coalesce(sum(s.qty), 0) ${rows(ctx)}` },
  free: {
    value: (ctx) => sql`select case when t.hold then 0 else coalesce(sum(s.qty - s.reserved_qty), 0) end ${rows(ctx)}`,
  },
  daysLeft: { value: (ctx) => sql`t.expire_date - ${businessDay(ctx)}::date` },
  shelfState: {
    value: (ctx) => sql`
      select ${shelfState(sql`t.expire_date - ${businessDay(ctx)}::date`, 'p')} from ${named(ctx, product, 'p')} where p.id = t.product_id`,
  },
  ageDays: {
    value: (ctx) => sql`
      select ${businessDay(ctx)}::date - min(s.first_in_at at time zone ${ctx.org.timeZone})::date ${rows(ctx)}`,
  },
  hasStock: { value: (ctx) => sql`exists (select 1 ${rows(ctx)})` },
}

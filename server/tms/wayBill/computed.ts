import { clientSite, siteWindow } from '@lading/contract/tms/clientSite.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computations } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'

/** The site that a driver comes to; the other one is a depot. */
const served = sql`case when t.kind in ('PICKUP', 'RETURN', 'CONTAINER') then t.from_site_id else t.to_site_id end`
const ofSite = (column: string) => ({
  value: (ctx: Ctx) => sql`(select s.${raw(column)} from ${named(ctx, clientSite, 's')} where s.id = ${served})`,
})
/** By the clocks of the organisation; the day only where it is another one than that of delivery. */
const atHour = (ctx: Ctx, column: string) => {
  const at = sql`(t.${raw(column)} at time zone ${ctx.org.timeZone})`
  return sql`to_char(${at}, case when ${at}::date = t.biz_date then 'HH24:MI' else 'MM-DD HH24:MI' end)`
}
const over = ['SIGNED', 'PARTIAL', 'REJECTED', 'CLOSED', 'CANCELLED']

export const wayBillComputed: Computations = {
  [wayBill.header.table]: {
    regionId: ofSite('region_id'),
    route: ofSite('route'),
    /** Its own; else those of the site on that day of the week. */
    windowText: {
      value: (ctx) => sql`case when t.window_from is not null or t.window_to is not null
        then concat(${atHour(ctx, 'window_from')}, '-', ${atHour(ctx, 'window_to')})
        else (select string_agg(w.opens_at || '-' || w.closes_at, ' ' order by w.opens_at) from ${named(ctx, siteWindow.entity, 'w')}
          where w.site_id = ${served} and (w.days = '{}' or to_char(t.biz_date, 'ID') = any(w.days))) end`,
    },
    overdue: {
      value: (ctx) => sql`coalesce(t.window_to < ${ctx.now()} and t.state <> all(${over}::text[]), false)`,
    },
  },
}

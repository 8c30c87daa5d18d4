import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { tripEvent } from '@lading/contract/tms/tripEvent.ts'
import sql, { raw } from 'sql-template-tag'
import type { Computations } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import type { TableExtra } from '../../kernel/tables.ts'

const rate = (peak: string, cap: string) =>
  sql`case when t.${raw(cap)} > 0 then round(100 * t.${raw(peak)} / t.${raw(cap)}, 1) end`
/** A stop is late by what it was, or because its time has passed and nobody is there. */
const late = (now: Date) =>
  sql`(s.on_time = 'LATE' or (s.act_arrive_at is null and s.plan_arrive_at < ${now} and t.state = any('{RELEASED,ACCEPTED,CHECKED_IN,LOADING,LOADED,IN_TRANSIT}'::text[])))`

export const tripComputed: Computations = {
  [shipPlanBill.header.table]: {
    dots: {
      value: (
        ctx,
      ) => sql`(select string_agg(case when s.state in ('PARTIAL', 'REJECTED') then '✕' when ${late(ctx.now())} then '▲'
        when s.state = 'DONE' then '●' when s.state in ('ARRIVED', 'SERVING') then '◔' else '○' end, '' order by s.seq)
        from ${named(ctx, tripStop, 's')} where s.bill_id = t.id)`,
    },
    loadRate: { value: () => rate('peak_weight', 'load_kg') },
    volumeRate: { value: () => rate('peak_volume', 'volume_m3') },
    isLate: {
      value: (ctx) =>
        sql`exists (select 1 from ${named(ctx, tripStop, 's')} where s.bill_id = t.id and ${late(ctx.now())})`,
    },
  },
}
export const tripExtras: Readonly<Record<string, TableExtra>> = {
  // W1: a way bill belongs to one trip at most.
  [tripItem.key]: { indexes: [{ columns: 'org_id, way_bill_id', where: 'is_live', unique: true }] },
  [tripStop.key]: { indexes: [{ columns: 'bill_id' }] },
  [tripEvent.key]: { indexes: [{ columns: 'way_bill_id', where: 'way_bill_id is not null' }] },
}

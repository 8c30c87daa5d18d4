import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientSite, siteWindow } from '@lading/contract/tms/clientSite.ts'
import { region } from '@lading/contract/tms/region.ts'
import { roadNet } from '@lading/contract/tms/roadNet.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

type Of = Readonly<Record<string, Computed>>

/** How many rows in use name this one, of those that the reader sees. */
const count = (e: AnyEntity, by: string, more: Sql = sql`true`): Computed => ({
  value: (ctx) =>
    sql`(select count(*)::integer from ${from(ctx, e, 'n')} where n.${raw(by)} = t.id and not n.disabled and ${more})`,
})

/** The first of some days to come, and whether it is over. What ends on a day holds on that day. */
const expires = (first: (ctx: Ctx) => Sql): Of => ({
  nextExpiry: { value: (ctx) => sql`(${first(ctx)})::text` },
  isExpired: { value: (ctx) => sql`coalesce((${first(ctx)}) < ${businessDay(ctx)}::date, false)` },
})
const childrenOf = (e: AnyEntity): AnyEntity => {
  const child = e.fields.certificates?.rows?.entity
  if (!child) throw new Error(`${e.key} has no certificates`)
  return child
}

/** Metres along the great circle between the ends of a leg, as `straight` of the estimates has them. */
const line = sql`(2 * 6371008.8 * asin(least(1, sqrt(power(sin(radians((b.lat - a.lat)::float8) / 2), 2)
  + cos(radians(a.lat::float8)) * cos(radians(b.lat::float8)) * power(sin(radians((b.lng - a.lng)::float8) / 2), 2)))))`
const ends = (ctx: Ctx): Sql =>
  sql`from ${named(ctx, clientSite, 'a')} join ${named(ctx, clientSite, 'b')} on b.id = t.to_id where a.id = t.from_id`

/** What a truck says of itself, else its type. */
const ofTruck = (column: 'load_kg' | 'volume_m3'): Computed => ({
  value: (ctx) =>
    sql`coalesce(t.${raw(column)}, (select y.${raw(column)} from ${named(ctx, truckType, 'y')} where y.id = t.type_id))`,
})

const dayNames = {
  'zh-CN': ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  'en-US': ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const
/** Days `d` by name; three or more in a row by the first and the last. */
const daysIn = (names: readonly string[]): Sql => {
  const of = (day: Sql) => sql`(${names}::text[])[${day}]`
  return sql`case when count(*) > 2 and max(d::integer) - min(d::integer) + 1 = count(*)
    then ${of(sql`min(d::integer)`)} || '–' || ${of(sql`max(d::integer)`)}
    else string_agg(${of(sql`d::integer`)}, ' ' order by d) end`
}

export const tmsComputed: Readonly<Record<string, Of>> = {
  [truckType.table]: { trucks: count(truck, 'type_id') },
  [carrier.table]: {
    trucks: count(truck, 'carrier_id'),
    drivers: count(staff, 'carrier_id', sql`'DRIVER' = any(n.kinds)`),
    ...expires(
      (ctx) =>
        sql`select least(t.contract_to, (select min(c.valid_to) from ${named(ctx, childrenOf(carrier), 'c')} where c.carrier_id = t.id))`,
    ),
  },
  [truck.table]: {
    usableKg: ofTruck('load_kg'),
    usableM3: ofTruck('volume_m3'),
    ...expires((ctx) => sql`select min(c.valid_to) from ${named(ctx, childrenOf(truck), 'c')} where c.truck_id = t.id`),
  },
  [staff.table]: expires(() => sql`select least(t.licence_to, t.qualification_to)`),
  [client.table]: { sites: count(clientSite, 'client_id') },
  [region.table]: {
    sites: count(clientSite, 'region_id'),
    isDrawn: { value: () => sql`coalesce(jsonb_typeof(t.ring) = 'array', false)` },
  },
  [roadNet.table]: {
    detour: { value: (ctx) => sql`(select round((t.distance_m / nullif(${line}, 0))::numeric, 2) ${ends(ctx)})` },
    isSuspicious: {
      value: (ctx) => sql`coalesce((select t.distance_m / nullif(${line}, 0) not between 1 and 3 ${ends(ctx)}), false)
        or exists (select 1 from ${named(ctx, roadNet, 'w')} where w.from_id = t.to_id and w.to_id = t.from_id
          and w.profile = t.profile and abs(w.distance_m - t.distance_m) > 0.4 * least(w.distance_m, t.distance_m))`,
    },
  },
  [clientSite.table]: {
    windowText: {
      value: (
        ctx,
      ) => sql`(select string_agg(concat_ws(' ', (select ${daysIn(dayNames[ctx.language])} from unnest(w.days) d),
          w.opens_at || '-' || w.closes_at), '; ' order by w.days, w.opens_at)
        from ${named(ctx, siteWindow.entity, 'w')} where w.site_id = t.id)`,
    },
    isLocated: { value: () => sql`t.lng is not null and t.lat is not null` },
  },
}

import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientSite, siteWindow } from '@lading/contract/tms/clientSite.ts'
import { region } from '@lading/contract/tms/region.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

type Of = Readonly<Record<string, Computed>>

/** How many rows in use name this one. */
const count = (e: AnyEntity, by: string, more: Sql = sql`true`): Computed => ({
  value: (ctx) =>
    sql`(select count(*)::integer from ${named(ctx, e, 'n')} where n.${raw(by)} = t.id and not n.disabled and ${more})`,
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
  [truck.table]: expires(
    (ctx) => sql`select min(c.valid_to) from ${named(ctx, childrenOf(truck), 'c')} where c.truck_id = t.id`,
  ),
  [staff.table]: expires(() => sql`select least(t.licence_to, t.qualification_to)`),
  [client.table]: { sites: count(clientSite, 'client_id') },
  [region.table]: { sites: count(clientSite, 'region_id') },
  [clientSite.table]: {
    windowText: {
      value: (ctx) => sql`(select string_agg(w.opens_at || '-' || w.closes_at, ' ' order by w.opens_at)
        from ${named(ctx, siteWindow.entity, 'w')} where w.site_id = t.id)`,
    },
    isLocated: { value: () => sql`t.lng is not null and t.lat is not null` },
  },
}

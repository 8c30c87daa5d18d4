import { tag } from '@lading/contract/dps/equipment.ts'
import { light } from '@lading/contract/dps/light.ts'
import { slot } from '@lading/contract/dps/line.ts'
import { dpsPick, dpsTask } from '@lading/contract/dps/task.ts'
import { warehouseBin } from '@lading/contract/dps/warehouseBin.ts'
import {
  warehouseOwner,
  warehouseProduct,
  warehouseRouteScheme,
  warehouseStore,
} from '@lading/contract/dps/warehouseMasters.ts'
import { ownerDc } from '@lading/contract/mdm/owner.ts'
import { qpc } from '@lading/contract/mdm/product.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { sowingScheme, sowPosition } from '@lading/contract/wms/sowingScheme.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computations, Extents } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'

const isOpenPick = sql`p.state in ('WAIT', 'LIT')`
const isOpenTask = sql`k.state in ('WAIT', 'READY', 'BOUND', 'PICKING', 'SUSPENDED')`
const tasks = (ctx: Ctx, value: Sql, where: Sql): Sql =>
  sql`(select ${value} from ${from(ctx, dpsTask.header, 'k')} where ${isOpenTask} and ${where})`
const picks = (ctx: Ctx, value: Sql, where: Sql): Sql =>
  sql`(select ${value} from ${from(ctx, dpsPick, 'p')} where ${where})`
const count = sql`count(*)::integer`
const by = (value: (ctx: Ctx) => Sql) => ({ value })

const slotOf = (column: Sql) =>
  by((ctx) => sql`(select ${column} from ${named(ctx, slot.entity, 's')} where s.bin_id = t.id and s.enabled limit 1)`)
const isTagged = (ctx: Ctx): Sql =>
  sql`exists (select 1 from ${named(ctx, slot.entity, 's')} where s.bin_id = t.id and s.enabled)`

/** Bins with a tag at which a product stands, or is to be picked. */
const litFaces = (
  ctx: Ctx,
  value: Sql,
): Sql => sql`(select ${value} from ${from(ctx, slot.entity, 's')} where s.enabled and (
  exists (select 1 from ${named(ctx, productBin, 'f')} where f.bin_id = s.bin_id and f.product_id = t.id and f.role = 'PICK')
  or exists (select 1 from ${from(ctx, stock, 'o')} where o.bin_id = s.bin_id and o.product_id = t.id and o.qty > 0)))`

const places = by(
  (ctx) => sql`(select string_agg(m.code || ' ' || b.code, ', ' order by m.code, o.seq)
    from ${from(ctx, sowPosition.entity, 'o')} join ${from(ctx, sowingScheme, 'm')} on m.id = o.scheme_id and not m.disabled
    join ${named(ctx, bin, 'b')} on b.id = o.bin_id where o.store_id = t.id)`,
)
const ofRoute = (ctx: Ctx): Sql =>
  sql`k.store_id in (select r.id from ${named(ctx, warehouseRouteScheme, 'r')} where r.route = t.route)`
const today = (ctx: Ctx): Sql =>
  sql`(p.closed_at at time zone ${ctx.org.timeZone})::date = (${ctx.now()}::timestamptz at time zone ${ctx.org.timeZone})::date`

/** What DPS says of rows of the warehouse's masters. */
export const masterViewsComputed: Computations = {
  [warehouseBin.table]: {
    tagId: slotOf(sql`s.tag_id`),
    jobpointId: slotOf(sql`s.jobpoint_id`),
    isUntagged: by((ctx) => sql`not ${isTagged(ctx)}`),
    onHand: by(
      (ctx) => sql`(select coalesce(sum(o.qty), 0) from ${from(ctx, stock, 'o')} where o.bin_id = t.id and o.qty > 0)`,
    ),
    litQty: by(
      (
        ctx,
      ) => sql`(select sum(l.qty) from ${from(ctx, light, 'l')} join ${named(ctx, slot.entity, 's')} on s.tag_id = l.tag_id and s.enabled
        where s.bin_id = t.id and l.purpose = 'PICK' and l.state in ('QUEUED', 'LIT'))`,
    ),
    openPicks: by((ctx) =>
      picks(ctx, sql`sum(p.plan_qty - p.done_qty - p.short_qty)`, sql`p.bin_id = t.id and ${isOpenPick}`),
    ),
  },
  [warehouseProduct.table]: {
    packQty: by(
      (ctx) =>
        sql`(select q.qpc from ${named(ctx, qpc, 'q')} where q.product_id = t.id order by q.is_default desc, q.id limit 1)`,
    ),
    byLight: by(() => sql`not t.is_weigh`),
    litFaces: by((ctx) => litFaces(ctx, count)),
    hasLight: by((ctx) => litFaces(ctx, sql`count(*) > 0`)),
    largestPick: by((ctx) =>
      picks(ctx, sql`max(p.plan_qty - p.done_qty - p.short_qty)`, sql`p.product_id = t.id and ${isOpenPick}`),
    ),
    digitsShort: by(
      (ctx) => sql`exists (select 1 from ${from(ctx, dpsPick, 'p')} join ${named(ctx, tag, 'g')} on g.id = p.tag_id
        where p.product_id = t.id and ${isOpenPick} and length(trunc(p.plan_qty - p.done_qty - p.short_qty)::text) > g.digits)`,
    ),
  },
  [warehouseOwner.table]: {
    openTasks: by((ctx) => tasks(ctx, count, sql`k.owner_id = t.id`)),
    openLines: by((ctx) => picks(ctx, count, sql`p.owner_id = t.id and ${isOpenPick}`)),
    doneToday: by((ctx) => picks(ctx, count, sql`p.owner_id = t.id and p.state = 'DONE' and ${today(ctx)}`)),
  },
  [warehouseStore.table]: {
    openTasks: by((ctx) => tasks(ctx, count, sql`k.store_id = t.id`)),
    openLines: by((ctx) => picks(ctx, count, sql`p.store_id = t.id and ${isOpenPick}`)),
    places,
    routeStores: by(
      (ctx) =>
        sql`(select ${count} from ${named(ctx, warehouseRouteScheme, 'r')} where r.route = t.route and not r.disabled)`,
    ),
    routeTasks: by((ctx) => tasks(ctx, count, ofRoute(ctx))),
    routeDue: by((ctx) => tasks(ctx, sql`min(k.due_at)`, ofRoute(ctx))),
  },
}

/** Which rows the views of masters show. */
export const masterExtents: Extents = {
  [warehouseBin.key]: (
    who,
    t,
  ) => sql`(exists (select 1 from ${named(who, pickArea, 'xa')} where xa.id = ${t}.pick_area_id and xa.method = 'LIGHT')
    or exists (select 1 from ${named(who, slot.entity, 'xs')} where xs.bin_id = ${t}.id and xs.enabled))`,
  // Who is served in this centre: an owner for whom none is named is served in all.
  [warehouseOwner.key]: (who, t) => sql`(not ${t}.disabled and (${who.org.type} <> 'DC'
    or not exists (select 1 from ${named(who, ownerDc.entity, 'xd')} where xd.owner_id = ${t}.id)
    or exists (select 1 from ${named(who, ownerDc.entity, 'xd')} where xd.owner_id = ${t}.id and xd.dc_id = ${who.org.id})))`,
  [warehouseProduct.key]: (_, t) => sql`not ${t}.disabled`,
  [warehouseStore.key]: (_, t) => sql`not ${t}.disabled`,
  [warehouseRouteScheme.key]: (_, t) => sql`(not ${t}.disabled and ${t}.route is not null and ${t}.route <> '')`,
}

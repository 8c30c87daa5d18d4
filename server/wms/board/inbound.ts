import { addDays } from '@lading/contract/kernel/day.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { type inboundProgress, trucksMax } from '@lading/contract/wms/dashboardIn.ts'
import { slotMinutes } from '@lading/contract/wms/dockSlot.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { dockComputed } from '../computed/dock.ts'

type Answer = z.output<typeof inboundProgress.output>
const visits = warehouseRegister.header
const recentDays = 30

const minutes = (begin: Sql, end: Sql): Sql => sql`floor(extract(epoch from ${end} - ${begin}) / 60)::integer`

const trucks = (ctx: Ctx): Promise<Answer['trucks']> =>
  ctx.tx.query<Answer['trucks'][number] & object>(sql`
    select r.id, r.bill_no, r.vehicle_no, r.state, v.name as vendor, d.code as dock,
      ${minutes(sql`r.register_at`, sql`coalesce(r.dock_at, ${ctx.now()}::timestamptz)`)} as wait_minutes,
      ${minutes(sql`r.dock_at`, sql`coalesce(r.release_at, ${ctx.now()}::timestamptz)`)} as work_minutes
    from ${fromHere(ctx, visits, 'r')} left join ${named(ctx, vendor, 'v')} on v.id = r.vendor_id left join ${named(ctx, dock, 'd')} on d.id = r.dock_id
    where r.state not in ('LEFT', 'REFUSED') order by r.turn, r.id limit ${trucksMax}`)

const docks = (ctx: Ctx): Promise<Answer['docks']> => {
  const state = dockComputed.state?.value(ctx)
  return ctx.tx.query<Answer['docks'][number] & object>(sql`
    select t.id, t.code, t.name, ${state} as state, (
      select r.vehicle_no from ${fromHere(ctx, visits, 'r')} where r.dock_id = t.id and r.state in ('PERMITTED', 'DOCKED') order by r.id limit 1) as vehicle_no
    from ${fromHere(ctx, dock, 't')} where not t.disabled order by t.code`)
}

/** From the confirm of a receipt to that of the put-away that it led to, of those of today. */
const dockToStock = (ctx: Ctx, since: Date): Promise<Answer['dockToStock'] & object> =>
  ctx.tx.one<Answer['dockToStock'] & object>(sql`
    with gone as (
      select extract(epoch from p.confirmed_at - r.confirmed_at) / 60 as m
      from ${fromHere(ctx, taskLine, 'p')} join ${from(ctx, task, 'k')} on k.id = p.task_id and k.task_type = 'PUTAWAY'
      join ${fromHere(ctx, taskLine, 'r')} on r.id = p.origin_id
      where p.state = 'DONE' and p.confirmed_at >= ${since} and r.confirmed_at is not null)
    select count(*)::integer as n, round(percentile_cont(0.5) within group (order by m))::integer as p50,
      round(percentile_cont(0.9) within group (order by m))::integer as p90 from gone`)

/** Who of the vendors came in his slot, of appointments that had their turn. */
const vendors = (ctx: Ctx, since: Date): Promise<Answer['vendors']> =>
  ctx.tx.query<Answer['vendors'][number] & object>(sql`
    select v.id, v.name, count(*)::integer as appointments,
      count(*) filter (where p.late_minutes <= ${slotMinutes})::integer as on_time, count(*) filter (where p.missed)::integer as missed
    from ${fromHere(ctx, previewBill.header, 'p')} join ${named(ctx, vendor, 'v')} on v.id = p.vendor_id
    where p.slot_at >= ${since} and (p.missed or p.arrived_at is not null)
    group by v.id, v.name order by count(*) desc, v.name limit 20`)

/** 入库进度 */
export async function inbound(ctx: Ctx): Promise<Answer> {
  demandDc(ctx)
  const day = businessDay(ctx)
  const startOf = (d: string): Date => instantAt(ctx.org.timeZone, `${d} 00:00:00`)
  return {
    at: ctx.now().toISOString(),
    day,
    trucks: await trucks(ctx),
    docks: await docks(ctx),
    dockToStock: await dockToStock(ctx, startOf(day)),
    vendors: await vendors(ctx, startOf(addDays(day, -recentDays))),
  }
}

import { addDays } from '@lading/contract/kernel/day.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { containerCheck } from '@lading/contract/wms/containerCheck.ts'
import { type outboundProgress, shortMax, stopsMax, wavesMax } from '@lading/contract/wms/dashboardOut.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { pickDiff } from '@lading/contract/wms/pickDiff.ts'
import { pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { shipBill, shipStop } from '@lading/contract/wms/shipBill.ts'
import { reservation, stock } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { businessDay } from '../../platform/document/day.ts'
import { confirmsToday } from './taskView.ts'
import { countOf } from './warehouse.ts'

type Board = z.output<typeof outboundProgress.output>
type Named = Board['stops'][number]['store']

/** How far waves and trucks are, what was short and how fast picking goes. */
export async function outbound(ctx: Ctx): Promise<Board> {
  demandDc(ctx)
  const [waves, stops, total, top, pace, labels] = await Promise.all([
    readWaves(ctx),
    readStops(ctx),
    countOf(ctx, pickDiff, { state: ['OPEN'] }),
    readShorts(ctx),
    readPace(ctx),
    readLabels(ctx),
  ])
  return { at: ctx.now().toISOString(), day: businessDay(ctx), waves, stops, shorts: { total, top }, pace, labels }
}

/** What a line still wants. */
const want = sql`greatest(l.plan_qty - l.cancel_qty, 0)`
const dayStart = (ctx: Ctx, days = 0): Date =>
  instantAt(ctx.org.timeZone, `${addDays(businessDay(ctx), days)} 00:00:00`)
const share = (part: Sql, whole: Sql): Sql =>
  sql`case when ${whole} > 0 then round(100 * least(coalesce(${part}, 0) / ${whole}, 1), 1)::double precision end`

/**
 * Stage is a place: goods that were picked are promised to their line wherever they stand, so that what is staged and
 * loaded of a wave is read from the places of its promises; what has left was sent.
 */
async function readWaves(ctx: Ctx): Promise<Board['waves']> {
  const rows = await ctx.tx.query<Omit<Board['waves'][number], 'dueAt'> & { dueAt: Date | null }>(sql`
    with wave as materialized (
      select w.id, w.bill_no, w.title, w.state, w.due_at from ${fromHere(ctx, waveBill.header, 'w')}
      where w.state in ('STARTING', 'STARTEXCEPTION', 'STARTED', 'INPROGRESS') order by w.due_at nulls last, w.id limit ${wavesMax}),
    line as materialized (
      select b.wave_id, l.id, ${want} as want, least(l.done_qty, ${want}) as done, l.sent_qty as sent,
        b.state = 'INPROGRESS' and l.short_qty is not null and l.plan_qty - l.cancel_qty > l.booked_qty as is_short
      from ${fromHere(ctx, operateBill.header, 'b')} join ${fromHere(ctx, operateBill.line, 'l')} on l.bill_id = b.id
      where b.wave_id = any(array(select id from wave))),
    box as materialized (
      select x.wave_id, s.container_id, n.usage, sum(r.qty - r.used_qty - r.freed_qty) as qty
      from line x join ${fromHere(ctx, reservation, 'r')} on r.demand_line_id = x.id and r.state = 'ACTIVE'
      join ${named(ctx, bin, 'n')} on n.id = r.bin_id and n.usage in ('PICK_TRANSIT', 'SOW', 'COLLECT', 'DOCK', 'TRUCK')
      join ${fromHere(ctx, stock, 's')} on s.id = r.stock_id group by 1, 2, 3),
    looked as materialized (
      select k.container_id, bool_or(k.state in ('OPEN', 'FAILED')) as is_open from ${fromHere(ctx, containerCheck, 'k')}
      where k.container_id = any(array(select container_id from box)) and k.state in ('OPEN', 'FAILED', 'PASSED', 'SETTLED') group by 1),
    sums as (select wave_id, count(*)::integer as lines, count(*) filter (where is_short) as short, sum(want) as want, sum(done) as done, sum(sent) as sent from line group by 1),
    stage as (
      select b.wave_id, coalesce(sum(b.qty) filter (where b.usage in ('COLLECT', 'DOCK', 'TRUCK')), 0) as staged,
        coalesce(sum(b.qty) filter (where b.usage = 'TRUCK'), 0) as aboard,
        count(distinct k.container_id) as looks, count(distinct k.container_id) filter (where not k.is_open) as over
      from box b left join looked k on k.container_id = b.container_id group by 1),
    down as (
      select k.bill_id, count(*)::integer as n from ${fromHere(ctx, task, 'k')}
      where k.task_type in ('RPL_DOWN', 'RPL_UP') and k.state not in ('DONE', 'CANCELED') and k.bill_id = any(array(select id from wave)) group by 1)
    select w.id, w.bill_no, w.title, w.state, w.due_at, coalesce(s.lines, 0) as lines, ${share(sql`s.short::numeric`, sql`s.lines`)} as short_pct,
      coalesce(d.n, 0) as replenishing, ${share(sql`s.done`, sql`s.want`)} as picked_pct,
      ${share(sql`(s.sent + coalesce(g.staged, 0))`, sql`s.want`)} as staged_pct, ${share(sql`g.over::numeric`, sql`g.looks`)} as checked_pct,
      ${share(sql`(s.sent + coalesce(g.aboard, 0))`, sql`s.want`)} as loaded_pct
    from wave w left join sums s on s.wave_id = w.id left join stage g on g.wave_id = w.id left join down d on d.bill_id = w.id
    order by w.due_at nulls last, w.id`)
  return rows.map((w) => ({ ...w, dueAt: w.dueAt?.toISOString() ?? null }))
}

/** A container that nobody has still to bring to its staging bin stands ready, or is aboard. */
async function readStops(ctx: Ctx): Promise<Board['stops']> {
  const rows = await ctx.tx.query<Omit<Board['stops'][number], 'departAt'> & { departAt: Date }>(sql`
    with ship as materialized (
      select s.id, s.bill_no, s.route, s.vehicle_no, s.plan_depart_at from ${fromHere(ctx, shipBill.header, 's')}
      where s.state in ('APPROVED', 'INPROGRESS', 'LOADED') and s.plan_depart_at < ${dayStart(ctx, 1)}
      order by s.plan_depart_at, s.id limit ${stopsMax}),
    stop as materialized (
      select p.bill_id, p.store_id, p.seq from ${fromHere(ctx, shipStop, 'p')} where p.bill_id = any(array(select id from ship))),
    waiting as materialized (
      select distinct l.from_container_id as id from ${fromHere(ctx, task, 'k')} join ${fromHere(ctx, taskLine, 'l')} on l.task_id = k.id
      where k.task_type = 'PICK_COLLECT' and k.state not in ('DONE', 'CANCELED') and l.state in ('OPEN', 'INHAND') and l.from_container_id is not null),
    box as materialized (
      select c.store_id, count(*)::integer as containers,
        (count(*) filter (where c.state <> 'PICKING' and x.id is null))::integer as ready
      from ${fromHere(ctx, container, 'c')} left join waiting x on x.id = c.id
      where c.store_id = any(array(select store_id from stop)) and c.state in ('PICKING', 'PICKED', 'COLLECTED', 'CHECKED', 'LOADED') group by 1),
    goods as materialized (
      select b.store_id, sum(${want}) as want, sum(least(l.done_qty, ${want})) as done
      from ${fromHere(ctx, operateBill.header, 'b')} join ${fromHere(ctx, operateBill.line, 'l')} on l.bill_id = b.id
      where b.state = 'INPROGRESS' and b.store_id = any(array(select store_id from stop)) group by 1)
    select s.id as ship_id, s.bill_no, s.route, s.vehicle_no, s.plan_depart_at as depart_at,
      jsonb_build_object('id', a.id::text, 'code', a.code, 'name', ${spoken(ctx, store, 'name', 'a')}) as store,
      coalesce(b.containers, 0) as containers, coalesce(b.ready, 0) as ready, ${share(sql`g.done`, sql`g.want`)} as picked_pct
    from ship s join stop p on p.bill_id = s.id join ${named(ctx, store, 'a')} on a.id = p.store_id
    left join box b on b.store_id = p.store_id left join goods g on g.store_id = p.store_id
    order by s.plan_depart_at, s.id, p.seq limit ${stopsMax}`)
  return rows.map((r) => ({ ...r, departAt: r.departAt.toISOString() }))
}

const readShorts = (ctx: Ctx): Promise<Board['shorts']['top']> =>
  ctx.tx.query<Board['shorts']['top'][number]>(sql`
    select d.id, d.bill_id, b.bill_no, n.code as bin, d.short_qty::text as qty, d.reason,
      case when a.id is not null then jsonb_build_object('id', a.id::text, 'code', a.code, 'name', ${spoken(ctx, store, 'name', 'a')}) end as store,
      jsonb_build_object('id', p.id::text, 'code', p.code, 'name', ${spoken(ctx, product, 'name', 'p')}) as product
    from (select * from ${fromHere(ctx, pickDiff, 'd')} where d.state = 'OPEN' order by d.id desc limit ${shortMax}) d
    join ${named(ctx, operateBill.header, 'b')} on b.id = d.bill_id join ${named(ctx, product, 'p')} on p.id = d.product_id
    join ${named(ctx, bin, 'n')} on n.id = d.bin_id left join ${named(ctx, store, 'a')} on a.id = d.store_id order by d.id desc`)

/** Lines by area and method; hours are those from when each task was taken to its last confirm. */
function readPace(ctx: Ctx): Promise<Board['pace']> {
  const { rows, isToday } = confirmsToday(ctx, ctx)
  return ctx.tx.query<Omit<Board['pace'][number], 'area'> & { area: Named | null }>(sql`
    with did as materialized (
      select t.pick_area_id, t.mode, t.id, t.started_at, g.task_line_id, g.created_by, g.created_at from ${rows}
      join ${fromHere(ctx, task, 't')} on t.id = g.task_id and t.task_type = 'PICK'
      join ${named(ctx, taskLine, 'l')} on l.id = g.task_line_id and l.done_qty > 0
      where ${isToday}),
    work as (
      select pick_area_id, mode, id, count(distinct task_line_id) as lines,
        extract(epoch from max(created_at) - least(min(created_at), greatest(min(started_at), ${dayStart(ctx)}::timestamptz))) as seconds
      from did group by 1, 2, 3),
    people as (select pick_area_id, mode, count(distinct created_by)::integer as n from did group by 1, 2),
    sums as (select pick_area_id, mode, sum(lines)::integer as lines, sum(seconds) as seconds from work group by 1, 2)
    select case when a.id is not null then jsonb_build_object('id', a.id::text, 'code', a.code, 'name', ${spoken(ctx, pickArea, 'name', 'a')}) end as area,
      s.mode, p.n as people, s.lines, case when s.seconds >= 60 then round(s.lines * 3600 / s.seconds, 1)::double precision end as lines_per_hour
    from sums s join people p on p.pick_area_id is not distinct from s.pick_area_id and p.mode = s.mode
    left join ${named(ctx, pickArea, 'a')} on a.id = s.pick_area_id order by a.code nulls last, s.mode`)
}

const readLabels = (ctx: Ctx): Promise<Board['labels']> =>
  ctx.tx.query<Board['labels'][number]>(sql`
    select b.exception_code, count(*)::integer as n from ${fromHere(ctx, pickLabel, 'b')}
    where b.exception_code is not null and b.id > ${idAt(new Date(dayStart(ctx).getTime() - 60_000))}::bigint and b.created_at >= ${dayStart(ctx)}
    group by 1 order by 2 desc, 1`)

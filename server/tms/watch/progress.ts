import { carrier } from '@lading/contract/tms/carrier.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { type JobProgress, type jobProgress, progressMax } from '@lading/contract/tms/watch.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

const minute = 60_000

interface Row {
  readonly id: string
  readonly billNo: string
  readonly route: string | null
  readonly truck: string | null
  readonly driver: string | null
  readonly carrier: string | null
  readonly dock: string | null
  readonly state: string
  readonly createdAt: Date
  readonly approvedAt: Date | null
  readonly acceptedAt: Date | null
  readonly checkinAt: Date | null
  readonly loadToAt: Date | null
  readonly planDepartAt: Date
  readonly actDepartAt: Date | null
  readonly planReturnAt: Date
  readonly actReturnAt: Date | null
  readonly planned: string
  readonly aboard: string
  readonly servedStops: number
  readonly stops: number
  readonly lastServedAt: Date | null
  readonly worstMin: string | null
  readonly receipts: number
  readonly wayBills: number
  readonly isLate: boolean
}

const rowsOf = (ctx: Ctx, day: string, carrierId: string | undefined) =>
  ctx.tx.query<Row>(sql`
    select t.id, t.bill_no, t.route, k.code as truck, d.name as driver, c.name as carrier, t.dock_code as dock, t.state, t.created_at, t.approved_at,
      t.accepted_at, t.checkin_at, t.load_to_at, t.plan_depart_at, t.act_depart_at, t.plan_return_at, t.act_return_at,
      coalesce(g.planned, 0) as planned, coalesce(g.aboard, 0) as aboard, coalesce(s.served, 0)::integer as served_stops, coalesce(s.n, 0)::integer as stops,
      s.last_at as last_served_at, s.worst_min, coalesce(g.receipts, 0)::integer as receipts, coalesce(g.n, 0)::integer as way_bills,
      coalesce(s.is_late, false) as is_late
    from ${from(ctx, shipPlanBill.header, 't')} left join ${named(ctx, truck, 'k')} on k.id = t.truck_id
    left join ${named(ctx, staff, 'd')} on d.id = t.driver_id left join ${named(ctx, carrier, 'c')} on c.id = t.carrier_id
    left join lateral (
      select count(*) as n, count(*) filter (where s.state in ('DONE', 'PARTIAL', 'REJECTED')) as served, max(s.act_arrive_at) as last_at,
        max(extract(epoch from coalesce(s.act_arrive_at, s.eta_at) - s.plan_arrive_at) / 60) as worst_min,
        bool_or(s.on_time = 'LATE' or (s.act_arrive_at is null and s.plan_arrive_at < ${ctx.now()})) as is_late
      from ${from(ctx, tripStop, 's')} where s.bill_id = t.id) s on true
    left join lateral (
      select count(distinct w.id) as n, count(distinct w.id) filter (where w.state = 'CLOSED') as receipts,
        sum(l.plan_qty) as planned, sum(coalesce(l.loaded_qty, case when t.load_to_at is not null or t.act_depart_at is not null then l.plan_qty else 0 end)) as aboard
      from ${from(ctx, tripItem, 'i')} join ${from(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id
      join ${from(ctx, wayBillLine, 'l')} on l.bill_id = w.id where i.bill_id = t.id and i.is_live) g on true
    where t.biz_date = ${day}::date and t.state <> 'CANCELLED' ${carrierId ? sql`and t.carrier_id = ${carrierId}` : sql``}
    order by t.plan_depart_at, t.id limit ${progressMax}`)

/** A stage with its plan: what has not come yet is late by how long it is due. */
function against(plan: Date, act: Date | null, now: Date) {
  const at = act ?? (now > plan ? now : null)
  return { at: act?.toISOString() ?? null, late: at ? Math.round((at.getTime() - plan.getTime()) / minute) : null }
}
const done = (at: Date | null) => ({ at: at?.toISOString() ?? null, late: at ? 0 : null })

function progress(r: Row, now: Date): JobProgress {
  const pct = Number(r.planned) > 0 ? Math.round((100 * Number(r.aboard)) / Number(r.planned)) : 0
  const { id, billNo, route, truck: plate, driver, carrier: who, dock, state } = r
  return {
    ...{ id, billNo, route, truck: plate, driver, carrier: who, dock, state },
    planned: done(r.createdAt),
    released: done(r.approvedAt),
    accepted: done(r.acceptedAt),
    checkedIn: done(r.checkinAt),
    loaded: done(r.loadToAt),
    loadedPct: pct,
    departed: against(r.planDepartAt, r.actDepartAt, now),
    served: {
      at: r.lastServedAt?.toISOString() ?? null,
      late: r.worstMin === null ? null : Math.round(Number(r.worstMin)),
    },
    ...{ servedStops: r.servedStops, stops: r.stops },
    returned: against(r.planReturnAt, r.actReturnAt, now),
    ...{ receipts: r.receipts, wayBills: r.wayBills, isLate: r.isLate },
  }
}

/** 作业进度: which stages each trip of the day has behind it, against its plan. */
export async function progressOf(ctx: Ctx, { day = businessDay(ctx), carrierId }: z.output<typeof jobProgress.input>) {
  const rows = await rowsOf(ctx, day, carrierId)
  const now = ctx.now()
  return { day, trips: rows.map((r) => progress(r, now)) }
}

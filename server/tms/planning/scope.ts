import { addDays } from '@lading/contract/kernel/day.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import type { DayPlan, planStart } from '@lading/contract/tms/planCalls.ts'
import { region } from '@lading/contract/tms/region.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { demandAt, fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { BillRow } from '../../platform/document/steps.ts'

/** Of a day nobody compares more. */
const plansMost = 10

/** Tomorrow, unless only other days from today on have way bills that wait. */
export async function dayToPlan(ctx: Ctx): Promise<string> {
  const today = businessDay(ctx)
  const tomorrow = addDays(today, 1)
  const waiting = await ctx.tx.maybe<{ day: string }>(sql`
    select t.biz_date::text as day from ${fromHere(ctx, wayBill.header, 't')}
    where t.state = 'CONFIRMED' and t.biz_date >= ${today} order by t.biz_date <> ${tomorrow}, t.biz_date limit 1`)
  return waiting?.day ?? tomorrow
}

/** What a plan begins with; depots that are on the map come first. */
export async function start(ctx: Ctx): Promise<z.output<typeof planStart.output>> {
  demandAt(routePlan.header, ctx)
  const computing = await computingOf(ctx)
  const depots = await ctx.tx.query<{
    id: string
    code: string
    name: string
    lng: string | null
    lat: string | null
  }>(sql`
    select t.id, t.code, t.name, t.lng, t.lat from ${named(ctx, clientSite, 't')} where t.is_depot and not t.disabled
    order by t.id <> ${computing?.depotId ?? '0'}, t.lng is null, t.code, t.id`)
  const configs = await ctx.tx.query<{
    id: string
    name: string
    trips: number
    weightFill: string
    volumeFill: string
  }>(sql`
    select c.id, c.name, c.max_trips trips, c.weight_fill, c.volume_fill from ${fromHere(ctx, vrpConfig, 'c')}
    where not c.disabled order by not c.is_default, c.name, c.id`)
  const at = (text: string | null) => (text === null ? null : Number(text))
  return {
    bizDate: computing?.bizDate ?? (await dayToPlan(ctx)),
    depots: depots.map((d) => ({ ...d, lng: at(d.lng), lat: at(d.lat) })),
    configs,
  }
}

/** Regions are called by their names. */
export async function regionNames(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.tx.query<{ id: string; name: string }>(
    sql`select r.id, r.name from ${named(ctx, region, 'r')}`,
  )
  return new Map(rows.map((r) => [r.id, r.name]))
}

const plansWhere = async (ctx: Ctx, where: Sql): Promise<DayPlan[]> => {
  const rows = await ctx.tx.query<BillRow<typeof routePlan>>(sql`
    select t.* from ${fromHere(ctx, routePlan.header, 't')} where t.mode = 'VRP' and ${where}
    order by t.id desc limit ${plansMost}`)
  return rows.map((p) => shown(ctx, p))
}

/** What was computed for a day, and what is, the newest first. */
export const plansOf = (ctx: Ctx, bizDate: string, depotId: string): Promise<DayPlan[]> =>
  plansWhere(ctx, sql`t.biz_date = ${bizDate} and t.depot_id = ${depotId} and t.state <> 'CANCELLED'`)

/** The asker's own plan that is being computed. */
export const computingOf = async (ctx: Ctx): Promise<DayPlan | undefined> =>
  (await plansWhere(ctx, sql`t.state = 'COMPUTING' and t.created_by = ${ctx.userId}`))[0]

function shown(ctx: Ctx, p: BillRow<typeof routePlan>): DayPlan {
  const { id, version, billNo, state, bizDate, depotId } = p
  return {
    ...{ id, version, billNo, state, bizDate, depotId },
    createTime: p.createdAt.toISOString(),
    message: p.message,
    isMine: p.createdBy === ctx.userId,
    kpi:
      p.cost === null
        ? null
        : {
            trips: p.tripCount ?? 0,
            orders: p.orderCount ?? 0,
            left: p.leftCount ?? 0,
            metres: p.distanceM ?? 0,
            seconds: p.durationS ?? 0,
            cost: Number(p.cost).toFixed(2),
            weightRate: Number(p.weightRate),
            volumeRate: Number(p.volumeRate),
            late: p.lateCount ?? 0,
            faults: p.faultCount ?? 0,
          },
  }
}

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { DrawnTrip } from '@lading/contract/tms/planCalls.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import type { Arrangement, routePlan } from '@lading/contract/tms/routePlan.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { type BillRow, type StepWorks, takeStep } from '../../platform/document/steps.ts'
import { createTrips, type NewTrip } from '../trip/make.ts'
import { tripSteps } from '../trip/steps.ts'
import { letHeldGo } from '../wayBill/hold.ts'
import { midnightOf } from './day.ts'
import { draw } from './draw.ts'
import { wholeDayOf } from './task.ts'

type Plan = BillRow<typeof routePlan>

/** A plan becomes trips, all of them or none: its way bills are planned by that, and no other plan can have them. */
async function makeTrips(ctx: Ctx, plan: Plan): Promise<Readonly<Record<string, unknown>>> {
  const day = await wholeDayOf(ctx, plan)
  const { trips } = draw(day, (plan.arrangement as Arrangement).trips)
  const plateOf = (id: string) => day.trucks.find((t) => t.id === id)?.code ?? ''
  if (trips.length === 0) refuse(planFaults.noTrips)
  const faulty = trips.filter((t) => t.violations.length > 0)
  if (faulty.length > 0) refuse(planFaults.faulty, { trips: faulty.map((t) => plateOf(t.truckId)).join(', ') })
  const made = await createTrips(
    ctx,
    trips.map((trip) => newTripOf(ctx, plan, trip, { source: plan.mode, truckId: trip.truckId })),
  )
  return { tripIds: JSON.stringify(made.map((trip) => trip.id)), isDraft: false }
}

/** A trip as it was worked out, to be made: times of the day become moments. */
export function newTripOf(
  ctx: Ctx,
  { bizDate, depotId }: Pick<Plan, 'bizDate' | 'depotId'>,
  { depart, finish, metres, stops }: DrawnTrip,
  more: Pick<NewTrip, 'source' | 'truckId' | 'driverId' | 'route'>,
): NewTrip {
  const midnight = midnightOf(String(bizDate), ctx.org.timeZone)
  const at = (seconds: number): string => new Date(midnight + seconds * 1000).toISOString()
  return {
    ...more,
    bizDate: String(bizDate),
    departSiteId: depotId,
    planDepartAt: at(depart),
    planReturnAt: at(finish),
    planDistanceM: metres,
    stops: stops.map((s) => ({
      siteId: s.siteId,
      planArriveAt: at(s.arrive),
      planLeaveAt: at(s.leave),
      wayBillIds: s.visits.map((v) => v.wayBillId),
    })),
  }
}

/** As long as none of its trips has been sent, they go and their way bills wait again. */
async function takeBack(ctx: Ctx, plan: Plan): Promise<Readonly<Record<string, unknown>>> {
  const ids = (plan.tripIds as string[] | null) ?? []
  const trips = await ctx.tx.query<{ id: string; version: number; state: string }>(sql`
    select t.id, t.version, t.state from ${fromHere(ctx, shipPlanBill.header, 't')}
    where t.id = any(${ids}::bigint[]) and t.state <> 'CANCELLED' order by t.id for no key update of t`)
  if (trips.some((t) => t.state !== 'DRAFT')) refuse(planFaults.tripsOut)
  for (const { id, version } of trips)
    await takeStep(ctx, shipPlanBill, 'cancel', { id, version, reason: plan.billNo }, tripSteps.cancel)
  return { tripIds: '[]' }
}

export const planSteps: StepWorks<typeof routePlan> = {
  approve: { effect: makeTrips },
  revoke: { effect: takeBack },
  cancel: {
    effect: async (ctx, plan) => {
      await letHeldGo(ctx, plan.id)
      return { isDraft: false }
    },
  },
}

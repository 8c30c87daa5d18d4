import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import type { Arrangement, PlannedTrip, routePlan } from '@lading/contract/tms/routePlan.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { places } from '../routing/reasons.ts'
import { type Day, tripsIn, tripsOut } from './day.ts'

export const arranged = (plan: BillRow<typeof routePlan>): readonly PlannedTrip[] =>
  (plan.arrangement as Arrangement | null)?.trips ?? []

type Trips = readonly {
  readonly truckId: string
  readonly turn: number
  readonly visits: readonly { readonly wayBillId: string; readonly pickup?: boolean | undefined }[]
}[]
/**
 * A truck makes each of its trips once, and a way bill stands in one place.
 * @param wayBillIds those that may stand in it; left out: any
 * @throws Fault strange
 */
export function demandOnce(trips: Trips, truckIds: readonly string[], wayBillIds?: readonly string[]): void {
  const known = wayBillIds && new Set(wayBillIds)
  const seen = new Set<string>()
  for (const { truckId, turn, visits } of trips) {
    const trip = `${truckId} ${turn}`
    if (!truckIds.includes(truckId) || seen.has(trip)) refuse(planFaults.strange)
    seen.add(trip)
    for (const { wayBillId, pickup } of visits) {
      const visit = `${wayBillId}${pickup ? '+' : ''}`
      if ((known && !known.has(wayBillId)) || seen.has(visit)) refuse(planFaults.strange)
      seen.add(visit)
    }
  }
}

/** A truck makes at most so many trips as the settings say. @throws Fault strange */
export function demandTurns({ turns }: Pick<Day, 'turns'>, trips: Trips): void {
  if (trips.some((t) => t.turn >= turns)) refuse(planFaults.strange)
}

/** All of these way bills are there, wait to be planned, and leave from the depot or come to it. */
export function demandWaiting({ orders, depotId }: Day, wayBillIds: readonly string[]): void {
  if (orders.length < new Set(wayBillIds).size) refuse(faults.notFound, { subject: wayBill.header.title, no: '' })
  const elsewhere = orders.find((b) => b.fromSiteId !== depotId && b.toSiteId !== depotId)
  if (elsewhere) refuse(tripFaults.elsewhere, { no: elsewhere.billNo })
  const moved = orders.filter((b) => b.state !== 'CONFIRMED')
  if (moved.length > 0) refuse(planFaults.moved, { nos: moved.map((b) => b.billNo).join(', ') })
}

/** Where a way bill of the day could go in an arrangement that it does not count in, the best place first. */
export function placesOf(day: Day, planned: readonly PlannedTrip[], wayBillId: string) {
  const order = day.orders.findIndex((b) => b.id === wayBillId)
  if (order < 0) refuse(faults.notFound, { subject: wayBill.header.title, no: '' })
  const others = planned.map((t) => ({ ...t, visits: t.visits.filter((v) => v.wayBillId !== wayBillId) }))
  const trips = tripsIn(day, others)
  const closed = new Set(others.filter((t) => t.locked).map((t) => `${t.truckId} ${t.turn}`))
  return places(day.problem, { trips }, order, 20).flatMap((p) => {
    const [made] = tripsOut(
      day,
      trips.map((_, v) => (v === p.vehicle ? p.visits : [])),
      others,
    )
    if (!made || closed.has(`${made.truckId} ${made.turn}`)) return []
    const { truckId, turn, visits } = made
    return [{ truckId, turn, visits: [...visits], cost: (p.cost / 100).toFixed(2), violations: [...p.violations] }]
  })
}

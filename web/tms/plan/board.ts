import type { Drawn, DrawnTrip } from '@lading/contract/tms/planCalls.ts'

export type Visit = DrawnTrip['stops'][number]['visits'][number]
/** A trip as the plan keeps it. Whether one without visits stays is the server's matter, as is their order. */
export interface Arranged {
  readonly truckId: string
  readonly turn: number
  readonly locked: boolean
  readonly visits: readonly Visit[]
}
export const keyOf = (t: { readonly truckId: string; readonly turn: number }): string => `${t.truckId}/${t.turn}`

export const arrangedOf = ({ trips }: Pick<Drawn, 'trips'>): readonly Arranged[] =>
  trips.map(({ truckId, turn, locked, stops }) => ({ truckId, turn, locked, visits: stops.flatMap((s) => s.visits) }))

/** All visits of some orders leave their trips; both ends of a shipment go together. */
const without = (trips: readonly Arranged[], orders: readonly string[]): readonly Arranged[] =>
  trips.map((t) => ({ ...t, visits: t.visits.filter((v) => !orders.includes(v.wayBillId)) }))

/**
 * Orders go onto a trip, which may be a new one, in the order given.
 * @param at before which visit of the trip as it stands; its end when left out
 */
export function moved(
  trips: readonly Arranged[],
  orders: readonly string[],
  to: { truckId: string; turn: number },
  at?: number,
): readonly Arranged[] {
  const target = trips.find((t) => keyOf(t) === keyOf(to)) ?? { ...to, locked: false, visits: [] }
  const going = orders.flatMap((id) => {
    const now = trips.flatMap((t) => t.visits).filter((v) => v.wayBillId === id)
    return now.length > 0 ? now : [{ wayBillId: id }]
  })
  const place = at ?? target.visits.length
  const before = target.visits.slice(0, place).filter((v) => !orders.includes(v.wayBillId))
  const behind = target.visits.slice(place).filter((v) => !orders.includes(v.wayBillId))
  const made = { ...target, visits: [...before, ...going, ...behind] }
  return [...without(trips, orders).filter((t) => keyOf(t) !== keyOf(to)), made]
}
export const dropped = (trips: readonly Arranged[], orders: readonly string[]): readonly Arranged[] =>
  without(trips, orders)
/** A trip as it is told; one that was not there comes with it. */
export const put = (trips: readonly Arranged[], trip: Arranged): readonly Arranged[] => [
  ...trips.filter((t) => keyOf(t) !== keyOf(trip)),
  trip,
]

/** Another truck drives the trip; where that one has a trip already, the two are exchanged. */
export const driven = (trips: readonly Arranged[], trip: string, truckId: string): readonly Arranged[] => {
  const mine = trips.find((t) => keyOf(t) === trip)
  if (!mine) return trips
  const other = keyOf({ truckId, turn: mine.turn })
  return trips.map((t) => (t === mine ? { ...t, truckId } : keyOf(t) === other ? { ...t, truckId: mine.truckId } : t))
}
export const locked = (trips: readonly Arranged[], trip: string): readonly Arranged[] =>
  trips.map((t) => (keyOf(t) === trip ? { ...t, locked: !t.locked } : t))
/** An order stays on its trip when the plan is computed further. */
export const pinned = (trips: readonly Arranged[], orders: readonly string[]): readonly Arranged[] => {
  const isPinned = trips.some((t) => t.visits.some((v) => orders.includes(v.wayBillId) && v.lock))
  const pin = ({ lock: _, ...v }: Visit): Visit => (isPinned ? v : { ...v, lock: 'TRIP' })
  return trips.map((t) => ({ ...t, visits: t.visits.map((v) => (orders.includes(v.wayBillId) ? pin(v) : v)) }))
}

/** Seconds of the day as h:mm; past midnight they go on. */
export const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 3600)).padStart(2, '0')}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`
export const km = (metres: number): string => (metres / 1000).toFixed(1)
export const hours = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`

/** Trips are told apart by these, on cards, map and time line alike. */
const colours = [
  '#2563eb',
  '#d97706',
  '#059669',
  '#db2777',
  '#7c3aed',
  '#0891b2',
  '#b45309',
  '#4d7c0f',
  '#be123c',
  '#4338ca',
]
export const colourOf = (i: number): string => colours[i % colours.length] ?? '#2563eb'

import type { Expense, RoadTrip, ToldEvent } from '@lading/contract/tms/tripCalls.ts'

type Stop = RoadTrip['stops'][number]
type Item = Stop['items'][number]

function handed(item: Item, e: ToldEvent): Item {
  if (item.wayBillId !== e.wayBillId || item.state !== 'OPEN') return item
  if (e.kind === 'FAIL') return { ...item, state: 'FAILED', reason: e.reason ?? null }
  if (!e.lines) return { ...item, state: 'SIGNED' }
  const isNone = e.lines.every((l) => Number(l.qty) === 0)
  return { ...item, state: isNone ? 'REJECTED' : 'PARTIAL', reason: e.reason ?? null }
}
const isOver = (s: Stop): boolean => s.items.length > 0 && s.items.every((i) => i.state !== 'OPEN')

function atStop(stop: Stop, e: ToldEvent): Stop {
  if (stop.id !== e.stopId) return stop
  if (e.kind === 'LEAVE') return { ...stop, actLeaveAt: stop.actLeaveAt ?? e.at }
  const items = stop.items.map((i) => handed(i, e))
  const after = { ...stop, items, actArriveAt: stop.actArriveAt ?? e.at }
  return { ...after, state: isOver(after) ? 'DONE' : 'ARRIVED' }
}

/** A trip as it is for a driver whose words have not reached the server yet. */
export function applied(trip: RoadTrip, e: ToldEvent): RoadTrip {
  if (trip.id !== e.tripId) return trip
  if (e.kind === 'RETURN') return { ...trip, actReturnAt: e.at, state: 'CLOSED' }
  const stops = trip.stops.map((s) => atStop(s, e))
  const state = stops.every(isOver) ? 'DELIVERED' : 'IN_TRANSIT'
  return { ...trip, stops, state, actDepartAt: trip.actDepartAt ?? e.at }
}
export const isOpenStop = (s: Stop): boolean => !isOver(s)

/** Of an expense that waits on the phone. */
export const waits = 'WAITS'
export type Claimed = Readonly<Expense>
type Told = Pick<Expense, 'uid' | 'tripId' | 'feeType' | 'amount'> & { readonly note?: string | undefined }
/** What was claimed, with what the server has not heard of yet. */
export const withClaims = (known: readonly Claimed[], told: readonly Told[]): readonly Claimed[] => [
  ...known,
  ...told
    .filter(({ uid }) => !known.some((k) => k.uid === uid))
    .map((c) => ({ ...c, billNo: '', note: c.note ?? null, reason: null, state: waits })),
]

import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type {
  EventKind,
  eventSources,
  itemStates,
  punctuality,
  stopStates,
  TripState,
} from '@lading/contract/tms/shipPlanBill.ts'
import type { EventPayload } from '@lading/contract/tms/tripEvent.ts'

/** What happened, as far as the picture of a trip follows from it. */
export interface TripEvent {
  readonly uid: string
  readonly kind: EventKind
  readonly at: Date
  readonly round: number
  readonly stopId: string | null
  readonly wayBillId: string | null
  readonly source: keyof typeof eventSources
  readonly payload: EventPayload | null
}
export interface PlannedItem {
  readonly wayBillId: string
  readonly direction: 'OUT' | 'BACK'
  /** Planned, by line. */
  readonly lines: ReadonlyMap<string, Qty>
}
export interface PlannedStop {
  readonly id: string
  readonly seq: number
  readonly planArriveAt: Date | null
  readonly items: readonly PlannedItem[]
}
/** What was planned, and how far an arrival may differ to be on time. */
export interface Plan {
  readonly stops: readonly PlannedStop[]
  readonly toleranceMin: number
}

export type ItemState = keyof typeof itemStates
export interface ItemPicture {
  readonly wayBillId: string
  readonly state: ItemState
  /** Handed over, by line. */
  readonly done: ReadonlyMap<string, Qty>
  readonly at: Date | null
  readonly signer: string | null
  readonly reason: string | null
  /** The event that says so. */
  readonly by: TripEvent | null
}
export interface StopPicture {
  readonly id: string
  readonly state: keyof typeof stopStates
  readonly arriveAt: Date | null
  readonly leaveAt: Date | null
  readonly onTime: keyof typeof punctuality | null
  readonly arriveSource: TripEvent['source'] | null
  readonly items: readonly ItemPicture[]
}
export interface Picture {
  /** Null: not on the road yet. */
  readonly state: Extract<TripState, 'IN_TRANSIT' | 'DELIVERED' | 'RETURNED'> | null
  readonly departAt: Date | null
  readonly returnAt: Date | null
  readonly odoStart: number | null
  readonly odoEnd: number | null
  readonly sealNo: string | null
  readonly stops: readonly StopPicture[]
}

/** One order for all that was told, in whatever order it came: by round, by time, by name. */
const inOrder = (a: TripEvent, b: TripEvent): number =>
  a.round - b.round || a.at.getTime() - b.at.getTime() || (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0)
/** Of what was told again after the trip was opened again only that counts; of the rest what was first. */
const firstOf = (events: readonly TripEvent[]): TripEvent | undefined =>
  events.filter((e) => e.round === events.at(-1)?.round)[0]

const finalStops = ['DONE', 'PARTIAL', 'REJECTED'] as const
export const isFinal = (state: string): boolean => finalStops.some((one) => one === state)

function itemPicture(item: PlannedItem, events: readonly TripEvent[]): ItemPicture {
  const by = firstOf(events.filter((e) => e.wayBillId === item.wayBillId && (e.kind === 'SIGN' || e.kind === 'FAIL')))
  const { wayBillId } = item
  if (!by) return { wayBillId, state: 'OPEN', done: new Map(), at: null, signer: null, reason: null, by: null }
  const told = new Map((by.payload?.lines ?? []).map((l) => [l.lineId, parseQty(l.qty)]))
  const done = new Map(
    [...item.lines].map(([id, plan]) => [
      id,
      by.kind === 'FAIL' ? 0n : by.payload?.lines ? (told.get(id) ?? 0n) : plan,
    ]),
  )
  const isNone = [...done.values()].every((n) => n === 0n)
  const isAll = [...item.lines].every(([id, plan]) => (done.get(id) ?? 0n) >= plan)
  const state = by.kind === 'FAIL' ? 'FAILED' : isAll ? 'SIGNED' : isNone ? 'REJECTED' : 'PARTIAL'
  const { signer = null, reason = null } = by.payload ?? {}
  return { wayBillId, state, done, at: by.at, signer, reason, by }
}
function stopState(items: readonly ItemPicture[], isThere: boolean): StopPicture['state'] {
  const open = items.filter((i) => i.state === 'OPEN').length
  if (items.length > 0 && open === 0) {
    if (items.every((i) => i.state === 'SIGNED')) return 'DONE'
    return items.every((i) => i.state === 'REJECTED' || i.state === 'FAILED') ? 'REJECTED' : 'PARTIAL'
  }
  return open < items.length ? 'SERVING' : isThere ? 'ARRIVED' : 'PENDING'
}

function onTimeOf(stop: PlannedStop, at: Date | null, toleranceMin: number): StopPicture['onTime'] {
  if (!at || !stop.planArriveAt) return null
  const minutes = (at.getTime() - stop.planArriveAt.getTime()) / 60_000
  return minutes > toleranceMin ? 'LATE' : minutes < -toleranceMin ? 'EARLY' : 'ON'
}

function stopPicture(stop: PlannedStop, events: readonly TripEvent[], toleranceMin: number): StopPicture {
  const own = events.filter((e) => e.stopId === stop.id)
  const items = stop.items.map((item) => itemPicture(item, own))
  const handed = items.flatMap((i) => i.by ?? []).toSorted(inOrder)
  // A fence never contradicts people: of what they have done before it counts nothing.
  const [firstDone, lastDone] = [handed[0]?.at, handed.at(-1)?.at]
  const counts = (e: TripEvent): boolean =>
    e.source !== 'GEOFENCE' || (e.kind === 'ARRIVE' ? !firstDone || e.at <= firstDone : !lastDone || e.at >= lastDone)
  const arrive = firstOf(own.filter((e) => e.kind === 'ARRIVE' && counts(e)))
  // Who signs was there: an arrival that was not told, or not yet, was no later.
  const there = arrive ?? handed[0]
  const leave = firstOf(own.filter((e) => e.kind === 'LEAVE' && counts(e)))
  const arriveAt = there?.at ?? null
  return {
    id: stop.id,
    state: stopState(items, there !== undefined),
    arriveAt,
    leaveAt: leave?.at ?? null,
    onTime: onTimeOf(stop, arriveAt, toleranceMin),
    arriveSource: there?.source ?? null,
    items,
  }
}

/**
 * The picture of a trip: a pure function of what was planned and of all that was told, whatever the order in which it came
 * and however often.
 */
export function project({ stops, toleranceMin }: Plan, told: readonly TripEvent[], round = 0): Picture {
  const events = [...new Map(told.map((e) => [e.uid, e])).values()].toSorted(inOrder)
  const pictures = stops.map((stop) => stopPicture(stop, events, toleranceMin))
  const depart = firstOf(events.filter((e) => e.kind === 'DEPART'))
  const back = firstOf(events.filter((e) => e.kind === 'RETURN' && e.round >= round))
  const first = Math.min(...events.map((e) => e.at.getTime()))
  const isOver = pictures.every((s) => isFinal(s.state))
  return {
    state: events.length === 0 ? null : !isOver ? 'IN_TRANSIT' : back ? 'RETURNED' : 'DELIVERED',
    // Whoever arrives somewhere has left.
    departAt: depart?.at ?? (events.length > 0 ? new Date(first) : null),
    returnAt: back?.at ?? null,
    odoStart: depart?.payload?.odometerKm ?? null,
    odoEnd: back?.payload?.odometerKm ?? null,
    sealNo: depart?.payload?.sealNo ?? null,
    stops: pictures,
  }
}

/** T4: where times contradict one another; undefined when they do not. @returns the stop's number, or 0 of the trip itself */
export function outOfOrder({ stops: planned }: Plan, p: Picture): number | undefined {
  for (const [i, s] of p.stops.entries()) {
    const seq = planned[i]?.seq ?? 0
    const signed = s.items.map(({ at }) => at).toSorted((a, b) => Number(a) - Number(b))
    const times = [p.departAt, s.arriveAt, ...signed, s.leaveAt, p.returnAt].flatMap((at) => (at ? [at.getTime()] : []))
    if (times.some((at, k) => at < (times[k - 1] ?? at))) return seq
  }
  const [from, to] = [p.departAt, p.returnAt]
  return from && to && to < from ? 0 : undefined
}

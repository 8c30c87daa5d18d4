// engine: reads which trips a driver has

import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { shipPlanBill, takenStates } from '@lading/contract/tms/shipPlanBill.ts'
import {
  myDays,
  type myTrips,
  type recordTrip,
  type ToldEvent,
  type tellEvents,
} from '@lading/contract/tms/tripCalls.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { lockBill, setBill } from '../../platform/document/steps.ts'
import { expensesOf } from '../fee/expense.ts'
import { driversOf } from './drivers.ts'
import { demandAll, type EventAnswer, flowHere, type Recording, recordEvents } from './events.ts'
import { demandFree, lockCrew } from './fit.ts'
import type { TripEvent } from './project.ts'
import { roadTrips, type Trip } from './read.ts'
import { toldNow } from './steps.ts'

const { header } = shipPlanBill

/** What was told is written with the header, and told in its log. */
export async function writeTold(
  ctx: Ctx,
  trip: Trip,
  columns: Readonly<Record<string, unknown>>,
  kinds: readonly string[],
): Promise<void> {
  const { state, ...more } = columns
  await setBill(ctx, shipPlanBill, trip, String(state), more)
  ctx.audit({
    ...{ subject: header.key, subjectId: trip.id, subjectNo: trip.billNo, action: 'record' },
    before: { state: trip.state },
    after: { state, events: [...new Set(kinds)] },
  })
}

/** T1 at the moment in which a trip leaves, by whoever tells it. */
export async function demandLeaving(ctx: Ctx, trip: Trip): Promise<void> {
  const { steps } = await flowHere(ctx)
  if (!steps.depart.from.some((one) => one === trip.state)) return
  await lockCrew(ctx, trip)
  await demandFree(ctx, trip, ['CHECKED_IN', 'LOADING', 'LOADED', 'IN_TRANSIT', 'DELIVERED'])
}

/** The same as a refusal; whoever drives two trips at once by his own account finishes the first of them. */
const whyNotLeaving = (ctx: Ctx, trip: Trip) =>
  demandLeaving(ctx, trip).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Fault) return { refusal: error.refusal, args: error.args }
      throw error
    },
  )

/**
 * What a dispatcher tells of a trip that is locked, all of it or nothing.
 * @param o whether more may be fetched than was ordered
 * @throws Fault what the first event is refused for
 */
export async function tellTrip(ctx: Ctx, trip: Trip, told: Parameters<typeof recordEvents>[2], o: Recording = {}) {
  await demandLeaving(ctx, trip)
  const { answers, columns, picture } = await recordEvents(ctx, trip, told, o)
  demandAll(answers)
  const kinds = told.map((e) => e.kind)
  if (columns) await writeTold(ctx, trip, columns, kinds)
  return { picture, version: trip.version + (columns ? 1 : 0) }
}

/** 补录: departure, arrivals, signatures, odometer and return of a trip, checked as one and written as the same events. */
export async function record(ctx: Ctx, input: z.output<typeof recordTrip.input>) {
  const trip = await lockBill(ctx, shipPlanBill, input.id, input.version)
  const told = [
    ...(input.departAt
      ? [
          toldNow(ctx, 'DEPART', new Date(input.departAt), {
            ...(input.odoStart !== undefined && { odometerKm: input.odoStart }),
            ...(input.sealNo && { sealNo: input.sealNo }),
          }),
        ]
      : []),
    ...input.stops.flatMap((s) => toldOfStop(ctx, s)),
    ...(input.returnAt
      ? [
          toldNow(
            ctx,
            'RETURN',
            new Date(input.returnAt),
            input.odoEnd === undefined ? null : { odometerKm: input.odoEnd },
          ),
        ]
      : []),
  ]
  if (told.some((e) => e.at > ctx.now())) refuse(tripFaults.tooEarly)
  const { picture, version } = await tellTrip(ctx, trip, told)
  const open = picture.stops.filter((s) => s.items.some((i) => i.state === 'OPEN')).length
  if (input.returnAt && open > 0) refuse(tripFaults.stopsOpen, { n: open })
  return { id: trip.id, version, billNo: trip.billNo }
}

type StopInput = z.output<typeof recordTrip.input>['stops'][number]
function toldOfStop(ctx: Ctx, { stopId, arriveAt, leaveAt, items }: StopInput) {
  // Whoever says no other time signed when he was there.
  const handed = new Date(arriveAt ?? leaveAt ?? ctx.now())
  const at = (kind: TripEvent['kind'], when: string) => ({ ...toldNow(ctx, kind, new Date(when)), stopId })
  return [
    ...(arriveAt ? [at('ARRIVE', arriveAt)] : []),
    ...items.map(({ wayBillId, lines, empties, reason, signer, failed }) => ({
      ...toldNow(ctx, failed ? 'FAIL' : 'SIGN', handed, {
        ...(lines && !failed && { lines }),
        ...(empties && !failed && { empties }),
        ...(reason && { reason }),
        ...(signer && { signer }),
      }),
      stopId,
      wayBillId,
    })),
    ...(leaveAt ? [at('LEAVE', leaveAt)] : []),
  ]
}

/** A driver's trips that are not over, and those of the last days; nobody else's. */
export async function mine(ctx: Ctx): Promise<z.output<typeof myTrips.output>> {
  const drivers = await driversOf(ctx)
  const [me] = drivers
  if (!me) return refuse(tripFaults.noDriver)
  const since = new Date(ctx.now().getTime() - myDays * 86_400_000)
  const ids = drivers.map((d) => d.id)
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select t.id from ${fromHere(ctx, header, 't')}
    where (t.driver_id = any(${ids}::bigint[]) or t.co_driver_id = any(${ids}::bigint[]))
      and (t.state = any(${[...takenStates]}::text[]) or (t.state in ('RETURNED', 'CLOSED') and t.act_return_at > ${since}))
    order by t.plan_depart_at limit 50`)
  const tripIds = rows.map((r) => r.id)
  return { driver: me.name, trips: await roadTrips(ctx, tripIds), expenses: await expensesOf(ctx, ids, tripIds) }
}

const dayMs = 86_400_000
/** Clocks that were set by the server's differ by less. */
const skewMs = 60_000
const refused = (uid: string, refusal: (typeof tripFaults)[keyof typeof tripFaults]): EventAnswer => ({
  ...{ uid, answer: 'refused', why: { refusal, args: {} } },
})
const eventOf = (e: ToldEvent) => ({
  ...{
    uid: e.uid,
    kind: e.kind,
    at: new Date(e.at),
    stopId: e.stopId ?? null,
    wayBillId: e.wayBillId ?? null,
    source: 'DRIVER' as const,
  },
  payload: {
    ...(e.lines && { lines: e.lines }),
    ...(e.empties && { empties: e.empties }),
    ...(e.reason && { reason: e.reason }),
    ...(e.signer && { signer: e.signer }),
    ...(e.odometerKm !== undefined && { odometerKm: e.odometerKm }),
  },
})

/** What a driver's phone tells of one trip: his own, and nothing that lies in the future or too long ago. */
async function tellOne(ctx: Ctx, tripId: string, told: readonly ToldEvent[], drivers: readonly string[]) {
  const row = await ctx.tx.maybe<Trip & object>(sql`
    select t.* from ${fromHere(ctx, header, 't')} where t.id = ${tripId}
      and (t.driver_id = any(${drivers}::bigint[]) or t.co_driver_id = any(${drivers}::bigint[])) for no key update of t`)
  if (!row) return told.map((e) => refused(e.uid, tripFaults.notYours))
  const why = await whyNotLeaving(ctx, row)
  if (why) return told.map(({ uid }): EventAnswer => ({ uid, answer: 'refused', why }))
  const known = await ctx.tx.query<{ uid: string }>(sql`
    select e.uid from tms_trip_event e where e.tenant_id = ${ctx.tenantId} and e.org_id = ${ctx.org.id} and e.bill_id = ${row.id}`)
  const now = ctx.now().getTime()
  const whyNotTime = (e: ToldEvent) => {
    const at = new Date(e.at).getTime()
    if (known.some(({ uid }) => uid === e.uid)) return undefined
    return at > now + skewMs ? tripFaults.tooEarly : at < now - dayMs ? tripFaults.tooOld : undefined
  }
  const late = told.flatMap((e) => {
    const no = whyNotTime(e)
    return no ? [refused(e.uid, no)] : []
  })
  const rest = told.filter((e) => !late.some(({ uid }) => uid === e.uid))
  const { answers, columns } = await recordEvents(ctx, row, rest.map(eventOf))
  if (columns)
    await writeTold(
      ctx,
      row,
      columns,
      rest.map((e) => e.kind),
    )
  return [...late, ...answers]
}

/** What drivers' phones tell: each event is answered by itself, in the order in which it came. */
export async function tell(
  ctx: Ctx,
  { events }: z.output<typeof tellEvents.input>,
): Promise<z.output<typeof tellEvents.output>> {
  const drivers = (await driversOf(ctx)).map((d) => d.id)
  if (drivers.length === 0) refuse(tripFaults.noDriver)
  const byTrip = Map.groupBy(events, (e) => e.tripId)
  const answers: EventAnswer[] = []
  for (const tripId of [...byTrip.keys()].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)))
    answers.push(...(await tellOne(ctx, tripId, byTrip.get(tripId) ?? [], drivers)))
  return {
    events: events.map(({ uid }) => {
      const { answer = 'duplicate', why } = answers.find((a) => a.uid === uid) ?? {}
      return {
        ...{ uid, answer },
        ...(why && { code: why.refusal.code, message: say(why.refusal.text, ctx.language, why.args) }),
      }
    }),
  }
}

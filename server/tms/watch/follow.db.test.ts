import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import { jobProgress, tellStop, tripTrack, truckWatch } from '@lading/contract/tms/watch.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRoad, place, type RoadWorld, stores } from '../testing/roadWorld.ts'
import { at } from '../testing/tripWorld.ts'

let w: RoadWorld
beforeAll(async () => {
  w = await openRoad()
})
afterAll(() => w.server.close())

/** A trip over three stores, released. */
async function threeStops(crew: number, from: string, to: string) {
  const ids = [await w.wayBillAt(0), await w.wayBillAt(1), await w.wayBillAt(2)]
  const plan = ['13:15', '13:45', '14:15']
  const stops = ids.map((id, i) => ({
    ...w.stop(i, id),
    planArriveAt: at(plan[i] ?? ''),
    planLeaveAt: at(plan[i] ?? ''),
  }))
  const trip = await w.makeTrip({ crew, from: at(from), to: at(to), stops })
  await w.step('release', trip.id)
  return trip.id
}
const [first, second, third] = stores
const eventsOf = (id: string) =>
  w.server.inside('TC01', (ctx) =>
    ctx.tx.query<{ kind: string; source: string; at: Date }>(sql`
      select e.kind, e.source, e.at from tms_trip_event e where e.tenant_id = ${ctx.tenantId} and e.bill_id = ${id} order by e.at, e.uid`),
  )

test('a truck leaves its depot, passes three fences, and its trip says so; told again nothing happens', async () => {
  const id = await threeStops(0, '13:00', '16:00')
  const legs = [
    { to: place(0, 0), kmh: 1, stayS: 120 },
    { to: first, kmh: 40, stayS: 600 },
    { to: second, kmh: 40, stayS: 600 },
    { to: third, kmh: 40, stayS: 300 },
  ]
  expect(await w.drive(0, '13:00', place(0, 0), legs)).toMatchObject({ repeated: 0, refused: [] })
  expect(await w.get(id)).toMatchObject({ state: 'IN_TRANSIT', dots: '◔◔◔' })
  const events = await eventsOf(id)
  // The goods are not signed for: that it has gone on is told once they are.
  expect(events.map((e) => `${e.kind} ${e.source}`)).toEqual([
    'DEPART GEOFENCE',
    'ARRIVE GEOFENCE',
    ...['LEAVE GEOFENCE', 'ARRIVE GEOFENCE', 'LEAVE GEOFENCE', 'ARRIVE GEOFENCE'],
  ])
  const { stops } = await w.onRoad(id)
  const minutes = stops.map((s) => (Date.parse(s.actArriveAt ?? '') - Date.parse(at('13:00'))) / 60_000)
  // At 40 km/h a store is nine minutes away; the fence begins 200 metres before it.
  for (const [i, due] of [10.7, 29.7, 48.7].entries()) expect(Math.abs((minutes[i] ?? 0) - due)).toBeLessThan(1)
  expect(stops[0]).toMatchObject({ onTime: 'ON' })
  const { applied, repeated } = await w.drive(0, '13:00', place(0, 0), legs)
  expect([applied, repeated > 100]).toEqual([0, true])
  expect(await eventsOf(id)).toEqual(events)
  expect(await w.abnormals(id)).toEqual([])
  await w.clear()
})

test('positions that come late, out of order, or from nobody: what they tell is found, or they are refused one by one', async () => {
  const id = await threeStops(1, '17:00', '20:00')
  const leg = (to: (typeof stores)[number], stayS: number) => [{ to, kmh: 40, stayS }]
  await w.drive(1, '17:00', place(0, 0), [{ to: place(0, 0), kmh: 1, stayS: 120 }, ...leg(first, 30)])
  // The network was away while it stood at the second: that comes an hour later.
  await w.drive(1, '18:10', place(15_000, 0), leg(third, 300))
  expect((await w.onRoad(id)).stops.map((s) => s.state)).toEqual(['PENDING', 'PENDING', 'ARRIVED'])
  await w.drive(1, '17:20', first, leg(second, 600))
  expect((await w.onRoad(id)).stops.map((s) => s.state).slice(1)).toEqual(['ARRIVED', 'ARRIVED'])
  await w.travel(at('18:30'))
  const fix = { deviceNo: 'D1', at: at('18:00'), lng: 120.5, lat: 31.5 }
  const { refused, applied } = await w.push([
    { ...fix, deviceNo: 'X9' },
    { ...fix, at: at('23:00') },
    { ...fix, at: '2026-01-01T00:00:00Z' },
    { ...fix, at: at('18:25'), lng: 125 },
  ])
  expect(applied).toBe(1)
  expect(refused.map((r) => [r.index, r.code])).toEqual([
    [0, roadFaults.unknownDevice.code],
    [1, roadFaults.fixEarly.code],
    [2, roadFaults.fixOld.code],
  ])
  // A jump of hundreds of kilometres is kept, and moves nothing.
  const { trucks } = await w.tc().call(truckWatch, {})
  expect(trucks.find((k) => k.trip?.id === id)).toMatchObject({ plate: '沪A00001', trip: { done: 0, stops: 3 } })
  expect(trucks.find((k) => k.trip?.id === id)?.lng).toBeLessThan(121)
  await w.clear()
})

test('late, silent, standing about, off the route: each is one abnormal an episode, however often it is looked at', async () => {
  const day = (hhmm: string) => at(hhmm).replace('-28T', '-29T')
  await w.travel(day('12:50'))
  const id = await threeStops(0, '13:00', '16:00')
  await w.step('depart', id)
  // What it told yesterday is not a silence of this trip.
  await w.server.relay.drain()
  /** A position a minute; the clock goes with them, for it looks by itself as well. */
  const go = async (hhmm: string, x: number, y: number, n = 1, speedKmh = 30) => {
    const begin = Date.parse(day(hhmm))
    const [lng, lat] = place(x, y)
    const fixes = Array.from({ length: n }, (_, i) => ({
      ...{ deviceNo: 'D0', at: new Date(begin + i * 60_000).toISOString(), lng, lat, speedKmh },
    }))
    for (let k = 0; k < n; k += 5) {
      const some = fixes.slice(k, k + 5)
      await w.travel(some.at(-1)?.at ?? '')
      await w.push(some)
    }
  }
  await go('12:50', 3_000, 0)
  await go('12:51', 3_000, 4_000, 4)
  const kinds = async () => (await w.abnormals(id)).map((a) => a.kind)
  expect(await kinds()).toContain('DEVIATE')
  await go('12:56', 3_000, 0)
  await go('12:57', 3_000, 0, 45, 0)
  expect((await kinds()).filter((k) => k === 'STOP_LONG')).toHaveLength(1)
  expect((await kinds()).filter((k) => k === 'DELAY')).toHaveLength(1)
  // Nothing is heard any more: the clock looks.
  await w.travel(day('13:55'))
  await w.server.relay.drain()
  expect((await w.abnormals(id)).map((a) => [a.kind, a.state, a.source, a.tripId])).toEqual(
    ['DELAY', 'DEVIATE', 'STOP_LONG', 'OFFLINE'].map((kind) => [kind, 'OPEN', 'AUTO', id]),
  )
  await w.travel(day('14:05'))
  await w.server.relay.drain()
  expect(await kinds()).toHaveLength(4)
  // It is heard again, and falls silent again: that is another time.
  await go('14:06', 3_500, 0)
  await w.travel(day('14:30'))
  await w.server.relay.drain()
  expect((await kinds()).filter((k) => k === 'OFFLINE')).toHaveLength(2)
})

test('the map shows what is new since it was asked; a trip has a track; somebody who has seen it says so', async () => {
  const { at: since, trucks } = await w.tc().call(truckWatch, {})
  const own = trucks.find((k) => k.trip)
  expect(own).toMatchObject({ abnormals: 5, trip: { next: 'one', stops: 3 } })
  expect(own?.trip?.lateMin).toBeGreaterThan(15)
  await w.travel('2026-11-29T06:40:00Z')
  expect((await w.tc().call(truckWatch, { since: new Date(w.now().getTime() + 60_000).toISOString() })).trucks).toEqual(
    [],
  )
  expect(since < w.now().toISOString()).toBe(true)
  const id = own?.trip?.id ?? ''
  const track = await w.tc().call(tripTrack, { id })
  expect(track.points.length).toBeGreaterThan(40)
  expect(track.stops[0]).toMatchObject({ seq: 1, name: 'one', fenceM: 200, state: 'PENDING' })
  expect(track.stops[0]?.etaAt).not.toBeNull()
  const stopId = track.stops[0]?.id ?? ''
  await w.tc().call(tellStop, { tripId: id, stopId, kind: 'ARRIVE', reason: '设备坏了' })
  await w.server.relay.drain()
  expect((await w.tc().call(tripTrack, { id })).stops[0]).toMatchObject({
    state: 'ARRIVED',
    onTime: 'LATE',
    etaAt: null,
  })
  await expect(w.tc().call(tellStop, { tripId: id, stopId: id, kind: 'LEAVE', reason: 'x' })).rejects.toMatchObject({
    code: 42361,
  })
  const { trips } = await w.tc().call(jobProgress, { day: '2026-11-29' })
  const row = trips.find((t) => t.id === id)
  expect(row).toMatchObject({ servedStops: 0, stops: 3, isLate: true, loadedPct: 100, wayBills: 3, receipts: 0 })
  expect(row?.departed.late).toBe(1430)
})

test('a trip that nobody has timed is late by the window that it misses, and not early before', async () => {
  await w.clear()
  await w.travel('2026-11-30T05:00:00Z')
  const id = await w.wayBillAt(0)
  const due = new Date('2026-11-30T05:30:00Z')
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(sql`update tms_way_bill set window_to = ${due} where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
  const { siteId, wayBillIds } = w.stop(0, id)
  const [from, to] = ['2026-11-30T05:00:00Z', '2026-11-30T08:00:00Z']
  const trip = await w.makeTrip({ crew: 0, from, to, stops: [{ siteId, wayBillIds }] })
  await w.step('release', trip.id)
  await w.step('depart', trip.id)
  const lateAt = async (now: string) => {
    await w.travel(now)
    const [lng, lat] = place(1_000, 0)
    await w.push([{ deviceNo: 'D0', at: now, lng, lat, speedKmh: 20 }])
    const { trucks } = await w.tc().call(truckWatch, {})
    return trucks.find((k) => k.trip?.id === trip.id)?.trip?.lateMin
  }
  expect(await lateAt('2026-11-30T05:02:00Z')).toBeNull()
  expect(await lateAt('2026-11-30T05:50:00Z')).toBeGreaterThan(20)
  const [stop] = (await w.tc().call(tripTrack, { id: trip.id })).stops
  expect(stop).toMatchObject({ planAt: null, dueAt: due.toISOString() })
})

import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { clientStore } from '@lading/contract/tms/clientSite.ts'
import { checkRoute, orderRoute, routePrints, routeScheme } from '@lading/contract/tms/routeScheme.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { routeSheets } from '../print/routeSheets.ts'
import { makeFleet } from '../testing/fleet.ts'

type Seen = { id: string; version: number }
const calls = crudCalls(routeScheme)
let server: TestServer
let tc: Client
let depotId: string
let truckId: string
/** Along one road: `road[0]` is the nearest to the depot. */
let road: string[]
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date('2026-11-28T02:00:00Z') })
  const fleet = await makeFleet(server)
  depotId = fleet.depot
  truckId = fleet.fleet[0]?.truck ?? ''
  const group = await server.as('admin', 'G')
  const store = async (code: string, more: object) =>
    (await group.call<Seen>(crudCalls(clientStore).create, { clientId: fleet.chain, code, name: code, ...more })).id
  road = await Promise.all(
    ['120.6', '120.7', '120.8', '120.9'].map((lng, i) =>
      store(`R${i}`, { lng, lat: '31.5', windows: [{ opensAt: '05:00', closesAt: '12:00' }] }),
    ),
  )
  road.push(await store('DARK', {}))
  tc = await server.as('admin', 'TC01')
})
afterAll(() => server.close())

const stopsOf = (...at: number[]) => at.map((n, i) => ({ seq: (i + 1) * 10, siteId: road[n] }))
const create = (code: string, stops: object[], more: object = {}) =>
  tc.call<Seen>(calls.create, { code, name: code, depotId, departAt: '06:00', days: ['6'], stops, ...more })
const get = (id: string) => tc.call<Record<string, unknown>>(calls.getById, { id })
const asked = (...at: number[]) => ({ depotId, departAt: '06:00', days: [], siteIds: at.map((n) => road[n] ?? '') })

test('a scheme has a store, each once, and not the depot; its way follows from the road network', async () => {
  await expect(create('L1', [])).rejects.toMatchObject({ code: 42314, message: '线路至少包含一个门店' })
  await expect(create('L1', stopsOf(0, 1, 0))).rejects.toMatchObject({ code: 42315 })
  await expect(create('L1', [{ seq: 10, siteId: depotId }])).rejects.toMatchObject({ code: 42316 })
  const made = await create('L1', stopsOf(0, 1))
  const kept = await get(made.id)
  expect(kept).toMatchObject({ stopCount: 2, stores: 'R0 R1' })
  // There and back 2 × 19 km of straight line, by the detour.
  expect(Number(kept.distanceKm)).toBeGreaterThan(38)
  const all = { id: made.id, version: made.version }
  await expect(tc.call(calls.update, { ...all, stops: [{ seq: 30, siteId: road[0] }] })).rejects.toMatchObject({
    code: 42315,
  })
  const further = await tc.call<Seen>(calls.update, { ...all, stops: [{ seq: 30, siteId: road[3] }] })
  const after = await get(made.id)
  expect(after).toMatchObject({ stopCount: 3, stores: 'R0 R1 R3' })
  expect(Number(after.distanceKm)).toBeGreaterThan(Number(kept.distanceKm) * 1.5)
  const dark = await tc.call<Seen>(calls.update, { ...further, stops: [{ seq: 40, siteId: road[4] }] })
  expect(await get(made.id)).toMatchObject({ distanceKm: null, durationMin: null })
  await tc.call(calls.remove, dark)
})

test('the engine puts stores in the order in which they are driven, and the check tells times and what is wrong', async () => {
  const { siteIds } = await tc.call<{ siteIds: string[] }>(orderRoute, asked(3, 0, 2, 1))
  // Along one road both directions are as long; none of them turns back on its way.
  const km = async (ids: readonly string[]) =>
    Number((await tc.call<{ distanceKm: string }>(checkRoute, { ...asked(), siteIds: [...ids] })).distanceKm)
  expect(await km(siteIds)).toBe(await km(asked(0, 1, 2, 3).siteIds))
  expect(await km(siteIds)).toBeLessThan(await km(asked(3, 0, 2, 1).siteIds))
  const fine = await tc.call<{ problems: object[]; stops: { arrive: string }[] }>(checkRoute, asked(0, 1))
  expect(fine.problems).toEqual([])
  expect(fine.stops.map((s) => s.arrive)).toEqual(fine.stops.map((s) => s.arrive).toSorted())
  const late = await tc.call(checkRoute, { ...asked(0, 1), departAt: '11:50' })
  expect(late).toMatchObject({
    problems: [
      { kind: 'LATE', site: 'R0 R0' },
      { kind: 'LATE', site: 'R1 R1' },
    ],
  })
  const made = await create('L2', stopsOf(0))
  expect(await tc.call(checkRoute, { ...asked(0), days: ['6'] })).toMatchObject({
    problems: [{ kind: 'SHARED', what: 'L2' }],
  })
  expect(await tc.call(checkRoute, { ...asked(0), days: ['7'] })).toMatchObject({ problems: [] })
  expect(await tc.call(checkRoute, { ...asked(0), id: made.id })).toMatchObject({ problems: [] })
  expect(await tc.call(checkRoute, { ...asked(4), truckId })).toMatchObject({
    distanceKm: null,
    problems: [{ kind: 'NO_LOCATION', site: 'DARK DARK' }],
  })
  // What has no position stays as it was typed.
  expect(await tc.call(orderRoute, asked(4, 0))).toEqual({ siteIds: [road[4], road[0]] })
})

test('what the asker does not see is not told of, and a warehouse keeps no schemes', async () => {
  const unknown = { ...asked(0), siteIds: ['1'] }
  await expect(tc.call(checkRoute, unknown)).rejects.toMatchObject({ code: 40400 })
  await expect(tc.call(orderRoute, unknown)).rejects.toMatchObject({ code: 40400 })
  const dc = await server.as('admin', 'DC01')
  await expect(dc.call(checkRoute, asked(0))).rejects.toMatchObject({ code: expect.any(Number) })
  expect((await dc.call<{ records: object[] }>(calls.query, {})).records).toEqual([])
})

test('a route sheet prints its stores in their order with arrivals, and again for a reason; elsewhere it is not there', async () => {
  const { id } = await create('P1', stopsOf(1, 0), { truckId })
  const filled = await server.inside('TC01', (ctx) => routeSheets(ctx, [id]))
  const [copy] = filled.copies
  expect(copy?.values).toMatchObject({ no: 'P1', party: 'P1', fact2: '06:00' })
  expect(copy?.lines?.map((l) => [l.c1, String(l.c2).slice(0, 2)])).toEqual([
    ['1', 'R1'],
    ['2', 'R0'],
  ])
  expect(copy?.lines?.every((l) => /^0[6-9]:\d\d$/.test(String(l.c3)))).toBe(true)
  const call = routePrints.routeScheme
  const { data } = await tc.bytes(call, { rows: [{ id }] })
  expect(data.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(tc.bytes(call, { rows: [{ id }] })).rejects.toMatchObject({ code: 42211 })
  const dark = await create('P2', stopsOf(4))
  const unlocated = await server.inside('TC01', (ctx) => routeSheets(ctx, [dark.id]))
  expect(unlocated.copies[0]?.lines).toMatchObject([{ c3: '' }])
})

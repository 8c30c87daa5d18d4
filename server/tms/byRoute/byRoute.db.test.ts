import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { createByRoute, type OffRoute, previewByRoute, type RouteTrip } from '@lading/contract/tms/byRoute.ts'
import { clientStore } from '@lading/contract/tms/clientSite.ts'
import { routeScheme } from '@lading/contract/tms/routeScheme.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTrips, type Seen, type TripWorld } from '../testing/tripWorld.ts'
import { prepareVrp } from '../vrp/config.ts'

type Preview = { trips: RouteTrip[]; off: OffRoute[] }
const calls = crudCalls(routeScheme)
let w: TripWorld
let far: string
/** Of a Saturday, as the world's day is: the first two stores, by the first truck. */
let l1: Seen
let l2: Seen
let sunday: Seen
beforeAll(async () => {
  w = await openTrips()
  await w.server.inside('TC01', (ctx) => prepareVrp(ctx, ctx.org.id))
  const group = await w.server.as('admin', 'G')
  const at = { clientId: w.chain, lng: '120.6', lat: '31.5' }
  far = (await group.call<Seen>(crudCalls(clientStore).create, { ...at, code: 'F1', name: 'far', route: 'L2' })).id
  l1 = await scheme('L1', [w.stores[0], w.stores[1], far], { truckId: w.fleet[0]?.truck, days: ['6'] })
  l2 = await scheme('L2', [far], { departAt: '05:00', truckTypeId: w.type, carrierId: w.owner })
  sunday = await scheme('SUN', [w.stores[0]], { days: ['7'] })
})
afterEach(() =>
  w.server.inside('TC01', async (ctx) => {
    await ctx.tx.run(sql`delete from tms_ship_plan_bill where tenant_id = ${ctx.tenantId}`)
    await ctx.tx.run(sql`update tms_way_bill set state = 'CANCELLED' where tenant_id = ${ctx.tenantId}`)
  }),
)
afterAll(() => w.server.close())

const scheme = (code: string, siteIds: (string | undefined)[], more: object = {}) =>
  w.tc().call<Seen>(calls.create, {
    ...{ code, name: code, depotId: w.depot, departAt: '06:00', days: [], ...more },
    stops: siteIds.map((siteId, i) => ({ seq: (i + 1) * 10, siteId })),
  })
const asked = (more: object = {}) => ({
  bizDate: '2026-11-28',
  depotId: w.depot,
  schemeIds: [],
  overflow: 'SPLIT',
  ...more,
})
const preview = (more: object = {}) => w.tc().call<Preview>(previewByRoute, asked(more))
const create = (wayBillIds: string[], more: object = {}) =>
  w.tc().call<{ trips: Seen[]; wayBills: number }>(createByRoute, asked({ wayBillIds, ...more }))
const offs = (p: Preview) => p.off.map((o) => [o.wayBillId, o.reason])
const plates = (p: Preview) => p.trips.map((t) => [t.code, t.turn, t.plate])
const onStore = async (siteId: string, id: string) => {
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(sql`update tms_way_bill set to_site_id = ${siteId} where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
  return id
}

test('goods go with their route in its order; what a truck does not hold goes on a further one, or is left', async () => {
  const [a, b] = [await w.wayBillAt(1, { kg: '600' }), await w.wayBillAt(0, { kg: '600' })]
  const none = await w.wayBillAt(2)
  const split = await preview()
  expect(plates(split)).toEqual([
    ['L1', 1, '沪A00000'],
    ['L1', 2, '沪A00001'],
  ])
  expect(split.trips.map((t) => [t.stores, t.wayBillIds, t.weightRate])).toEqual([
    [['S1'], [b], 60],
    [['S2'], [a], 60],
  ])
  expect(split.trips[0]).toMatchObject({ departs: '06:00', violations: [] })
  expect(offs(split)).toEqual([[none, 'NO_ROUTE']])
  const pool = await preview({ overflow: 'POOL' })
  expect(plates(pool)).toEqual([['L1', 1, '沪A00000']])
  expect(offs(pool)).toEqual([
    [none, 'NO_ROUTE'],
    [a, 'OVERFLOW'],
  ])
  expect((await preview({ schemeIds: [l2.id] })).trips).toEqual([])
  expect(await w.states(a, b, none)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
})

test('a way bill’s own route comes first, then its store’s; a route that does not go is said', async () => {
  const ids = await Promise.all([0, 1].map(async () => onStore(far, await w.wayBillAt(0))))
  const sun = await w.wayBillAt(0)
  const route = async (id: string, routeSchemeId: string | null) => {
    const { version } = await w.bill(id)
    return w.tc().call(documentCalls(wayBill).changeRoute, { rows: [{ id, version }], input: { routeSchemeId } })
  }
  expect(await route(ids[1] ?? '', '1')).toMatchObject({ ok: 0, failed: [{ code: 40400 }] })
  await route(ids[1] ?? '', l1.id)
  await route(ids[0] ?? '', l1.id)
  await route(ids[0] ?? '', null)
  await route(sun, sunday.id)
  const p = await preview()
  // L2 leaves first: any truck of its type and carrier but the usual one of L1.
  expect(p.trips.map((t) => [t.code, t.wayBillIds, t.plate])).toEqual([
    ['L2', [ids[0]], '沪A00001'],
    ['L1', [ids[1]], '沪A00000'],
  ])
  expect(offs(p)).toEqual([[sun, 'OFF_ROUTE']])
})

test('created once: drafts of that route, their way bills planned; told again there is nothing left', async () => {
  const [a, b] = [await w.wayBillAt(0, { kg: '600' }), await w.wayBillAt(1, { kg: '600' })]
  const made = await create([a, b])
  expect(made).toMatchObject({ wayBills: 2 })
  expect(await w.states(a, b)).toEqual(['PLANNED', 'PLANNED'])
  const [first] = made.trips
  expect(await w.get(first?.id ?? '')).toMatchObject({
    state: 'DRAFT',
    source: 'ROUTE',
    route: 'L1 L1',
    weight: '600.000',
    stopCount: 1,
    peakWeight: '600.000',
    driverId: w.fleet[0]?.driver,
  })
  await expect(create([a, b])).rejects.toMatchObject({ code: 42395, message: '没有符合条件的运单' })
  // The usual truck is on that trip: its colleague goes, until there is none; then nobody is named.
  const late = await w.wayBillAt(0)
  expect(plates(await preview())).toEqual([['L1', 1, '沪A00002']])
  const more = await create([late])
  expect(await w.step('release', more.trips[0]?.id ?? '')).toMatchObject({ ok: 0 })
})

test('two dispatchers create the same trips at once: one of them does', async () => {
  const a = await w.wayBillAt(0)
  const both = await Promise.allSettled([create([a]), create([a])])
  expect(both.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await w.states(a)).toEqual(['PLANNED'])
})

test('without any truck of its own a route goes unmanned, and nothing is too much for it', async () => {
  const bare = await scheme('BARE', [w.stores[2]])
  const a = await w.wayBillAt(2, { kg: '5000' })
  const p = await preview({ schemeIds: [bare.id] })
  expect(p.trips).toMatchObject([{ truckId: null, plate: '', weightRate: null, violations: [] }])
  const made = await create([a], { schemeIds: [bare.id] })
  expect(await w.get(made.trips[0]?.id ?? '')).toMatchObject({ truckId: null, state: 'DRAFT' })
})

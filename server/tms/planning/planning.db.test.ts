import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientShipment, clientStore } from '@lading/contract/tms/clientSite.ts'
import {
  arrangePlan,
  drawPlan,
  generatePlan,
  planScope,
  planStart,
  stopPlan,
  suggestPlaces,
} from '@lading/contract/tms/planCalls.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import { correctLeg } from '@lading/contract/tms/roadNet.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { readBill } from '../../platform/document/steps.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { planSteps } from './steps.ts'

type Seen = { id: string; version: number }
type Look = z.output<typeof drawPlan.output>
const bizDate = '2026-11-30'
/** S1 to S6: kg, m³, window. The seventh has no position. */
const given = [
  [600, 4, '06:00', '09:00'],
  [500, 3, '06:00', '09:00'],
  [700, 5, '07:00', '10:00'],
  [400, 3, '06:00', '08:00'],
  [900, 6, '08:00', '11:00'],
  [300, 2, '06:00', '12:00'],
] as const
const legs = '01 6 02 8 03 10 04 5 05 12 06 4 12 3 23 3 13 5 45 8 56 9 46 2'.split(' ')
const kmOf = (i: number, j: number): number => {
  const at = legs.findIndex((l, k) => k % 2 === 0 && (l === `${i}${j}` || l === `${j}${i}`))
  return at < 0 ? 14 : Number(legs[at + 1])
}

let server: TestServer
let tc: Client
let group: Client
const sites: string[] = []
const bills: string[] = []
const trucks: string[] = []
let configId = ''
const make = async (by: Client, e: AnyEntity, input: object) => (await by.call<Seen>(crudCalls(e).create, input)).id
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date('2026-11-29T02:00:00Z') })
  group = await server.as('admin', 'G')
  tc = await server.as('admin', 'TC01')
  const clientId = await make(group, client, { code: 'C01', name: 'chain' })
  const at = { clientId, lng: '120.1551', lat: '30.2741' }
  sites.push(await make(group, clientShipment, { ...at, code: 'DC', name: 'depot', isDepot: true }))
  for (const [i, [, , opensAt, closesAt]] of given.entries())
    sites.push(
      await make(group, clientStore, {
        ...at,
        code: `S${i + 1}`,
        name: `s${i + 1}`,
        lng: `120.${20 + i}`,
        windows: [{ opensAt, closesAt }],
      }),
    )
  for (let i = 0; i < 7; i++)
    for (let j = i + 1; j < 7; j++) {
      const distanceM = kmOf(i, j) * 1000
      const leg = { fromId: sites[i], toId: sites[j], distanceM, durationS: distanceM * 0.12, both: true }
      for (const profile of ['TRUCK_SMALL', 'TRUCK_LARGE']) await group.call(correctLeg, { ...leg, profile })
    }
  for (const [i, [kg, m3]] of given.entries()) {
    const lines = [{ productName: '货', planQty: '10', weight: String(kg), volume: String(m3) }]
    const seen = await tc.call<Seen>(documentCalls(wayBill).create, {
      clientId,
      fromSiteId: sites[0],
      toSiteId: sites[i + 1],
      bizDate,
      lines,
    })
    await tc.call(documentCalls(wayBill).approve as never, { rows: [seen] })
    bills.push(seen.id)
  }
  const typeId = await make(group, truckType, {
    code: 'T',
    name: '4.2m',
    loadKg: '1800',
    volumeM3: '15',
    costFixed: '200',
    costPerKm: '3',
  })
  const carrierId = await make(group, carrier, { code: 'OWN', name: 'own', kind: 'OWN' })
  for (const code of ['苏E00001', '苏E00002']) trucks.push(await make(group, truck, { code, typeId, carrierId }))
  configId = await make(tc, vrpConfig, {
    name: 'day',
    departFrom: '06:00',
    departTo: '10:00',
    volumeFill: '100',
    minFill: '0',
    wCompact: '0',
  })
})
afterAll(() => server.close())

const ask = (more: object = {}) => ({
  bizDate,
  depotId: sites[0],
  configId,
  wayBillIds: bills,
  truckIds: trucks,
  seconds: 1,
  ...more,
})
const look = (id: string) => tc.call<Look>(drawPlan, { id })
async function computed(more: object = {}): Promise<Look & { id: string }> {
  const { id } = await tc.call<Seen>(generatePlan, ask(more))
  await server.others[routePlan.header.key]?.tick()
  return { id, ...(await look(id)) }
}
const asArranged = (l: Pick<Look, 'trips'>) =>
  l.trips.map(({ truckId, turn, locked, stops }) => ({ truckId, turn, locked, visits: stops.flatMap((s) => s.visits) }))
const siteNos = (l: Look) => l.trips.map((t) => t.stops.map((s) => `S${sites.indexOf(s.siteId)}`).join('-')).sort()

test('the day of the blueprint: two trips, 48 km, nothing left; the times are those of the road', async () => {
  const plan = await computed()
  expect(plan).toMatchObject({
    state: 'COMPUTED',
    left: [],
    kpi: { trips: 2, metres: 48_000, cost: '544.00', orders: 6 },
  })
  const a = plan.trips.find((t) => t.metres === 22_000)
  expect(siteNos(plan)).toContain('S1-S2-S3')
  expect(a).toMatchObject({ depart: 22_140, finish: 27_300, weightRate: 100, volumeRate: 80, violations: [] })
  expect(a?.stops[0]).toMatchObject({ arrive: 22_860, wait: 0, leave: 23_700 })
})

test('one truck takes four; each of the others says why it stays', async () => {
  const plan = await computed({ truckIds: trucks.slice(0, 1) })
  expect(plan.kpi).toMatchObject({ orders: 4, metres: 29_000 })
  expect(plan.left.map((l) => [bills.indexOf(l.wayBillId), l.reason])).toEqual([
    [2, 'CAPACITY'],
    [4, 'CAPACITY'],
  ])
  const { places } = await tc.call<z.output<typeof suggestPlaces.output>>(suggestPlaces, {
    id: plan.id,
    wayBillId: bills[2],
  })
  expect(places).toMatchObject([{ truckId: trucks[0], violations: ['LOAD'] }])
})

test('a hand moves a stop: what it costs and breaks is told, taking it back gives the figures back, locks hold', async () => {
  const plan = await computed()
  const trips = asArranged(plan)
  const [a, b] = [trips[0], trips[1]]
  const moved = [
    { ...a, visits: a?.visits.slice(1) },
    { ...b, visits: [...(b?.visits ?? []), ...(a?.visits.slice(0, 1) ?? [])] },
  ]
  const put = (version: number, arrangement: object) =>
    tc.call<Look>(arrangePlan, { id: plan.id, version, trips: arrangement })
  const after = await put(plan.version, moved)
  expect(after.kpi.metres).not.toBe(48_000)
  expect(after.trips.flatMap((t) => t.violations)).toContain('LOAD')
  await expect(put(plan.version, trips)).rejects.toMatchObject({ code: 40900 })
  const back = await put(after.version, trips)
  expect([back.kpi, back.trips]).toEqual([plan.kpi, plan.trips])
  for (const wrong of [
    [{ truckId: trucks[0], turn: 0, visits: [{ wayBillId: '1' }] }],
    [...trips, { truckId: trucks[0], turn: 0, visits: [] }],
    trips.map((t) => ({ ...t, visits: a?.visits ?? [] })),
  ])
    await expect(put(back.version, wrong)).rejects.toMatchObject({ code: 42383 })
  const third = trips.findIndex((t) => t.visits.some((v) => v.wayBillId === bills[2]))
  const locked = trips.map((t, i) =>
    i === third ? { ...t, truckId: trucks[1], turn: 0 } : { ...t, truckId: trucks[0], turn: 0 },
  )
  const withLock = locked.map((t) => ({
    ...t,
    visits: t.visits.map((v) => (v.wayBillId === bills[2] ? { ...v, lock: 'TRIP' } : v)),
  }))
  const kept = await put(back.version, withLock)
  const again = await computed({ from: { id: plan.id, version: kept.version } })
  const its = again.trips.find((t) => t.stops.some((s) => s.visits.some((v) => v.wayBillId === bills[2])))
  expect([its?.truckId, again.left, again.kpi.trips]).toEqual([trucks[1], [], 2])
})

test('one at a time for each; stopping keeps the best; a lost process leaves a plan that says so', async () => {
  const { id } = await tc.call<Seen>(generatePlan, ask({ seconds: 60 }))
  await expect(tc.call(generatePlan, ask())).rejects.toMatchObject({ code: 42380 })
  await tc.call(stopPlan, { id })
  await server.others[routePlan.header.key]?.tick()
  expect(await look(id)).toMatchObject({ state: 'COMPUTED', kpi: { orders: 6 } })
  const lost = await tc.call<Seen>(generatePlan, ask())
  await server.inside('TC01', (ctx) =>
    ctx.tx.query({ text: `update tms_route_plan set started_at = now() where id = ${lost.id}`, values: [] } as never),
  )
  await server.others[routePlan.header.key]?.tick()
  expect((await look(lost.id)).state).toBe('FAILED')
})

test('what cannot be planned is told beforehand, and refused', async () => {
  const scope = await tc.call<z.output<typeof planScope.output>>(planScope, { bizDate, depotId: sites[0] })
  expect(scope.orders.map((o) => o.reason)).toEqual([null, null, null, null, null, null])
  expect(scope.trucks).toHaveLength(2)
  expect(scope.orders.map((o) => [o.kind, o.tempZone])).toEqual(given.map(() => ['DELIVER', 'AMBIENT']))
  const late = await tc.call<Seen>(documentCalls(wayBill).create, {
    clientId: scope.orders[0] && (await group.call<{ records: Seen[] }>(crudCalls(client).query, {})).records[0]?.id,
    fromSiteId: sites[0],
    toSiteId: sites[1],
    bizDate,
    lines: [{ productName: '货', planQty: '1', weight: '1', volume: '1' }],
  })
  await expect(tc.call(generatePlan, ask({ wayBillIds: [late.id] }))).rejects.toMatchObject({ code: 42382 })
  await expect((await server.as('admin', 'DC01')).call(generatePlan, ask())).rejects.toMatchObject({ code: 40308 })
})

test('a plan begins with the day that waits; whoever comes back finds the plan that is computed, and those before', async () => {
  const start = () => tc.call<z.output<typeof planStart.output>>(planStart, {})
  const scope = (of = bizDate) =>
    tc.call<z.output<typeof planScope.output>>(planScope, { bizDate: of, depotId: sites[0] })
  const usual = { name: 'day', trips: 1, volumeFill: '100.0' }
  // It is the day before: tomorrow's way bills wait.
  expect(await start()).toMatchObject({ bizDate, depots: [{ id: sites[0], code: 'DC' }] })
  expect((await start()).configs.find((c) => c.id === configId)).toMatchObject(usual)
  const done = await computed()
  const later = '2026-12-07'
  const { id } = await tc.call<Seen>(generatePlan, ask({ bizDate: later, seconds: 60 }))
  expect((await start()).bizDate).toBe(later)
  const now = await scope()
  expect(now.computing).toMatchObject({ id, bizDate: later, state: 'COMPUTING', isMine: true, kpi: null })
  expect(now.plans[0]).toMatchObject({ id: done.id, version: done.version, state: 'COMPUTED', isMine: true })
  expect(now.plans[0]?.kpi).toEqual(done.kpi)
  expect((await scope(later)).plans.map((p) => p.id)).toEqual([id])
  await tc.call(stopPlan, { id })
  await server.others[routePlan.header.key]?.tick()
  expect(await scope(later)).toMatchObject({ computing: null, orders: [], plans: [{ state: 'COMPUTED' }] })
  await expect((await server.as('admin', 'DC01')).call(planStart, {})).rejects.toMatchObject({ code: 40308 })
})

test('who does not see all goods of a plan can neither arrange nor confirm it: what he misses would fall out', async () => {
  const plan = await computed({ wayBillIds: bills.slice(1, 2) })
  const ownerId = await make(group, owner, { code: 'OW', name: 'another' })
  await server.db.owner.query(`update tms_client set owner_ref = ${ownerId} where tenant_id = ${server.one.tenantId}`)
  const confirm = server.inside('TC01', async (ctx) => {
    const row = await readBill(ctx, routePlan, plan.id)
    return planSteps.approve?.effect?.({ ...ctx, owners: ['1'] }, row, [], {})
  })
  await expect(confirm).rejects.toMatchObject({ refusal: planFaults.notWhole })
  await server.db.owner.query(`update tms_client set owner_ref = null where tenant_id = ${server.one.tenantId}`)
})

test('confirmed, a plan becomes trips with their times; withdrawn, its way bills wait again; released, it stays', async () => {
  const steps = documentCalls(routePlan)
  const step = async (name: 'approve' | 'revoke', id: string, version: number) =>
    tc.call<{ ok: number; failed: { code: number; message: string }[] }>(steps[name], { rows: [{ id, version }] })
  const plan = await computed()
  const other = await computed()
  const over = await tc.call<Look>(arrangePlan, {
    id: other.id,
    version: other.version,
    trips: [{ truckId: trucks[0], turn: 0, visits: bills.map((wayBillId) => ({ wayBillId })) }],
  })
  expect(await step('approve', other.id, over.version)).toMatchObject({ ok: 0, failed: [{ code: 42385 }] })
  expect(await step('approve', plan.id, plan.version)).toMatchObject({ ok: 1 })
  const trips = (
    await tc.call<{ records: Record<string, unknown>[] }>(documentCalls(shipPlanBill).query, {
      filter: { state: 'DRAFT' },
    })
  ).records
  expect(trips.map((x) => [x.planDistanceM, x.wayBillCount])).toEqual(
    expect.arrayContaining([
      [22_000, 3],
      [26_000, 3],
    ]),
  )
  expect(trips.find((x) => x.planDistanceM === 22_000)).toMatchObject({ planDepartAt: '2026-11-29T22:09:00.000Z' })
  const stateOf = async () => (await tc.call<{ state: string }>(documentCalls(wayBill).getById, { id: bills[0] })).state
  expect(await stateOf()).toBe('PLANNED')
  const back = await tc.call<Look>(arrangePlan, { id: other.id, version: over.version, trips: asArranged(plan) })
  expect(await step('approve', other.id, back.version)).toMatchObject({ ok: 0, failed: [{ code: 42335 }] })
  expect(await step('revoke', plan.id, plan.version + 1)).toMatchObject({ ok: 1 })
  expect(await stateOf()).toBe('CONFIRMED')
  expect(await step('approve', other.id, back.version)).toMatchObject({ ok: 1 })
})

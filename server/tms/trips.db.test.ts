import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientShipment, clientStore } from '@lading/contract/tms/clientSite.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import {
  addWayBills,
  myTrips,
  type RoadTrip,
  recordTrip,
  takeOffWayBills,
  tellEvents,
  tripOnRoad,
} from '@lading/contract/tms/tripCalls.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetOptions } from '../platform/option.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { copyCatalogue } from './catalogue.ts'
import { createTrip, type NewTrip } from './trip/make.ts'
import { wayBillOnce } from './wayBill/make.ts'

type Seen = { id: string; version: number }
type Row = Seen & Record<string, unknown> & { billNo: string; state: string }
type Bulk = { ok: number; failed: { code: number; message: string }[]; partly?: { message: string }[] }
const trips = documentCalls(shipPlanBill)
const bills = documentCalls(wayBill)

let server: TestServer
let tc: Client
let now = new Date('2026-11-28T02:00:00Z')
const at = (hhmm: string): string => `2026-11-28T${hhmm}:00+08:00`
let chain = ''
let depot = ''
let stores: string[] = []
let type = ''
let owner = ''
const fleet: { truck: string; driver: string }[] = []
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  const group = await server.as('admin', 'G')
  const make = async (e: AnyEntity, input: object) => (await group.call<Seen>(crudCalls(e).create, input)).id
  await server.inside('G', copyCatalogue)
  const licences = await server.inside('G', (ctx) =>
    ctx.tx.query<{ id: string; code: string }>(sql`select id, code from tms_sys_driver_license where tenant_id = ${ctx.tenantId}`),
  )
  const licence = (code: string) => licences.find((l) => l.code === code)?.id
  chain = await make(client, { code: 'C1', name: 'chain' })
  const site = { clientId: chain, lng: '120.5', lat: '31.5' }
  depot = await make(clientShipment, { ...site, code: 'DC', name: 'depot', isDepot: true })
  stores = [
    await make(clientStore, { ...site, code: 'S1', name: 'one' }),
    await make(clientStore, { ...site, code: 'S2', name: 'two' }),
    await make(clientStore, { ...site, code: 'S3', name: 'three' }),
  ]
  owner = await make(carrier, { code: 'OWN', name: 'own', kind: 'OWN', contractTo: '2027-12-31', settleCycle: 'MONTH' })
  type = await make(truckType, { code: 'T', name: 'T', loadKg: '1000', volumeM3: '10', grossKg: '4400', licenceId: licence('C1') })
  for (const i of [0, 1, 2, 3]) {
    const driver = await make(staff, {
      ...{ code: `D${i}`, name: `driver${i}`, phone: `1380000000${i}`, carrierId: owner, licenceTo: '2027-12-31' },
      ...{ licenceId: licence(i === 3 ? 'D' : 'C1'), userId: i === 0 ? server.one.users.get('clerk') : null },
    })
    const certificates = ['COMPULSORY', 'INSPECTION'].map((kind) => ({ kind, validTo: i === 2 ? '2026-11-27' : '2027-12-31' }))
    const made = await make(truck, { code: `沪A0000${i}`, carrierId: owner, typeId: type, driverId: driver, certificates })
    fleet.push({ truck: made, driver })
  }
  tc = await server.as('admin', 'TC01')
}) // biome-ignore format: rows of the world
afterAll(() => server.close())

/** Sessions end with the hours: he logs in again. */
const travel = async (to: string): Promise<void> => {
  now = new Date(to)
  tc = await server.as('admin', 'TC01')
}
let no = 0
const wayBillAt = async (store = 0, o: { kg?: string; m3?: string; kind?: string } = {}): Promise<string> => {
  const { kg = '100', m3 = '1', kind = 'DELIVERY' } = o
  const way = { fromSiteId: depot, toSiteId: stores[store] }
  const back = { fromSiteId: stores[store], toSiteId: depot }
  return server.inside('TC01', async (ctx) => {
    const { id } = await wayBillOnce(ctx, {
      ...{ source: 'API', sourceNo: `X${no++}`, clientId: chain, kind, containers: 2 },
      ...(kind === 'DELIVERY' ? way : back),
      lines: [{ productName: '水', uom: '箱', planQty: '10', weight: kg, volume: m3 }],
    })
    return id
  })
}
interface Making {
  crew?: number | null
  from?: string
  to?: string
  stops?: NewTrip['stops']
}
const makeTrip = ({ crew = 0, from = at('12:00'), to = at('16:00'), stops }: Making = {}) =>
  server.inside('TC01', async (ctx) => {
    const of = crew === null ? undefined : fleet[crew]
    return createTrip(ctx, {
      ...{ source: 'VRP', departSiteId: depot, planDepartAt: from, planReturnAt: to },
      ...{ truckId: of?.truck ?? null, driverId: of?.driver ?? null, stops: stops ?? [] },
    })
  })
const get = (id: string) => tc.call<Row>(trips.getById, { id })
const bill = (id: string) => tc.call<Row>(bills.getById, { id })
const states = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await bill(id)).state))
const onRoad = (id: string): Promise<RoadTrip> => tc.call(tripOnRoad, { id })
const step = async (name: string, id: string, more: object = {}) =>
  tc.call<Bulk>(trips[name], { rows: [{ id, version: (await get(id)).version }], ...more })
const stop = (n: number, ...wayBillIds: string[]) => ({
  siteId: stores[n] ?? '',
  planArriveAt: at('13:00'),
  wayBillIds,
})
/** A trip of its own truck and hours, with one way bill a store. */
async function twoStops(o: Making = {}) {
  const ids = [await wayBillAt(0), await wayBillAt(1)]
  const trip = await makeTrip({ ...o, stops: [stop(0, ids[0] ?? ''), stop(1, ids[1] ?? '')] })
  return { id: trip.id, a: ids[0] ?? '', b: ids[1] ?? '' }
}
/** Trips of a test leave the trucks to the next. */
const clear = () =>
  server.inside('TC01', (ctx) =>
    ctx.tx.run(
      sql`update tms_ship_plan_bill set state = 'CLOSED' where tenant_id = ${ctx.tenantId} and state not in ('CLOSED', 'CANCELLED')`,
    ),
  )

describe('派车单', () => {
  test('of way bills that wait: all are planned or nothing is; what is delivered last is loaded first', async () => {
    const { id, a, b } = await twoStops()
    expect(await states(a, b)).toEqual(['PLANNED', 'PLANNED'])
    const trip = await get(id)
    expect(trip).toMatchObject({ state: 'DRAFT', stopCount: 2, wayBillCount: 2, weight: '200.000', peakWeight: '200.000' })
    expect(trip).toMatchObject({ loadRate: '20.0', volumeRate: '20.0', dots: '○○', source: 'VRP', carrierId: owner })
    expect((trip.items as { wayBillId: string; loadSeq: number }[]).map((i) => [i.wayBillId, i.loadSeq])).toEqual([[b, 1], [a, 2]])
    await expect(makeTrip({ stops: [stop(0, a, await wayBillAt(0))] })).rejects.toMatchObject({ refusal: { code: 42335 } })
    await expect(makeTrip({ stops: [stop(1, await wayBillAt(0))] })).rejects.toMatchObject({ refusal: tripFaults.notOnTrip })
    await expect(makeTrip({ from: at('16:00'), to: at('12:00') })).rejects.toMatchObject({ refusal: tripFaults.dayOrder })
  })

  test('a person types one, and puts way bills on it and takes them off', async () => {
    const typed = { departSiteId: depot, truckId: fleet[1]?.truck, planDepartAt: at('12:00'), planReturnAt: at('16:00') }
    const made = await tc.call<Seen>(trips.create, typed)
    expect(await get(made.id)).toMatchObject({ driverId: fleet[1]?.driver, truckTypeId: type, loadKg: '1000.000' })
    expect(await step('release', made.id)).toMatchObject({ failed: [{ code: tripFaults.empty.code }] })
    const [a, b, c] = [await wayBillAt(0), await wayBillAt(1), await wayBillAt(2)]
    const add = async (wayBillIds: string[], beforeStopId?: string) =>
      tc.call(addWayBills, { id: made.id, version: (await get(made.id)).version, wayBillIds, ...(beforeStopId && { beforeStopId }) })
    await add([a, b])
    const [, second] = (await onRoad(made.id)).stops
    await add([c], second?.id)
    expect((await onRoad(made.id)).stops.map((s) => [s.seq, s.site.code])).toEqual([[1, 'S1'], [2, 'S3'], [3, 'S2']])
    await tc.call(takeOffWayBills, { id: made.id, version: (await get(made.id)).version, wayBillIds: [a] })
    expect((await onRoad(made.id)).stops.map((s) => [s.seq, s.site.code])).toEqual([[1, 'S3'], [2, 'S2']])
    expect(await states(a, b, c)).toEqual(['CONFIRMED', 'PLANNED', 'PLANNED'])
    expect(await step('cancel', made.id, { reason: 'x' })).toMatchObject({ ok: 1 })
    expect(await states(a, b, c)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    // Let go of, they may be planned anew.
    await makeTrip({ stops: [stop(0, a), stop(1, b)] })
    await clear()
  })

  test('released, its way bills are dispatched; withdrawn, planned; cancelled, they wait again', async () => {
    const { id, a, b } = await twoStops()
    expect(await step('release', id)).toMatchObject({ ok: 1 })
    expect(await states(a, b)).toEqual(['DISPATCHED', 'DISPATCHED'])
    await expect(tc.call(trips.update, { id, version: (await get(id)).version, note: 'x' })).rejects.toMatchObject({ code: 42201 })
    expect(await step('recall', id, { reason: '改计划' })).toMatchObject({ ok: 1 })
    expect(await states(a, b)).toEqual(['PLANNED', 'PLANNED'])
    await step('release', id)
    expect(await step('cancel', id)).toMatchObject({ failed: [{ code: 42202 }] })
    expect(await step('cancel', id, { reason: '无车' })).toMatchObject({ ok: 1 })
    expect(await states(a, b)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(await get(id)).toMatchObject({ state: 'CANCELLED', reason: '无车' })
  })

  test('Q, weight and volume: what is not fit is not sent, and says why', async () => {
    const message = async (o: Making) => {
      const { id } = await makeTrip(o)
      const { failed } = await step('release', id)
      return failed[0]?.message
    }
    expect(await message({ crew: 2, stops: [stop(0, await wayBillAt(0))] })).toBe(
      '资质不符：车辆【沪A00002】交强险2026-11-27到期；车辆【沪A00002】年检2026-11-27到期',
    )
    expect(await message({ crew: 3, stops: [stop(0, await wayBillAt(0))] })).toBe('资质不符：司机【driver3】准驾车型D不含C1')
    expect(await message({ crew: null, stops: [stop(0, await wayBillAt(0))] })).toContain('没有车辆或司机')
    expect(await message({ stops: [stop(0, await wayBillAt(0, { kg: '1000.5' }))] })).toBe('超载：1000.5/1000kg')
    // What is fetched counts from where it is fetched: 600 out, then 500 back on the emptied truck.
    const legs = [stop(0, await wayBillAt(0, { kg: '600' })), stop(1, await wayBillAt(1, { kg: '900', kind: 'RETURN' }))]
    const ok = await makeTrip({ stops: legs })
    expect(await get(ok.id)).toMatchObject({ peakWeight: '900.000', weight: '1500.000' })
    expect(await step('release', ok.id)).toMatchObject({ ok: 1 })
    await clear()
    const full = await makeTrip({ stops: [stop(0, await wayBillAt(0, { m3: '10.5' }))] })
    expect(await step('release', full.id)).toMatchObject({ ok: 1, partly: [{ message: '体积超出：10.5/10m³，已按放行权限发布' }] })
    await clear()
  })

  test('T1, T2: no truck and no driver twice at a time', async () => {
    const { id: first } = await twoStops()
    expect(await step('release', first)).toMatchObject({ ok: 1 })
    const { id: overlap } = await twoStops({ from: at('15:00'), to: at('18:00') })
    const { billNo } = await get(first)
    const text = `车辆【沪A00000】在11-28 12:00-11-28 16:00已有派车单【${billNo}】`
    expect(await step('release', overlap)).toMatchObject({ failed: [{ message: text }] })
    await server.inside('TC01', (ctx) =>
      ctx.tx.run(sql`update tms_ship_plan_bill set truck_id = ${fleet[1]?.truck} where tenant_id = ${ctx.tenantId} and id = ${overlap}`),
    )
    expect(await step('release', overlap)).toMatchObject({ failed: [{ code: tripFaults.driverBusy.code }] })
    const { id: after } = await twoStops({ from: at('16:00'), to: at('18:00') })
    expect(await step('release', after)).toMatchObject({ ok: 1 })
    // Changed to a free crew, with a reason, it may go; to a busy one it may not.
    const change = (n: number) =>
      step('changeTruck', after, { input: { truckId: fleet[n]?.truck, driverId: fleet[n]?.driver, reason: '故障' } })
    expect(await change(2)).toMatchObject({ failed: [{ code: tripFaults.unfit.code }] })
    expect(await change(1)).toMatchObject({ ok: 1 })
    expect(await get(after)).toMatchObject({ truckId: fleet[1]?.truck, reason: '故障', state: 'RELEASED' })
    await clear()
  })

  test('two dispatchers release trips of one truck at once: exactly one wins', async () => {
    for (let i = 0; i < 5; i++) {
      const both = [await twoStops(), await twoStops()]
      const answers = await Promise.all(both.map(({ id }) => step('release', id)))
      expect(answers.map((r) => r.ok).toSorted()).toEqual([0, 1])
      expect(answers.flatMap((r) => r.failed)).toMatchObject([{ code: tripFaults.truckBusy.code }])
      await clear()
    }
  })

  test('two dispatchers plan one way bill at once: one trip has it', async () => {
    const one = await wayBillAt(0)
    const both = await Promise.allSettled([makeTrip({ stops: [stop(0, one)] }), makeTrip({ stops: [stop(0, one)] })])
    expect(both.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await clear()
  })
}) // biome-ignore format: one statement a line

describe('在途', () => {
  const record = async (id: string, more: object) => tc.call<Seen>(recordTrip, { id, version: (await get(id)).version, ...more })

  test('SHORT: released, on the road, closed; what was signed stands on the way bill', async () => {
    const { id, a, b } = await twoStops()
    await step('release', id)
    await travel(at('12:05'))
    expect(await step('depart', id, { input: { odoStart: 100, sealNo: 'F1' } })).toMatchObject({ ok: 1 })
    expect(await states(a, b)).toEqual(['IN_TRANSIT', 'IN_TRANSIT'])
    expect(await get(id)).toMatchObject({ state: 'IN_TRANSIT', odoStart: 100, sealNo: 'F1', dots: '○○' })
    expect(await step('finish', id)).toMatchObject({ failed: [{ message: '还有2个站点未完成，不能回场' }] })
    await travel(at('15:00'))
    const { stops } = await onRoad(id)
    const [s1, s2] = stops
    const lineId = s2?.items[0]?.lines[0]?.id
    await record(id, { stops: [{ stopId: s1?.id, arriveAt: at('13:10'), items: [{ wayBillId: a, signer: '王店' }] }] })
    const part = (qty: string, reason?: string) =>
      record(id, { stops: [{ stopId: s2?.id, arriveAt: at('14:00'), items: [{ wayBillId: b, lines: [{ lineId, qty }], reason }] }] })
    await expect(part('8')).rejects.toMatchObject({ code: tripFaults.noReason.code })
    await expect(part('10.001', '多')).rejects.toMatchObject({ message: '签收数量不能大于装车数量' })
    await part('8', '破损')
    expect(await bill(a)).toMatchObject({ state: 'SIGNED', signer: '王店', signPieces: '10.000', signWeight: '100.000', actWeight: '100.000' })
    const b2 = await bill(b)
    expect(b2).toMatchObject({ state: 'PARTIAL', signPieces: '8.000', signWeight: '80.000' })
    expect(b2.lines).toMatchObject([{ loadedQty: '10.000', signedQty: '8.000', rejectedQty: '2.000', rejectReason: '破损' }])
    expect(await get(id)).toMatchObject({ state: 'DELIVERED', dots: '●✕', isLate: true })
    expect(await step('finish', id, { input: { odoEnd: 140 } })).toMatchObject({ ok: 1 })
    expect(await get(id)).toMatchObject({ state: 'CLOSED', odoEnd: 140 })
  })

  test('the whole trip is entered at once, checked as one; opened again it is corrected', async () => {
    const { id, a, b } = await twoStops()
    await step('release', id)
    await travel(at('19:00'))
    const [s1, s2] = (await onRoad(id)).stops
    const whole = (arriveAt: string) => ({
      ...{ departAt: at('12:00'), odoStart: 10, returnAt: at('17:00'), odoEnd: 60 },
      stops: [
        { stopId: s1?.id, arriveAt: at('13:00'), leaveAt: at('13:20'), items: [{ wayBillId: a }] },
        { stopId: s2?.id, arriveAt, leaveAt: at('14:20'), items: [{ wayBillId: b, lines: [], reason: '门店无人' }] },
      ],
    })
    await expect(record(id, whole(at('11:00')))).rejects.toMatchObject({ code: tripFaults.timeOrder.code })
    await expect(record(id, { ...whole(at('14:00')), stops: [] })).rejects.toMatchObject({ code: tripFaults.stopsOpen.code })
    await expect(record(id, { ...whole(at('14:00')), returnAt: at('23:00') })).rejects.toMatchObject({ code: tripFaults.tooEarly.code })
    expect(await states(a, b)).toEqual(['DISPATCHED', 'DISPATCHED'])
    await record(id, whole(at('14:00')))
    expect(await states(a, b)).toEqual(['SIGNED', 'REJECTED'])
    expect(await get(id)).toMatchObject({ state: 'CLOSED', odoEnd: 60, actReturnAt: expect.stringContaining('2026-11-28T') })
    expect(await step('reopen', id)).toMatchObject({ failed: [{ code: 42202 }] })
    expect(await step('reopen', id, { reason: '回单更正' })).toMatchObject({ ok: 1 })
    expect(await get(id)).toMatchObject({ state: 'DELIVERED', actReturnAt: null, round: 1 })
    await record(id, { stops: [{ stopId: s2?.id, arriveAt: at('14:00'), items: [{ wayBillId: b }] }] })
    expect(await states(a, b)).toEqual(['SIGNED', 'SIGNED'])
    expect((await bill(b)).lines).toMatchObject([{ signedQty: '10.000', rejectedQty: '0.000', rejectReason: null }])
    expect(await step('finish', id)).toMatchObject({ ok: 1 })
    expect(await get(id)).toMatchObject({ state: 'CLOSED' })
  })

  test('FULL: each stage is recorded, in its turn', async () => {
    const set = (value: string) =>
      server.inside('TC01', async (ctx) => {
        await ctx.tx.run(sql`delete from sys_option where tenant_id = ${ctx.tenantId} and key = 'tms_trip_flow'`)
        await ctx.tx.run(sql`insert into sys_option (tenant_id, id, org_id, key, value) values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.org.id}, 'tms_trip_flow', ${value})`)
        forgetOptions()
      })
    await set('FULL')
    const { id, a, b } = await twoStops()
    await step('release', id)
    expect(await step('depart', id)).toMatchObject({ failed: [{ code: 42201 }] })
    for (const name of ['accept', 'checkIn', 'loadStart']) expect(await step(name, id), name).toMatchObject({ ok: 1 })
    expect(await states(a, b)).toEqual(['LOADING', 'LOADING'])
    expect(await step('cancel', id, { reason: 'x' })).toMatchObject({ failed: [{ message: '已开始装车，请先卸车' }] })
    expect(await step('loadFinish', id)).toMatchObject({ ok: 1 })
    expect(await step('depart', id)).toMatchObject({ ok: 1 })
    const { stops } = await onRoad(id)
    await travel(new Date(now.getTime() + 3_600_000).toISOString())
    const items = stops.map((s) => ({ stopId: s.id, arriveAt: now.toISOString(), items: s.items.map(({ wayBillId }) => ({ wayBillId })) }))
    await record(id, { stops: items })
    expect(await step('finish', id)).toMatchObject({ ok: 1 })
    expect(await get(id)).toMatchObject({ state: 'RETURNED' })
    expect(await step('approve', id)).toMatchObject({ ok: 1 })
    expect(await get(id)).toMatchObject({ state: 'CLOSED' })
    await set('SHORT')
  })
}) // biome-ignore format: one statement a line

describe('司机', () => {
  const tell = (who: Client, ...events: object[]) =>
    who.call<{ events: { uid: string; answer: string; code?: number; message?: string }[] }>(tellEvents, { events })
  let uid = 0
  const ev = (tripId: string, kind: string, when: string, more: object = {}) => ({ uid: `phone-no-${uid++}`, tripId, kind, at: when, ...more })

  test('sees his own trips only, and tells of them offline: doubled, late and in any order', async () => {
    await travel('2026-11-29T02:00:00Z')
    const day = (hhmm: string) => `2026-11-29T${hhmm}:00+08:00`
    const own = await twoStops({ from: day('10:00'), to: day('14:00') })
    const other = await twoStops({ crew: 1, from: day('10:00'), to: day('14:00') })
    for (const { id } of [own, other]) expect(await step('release', id)).toMatchObject({ ok: 1 })
    let driver = tc
    await expect(driver.call(myTrips, {})).rejects.toMatchObject({ code: tripFaults.noDriver.code })
    await server.inside('G', (ctx) =>
      ctx.tx.run(sql`update tms_staff set user_id = ${server.one.users.get('admin')} where tenant_id = ${ctx.tenantId} and id = ${fleet[0]?.driver}`),
    )
    const { trips: mine } = await driver.call<{ trips: RoadTrip[] }>(myTrips, {})
    expect(mine.map((t) => t.id)).toContain(own.id)
    expect(mine.map((t) => t.id)).not.toContain(other.id)
    const [s1, s2] = mine.find((t) => t.id === own.id)?.stops ?? []
    await travel('2026-11-29T06:00:00Z')
    driver = tc
    const at1 = { stopId: s1?.id }
    const at2 = { stopId: s2?.id }
    const told = [
      ev(own.id, 'DEPART', day('10:00'), { odometerKm: 5 }),
      ev(own.id, 'ARRIVE', day('10:30'), at1),
      ev(own.id, 'SIGN', day('10:35'), { ...at1, wayBillId: own.a }),
      ev(own.id, 'ARRIVE', day('11:30'), at2),
      ev(own.id, 'SIGN', day('11:35'), { ...at2, wayBillId: own.b, lines: [], reason: '门店无人' }),
    ]
    // The signature comes first, then the rest, twice.
    expect((await tell(driver, told[2] ?? {})).events).toMatchObject([{ answer: 'applied' }])
    expect(await states(own.a, own.b)).toEqual(['SIGNED', 'IN_TRANSIT'])
    const answers = (await tell(driver, ...[...told].reverse())).events.map((e) => e.answer)
    expect(answers).toEqual(['applied', 'applied', 'duplicate', 'applied', 'applied'])
    expect((await tell(driver, ...told)).events.every((e) => e.answer === 'duplicate')).toBe(true)
    expect(await states(own.a, own.b)).toEqual(['SIGNED', 'REJECTED'])
    expect(await get(own.id)).toMatchObject({ state: 'DELIVERED', odoStart: 5, actDepartAt: expect.stringContaining('2026-11-29T02:00') })
    expect((await onRoad(own.id)).stops.map((s) => s.state)).toEqual(['DONE', 'REJECTED'])
    const wrong = await tell(
      driver,
      ev(other.id, 'DEPART', day('10:00')),
      ev('77', 'DEPART', day('10:00')),
      ev(own.id, 'RETURN', '2026-11-29T15:00:00+08:00'),
      ev(own.id, 'ARRIVE', '2026-11-28T09:00:00+08:00', at1),
      ev(own.id, 'SIGN', day('12:00'), { ...at1, wayBillId: own.a }),
      ev(own.id, 'RETURN', day('11:00')),
      ev(own.id, 'RETURN', day('13:30'), { odometerKm: 50 }),
    )
    expect(wrong.events.map((e) => e.code)).toEqual([
      ...[tripFaults.notYours.code, tripFaults.notYours.code, tripFaults.tooEarly.code, tripFaults.tooOld.code],
      ...[tripFaults.signed.code, tripFaults.timeOrder.code, undefined],
    ])
    expect(await get(own.id)).toMatchObject({ state: 'CLOSED', odoEnd: 50 })
    await clear()
  })

  test('what is fetched: in part, or not at all, then it waits again', async () => {
    const [a, b] = [await wayBillAt(0, { kind: 'RETURN' }), await wayBillAt(1, { kind: 'PICKUP' })]
    const { id } = await makeTrip({ from: '2026-11-29T16:00:00+08:00', to: '2026-11-29T18:00:00+08:00', stops: [stop(0, a), stop(1, b)] })
    await step('release', id)
    await travel('2026-11-29T10:00:00Z')
    const [s1, s2] = (await onRoad(id)).stops
    const lines = (qty: string) => [{ lineId: s1?.items[0]?.lines[0]?.id, qty }]
    const goods = (more: object) => ev(id, 'SIGN', now.toISOString(), { stopId: s1?.id, wayBillId: a, ...more })
    const fail = ev(id, 'FAIL', now.toISOString(), { stopId: s2?.id, wayBillId: b, reason: '缺货' })
    const { events } = await tell(tc, goods({ lines: lines('11') }), goods({ lines: lines('9'), reason: '少货' }), fail)
    expect(events).toMatchObject([{ message: '实提数量不能大于应提数量' }, { answer: 'applied' }, { answer: 'applied' }])
    expect(await states(a, b)).toEqual(['PARTIAL', 'CONFIRMED'])
    await makeTrip({ stops: [stop(1, b)] })
    await clear()
  })
}) // biome-ignore format: one statement a line

import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { tripEvaluate } from '@lading/contract/tms/evaluate.ts'
import { trackWayBill } from '@lading/contract/tms/portal.ts'
import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import { recordTrip } from '@lading/contract/tms/tripCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAbnormal } from '../abnormal/open.ts'
import { at, type Bulk, openTrips, type Row, type TripWorld } from '../testing/tripWorld.ts'
import { pointsFrom } from './rate.ts'

let w: TripWorld
beforeAll(async () => {
  w = await openTrips()
})
afterAll(() => w.server.close())

const calls = documentCalls(tripEvaluate)
const all = async (tripId: string) =>
  (await w.tc().call<{ records: Row[] }>(calls.query, { filter: { tripId: [tripId] }, orderBy: 'billNo' })).records
const step = async (name: string, row: Row, more: object = {}) =>
  w.tc().call<Bulk>(calls[name], { rows: [{ id: row.id, version: row.version }], ...more })

test('the points: forty for time, twenty-five for goods, ten for receipts, fifteen for safety, ten for temperature', () => {
  const good = { stops: 2, onTime: 2, planned: '20', taken: '20', bills: 2, receipts: 2, unsafe: 0, hot: 0 }
  expect(pointsFrom(good).total).toBe('100.0')
  expect(pointsFrom({ ...good, onTime: 1, taken: '18', receipts: 1, unsafe: 2, hot: 1 })).toEqual({
    ...{
      onTimePoints: '20.0',
      intactPoints: '22.5',
      receiptPoints: '5.0',
      safetyPoints: '9.0',
      tempPoints: '0.0',
      total: '56.5',
    },
  })
  expect(pointsFrom({ ...good, unsafe: 9, stops: 0, onTime: 0, planned: '0', taken: '0' }).total).toBe('85.0')
})

let tripId: string
let bills: { a: string; b: string }
test('a trip that is over is rated by what is known of it; opened again and ended again it is counted anew', async () => {
  const { id, a, b } = await w.twoStops()
  tripId = id
  bills = { a, b }
  await w.step('release', id)
  await expect(w.tc().call(calls.create, { tripId: id, stars: 5 })).rejects.toMatchObject({
    code: roadFaults.notOver.code,
  })
  await w.travel(at('19:00'))
  const [s1, s2] = (await w.onRoad(id)).stops
  const whole = {
    ...{ departAt: at('12:00'), returnAt: at('17:00') },
    stops: [
      { stopId: s1?.id, arriveAt: at('13:00'), items: [{ wayBillId: a }] },
      { stopId: s2?.id, arriveAt: at('14:30'), items: [{ wayBillId: b, lines: [], reason: '门店无人' }] },
    ],
  }
  await w.tc().call(recordTrip, { id, version: (await w.get(id)).version, ...whole })
  await w.server.relay.drain()
  const [auto, ...more] = await all(id)
  expect(more).toEqual([])
  // One of two stops on time, half of the goods taken.
  expect(auto).toMatchObject({
    rater: 'AUTO',
    state: 'SUBMITTED',
    onTimePoints: '20.0',
    intactPoints: '12.5',
    total: '67.5',
    carrierId: w.owner,
  })
  await w.server.inside('TC01', (ctx) => openAbnormal(ctx, { kind: 'DEVIATE', what: 'x', episode: 'e1', tripId: id }))
  await w.step('reopen', id, { reason: '回单更正' })
  await w.step('finish', id)
  await w.server.relay.drain()
  expect(await all(id)).toMatchObject([{ id: auto?.id, safetyPoints: '12.0', total: '64.5' }])
})

test('a dispatcher rates a trip and its stops, each once; the carrier appeals, somebody decides, then it is final', async () => {
  const [s1] = (await w.onRoad(tripId)).stops
  const { id } = await w.tc().call<Row>(calls.create, { tripId, stars: 3, comment: '一般' })
  for (const again of [{ tripId, stars: 5 }])
    await expect(w.tc().call(calls.create, again)).rejects.toMatchObject({
      code: roadFaults.rated.code,
      message: '该站点已评价',
    })
  await w.tc().call(calls.create, { tripId, stopId: s1?.id, stars: 4 })
  const other = await w.twoStops({ crew: 1 })
  const stopId = (await w.onRoad(other.id)).stops[0]?.id
  await expect(w.tc().call(calls.create, { tripId, stopId, stars: 4 })).rejects.toMatchObject({
    code: roadFaults.otherStop.code,
  })
  const own = async () => (await all(tripId)).find((r) => r.id === id) as Row
  // 60 parts of 64.5, 10 of 60 and 10 of 80.
  expect(await own()).toMatchObject({ rater: 'DISPATCHER', total: '60.0', tripScore: '65.9' })
  expect(await step('appeal', await own())).toMatchObject({ ok: 0 })
  expect(await step('appeal', await own(), { reason: '堵车' })).toMatchObject({ ok: 1 })
  expect(await step('decide', await own(), { input: { total: '70' } })).toMatchObject({ ok: 1 })
  expect(await own()).toMatchObject({ state: 'FINAL', total: '70.0' })
  expect(await step('decide', await own())).toMatchObject({ ok: 0 })
})

test('a receiver follows his own delivery without an account, and gives his stars once; the address ends', async () => {
  const { address, until } = await w.tc().call(trackWayBill, { id: bills.a })
  // A week after the end of the delivery day: who hands it on says so.
  expect(new Date(until)).toEqual(new Date('2026-12-05T23:59:59+08:00'))
  const url = new URL(address, 'http://x')
  const path = `${url.pathname}${url.search}`
  const look = async (to = path) =>
    w.server.app.inject({ method: 'GET', url: to, headers: { 'accept-language': 'zh-CN' } })
  const page = await look()
  expect(page.statusCode).toBe(200)
  const { billNo } = await w.bill(bills.a)
  const elsewhere = await w.bill(bills.b)
  expect(page.body).toContain(billNo)
  expect(page.body).toContain('已签收')
  for (const hidden of [elsewhere.billNo, 'driver0', 'two', 'PC26']) expect(page.body).not.toContain(hidden)
  const press = (stars: string) =>
    w.server.app.inject({
      ...{ method: 'POST' as const, url: url.pathname },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: url.searchParams.get('token') ?? '', stars, comment: '很好' }).toString(),
    })
  expect((await press('7')).statusCode).toBe(400)
  expect((await press('5')).body).toContain('感谢您的评价')
  await press('1')
  const rated = (await all(tripId)).filter((r) => r.rater === 'STORE')
  expect(rated).toMatchObject([{ stars: 5, total: '100.0', comment: '很好' }])
  // Another's token, and one whose time is over, open nothing.
  expect((await look(`${path}x`)).statusCode).toBe(404)
  await w.travel('2026-12-08T00:00:00Z')
  expect((await look()).statusCode).toBe(404)
  // Before it has come nothing is rated.
  const { a } = await w.twoStops({ crew: 1 })
  const early = new URL((await w.tc().call(trackWayBill, { id: a })).address, 'http://x')
  expect((await look(`${early.pathname}${early.search}`)).body).not.toContain('<form')
})

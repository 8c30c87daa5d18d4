import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { type MessageRecord, messageCalls } from '@lading/contract/sys/message.ts'
import { abnormal, openFromMap } from '@lading/contract/tms/abnormal.ts'
import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import { recordTrip } from '@lading/contract/tms/tripCalls.ts'
import { jobProgress, tripTrack, truckWatch } from '@lading/contract/tms/watch.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askServed } from '../../kernel/http/serve.ts'
import { openRoad, place, type RoadWorld, stores } from '../testing/roadWorld.ts'
import { at, type Bulk, type Row } from '../testing/tripWorld.ts'
import { watchServed } from '../watch/served.ts'
import { openAbnormal } from './open.ts'

let w: RoadWorld
beforeAll(async () => {
  w = await openRoad()
})
afterAll(() => w.server.close())

const calls = documentCalls(abnormal)
const get = (id: string) => w.tc().call<Row>(calls.getById, { id })
const step = async (name: string, id: string, more: object = {}): Promise<Bulk> =>
  w.tc().call<Bulk>(calls[name], { rows: [{ id, version: (await get(id)).version }], ...more })
const code = (answer: Bulk) => answer.failed[0]?.code

let tripId: string
test('what a store did not take is an abnormal, once; whoever may settle it hears of it', async () => {
  const { id, a, b } = await w.twoStops()
  tripId = id
  await w.step('release', id)
  await w.travel(at('15:00'))
  await w.step('depart', id)
  const [s1, s2] = (await w.onRoad(id)).stops
  const lineId = s2?.items[0]?.lines[0]?.id
  const items = [{ wayBillId: b, lines: [{ lineId, qty: '9' }], reason: '破损' }]
  const told = {
    stops: [
      { stopId: s1?.id, arriveAt: w.now().toISOString(), items: [{ wayBillId: a }] },
      { stopId: s2?.id, arriveAt: w.now().toISOString(), items },
    ],
  }
  await w.tc().call(recordTrip, { id, version: (await w.get(id)).version, ...told })
  const [one, ...more] = await w.abnormals(id)
  expect(more).toEqual([])
  expect(one).toMatchObject({
    kind: 'REJECT',
    level: 'L3',
    state: 'OPEN',
    wayBillId: b,
    stopId: s2?.id,
    siteId: w.stores[1],
  })
  expect(one).toMatchObject({
    truckId: w.fleet[0]?.truck,
    driverId: w.fleet[0]?.driver,
    carrierId: w.owner,
    isOverdue: false,
  })
  await w.server.relay.drain()
  const heard = async (who: string, kind: string) =>
    (await (await w.server.as(who, 'TC01')).call<{ records: MessageRecord[] }>(messageCalls.query, {})).records.filter(
      (m) => m.key === kind,
    )
  // He did it himself, and needs not be told.
  expect(await heard('admin', 'TRIP_ABNORMAL')).toEqual([])
  await w.travel(at('20:00'))
  expect((await get(one?.id ?? '')).isOverdue).toBe(true)
})

test('assigned, handled, resolved: who is liable bears it once, and what is missing is brought again once', async () => {
  const [one] = await w.abnormals(tripId)
  const id = one?.id ?? ''
  const clerk = w.server.one.users.get('clerk') ?? ''
  // Whoever assigns it finds people by their names, though he may not look at users.
  const people = await w
    .tc()
    .call<{ id: string }[]>(calls.offer as never, { to: 'sys.user', filter: { id: [clerk] } } as never)
  expect(people.map((p) => p.id)).toEqual([clerk])
  // He works in a warehouse; here he is nobody.
  expect(code(await step('assign', id, { input: { handlerId: clerk } }))).toBe(40400)
  const handlerId = w.server.one.users.get('admin') ?? ''
  expect(await step('assign', id, { input: { handlerId } })).toMatchObject({ ok: 1 })
  expect(await step('toFee', id)).toMatchObject({ ok: 0 })
  expect(await step('handle', id, { input: { progress: '已联系门店' } })).toMatchObject({ ok: 1 })
  expect(await get(id)).toMatchObject({ state: 'HANDLING', handlerId, progress: '已联系门店' })
  const result = { result: '承运商赔付', amount: '36.5' }
  expect(code(await step('resolve', id, { input: result }))).toBe(roadFaults.noDuty.code)
  expect((await get(id)).state).toBe('HANDLING')
  expect(await step('resolve', id, { input: { ...result, duty: 'CARRIER' } })).toMatchObject({ ok: 1 })
  expect(await step('toFee', id)).toMatchObject({ ok: 1 })
  expect(code(await step('toFee', id))).toBe(roadFaults.deducted.code)
  const amounts = () =>
    w.server.inside('TC01', (ctx) =>
      ctx.tx.query(sql`
        select d.duty, d.amount, d.carrier_id, d.trip_id, d.state from tms_abnormal_deduct d where d.tenant_id = ${ctx.tenantId} and d.abnormal_id = ${id}`),
    )
  expect(await amounts()).toEqual([{ duty: 'CARRIER', amount: '36.5000', carrierId: w.owner, tripId, state: 'TAKEN' }])
  const charges = () =>
    w.server.inside('TC01', (ctx) =>
      ctx.tx.query(
        sql`select party, carrier_id, trip_id, fee_type, amount, state from tms_fee_bill where tenant_id = ${ctx.tenantId} and source = 'ABNORMAL'`,
      ),
    )
  expect(await charges()).toEqual([
    { party: 'CARRIER', carrierId: w.owner, tripId, feeType: 'DEDUCT', amount: '-36.5000', state: 'DRAFT' },
  ])
  const { made } = (await step('toWayBill', id)) as Bulk & { made?: { id: string; no: string }[] }
  expect(code(await step('toWayBill', id))).toBe(roadFaults.brought.code)
  expect(await w.bill(made?.[0]?.id ?? '')).toMatchObject({
    state: 'CONFIRMED',
    pieces: '1.000',
    weight: '10.000',
    toSiteId: w.stores[1],
  })
  expect(await get(id)).toMatchObject({ broughtById: made?.[0]?.id, state: 'RESOLVED' })
  // It came from no warehouse.
  expect(code(await step('toWmsDiff', id))).toBe(roadFaults.noWarehouse.code)
  expect(await step('close', id)).toMatchObject({ ok: 1 })
  expect(await step('ignore', id, { reason: 'x' })).toMatchObject({ ok: 0 })
})

test('one that was typed in knows whom it is about; without amount, party, goods or reason nothing comes of it', async () => {
  const tc = w.tc()
  const { id } = await tc.call<Row>(calls.create, { kind: 'ACCIDENT', level: 'L1', what: '追尾', tripId })
  expect(await get(id)).toMatchObject({
    source: 'DISPATCHER',
    truckId: w.fleet[0]?.truck,
    carrierId: w.owner,
    level: 'L1',
  })
  const due = Date.parse(String((await get(id)).deadlineAt)) - w.now().getTime()
  expect(due).toBe(15 * 60_000)
  expect(await step('resolve', id, { input: { result: '已处理' } })).toMatchObject({ ok: 1 })
  expect(code(await step('toFee', id))).toBe(roadFaults.noAmount.code)
  expect(code(await step('toWayBill', id))).toBe(roadFaults.noWayBill.code)
  const { id: other } = await tc.call<Row>(calls.create, { kind: 'COMPLAINT', level: 'L3', what: '态度差' })
  await step('resolve', other, { input: { result: '赔付', duty: 'DRIVER', amount: '5' } })
  expect(code(await step('toFee', other))).toBe(roadFaults.noParty.code)
  const { id: third } = await tc.call<Row>(calls.create, {
    kind: 'DELAY',
    level: 'L2',
    what: '堵车',
    wayBillId: (await w.twoStops({ crew: 1 })).a,
  })
  expect(await get(third)).toMatchObject({ siteId: w.stores[0], truckId: w.fleet[1]?.truck })
  expect(code(await step('ignore', third))).toBe(faults.required.code)
  expect(await step('ignore', third, { reason: '误报' })).toMatchObject({ ok: 1 })
  const here = await tc.call(openFromMap, { tripId, kind: 'BREAKDOWN', what: '爆胎' })
  expect(await get(here.id)).toMatchObject({ kind: 'BREAKDOWN', tripId })
})

test('two that find the same at the same moment open one', async () => {
  const found = { kind: 'OFFLINE', what: '离线', episode: 'race', tripId } as const
  const open = () => w.server.inside('TC01', (ctx) => openAbnormal(ctx, found))
  const answers = await Promise.allSettled([open(), open(), open()])
  expect(answers.filter((a) => a.status === 'fulfilled' && a.value)).toHaveLength(1)
  expect((await w.abnormals(tripId)).filter((a) => a.kind === 'OFFLINE')).toHaveLength(1)
})

test('carrier A sees no position, trip, abnormal or stage of carrier B', async () => {
  await w.travel('2026-11-29T04:00:00Z')
  await w.drive(0, '13:00', place(0, 0), [{ to: stores[0], kmh: 40, stayS: 60 }])
  const served = new Map(watchServed().map((s) => [s.call.path, s]))
  const as = (carriers: string[], c: { path: string }, input: object) =>
    w.server.inside('TC01', (ctx) => {
      const one = served.get(c.path)
      if (one?.kind !== 'plain') throw new Error('not served')
      return askServed(one, { ...ctx, carriers, owners: [] }, input)
    })
  const [own, other] = [[w.owner], ['4711']]
  expect(await as(other, truckWatch, {})).toMatchObject({ trucks: [] })
  expect(((await as(own, truckWatch, {})) as { trucks: object[] }).trucks).toHaveLength(1)
  expect(await as(other, jobProgress, { day: '2026-11-28' })).toMatchObject({ trips: [] })
  expect(((await as(own, jobProgress, { day: '2026-11-28' })) as { trips: object[] }).trips.length).toBeGreaterThan(0)
  await expect(as(other, tripTrack, { id: tripId })).rejects.toMatchObject({ refusal: { code: 40400 } })
  await as(own, tripTrack, { id: tripId })
  const seen = (carriers: string[]) =>
    w.server.inside('TC01', async (ctx) => {
      const { listRecords } = await import('../../kernel/listQuery.ts')
      return (
        await listRecords(
          { ...ctx, carriers, owners: [] },
          abnormal.header,
          crudCalls(abnormal.header).query?.input.parse({}) as never,
        )
      ).records
    })
  expect(await seen(other)).toEqual([])
  expect((await seen(own)).length).toBeGreaterThan(0)
})

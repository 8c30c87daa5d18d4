import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { appointmentBoard } from '@lading/contract/wms/dashboardAppointment.ts'
import { inboundProgress } from '@lading/contract/wms/dashboardIn.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { inviteSupplier } from '@lading/contract/wms/supplierSlot.ts'
import { expectedTrucks, warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { yardFaults } from '@lading/contract/wms/yardFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert } from '../../kernel/insert.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'
import { endNoShows } from './booking.ts'

let now = new Date('2026-03-05T07:00:00+08:00')
const at = (clock: string): string => `2026-03-05T${clock}:00+08:00`
let server: TestServer
let clerk: Client
let yard: Yard
let vendorId = ''
const docks = new Map<string, string>()
const order = documentCalls(orderBill)
const preview = documentCalls(previewBill)
const visit = documentCalls(warehouseRegister)
const dockCalls = crudCalls(dock)

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  await server.inside('DC01', async (ctx) => {
    yard = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'D-01': 'DOCK' },
      products: [{ code: 'NAIL', qpc: '12' }],
    })
    const { ids } = await insert(ctx, vendor, [{ code: 'V1', name: 'vendor', unloadMinutes: 2 }])
    vendorId = ids[0] ?? ''
    const base = {
      binId: yard.bins.get('D-01') ?? '',
      openFrom: '08:00',
      openTo: '18:00',
      temperature: 'AMBIENT',
    } as const
    const made = await insert(ctx, dock, [
      { ...base, code: 'D1', name: 'D1', direction: 'IN', slotVehicles: 1 },
      { ...base, code: 'D2', name: 'D2', direction: 'IN', slotVehicles: 3 },
      { ...base, code: 'D3', name: 'D3', direction: 'OUT', slotVehicles: 1 },
    ])
    for (const [i, id] of made.ids.entries()) docks.set(`D${i + 1}`, id)
    await ctx.tx.run(sql`update wms_dock set slot_cases = 100 where code = 'D2'`)
  })
  clerk = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

/** A session lasts no day: whoever works later logs in again. */
const setClock = async (clock: string): Promise<void> => {
  now = new Date(at(clock))
  clerk = await server.as('admin', 'DC01')
}
type Call = (typeof preview)[string]
const read = <T extends object>(calls: Record<string, Call>, id: string) =>
  clerk.call<T & { version: number; state: string; billNo: string }>(calls.getById, { id })
/** @returns `ok`, or the code of the refusal */
const step = async (
  calls: Record<string, Call>,
  verb: string,
  id: string,
  more: object = {},
): Promise<number | 'ok'> => {
  const { version } = await read(calls, id)
  const { failed } = await clerk.call<{ failed: { code: number }[] }>(calls[verb], { rows: [{ id, version }], ...more })
  return failed[0]?.code ?? 'ok'
}
const newOrder = async (planQty = '240'): Promise<string> => {
  const lines = [{ productId: yard.products.get('NAIL')?.id, planQty }]
  const made = await clerk.call<{ id: string }>(order.create, { ownerId: yard.owners.get('O1'), vendorId, lines })
  expect(await step(order, 'approve', made.id)).toBe('ok')
  return made.id
}
const request = async (orders: readonly object[], o: object = {}): Promise<string> => {
  const head = { ownerId: yard.owners.get('O1'), vendorId, slotAt: at('08:00'), minutes: 30, handling: 'LIVE' }
  return (await clerk.call<{ id: string }>(preview.create, { ...head, dockId: docks.get('D1'), orders, ...o })).id
}
const register = async (o: object): Promise<string> =>
  (await clerk.call<{ id: string }>(visit.create, { visitType: 'DELIVER', people: 1, ...o })).id
const refused = async (act: Promise<unknown>): Promise<number | undefined> =>
  act.then(
    () => undefined,
    (error: { code: number }) => error.code,
  )
/** All that appointments write, so that a refusal can be seen to leave it as it was. */
const books = () =>
  server.inside('DC01', async (ctx) => [
    await ctx.tx.query(
      sql`select dock_id, start_at, used_vehicles, used_cases from wms_dock_slot where used_vehicles + used_cases > 0 order by 1, 2`,
    ),
    await ctx.tx.query(sql`select id, state, dock_id, slots, slot_at, version from wms_preview_bill order by id`),
    await ctx.tx.query(sql`select id, booked_qty from wms_order_bill_line order by id`),
    await ctx.tx.query(sql`select id, state, dock_id, version from wms_warehouse_register order by id`),
  ])

test('of 16 who book at once as many get a slot as it takes, and the others leave no trace', async () => {
  const orders = await Promise.all(Array.from({ length: 16 }, () => newOrder()))
  // Each takes two slots of D2, of which each takes three trucks; they overlap by one.
  const ids: string[] = []
  for (const [i, orderId] of orders.entries())
    ids.push(
      await request([{ orderId }], {
        dockId: docks.get('D2'),
        minutes: 60,
        cases: 40,
        slotAt: at(i % 2 ? '10:00' : '10:30'),
      }),
    )
  const answers = await Promise.all(ids.map((id) => step(preview, 'approve', id)))
  const booked = ids.filter((_, i) => answers[i] === 'ok')
  expect(answers.filter((a) => a !== 'ok' && a !== yardFaults.slotFull.code)).toEqual([])
  const [slots, , lines] = (await books()) as [
    { usedVehicles: number; usedCases: number }[],
    unknown,
    { bookedQty: string }[],
  ]
  expect(Math.max(...slots.map((s) => s.usedVehicles))).toBeLessThanOrEqual(3)
  expect(slots.reduce((n, s) => n + s.usedVehicles, 0)).toBe(2 * booked.length)
  expect(slots.reduce((n, s) => n + s.usedCases, 0)).toBe(40 * booked.length)
  // Three share the slot between; nobody can be added to them, and it is never less than what one start alone takes.
  expect(booked.length).toBeGreaterThanOrEqual(3)
  expect(lines.filter((l) => Number(l.bookedQty) > 0)).toHaveLength(booked.length)
  for (const id of booked) expect(await step(preview, 'cancel', id, { reason: 'test' })).toBe('ok')
  expect((await books())[0]).toEqual([])
})

test('one order is not booked twice by 16 at once', async () => {
  const orderId = await newOrder('160')
  const ids: string[] = []
  for (let i = 0; i < 16; i++)
    ids.push(
      await request([{ orderId, qty: '100' }], {
        dockId: docks.get(i % 2 ? 'D1' : 'D2'),
        slotAt: at(`${11 + (i % 5)}:00`),
      }),
    )
  const answers = await Promise.all(ids.map((id) => step(preview, 'approve', id)))
  expect(answers.filter((a) => a === 'ok')).toHaveLength(1)
  const codes: readonly unknown[] = [yardFaults.overBooked.code, yardFaults.slotFull.code]
  expect(answers.filter((a) => a !== 'ok' && !codes.includes(a))).toEqual([])
  for (const [i, id] of ids.entries()) if (answers[i] === 'ok') await step(preview, 'cancel', id, { reason: 'test' })
})

test('a request takes no room; a full, closed or past slot is refused, and nothing is changed by it', async () => {
  const [a, b] = [await newOrder(), await newOrder()]
  const first = await request([{ orderId: a }])
  const second = await request([{ orderId: b }])
  expect((await books())[0]).toEqual([])
  expect(await step(preview, 'approve', first)).toBe('ok')
  const before = await books()
  const { failed } = await clerk.call<{ failed: { code: number; message: string }[] }>(preview.approve, {
    rows: [{ id: second, version: (await read(preview, second)).version }],
  })
  expect(failed[0]).toMatchObject({
    code: yardFaults.slotFull.code,
    message: '该时段已约满，最近可约2026-03-05 08:30 D1',
  })
  for (const [slotAt, dockId] of [
    ['06:00', 'D1'],
    ['18:00', 'D1'],
    ['09:00', 'D3'],
  ] as const) {
    const third = await request([{ orderId: b }], { slotAt: at(slotAt), dockId: docks.get(dockId) })
    expect(await step(preview, 'approve', third)).toBe(yardFaults.slotClosed.code)
    await clerk.call(preview.remove, { id: third, version: 0 })
  }
  const heavy = await request([{ orderId: b }], { dockId: docks.get('D2'), cases: 101 })
  expect(await step(preview, 'approve', heavy)).toBe(yardFaults.slotFull.code)
  await clerk.call(preview.remove, { id: heavy, version: 0 })
  expect(await books()).toEqual(before)
  // One that names no dock gets one that has room.
  expect(await step(preview, 'rebook', second, { input: { slotAt: at('08:00'), dockId: docks.get('D2') } })).toBe('ok')
  expect(await step(preview, 'approve', second)).toBe('ok')
  expect(await refused(request([{ orderId: a, qty: '1' }]))).toBe(yardFaults.overBooked.code)
  // A dock does not close on who is expected, for good or for a time.
  const { version } = await read({ getById: dockCalls.getById as Call }, docks.get('D1') ?? '')
  const closures = [{ fromAt: at('08:15'), toAt: at('09:00'), why: '检修' }]
  const closed = { id: docks.get('D1'), version, closures }
  expect(await refused(clerk.call(dockCalls.update, closed))).toBe(masterFaults.dockBusy.code)
  await clerk.call(dockCalls.update, { ...closed, closures: [{ fromAt: at('15:00'), toAt: at('16:00'), why: '检修' }] })
  expect(await step(preview, 'rebook', first, { input: { slotAt: at('15:30') } })).toBe(yardFaults.slotClosed.code)
  expect(await step(preview, 'rebook', first, { input: { slotAt: at('14:00') } })).toBe('ok')
  expect(await step(preview, 'rebook', first, { input: { slotAt: at('08:00') } })).toBe('ok')
})

test('a delivery from the gate to the gate', async () => {
  const orderId = await newOrder()
  const id = await request([{ orderId }], { slotAt: at('09:00'), vehicleNo: '沪A·12345', driverName: '张' })
  expect(await step(preview, 'approve', id)).toBe('ok')
  await setClock('08:40')
  expect((await clerk.call(expectedTrucks, { code: '沪a 12345' })).rows).toMatchObject([{ kind: 'PREVIEW', id }])
  const truck = await register({ vehicleNo: '沪A12345' })
  expect(await read(visit, truck)).toMatchObject({
    previewId: id,
    punctual: 'ONTIME',
    turn: 1,
    driverName: '张',
    vendorId,
  })
  expect(await read(preview, id)).toMatchObject({ state: 'ARRIVED', lateMinutes: 0 })
  expect(await refused(register({ vehicleNo: '沪A12345' }))).toBe(yardFaults.inYard.code)
  expect(await step(preview, 'rebook', id, { input: { slotAt: at('12:00') } })).toBe(yardFaults.arrived.code)
  expect(await step(preview, 'cancel', id, { reason: 'x' })).toBe(yardFaults.arrived.code)
  expect(await step(visit, 'call', truck)).toBe('ok')
  const other = await register({ vehicleNo: 'B2' })
  const before = await books()
  expect(await step(visit, 'call', other, { input: { dockId: docks.get('D1') } })).toBe(yardFaults.dockTaken.code)
  expect(await step(visit, 'leave', truck)).toBe(yardFaults.notReleased.code)
  expect(await books()).toEqual(before)
  await setClock('09:00')
  expect(await step(visit, 'dock', truck)).toBe('ok')
  expect(await read(preview, id)).toMatchObject({ state: 'INPROGRESS' })
  const tasks = await server.inside('DC01', (ctx) =>
    ctx.tx.query<{ id: string; dockId: string }>(
      sql`select id, dock_id from wms_task where bill_id = ${orderId} and task_type = 'RECEIVE'`,
    ),
  )
  expect(tasks).toMatchObject([{ dockId: docks.get('D1') }])
  expect(await step(visit, 'release', truck)).toBe(yardFaults.openWork.code)
  const board = await clerk.call(inboundProgress, {})
  expect(board.docks.find((d) => d.code === 'D1')).toMatchObject({ state: 'BUSY', vehicleNo: '沪A12345' })
  expect(board.trucks.find((t) => t.id === truck)).toMatchObject({ waitMinutes: 20, workMinutes: 0 })
  await server.inside('DC01', (ctx) => ctx.tx.run(sql`update wms_task set state = 'DONE' where bill_id = ${orderId}`))
  expect(await step(visit, 'release', truck)).toBe('ok')
  expect(await read(preview, id)).toMatchObject({ state: 'FINISHED' })
  expect(await step(visit, 'leave', truck)).toBe('ok')
  expect(await read(visit, truck)).toMatchObject({ state: 'LEFT', waitMinutes: 20, stayMinutes: 20 })
  // The dock is free for the next, which goes back to the queue and is sent away.
  expect(await step(visit, 'call', other, { input: { dockId: docks.get('D1') } })).toBe('ok')
  expect(await step(visit, 'back', other)).toBe('ok')
  expect(await step(visit, 'refuse', other, { reason: 'no papers' })).toBe('ok')
})

test('of 16 who call trucks to one dock one does', async () => {
  const trucks = await Promise.all(
    Array.from({ length: 16 }, (_, i) => register({ vehicleNo: `C${i + 10}`, visitType: 'RETURN' })),
  )
  const answers = await Promise.all(trucks.map((id) => step(visit, 'call', id, { input: { dockId: docks.get('D3') } })))
  expect(answers.filter((a) => a === 'ok')).toHaveLength(1)
  expect(answers.filter((a) => a === yardFaults.dockTaken.code)).toHaveLength(15)
  const twice = await Promise.allSettled(
    Array.from({ length: 8 }, () => register({ vehicleNo: 'TWICE', visitType: 'OTHER' })),
  )
  expect(twice.filter((a) => a.status === 'fulfilled')).toHaveLength(1)
})

test('a truck that collects goes with its shipment and its seal', async () => {
  const shipId = await server.inside('DC01', async (ctx) => {
    const { ids } = await insert(ctx, shipBill.header, [
      { billNo: 'ZC9', state: 'APPROVED', vehicleNo: 'X-9', containers: 0, sealNo: 'S1', tripNo: 'PC1' },
    ])
    return ids[0] ?? ''
  })
  const truck = await register({ vehicleNo: 'X9', visitType: 'COLLECT' })
  expect(await read(visit, truck)).toMatchObject({ shipId, tripNo: 'PC1', punctual: 'NONE' })
  expect(await step(visit, 'call', truck, { input: { dockId: docks.get('D2') } })).toBe('ok')
  expect(await step(visit, 'dock', truck)).toBe('ok')
  expect(await read(documentCalls(shipBill as never), shipId)).toMatchObject({ dockId: docks.get('D2') })
  expect(await step(visit, 'release', truck)).toBe(yardFaults.openWork.code)
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`update wms_ship_bill set state = 'DESPATCHED' where id = ${shipId}`),
  )
  expect(await step(visit, 'release', truck)).toBe('ok')
  expect(await step(visit, 'leave', truck, { input: { sealNo: 'S2' } })).toBe(yardFaults.otherSeal.code)
  expect(await step(visit, 'leave', truck, { input: { sealNo: 'S1' } })).toBe('ok')
})

test('who is not expected waits for a supervisor where the vendor wants appointments', async () => {
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`update wms_vendor set need_appointment = true where id = ${vendorId}`),
  )
  const truck = await register({ vehicleNo: 'N1', orderId: await newOrder() })
  const input = { dockId: docks.get('D1') }
  expect(await step(visit, 'call', truck, { input })).toBe(yardFaults.notExpected.code)
  expect(await step(visit, 'admit', truck)).toBe('ok')
  expect(await step(visit, 'call', truck, { input })).toBe('ok')
})

test('who does not come is a no-show and loses his slot; a late cancel counts as one', async () => {
  const [a, b] = [await newOrder(), await newOrder()]
  const [first, second] = [
    await request([{ orderId: a }], { slotAt: at('11:00') }),
    await request([{ orderId: b }], { slotAt: at('12:00') }),
  ]
  for (const id of [first, second]) expect(await step(preview, 'approve', id)).toBe('ok')
  await setClock('11:30')
  expect(await step(preview, 'cancel', second, { reason: 'x' })).toBe('ok')
  expect(await read(preview, second)).toMatchObject({ state: 'CANCELED', missed: true })
  expect(await server.inside('DC01', endNoShows)).toBe(2)
  await setClock('12:31')
  expect(await server.inside('DC01', endNoShows)).toBe(1)
  expect(await read(preview, first)).toMatchObject({ state: 'NOSHOW', missed: true, slots: 0 })
  expect(await read<{ bookedQty: string }>(order, a)).toMatchObject({ state: 'APPROVED' })
  const board = await clerk.call(appointmentBoard, {})
  const d1 = board.docks.find((d) => d.code === 'D1')
  expect(d1?.cells[board.slots.indexOf(new Date(at('11:00')).toISOString())]).toMatchObject({
    vehicles: 0,
    closed: null,
  })
  expect(board.appointments.find((p) => p.id === first)).toMatchObject({ state: 'NOSHOW', vendor: 'vendor' })
})

test('a supplier asks for a slot without an account, once, in time and for his own orders only', async () => {
  await setClock('13:00')
  const orderId = await newOrder()
  const { billNo } = await read(order, orderId)
  const { address } = await clerk.call(inviteSupplier, { ownerId: yard.owners.get('O1') ?? '', vendorId })
  const { pathname, search, searchParams } = new URL(address, 'http://x')
  const send = async (typed: object): Promise<string> => {
    const body = new URLSearchParams({
      token: searchParams.get('token') ?? '',
      orders: billNo,
      vehicleNo: 'T1',
      ...typed,
    })
    return (
      await server.app.inject({
        method: 'POST',
        url: pathname,
        payload: body.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).body
  }
  expect((await server.app.inject({ method: 'GET', url: pathname + search })).body).toContain(billNo)
  expect((await server.app.inject({ method: 'GET', url: `${pathname}${search}x` })).statusCode).toBe(404)
  const before = await books()
  expect(await send({ slotAt: '2026-03-05T14:00' })).toContain('已过预约截止时间')
  expect(await send({ slotAt: '2026-03-06T09:10', orders: 'DH000' })).toContain('不能预约')
  expect(await books()).toEqual(before)
  expect(await send({ slotAt: '2026-03-06T09:10' })).toContain('申请已收到')
  expect(await send({ slotAt: '2026-03-06T09:10' })).toContain('申请已收到')
  const { records } = await clerk.call<{ records: object[] }>(preview.query, { filter: { vehicleNo: 'T1' } })
  expect(records).toMatchObject([
    { state: 'SAVED', source: 'SUPPLIER', slotAt: '2026-03-06T01:00:00.000Z', bookedQty: '240.000' },
  ])
})

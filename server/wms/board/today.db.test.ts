import { parseQty } from '@lading/contract/kernel/qty.ts'
import { dashboardCurrent } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { keyText } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { reserve } from '../stock/reservations.ts'
import { buildYard, keyOf } from '../testing/yard.ts'

const day = '2026-03-05'
let server: TestServer
let clerk: Client
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date('2026-03-05T10:00:00+08:00') })
  await server.inside('DC01', async (ctx) => {
    const yard = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', TRUCK1: 'TRUCK' },
      owners: ['O1', 'O2'],
      products: [
        { code: 'X', qpc: '10' },
        { code: 'Y', qpc: '4' },
      ],
    })
    const tenant = { tenantId: ctx.tenantId }
    const at = { ...tenant, orgId: ctx.org.id }
    const store = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ ...tenant, id: store, code: 'S', name: 'S' }])
    const bill = (no: string, o: object) => ({
      ...at,
      id: ctx.newId(),
      billNo: no,
      ownerId: yard.owners.get('O1'),
      storeId: store,
      bizDate: day,
      ...o,
    })
    const open = bill('CK1', {
      state: 'INPROGRESS',
      deadlineAt: new Date('2026-03-05T14:30:00+08:00'),
      sentQty: '0',
      finishedAt: null,
    })
    const closed = bill('CK2', {
      state: 'FINISHED',
      bizDate: '2026-03-04',
      deadlineAt: null,
      sentQty: '8',
      finishedAt: new Date('2026-03-05T00:30:00+08:00'),
    })
    await bulkInsert(ctx.tx, 'wms_operate_bill', [open, closed])
    const line = (billId: string, code: string, lineNo: number, q: object) => ({
      ...at,
      id: ctx.newId(),
      billId,
      lineNo,
      productId: yard.products.get(code)?.id,
      qpcId: yard.products.get(code)?.qpcId,
      bookedQty: '0',
      doneQty: '0',
      sentQty: '0',
      cancelQty: '0',
      ...q,
    })
    const first = line(open.id, 'X', 1, { planQty: '30', bookedQty: '20', doneQty: '20', qpcId: null })
    await bulkInsert(ctx.tx, 'wms_operate_bill_line', [
      first,
      line(open.id, 'Y', 2, { planQty: '9' }),
      line(closed.id, 'X', 1, { planQty: '10', bookedQty: '8', doneQty: '8', sentQty: '8', cancelQty: '2' }),
      line(closed.id, 'Y', 2, { planQty: '10', bookedQty: '10', doneQty: '10', sentQty: '10', cancelQty: '0' }),
    ])
    const [to, from] = [
      await keyOf(ctx, yard, { bin: 'TRUCK1', product: 'X' }),
      await keyOf(ctx, yard, { bin: 'V_ADJUST', product: 'X' }),
    ]
    const lines = [
      { key: from, delta: -parseQty('20') },
      { key: to, delta: parseQty('20') },
    ]
    const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: 'aboard', lines })
    const stockId = rowIds.get(keyText(to)) ?? ''
    const demand = { demandType: operateBill.header.key, demandLineId: first.id }
    await reserve(ctx, [{ stockId, qty: parseQty('20'), kind: 'ALLOC', ...demand, idemKey: 'a' }])
    const truck = (no: string, plan: string | null, left: string | null, state: string) => ({
      ...at,
      id: ctx.newId(),
      billNo: no,
      vehicleNo: no,
      state,
      bizDate: day,
      planDepartAt: plan === null ? null : new Date(plan),
      despatchedAt: left === null ? null : new Date(left),
    })
    await bulkInsert(ctx.tx, 'wms_ship_bill', [
      truck('A', '2026-03-05T09:00:00+08:00', '2026-03-05T08:55:00+08:00', 'DESPATCHED'),
      truck('B', '2026-03-05T09:00:00+08:00', '2026-03-05T09:05:00+08:00', 'DESPATCHED'),
      truck('C', '2026-03-05T23:00:00+08:00', null, 'APPROVED'),
      truck('D', '2026-03-05T23:00:00+08:00', null, 'CANCELED'),
      truck('E', '2026-03-06T01:00:00+08:00', null, 'APPROVED'),
      truck('F', null, null, 'APPROVED'),
      truck('G', null, '2026-03-05T09:30:00+08:00', 'DESPATCHED'),
      truck('H', null, null, 'SAVED'),
    ])
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

test('the day is told in whole cases and loose: planned, allocated, picked, aboard and sent', async () => {
  const { outbound } = await clerk.call(dashboardCurrent, {})
  expect(outbound).toEqual({
    orders: 1,
    lines: 2,
    planCases: { text: '5+1', cases: '5.3' },
    bookedCases: { text: '2', cases: '2.0' },
    doneCases: { text: '2', cases: '2.0' },
    aboardCases: { text: '2', cases: '2.0' },
    sentCases: { text: '0', cases: '0.0' },
    stores: 1,
    storesSent: 0,
  })
})

test('what was closed on the day counts for its fill rate, whenever it was due', async () => {
  expect((await clerk.call(dashboardCurrent, { day })).fill).toEqual({
    planned: '20.000',
    delivered: '18.000',
    short: 2,
  })
  expect((await clerk.call(dashboardCurrent, { day: '2026-03-04' })).fill).toEqual({
    planned: '0',
    delivered: '0',
    short: 2,
  })
})

test('trucks that were to leave by now are in time or late; those without a departure are only named', async () => {
  const { ships } = await clerk.call(dashboardCurrent, { day })
  expect(ships).toEqual({ planned: 3, left: 2, due: 2, onTime: 1, unplanned: 2 })
})

test('what is to be ready in an hour stands in that hour', async () => {
  expect((await clerk.call(dashboardCurrent, { day })).hours).toEqual([
    { hour: 14, received: '0', picked: '0', planIn: '0', planOut: '5.3' },
  ])
})

test('another day, another owner and another centre have figures of their own', async () => {
  const none = { orders: 0, planCases: { text: '0', cases: '0.0' }, aboardCases: { text: '0', cases: '0.0' } }
  expect((await clerk.call(dashboardCurrent, { day: '2026-03-06' })).outbound).toMatchObject(none)
  const admin = await server.as('admin', 'DC02')
  expect((await admin.call(dashboardCurrent, { day })).outbound).toMatchObject(none)
})

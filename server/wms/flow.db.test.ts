import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { lotTrace, lotTraceFile, stockBatchLookBoard } from '@lading/contract/wms/board.ts'
import { containerFlow } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn, usualZone } from '../kernel/clock.ts'
import { readSheet } from '../platform/sheet/read.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { reconcile } from './stock/reconcile.ts'
import { making } from './testing/dayDesk.ts'
import { flowYard } from './testing/flowYard.ts'
import { expectStories } from './testing/stories.ts'
import type { Yard } from './testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
const ids = { vendor: '', store: '', order: '', out: '' }
const order = documentCalls(orderBill)
const operate = documentCalls(operateBill)
const ship = documentCalls(shipBill as never)

beforeAll(async () => {
  server = await openTestServer()
  const made = await server.inside('DC01', flowYard)
  yard = made.yard
  ids.vendor = made.vendor
  ids.store = made.store
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const product = (code: string) => yard.products.get(code)?.id ?? ''
const query = async (calls: Record<string, never> | ReturnType<typeof crudCalls>, filter: object) =>
  (await clerk.call<{ records: Record<string, never>[] }>((calls as ReturnType<typeof crudCalls>).query, { filter }))
    .records
const view = (type: Parameters<typeof viewOf>[0]) => crudCalls(viewOf(type))

test('goods flow from a vendor’s truck to a store’s truck', async () => {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: ids.vendor,
    lines: [
      { productId: product('X'), planQty: '24' },
      { productId: product('W'), planQty: '3.25', planPieces: 2 },
    ],
  })
  expect(await clerk.call(order.approve, { rows: [made] })).toEqual({ ok: 1, failed: [] })
  const [saved] = await query(order, { id: [made.id] })
  expect(saved).toMatchObject({ state: 'APPROVED', planQty: '27.250', lineCount: 2 })
  expect(await clerk.call(order.createTask, { rows: [{ id: made.id, version: saved?.version }] })).toEqual(
    making('wms.receiveTask'),
  )

  const { task, lines } = await clerk.call(work.nextTask, { taskTypes: ['RECEIVE'] })
  expect(lines.map((l) => [l.product?.code, l.planQty])).toEqual([
    ['X', '24.000'],
    ['W', '3.250'],
  ])
  const line = (code: string) => lines.find((l) => l.product?.code === code)?.id
  await expect(clerk.call(work.confirmLine, { taskLineId: line('X'), qty: '24' })).rejects.toMatchObject({
    code: 42268,
  })
  await expect(
    clerk.call(work.confirmLine, { taskLineId: line('X'), qty: '24', productionDate: '2025-12-01' }),
  ).rejects.toMatchObject({ code: 42269 })
  const today = dayIn(usualZone, new Date())
  const first = await clerk.call(
    work.confirmLine,
    { taskLineId: line('X'), qty: '24', productionDate: today },
    { key: 'same' },
  )
  const again = await clerk.call(
    work.confirmLine,
    { taskLineId: line('X'), qty: '24', productionDate: today },
    { key: 'same' },
  )
  expect(again).toEqual(first)
  const done = await clerk.call(work.confirmLine, { taskLineId: line('W'), qty: '3.25', pieces: 2 })
  expect(done.task).toMatchObject({ id: task.id, state: 'DONE', doneQty: '27.250' })

  for (let i = 0; i < 2; i++) {
    const put = await clerk.call(work.nextTask, { taskTypes: ['PUTAWAY'] })
    const target = put.lines[0]
    expect(target?.toBin?.code).toMatch(/^S-0/)
    await clerk.call(work.confirmLine, {
      taskLineId: target?.id,
      qty: target?.planQty,
      scans: { bin: target?.toBin?.code },
    })
  }
  await server.relay.drain()
  const [received] = await query(order, { id: [made.id] })
  expect(received).toMatchObject({ state: 'FINISHED', doneQty: '27.250', sentQty: '27.250' })

  const out = await clerk.call<{ id: string; version: number }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId: ids.store,
    lines: [
      { productId: product('X'), planQty: '10' },
      { productId: product('W'), planQty: '5' },
    ],
  })
  ids.order = made.id
  ids.out = out.id
  expect(await clerk.call(operate.approve, { rows: [out] })).toEqual({ ok: 1, failed: [] })
  // Five kg were ordered of which 3.25 came: done, and not all of it.
  expect(await clerk.call(operate.allocate, { rows: [{ id: out.id, version: 1 }] })).toEqual({
    ...making('wms.pickTask'),
    partly: [{ id: out.id, message: '2行中1行缺货' }],
  })
  await server.relay.drain()
  const [allocated] = await query(operate, { id: [out.id] })
  expect(allocated).toMatchObject({ state: 'INPROGRESS', bookedQty: '13.250' })

  const pick = await clerk.call(work.nextTask, { taskTypes: ['PICK'] })
  expect(pick.lines).toHaveLength(2)
  const [x, w] = ['X', 'W'].map((code) => pick.lines.find((l) => l.product?.code === code))
  await expect(
    clerk.call(work.confirmLine, { taskLineId: x?.id, qty: '10', scans: { bin: 'NOPE' } }),
  ).rejects.toMatchObject({ code: 42271 })
  await expect(clerk.call(work.confirmLine, { taskLineId: x?.id, qty: '8' })).rejects.toMatchObject({ code: 42258 })
  await clerk.call(work.confirmLine, {
    taskLineId: x?.id,
    qty: '8',
    reason: 'DAMAGED',
    toContainer: 'T1',
    scans: { bin: x?.fromBin?.code, product: 'X' },
  })
  const last = await clerk.call(work.confirmLine, { taskLineId: w?.id, qty: '3.25', pieces: 2, toContainer: 'T1' })
  expect(last.task).toMatchObject({ state: 'DONE', shortQty: '2.000' })
  await server.relay.drain()
  expect(await server.inside('DC01', reconcile)).toEqual([])

  const truck = await clerk.call<{ id: string; version: number }>(ship.create, {
    vehicleNo: '沪A12345',
    stops: [{ seq: 1, storeId: ids.store }],
  })
  const step = async (verb: string, foresee = false) => {
    const [row] = await query(ship, { id: [truck.id] })
    return clerk.call<{ ok: number; failed: { message: string; about?: object[] }[] }>(ship[verb], {
      rows: [{ id: truck.id, version: row?.version }],
      foresee,
    })
  }
  expect(await step('approve')).toEqual({ ok: 1, failed: [] })
  expect(await step('start')).toEqual(making('wms.enterTruckTask'))
  expect((await step('finish')).failed[0]).toMatchObject({
    message: expect.stringContaining('1个容器未装车'),
    about: [{ key: 'wms.enterTruckTask', id: expect.any(String), no: expect.stringMatching(/^ZR/) }],
  })
  const load = await clerk.call(work.nextTask, { taskTypes: ['ENTER_TRUCK'] })
  await clerk.call(work.confirmLine, { taskLineId: load.lines[0]?.id, qty: '1', scans: { container: 'T1' } })
  expect(await step('finish')).toEqual(making('wms.despatchTask'))
  const { failed } = await step('despatch')
  const [short] = await query(operate, { id: [out.id] })
  const about = [{ key: operateBill.header.key, id: out.id, no: short?.billNo }]
  expect(failed[0]).toMatchObject({ message: `存在未处理的拣货差异1条，请先处理单据[${short?.billNo}]`, about })
  // Said as well before a seal is typed.
  expect(await step('despatch', true)).toEqual({ ok: 0, failed })
  expect(await clerk.call(operate.giveUpShort, { rows: [{ id: out.id, version: short?.version }] })).toEqual({
    ok: 1,
    failed: [],
  })
  // Nothing stands in the way: whoever only asks leaves the truck where it is.
  expect(await step('despatch', true)).toEqual({ ok: 1, failed: [] })
  expect((await query(ship, { id: [truck.id] }))[0]).toMatchObject({ state: 'LOADED' })
  const leave = await clerk.call(work.nextTask, { taskTypes: ['DESPATCH'] })
  await clerk.call(work.confirmLine, { taskLineId: leave.lines[0]?.id, qty: '1' })
  await server.relay.drain()
  const [shipped] = await query(operate, { id: [out.id] })
  expect(shipped).toMatchObject({ state: 'FINISHED', doneQty: '11.250', sentQty: '11.250', cancelQty: '3.750' })
  expect((await query(ship, { id: [truck.id] }))[0]).toMatchObject({ state: 'DESPATCHED', loaded: 1 })
  expect(await server.inside('DC01', reconcile)).toEqual([])
  const left = await server.inside('DC01', (ctx) =>
    ctx.tx.query(
      sql`select bin_id, stock_type, qty::text, reserved_qty::text from wms_stock where tenant_id = ${ctx.tenantId} and qty > 0 order by stock_type desc`,
    ),
  )
  expect(left.map((r) => [(r as { stockType: string }).stockType, (r as { qty: string }).qty])).toEqual([
    ['GOOD', '14.000'],
    ['DAMAGE', '2.000'],
  ])
  expect(await query(view('PICK'), {})).toHaveLength(1)
  expect(await query(view('PICK'), { totes: 'T1' })).toMatchObject([{ totes: 'T1', walkM: null }])
  expect(await query(view('PICK'), { totes: 'T2' })).toEqual([])
})

test('an order’s log tells each step of its goods, in words', () => expectStories(clerk, ids))

test('a recall tells which stores got goods of a lot, also when their tote serves another store by then', async () => {
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`
      update wms_container set state = 'IDLE', store_id = null, bill_id = null where tenant_id = ${ctx.tenantId} and code = 'T1'`),
  )
  const lots = crudCalls(stockBatchLookBoard)
  const [lot] = await query(lots, { productId: [product('X')], hasStock: true })
  expect(lot).toMatchObject({ onHand: '16.000', free: '16.000', daysLeft: 365, ageDays: 0 })
  const trace = await clerk.call(lotTrace, { id: String(lot?.id) })
  const day = expect.stringMatching(/^20\d\d-/)
  expect(trace).toEqual({
    receipts: [{ billNo: expect.stringMatching(/^DH/), vendor: 'vendor', at: day, qty: '24.000' }],
    shipments: [{ billNo: expect.stringMatching(/^ZC/), store: 'store', at: day, qty: '8.000' }],
    onHand: '16.000',
  })
  const { name, data } = await clerk.bytes(lotTraceFile, { id: String(lot?.id) })
  expect(name).toContain('召回报告')
  const [head, first] = (await readSheet({ name, data })).map((r) => r.cells)
  expect(head).toEqual(['单号', '门店', '时间', '数量'])
  expect(first?.slice(0, 2)).toEqual([trace.shipments[0]?.billNo, 'store'])
})

test('a receipt and a put-away are taken back while the goods are untouched', async () => {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: ids.vendor,
    lines: [{ productId: product('W'), planQty: '7' }],
  })
  await clerk.call(order.approve, { rows: [made] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const { lines } = await clerk.call(work.nextTask, { taskTypes: ['RECEIVE'] })
  const id = lines[0]?.id
  await clerk.call(work.confirmLine, { taskLineId: id, qty: '7' })
  const put = await clerk.call(work.nextTask, { taskTypes: ['PUTAWAY'] })
  await clerk.call(work.confirmLine, { taskLineId: put.lines[0]?.id, qty: '7' })
  await expect(clerk.call(work.undoLine, { taskLineId: id })).rejects.toMatchObject({ code: 42259 })
  await server.relay.drain()
  expect((await query(order, { id: [made.id] }))[0]).toMatchObject({ state: 'FINISHED' })
  await clerk.call(work.undoLine, { taskLineId: put.lines[0]?.id })
  expect(await server.inside('DC01', reconcile)).toEqual([])
  await clerk.call(work.undoLine, { taskLineId: id })
  await server.relay.drain()
  expect(await server.inside('DC01', reconcile)).toEqual([])
  const [row] = await query(order, { id: [made.id] })
  // As if nothing had come: it may be cancelled, and no recall hears of the receipt.
  expect(row).toMatchObject({ state: 'APPROVED', doneQty: '0.000', sentQty: '0.000', finishedAt: null })
  const [lot] = await query(crudCalls(stockBatchLookBoard), { productId: [product('W')] })
  const { receipts } = await clerk.call(lotTrace, { id: String(lot?.id) })
  expect(receipts.map((r) => r.qty)).toEqual(['3.250'])
  const [{ version } = { version: 0 }] = await query(order, { id: [made.id] })
  expect(await clerk.call(order.cancel, { rows: [{ id: made.id, version }], reason: 'no' })).toMatchObject({ ok: 1 })
})

test('eight receivers on one order never go beyond it', async () => {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: ids.vendor,
    lines: [{ productId: product('W'), planQty: '100' }],
  })
  await clerk.call(order.approve, { rows: [made] })
  for (let i = 0; i < 8; i++) {
    const [row] = await query(order, { id: [made.id] })
    await clerk.call(order.createTask, { rows: [{ id: made.id, version: row?.version }] })
  }
  const tasks = await query(view('RECEIVE'), {
    billNo: ((await query(order, { id: [made.id] }))[0] as { billNo?: string })?.billNo ?? '',
  })
  expect(tasks).toHaveLength(8)
  const results = await Promise.allSettled(
    tasks.map(async (t) => {
      const { lines } = await clerk.call(work.getWork, { id: String(t.id) })
      return clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '30', partial: true })
    }),
  )
  const codes = results.map((r) => (r.status === 'fulfilled' ? 0 : (r.reason as { code: number }).code)).sort()
  expect(codes).toEqual([0, 0, 0, 42266, 42266, 42266, 42266, 42266])
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('less than planned needs a reason, which closes the line, or says that more is to come', async () => {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: ids.vendor,
    lines: [{ productId: product('W'), planQty: '9' }],
  })
  await clerk.call(order.approve, { rows: [made] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const [row] = await query(view('RECEIVE'), { billId: [made.id] })
  const { lines } = await clerk.call(work.takeTask, { id: String(row?.id) })
  const taskLineId = lines[0]?.id
  await expect(clerk.call(work.confirmLine, { taskLineId, qty: '4' })).rejects.toMatchObject({ code: 42258 })
  const first = await clerk.call(work.confirmLine, { taskLineId, qty: '4', partial: true })
  expect(first).toMatchObject({ line: { state: 'OPEN', doneQty: '4' }, task: { state: 'RUNNING' } })
  await expect(clerk.call(work.confirmLine, { taskLineId, qty: '2' })).rejects.toMatchObject({ code: 42258 })
  const last = await clerk.call(work.confirmLine, { taskLineId, qty: '2', reason: 'OTHER' })
  expect(last).toMatchObject({ line: { state: 'SHORT', doneQty: '6', shortQty: '3' }, task: { state: 'DONE' } })
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('goods to be inspected wait for the verdict: nobody is sent to put them away, and no bin is claimed', async () => {
  const made = await clerk.call<{ id: string }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: ids.vendor,
    lines: [{ productId: product('W'), planQty: '6' }],
  })
  await clerk.call(order.approve, { rows: [{ id: made.id, version: 0 }] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const [row] = await query(view('RECEIVE'), { billId: [made.id] })
  const { lines } = await clerk.call(work.takeTask, { id: String(row?.id) })
  const tote = { taskLineId: lines[0]?.id, toContainer: 'T2', partial: true }
  await clerk.call(work.confirmLine, { ...tote, qty: '2', stockType: 'QC' })
  await clerk.call(work.confirmLine, { ...tote, qty: '1', stockType: 'QC' })
  await expect(clerk.call(work.confirmLine, { ...tote, qty: '3' })).rejects.toMatchObject({ code: 42245 })
  const setState = (state: string) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.run(sql`update wms_container set state = ${state} where tenant_id = ${ctx.tenantId} and code = 'T2'`),
    )
  await setState('LOST')
  await expect(clerk.call(work.confirmLine, { ...tote, qty: '3' })).rejects.toMatchObject({
    code: 42245,
    message: `容器[T2]当前状态为[${containerFlow.states.LOST[0]}]，不能收货`,
  })
  await setState('RECEIVING')
  const [waiting, ...others] = await query(view('PUTAWAY'), { billId: [made.id] })
  expect(others).toEqual([])
  expect(waiting).toMatchObject({ state: 'WAIT', lineCount: 2, planQty: '3.000' })
  await expect(clerk.call(work.takeTask, { id: String(waiting?.id) })).rejects.toMatchObject({ code: 42201 })
  const plan = (await clerk.call(work.getWork, { id: String(waiting?.id) })).lines
  expect(plan.map((l) => [l.toBin, l.why?.[1]])).toEqual([
    [null, 'Waiting for inspection'],
    [null, 'Waiting for inspection'],
  ])
  await expect(
    clerk.call(work.confirmLine, { taskLineId: plan[0]?.id, qty: '2', scans: { bin: 'S-01' } }),
  ).rejects.toMatchObject({ code: 42201 })
  const claims = await server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`
      select 1 from wms_bin_claim where tenant_id = ${ctx.tenantId} and task_line_id = any(${plan.map((l) => l.id)}::bigint[])`),
  )
  expect(claims).toEqual([])
  expect(await server.inside('DC01', reconcile)).toEqual([])
  await clerk.call(work.undoLine, { taskLineId: lines[0]?.id })
  expect(await query(view('PUTAWAY'), { billId: [made.id] })).toMatchObject([{ state: 'CANCELED' }])
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a truck does not leave while a difference of goods aboard is open, whichever task found it', async () => {
  const tasks = async () => {
    for (;;) {
      const put = await clerk.call(work.nextTask, { taskTypes: ['PUTAWAY'] }).catch(() => undefined)
      if (!put) return
      for (const l of put.lines.filter((one) => one.state === 'OPEN'))
        await clerk.call(work.confirmLine, {
          taskLineId: l.id,
          qty: l.planQty,
          scans: { bin: l.toBin?.code ?? 'S-02' },
        })
    }
  }
  await tasks()
  const out = await clerk.call<{ id: string }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId: ids.store,
    lines: [{ productId: product('W'), planQty: '4' }],
  })
  await clerk.call(operate.approve, { rows: [{ id: out.id, version: 0 }] })
  await clerk.call(operate.allocate, { rows: [{ id: out.id, version: 1 }] })
  const pick = await clerk.call(work.nextTask, { taskTypes: ['PICK'] })
  // A task of a wave serves several orders and names none; the tote, too, may be another order's.
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(
      sql`update wms_task set bill_id = null, bill_no = null where tenant_id = ${ctx.tenantId} and id = ${pick.task.id}`,
    ),
  )
  for (const [i, l] of pick.lines.entries())
    await clerk.call(work.confirmLine, {
      taskLineId: l.id,
      toContainer: 'T2',
      // A reason closes the line, also beside `partial`.
      ...(i === 0 ? { qty: String(Number(l.planQty) - 0.5), reason: 'OTHER', partial: true } : { qty: l.planQty }),
    })
  const { id } = await clerk.call<{ id: string }>(ship.create, {
    vehicleNo: '沪A54321',
    stops: [{ seq: 1, storeId: ids.store }],
  })
  const step = async (verb: string) => {
    const [row] = await query(ship, { id: [id] })
    return clerk.call<{ ok: number; failed: { message: string; about?: object[] }[] }>(ship[verb], {
      rows: [{ id, version: row?.version }],
    })
  }
  await step('approve')
  await step('start')
  const load = await clerk.call(work.nextTask, { taskTypes: ['ENTER_TRUCK'] })
  await clerk.call(work.confirmLine, { taskLineId: load.lines[0]?.id, qty: '1' })
  expect(await step('finish')).toEqual(making('wms.despatchTask'))
  expect((await step('despatch')).failed[0]?.message).toContain('未处理的拣货差异1条')
  await server.relay.drain()
  const [bill] = await query(operate, { id: [out.id] })
  expect(await clerk.call(operate.giveUpShort, { rows: [{ id: out.id, version: bill?.version }] })).toMatchObject({
    ok: 1,
  })
  expect(await step('despatch')).toEqual({ ok: 1, failed: [] })
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

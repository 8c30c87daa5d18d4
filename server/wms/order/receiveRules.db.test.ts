import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { permitReceipt } from '../../testing/overrides.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

/** What a receipt writes on task, order and stock, and the rules of owner and product that it meets at the dock. */
let server: TestServer
let clerk: Client
let yard: Yard
let vendor = ''
const now = new Date('2026-03-02T02:00:00Z')
const order = documentCalls(orderBill)
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  yard = await server.inside('DC01', async (ctx) => {
    vendor = ctx.newId()
    const made = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE' },
      products: [
        { code: 'NAIL' },
        { code: 'BOX', qpc: '6' },
        { code: 'MILK', shelfLifeDays: 30, acceptDays: 10 },
        { code: 'FISH', isWeigh: true },
      ],
    })
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: vendor, code: 'V1', name: 'vendor' }])
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

/** An approved order of one line, and its task. */
async function order1(code: string, planQty: string) {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: vendor,
    lines: [{ productId: yard.products.get(code)?.id, planQty }],
  })
  await clerk.call(order.approve, { rows: [made] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const head = await clerk.call<{ billNo: string }>(order.getById, { id: made.id })
  const { tasks } = await clerk.call(work.findWork, { scan: head.billNo, taskTypes: ['RECEIVE'] })
  const { task, lines } = await clerk.call(work.getWork, { id: tasks[0]?.id })
  return { billId: made.id, taskId: task.id, taskLineId: lines[0]?.id ?? '' }
}
const receive = (taskLineId: string, qty: string, more: object = {}) =>
  clerk.call(work.confirmLine, { taskLineId, qty, ...more } as never)
const codeOf = async (taskLineId: string, qty: string, more: object = {}) =>
  (await clerk.envelope(work.confirmLine, { taskLineId, qty, ...more })).code
/** The order's line, of which the receipt and whoever sums up the order later say the same. */
async function lineOf(billId: string) {
  const read = async () =>
    (await clerk.call<{ lines: Record<string, unknown>[] }>(order.getById, { id: billId })).lines[0]
  const line = await read()
  await server.relay.drain()
  expect(await read()).toEqual(line)
  return line
}
const owners = (set: string) =>
  server.inside('DC01', (ctx) =>
    ctx.tx.run(
      set === 'BLOCK' || set === 'WARN' || set === 'NONE'
        ? sql`update wms_owner set date_inversion = ${set} where tenant_id = ${ctx.tenantId}`
        : sql`update wms_owner set over_pct = ${set}::numeric where tenant_id = ${ctx.tenantId}`,
    ),
  )
const typesOf = (code: string) =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ stockType: string; qty: string }>(sql`
      select s.stock_type, sum(s.qty)::text as qty from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and s.product_id = ${yard.products.get(code)?.id} and b.usage <> 'VIRTUAL' and s.qty > 0
      group by 1 order by 1`)
    return rows.map((r) => `${r.qty} ${r.stockType}`)
  })

test.each([
  // confirms of a line of 10: [quantity, what else is said], and what the task line says after the last
  { said: 'all of it', confirms: [['10', {}]], state: 'DONE', done: '10', short: '0', order: 'HANDLED' },
  {
    said: 'a part, the rest follows',
    confirms: [['4', { partial: true }]],
    state: 'OPEN',
    done: '4',
    short: '0',
    order: 'PARTIAL',
  },
  {
    said: 'a part, the rest does not come',
    confirms: [['4', { reason: 'OTHER' }]],
    state: 'SHORT',
    done: '4',
    short: '6',
    order: 'PARTIAL',
  },
  {
    said: 'two parts that are all',
    confirms: [
      ['4', { partial: true }],
      ['6', {}],
    ],
    state: 'DONE',
    done: '10',
    short: '0',
    order: 'HANDLED',
  },
  {
    said: 'nothing comes',
    confirms: [['0', { reason: 'OTHER' }]],
    state: 'SHORT',
    done: '0',
    short: '10',
    order: 'OPEN',
  },
  {
    said: 'a part is refused, the rest follows and does not come whole',
    confirms: [
      ['3', { partial: true, refusedQty: '2', refusedReason: 'DAMAGED' }],
      ['1', { reason: 'OTHER' }],
    ],
    state: 'SHORT',
    done: '4',
    short: '6',
    order: 'PARTIAL',
  },
] as const)('$said: task and order say so', async ({ confirms, state, done, short, order: orderState }) => {
  const { billId, taskId, taskLineId } = await order1('NAIL', '10')
  for (const [qty, more] of confirms) await receive(taskLineId, qty, more)
  const { lines, task } = await clerk.call(work.getWork, { id: taskId })
  expect(lines[0]).toMatchObject({ state, doneQty: `${done}.000`, shortQty: `${short}.000` })
  expect(task).toMatchObject({
    state: state === 'OPEN' ? 'RUNNING' : 'DONE',
    doneQty: `${done}.000`,
    shortQty: `${short}.000`,
  })
  expect(await lineOf(billId)).toMatchObject({ state: orderState, doneQty: `${done}.000` })
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a receipt that is taken back leaves the order line with what else came, and open where nothing did', async () => {
  const { billId, taskLineId } = await order1('NAIL', '10')
  await receive(taskLineId, '4', { partial: true })
  await clerk.call(work.undoLine, { taskLineId })
  expect(await lineOf(billId)).toMatchObject({ state: 'OPEN', doneQty: '0.000' })
  await receive(taskLineId, '10')
  expect(await lineOf(billId)).toMatchObject({ state: 'HANDLED', doneQty: '10.000' })
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('no more comes in than the owner allows beyond the plan, and who brings more hears what is left', async () => {
  await owners('10')
  const { taskLineId, billId } = await order1('NAIL', '20')
  await receive(taskLineId, '15', { partial: true })
  const refused = await clerk.envelope(work.confirmLine, { taskLineId, qty: '8' })
  expect([refused.code, refused.message]).toEqual([wmsFaults.overReceipt.code, '超收1 个：最多还可收7 个'])
  expect(await lineOf(billId)).toMatchObject({ doneQty: '15.000' })
  // Exactly what is allowed comes in.
  await receive(taskLineId, '7')
  expect(await lineOf(billId)).toMatchObject({ state: 'HANDLED', doneQty: '22.000' })
  await owners('0')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('too much of what comes in cases is told in cases, in the words of who brings it', async () => {
  const { taskLineId } = await order1('BOX', '12')
  const said = async (o?: object) =>
    (await clerk.envelope(work.confirmLine, { taskLineId, qty: '33' }, o as never)).message
  expect(await said()).toBe('超收3 箱 + 3 个：最多还可收2 箱')
  expect(await said({ language: 'en-US' })).toBe('3 cases + 3 pcs too many: at most 2 cases can come')
})

/** The task of an order of which all has come: for what its tolerance leaves. */
async function again(billId: string): Promise<string> {
  const { version } = await clerk.call<{ version: number }>(order.getById, { id: billId })
  const [made] = (await clerk.call<{ made: { id: string }[] }>(order.createTask, { rows: [{ id: billId, version }] }))
    .made
  const { lines } = await clerk.call(work.getWork, { id: made?.id ?? '' })
  return lines[0]?.id ?? ''
}

test('what an owner allows beyond the plan comes in any number of receipts, until the order is finished', async () => {
  await owners('10')
  const { taskLineId, billId } = await order1('NAIL', '100')
  await receive(taskLineId, '50', { partial: true })
  await receive(taskLineId, '50')
  expect(await lineOf(billId)).toMatchObject({ doneQty: '100.000' })
  expect(await clerk.call(order.getById, { id: billId })).toMatchObject({ state: 'INPROGRESS', mayExceed: true })
  const more = await again(billId)
  expect(await codeOf(more, '11')).toBe(wmsFaults.overReceipt.code)
  await receive(more, '4', { partial: true })
  // Another task tells of the same remainder.
  await receive(await again(billId), '6')
  expect(await lineOf(billId)).toMatchObject({ doneQty: '110.000' })
  const head = await clerk.call<{ version: number }>(order.getById, { id: billId })
  expect(head).toMatchObject({ mayExceed: false })
  const none = await clerk.call(order.createTask, { rows: [{ id: billId, version: head.version }] })
  expect(none).toMatchObject({ failed: [{ code: receiveFaults.allReceived.code }] })
  await owners('0')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a part that reaches the plan leaves its line open where more may come, and closes it where no more may', async () => {
  await owners('10')
  const { taskId, taskLineId } = await order1('NAIL', '100')
  const state = async () => (await clerk.call(work.getWork, { id: taskId })).lines[0]?.state
  for (const qty of ['60', '40', '5']) await receive(taskLineId, qty, { partial: true })
  expect(await state()).toBe('OPEN')
  await receive(taskLineId, '5', { partial: true })
  expect(await state()).toBe('DONE')
  await owners('0')
})

test('an order that is finished takes no more, whatever is allowed beyond its plan', async () => {
  const { taskLineId, billId } = await order1('NAIL', '10')
  await receive(taskLineId, '10')
  await lineOf(billId)
  await owners('10')
  const { version } = await clerk.call<{ version: number }>(order.getById, { id: billId })
  expect(await clerk.call(order.finish, { rows: [{ id: billId, version }] })).toMatchObject({ failed: [] })
  const now = await clerk.call<{ version: number }>(order.getById, { id: billId })
  const none = await clerk.call<{ failed: unknown[] }>(order.createTask, {
    rows: [{ id: billId, version: now.version }],
  })
  expect(none.failed).toHaveLength(1)
  await owners('0')
})

test('pieces of goods by weight are counted on the order beside the weight, receipt by receipt', async () => {
  const { taskLineId, billId } = await order1('FISH', '10')
  await receive(taskLineId, '4.5', { pieces: 3, partial: true })
  expect(await lineOf(billId)).toMatchObject({ doneQty: '4.500', donePieces: 3 })
  await receive(taskLineId, '5.5', { pieces: 4 })
  expect(await lineOf(billId)).toMatchObject({ doneQty: '10.000', donePieces: 7 })
})

test('goods older than what came before: let in, told or refused, as their owner wishes', async () => {
  const made = async (productionDate: string, more: object = {}) => {
    const { taskLineId } = await order1('MILK', '10')
    return {
      taskLineId,
      answer: await clerk.envelope(work.confirmLine, { taskLineId, qty: '10', productionDate, ...more }),
    }
  }
  expect((await made('2026-03-01')).answer.code).toBe(0)
  expect(await typesOf('MILK')).toEqual(['10.000 GOOD'])
  for (const [wish, warned] of [
    ['NONE', 0],
    ['WARN', 1],
  ] as const) {
    await owners(wish)
    const { answer } = await made('2026-02-20')
    expect(answer.code, wish).toBe(0)
    expect((answer.data as { warnings?: unknown[] }).warnings ?? [], wish).toHaveLength(warned)
  }
  expect(await typesOf('MILK')).toEqual(['30.000 GOOD'])

  await owners('BLOCK')
  const { taskLineId, answer } = await made('2026-02-20')
  expect([answer.code, answer.message]).toEqual([receiveFaults.inverted.code, expect.stringContaining('2026-03-01')])
  // As new as the newest is in order.
  expect((await made('2026-03-01')).answer.code).toBe(0)
  expect(await typesOf('MILK')).toEqual(['40.000 GOOD'])
  // Permitted by somebody else, they come in to be inspected, or damaged where the receiver sees that they are.
  const permit = await permitReceipt(server, clerk, taskLineId)
  const { warnings } = await clerk.call(work.confirmLine, {
    taskLineId,
    qty: '6',
    partial: true,
    productionDate: '2026-02-20',
    permit,
  } as never)
  expect(warnings[0]).toEqual(['已放行，货物转待检', 'Permitted: the goods go to inspection'])
  expect(await typesOf('MILK')).toEqual(['40.000 GOOD', '6.000 QC'])
  const again = await permitReceipt(server, clerk, taskLineId)
  await receive(taskLineId, '4', { productionDate: '2026-02-20', permit: again, stockType: 'DAMAGE' })
  expect(await typesOf('MILK')).toEqual(['4.000 DAMAGE', '40.000 GOOD', '6.000 QC'])
  await owners('NONE')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('goods that last too short wait for a supervisor, those that just last long enough do not', async () => {
  const { taskLineId } = await order1('MILK', '10')
  expect(await codeOf(taskLineId, '4', { productionDate: '2026-02-09', partial: true })).toBe(wmsFaults.tooOld.code)
  expect(await codeOf(taskLineId, '4', { productionDate: '2026-02-10', partial: true })).toBe(0)
})

import { text } from '@lading/contract/kernel/field.ts'
import { flow } from '@lading/contract/kernel/flow.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockBill, stockStates, stockSteps } from '@lading/contract/wms/stockBill.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { createRow, getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { stockBillRules, stockStepWork } from './served.ts'
import { typeChangeWork } from './typeChange.ts'

/** The tables of the bill that stands, under a flow of three steps, one of which asks for something. */
const staged = {
  ...typeChangeBill,
  flow: flow({
    states: { ...stockStates, APPROVED: ['待执行', 'To be carried out'] },
    initial: 'SAVED',
    final: ['FINISHED', 'CANCELED'],
    steps: {
      approve: { ...stockSteps.approve, closesLines: false },
      carryOut: {
        title: ['执行', 'Carry out'],
        from: ['FINISHED'],
        verb: 'finish',
        input: { note: text(['说明', 'How'], { required: true }) },
        stamp: 'finishedAt',
        closesLines: true,
      },
      cancel: stockSteps.cancel,
    },
  }),
}
const work = stockStepWork(staged, {
  ...typeChangeWork,
  moves: (line, from, via, bill) => {
    told.push(String(bill.note))
    return typeChangeWork.moves(line, from, via, bill)
  },
})
const told: string[] = []
let server: TestServer
let yard: Yard
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: [{ code: 'X', qpc: '10' }], mix: false }),
  )
  await server.inside('DC01', async (ctx) => {
    const to = await keyOf(ctx, yard, { bin: 'S-01', product: 'X' })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
    const lines = [
      { key: from, delta: -parseQty('40') },
      { key: to, delta: parseQty('40') },
    ]
    await post(ctx, { bizType: 'ADJ_INC', idemKey: 'in', lines })
  })
})
afterAll(() => server.close())

interface Bill {
  id: string
  version: number
  state: string
  note: string | null
  finishedAt: Date | null
  lines: { state: string; doneQty: string }[]
}
const made = (qty: string) =>
  server.inside('DC01', async (ctx) => {
    const { records } = await listRecords(ctx, stock, {
      filter: { binId: yard.bins.get('S-01') ?? '', stockType: 'GOOD' },
      page: 1,
      pageSize: 1,
      searchCount: false,
    })
    const [row] = records as Record<string, unknown>[]
    const key = Object.fromEntries(stockKeyNames.map((name) => [name, row?.[name]]))
    const input = { ownerId: row?.ownerId, cause: 'x', lines: [{ ...key, qty, typeTo: 'DAMAGE' }] }
    return (await createRow(ctx, staged.header, input, stockBillRules(staged, typeChangeWork))).id
  })
const read = (id: string) => server.inside('DC01', (ctx) => getRow(ctx, staged.header, id)) as unknown as Promise<Bill>
/** Not its maker. The log of the bill that stands has no words for steps of another flow. */
const somebody = (ctx: Ctx): Ctx => ({ ...ctx, userId: '77', audit: () => undefined })
/** By the engine. */
const take = async (id: string, step: string, more: object = {}) => {
  const { version } = await read(id)
  await server.inside('DC01', (ctx) => takeStep(somebody(ctx), staged, step, { id, version, ...more }, work[step]))
  return read(id)
}
const damaged = () =>
  server.inside('DC01', async (ctx) => {
    const { sum } = await ctx.tx.one<{ sum: string }>(sql`
      select coalesce(sum(qty), 0) as sum from wms_stock where tenant_id = ${ctx.tenantId} and stock_type = 'DAMAGE'`)
    return formatQty(parseQty(sum))
  })

test('the goods change with the step that closes the lines, which keeps what it was told', async () => {
  const id = await made('15')
  expect(await read(id)).toMatchObject({ state: 'SAVED', lines: [{ state: 'OPEN', doneQty: '0.000' }] })
  expect(await take(id, 'approve')).toMatchObject({ state: 'FINISHED', lines: [{ state: 'OPEN', doneQty: '0.000' }] })
  expect(await damaged()).toBe('0')
  const done = await take(id, 'carryOut', { input: { note: '已隔离' } })
  expect(done).toMatchObject({
    note: '已隔离',
    finishedAt: expect.any(Date),
    lines: [{ state: 'DONE', doneQty: '15.000' }],
  })
  expect([told, await damaged()]).toEqual([['已隔离'], '15'])
  expect(await server.inside('DC01', (ctx) => reconcile(ctx))).toEqual([])
})

test('what is cancelled has no open line, and moved nothing', async () => {
  const id = await made('5')
  const before = await damaged()
  expect(await take(id, 'cancel', { reason: 'x' })).toMatchObject({
    state: 'CANCELED',
    lines: [{ state: 'CANCELED', doneQty: '0.000' }],
  })
  expect(await damaged()).toBe(before)
})

test('lines of goods are done as planned, and their header says so', async () => {
  const closing = {
    ...operateBill,
    flow: { ...operateBill.flow, steps: { close: { ...stockSteps.approve, from: ['SAVED'] } } },
  }
  const [id, lines] = await server.inside('DC01', async (ctx) => {
    const common = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const key = await keyOf(ctx, yard, { bin: 'S-01', product: 'X' })
    const bill = ctx.newId()
    const { ids } = await insert(ctx, store, [{ code: 'S1', name: 'S1' }])
    const head = {
      ...common,
      id: bill,
      billNo: 'CK1',
      state: 'SAVED',
      ownerId: key.ownerId,
      storeId: ids[0],
      planQty: '30',
    }
    await bulkInsert(ctx.tx, 'wms_operate_bill', [head])
    const line = (lineNo: number, planQty: string, cancelQty: string) => ({
      ...common,
      id: ctx.newId(),
      billId: bill,
      lineNo,
      productId: key.productId,
      planQty,
      cancelQty,
    })
    await bulkInsert(ctx.tx, 'wms_operate_bill_line', [line(1, '10', '0'), line(2, '20', '5')])
    await takeStep(somebody(ctx), closing, 'close', { id: bill, version: 0 })
    const stored = await ctx.tx.query<{ state: string; doneQty: string }>(sql`
      select state, done_qty from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and bill_id = ${bill} order by line_no`)
    return [bill, stored.map((l) => [l.state, formatQty(parseQty(l.doneQty))])] as const
  })
  expect(lines).toEqual([
    ['DONE', '10'],
    ['DONE', '15'],
  ])
  const header = await server.inside('DC01', (ctx) => getRow(ctx, operateBill.header, id))
  expect(header).toMatchObject({ doneQty: '25.000', cancelQty: '5.000' })
})

test('what a step asks is kept in the header, and is never typed into the form', () => {
  const input = { sealNo: text(['封签号', 'Seal'], { required: true }) }
  const own = stockBill('ownFlowBill', {
    title: ['试', 'Trial'],
    module: 'warehouse.trial',
    prefix: 'ZZ',
    flow: flow({
      states: stockStates,
      initial: 'SAVED',
      final: ['FINISHED', 'CANCELED'],
      steps: { finish: { ...stockSteps.approve, verb: 'finish', stamp: 'finishedAt', input } },
    }),
    lines: {},
  })
  expect(own.header.fields.sealNo).toMatchObject({ required: false, derived: true })
  expect(own.header.form).not.toContain('sealNo')
  expect(own.header.list).toContain('finishedAt')
  expect(own.header.actions).toEqual(['view', 'create', 'update', 'remove', 'finish', 'export'])
})

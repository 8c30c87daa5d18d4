import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { mergeOperate, splitOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateLinks } from '@lading/contract/wms/trail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
const stores: string[] = []
const operate = documentCalls(operateBill)

beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    stores.push(ctx.newId(), ctx.newId())
    const made = await buildYard(ctx, {
      bins: { 'P-01': 'PICK' },
      owners: ['O1', 'O2'],
      products: [{ code: 'A', qpc: '12' }, { code: 'B' }, { code: 'KG', isWeigh: true }],
    })
    await bulkInsert(
      ctx.tx,
      'wms_store',
      stores.map((id, i) => ({ tenantId: ctx.tenantId, id, code: `S${i}`, name: 'store' })),
    )
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

interface Line {
  id: string
  lineNo: number
  planQty: string
  planPieces: number | null
  cancelQty: string
  unitPrice: string | null
  note: string | null
}
interface Order {
  id: string
  version: number
  billNo: string
  state: string
  planQty: string
  cancelQty: string
  lineCount: number
  amount: string | null
  upstreamNo: string | null
  sourceNo: string | null
  reason: string | null
  note: string | null
  priority: number
  lines: Line[]
}
const product = (code: string) => yard.products.get(code)?.id
const full = (id: string) => clerk.call<Order>(operate.getById, { id })
async function make(more: object = {}, lines: readonly object[] = []): Promise<Order> {
  const { id } = await clerk.call<{ id: string }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId: stores[0],
    lines: [
      { productId: product('A'), planQty: '30', unitPrice: '2', note: 'cold' },
      { productId: product('B'), planQty: '5' },
      ...lines,
    ],
    ...more,
  })
  return full(id)
}
const approve = async (o: Order): Promise<Order> => {
  const answer = await clerk.call(operate.approve, { rows: [{ id: o.id, version: o.version }] })
  expect(answer).toMatchObject({ ok: 1 })
  return full(o.id)
}
const seen = ({ id, version }: Order) => ({ id, version })
const parts = (o: Order, ...qty: readonly (string | undefined)[]) =>
  qty.flatMap((q, i) => (q === undefined ? [] : [{ lineId: o.lines[i]?.id ?? '', qty: q }]))
const linksOf = (id: string) => clerk.call(operateLinks.call, { id })
const orders = () =>
  server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`select id, version, state, plan_qty from wms_operate_bill order by id`),
  )

test('a part of a line and a whole line become an order of their own, and both say so', async () => {
  const first = await make({ upstreamNo: 'PO-1', priority: 7, note: 'gate 3' }, [
    { productId: product('KG'), planQty: '10.5', planPieces: 4 },
  ])
  const input = { ...seen(first), lines: parts(first, '12', '5', '5.25') }
  const answer = await clerk.call(splitOperate, input, { key: 'split' })
  expect(await clerk.call(splitOperate, input, { key: 'split' })).toEqual(answer)
  const [rest, made] = [await full(first.id), await full(answer.made.id)]
  expect(rest).toMatchObject({
    state: 'SAVED',
    upstreamNo: 'PO-1',
    sourceNo: null,
    planQty: '23.250',
    lineCount: 2,
    amount: '36.0000',
  })
  expect(rest.lines).toMatchObject([
    { lineNo: 1, planQty: '18.000' },
    { lineNo: 3, planQty: '5.250', planPieces: 2 },
  ])
  expect(made).toMatchObject({
    ...{ state: 'SAVED', upstreamNo: null, sourceNo: 'PO-1', planQty: '22.250', lineCount: 3, amount: '24.0000' },
    ...{ priority: 7, note: 'gate 3', billNo: answer.made.billNo, version: 0 },
  })
  expect(made.lines).toMatchObject([
    { lineNo: 1, planQty: '12.000', unitPrice: '2.0000', note: 'cold' },
    { lineNo: 2, planQty: '5.000' },
    { lineNo: 3, planQty: '5.250', planPieces: 2 },
  ])
  expect(await linksOf(first.id)).toMatchObject([
    { relation: 'SPLIT_TO', billId: made.id, lineCount: 3, qty: '22.250', refs: { billId: { code: made.billNo } } },
  ])
  expect(await linksOf(made.id)).toMatchObject([{ relation: 'SPLIT_FROM', billId: first.id, upstreamNo: 'PO-1' }])
  for (const id of [first.id, made.id])
    expect(await clerk.call<object[]>(operate.log, { id })).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'split' })]),
    )
  // What was split off goes on as any other order.
  expect((await approve(made)).state).toBe('APPROVED')
  const again = await clerk.call(splitOperate, { ...seen(await full(made.id)), lines: parts(made, '1') })
  expect(await full(again.made.id)).toMatchObject({ state: 'APPROVED', sourceNo: 'PO-1' })
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('what cannot be split off is refused, and both orders stay as they were', async () => {
  const order = await make()
  const other = await make()
  const before = await orders()
  const split = (lines: object[], version = order.version) =>
    clerk.call(splitOperate, { id: order.id, version, lines } as never)
  for (const [lines, code] of [
    [parts(order, '31'), 42744],
    [[...parts(order, '20'), ...parts(order, '20')], 42744],
    [parts(order, '0'), 42234],
    [parts(order, '1.5'), 42237],
    [parts(order, '30', '5'), 42743],
    [parts(other, '1'), 40400],
  ] as const)
    await expect(split([...lines])).rejects.toMatchObject({ code })
  await expect(split(parts(order, '1'), 9)).rejects.toMatchObject({ code: 40900 })
  expect(await orders()).toEqual(before)
  expect(await linksOf(order.id)).toEqual([])
})

test('an order under way is neither split nor merged', async () => {
  const free = await approve(await make())
  const order = await approve(await make())
  await clerk.call(operate.allocate, { rows: [seen(order)] })
  const running = await full(order.id)
  const split = { ...seen(running), lines: parts(running, '1') }
  await expect(clerk.call(splitOperate, split)).rejects.toMatchObject({ code: 42201 })
  await expect(clerk.call(mergeOperate, { rows: [seen(free), seen(running)] })).rejects.toMatchObject({ code: 42201 })
  // A line that was booked in spite of the order's state stops both as well.
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`update wms_operate_bill_line set cancel_qty = 1 where bill_id = ${free.id} and line_no = 1`),
  )
  await expect(clerk.call(splitOperate, { ...seen(free), lines: parts(free, '1') })).rejects.toMatchObject({
    code: 42742,
  })
  expect(await full(free.id)).toMatchObject({ state: 'APPROVED', version: free.version })
})

test('orders of one store become the oldest of them, with all that each had', async () => {
  const [a, b, c] = [
    await make({ upstreamNo: 'M-1', priority: 60, note: 'one' }),
    await make({ upstreamNo: 'M-2', priority: 20, note: 'two' }),
    await make({ note: 'one' }),
  ]
  const input = { rows: [b, c, a].map((o) => seen(o as Order)) }
  const answer = await clerk.call(mergeOperate, input, { key: 'merge' })
  expect(await clerk.call(mergeOperate, input, { key: 'merge' })).toEqual(answer)
  expect(answer).toMatchObject({ id: a.id, lineCount: 6 })
  const kept = await full(a.id)
  expect(kept).toMatchObject({ state: 'SAVED', planQty: '105.000', lineCount: 6, amount: '180.0000', priority: 20 })
  expect(kept).toMatchObject({ upstreamNo: 'M-1', sourceNo: 'M-2', note: 'one；two' })
  expect(kept.lines.map((l) => [l.lineNo, l.planQty])).toEqual(
    [30, 5, 30, 5, 30, 5].map((qty, i) => [i + 1, `${qty}.000`]),
  )
  for (const o of [b, c]) {
    const gone = await full(o.id)
    expect(gone).toMatchObject({ state: 'CANCELED', planQty: '35.000', cancelQty: '35.000', reason: `→ ${a.billNo}` })
    expect(gone.lines.every((l) => l.cancelQty === l.planQty)).toBe(true)
    expect(await linksOf(o.id)).toMatchObject([{ relation: 'MERGE_TO', billId: a.id, lineCount: 2 }])
  }
  expect((await linksOf(a.id)).map((r) => [r.relation, r.billId])).toEqual([
    ['MERGE_FROM', b.id],
    ['MERGE_FROM', c.id],
  ])
  // The partner that pushes a merged order again hears of it, and no second one is made.
  const count = (await orders()).length
  const push = {
    ...{ ownerId: yard.owners.get('O1'), storeId: stores[0], upstreamNo: 'M-2', priority: 20, note: 'two' },
    lines: [
      { productId: product('A'), planQty: '30', unitPrice: '2', note: 'cold' },
      { productId: product('B'), planQty: '5' },
    ],
  }
  expect(await clerk.call(operate.create, push)).toMatchObject({ id: b.id })
  expect(await orders()).toHaveLength(count)
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('orders that differ are not merged, and the refusal says in what', async () => {
  const order = await make()
  const before = await orders()
  const merge = (...rows: readonly Order[]) => clerk.call(mergeOperate, { rows: rows.map(seen) })
  await expect(merge(order)).rejects.toMatchObject({ code: 42745 })
  await expect(merge(order, order)).rejects.toMatchObject({ code: 42745 })
  expect(await orders()).toEqual(before)
  for (const [other, word] of [
    [await make({ storeId: stores[1] }), '门店'],
    [await make({ ownerId: yard.owners.get('O2') }), '货主'],
    [await make({ mode: 'DIRECT' }), '业务模式'],
    [await make({ delivery: 'URGENT' }), '配送类型'],
    [await make({ temperature: 'FROZEN' }), '温层'],
    [await make({ customerPo: 'PO-1' }), '客户订单号'],
    [await make({ bizDate: '2030-01-01' }), '送货日期'],
    [await approve(await make()), '状态'],
  ] as const) {
    await expect(merge(order, other)).rejects.toMatchObject({ code: 42746, message: expect.stringContaining(word) })
    expect(await full(other.id)).toMatchObject({ state: other.state, version: other.version })
  }
  expect(await full(order.id)).toMatchObject({ state: 'SAVED', version: order.version, lineCount: 2 })
})

test('splitting and merging need the right to change orders, and see no stranger', async () => {
  const [a, b] = [await make(), await make({ ownerId: yard.owners.get('O2') })]
  const split = (o: Order) => ({ ...seen(o), lines: parts(o, '1') })
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(splitOperate, split(a))).rejects.toMatchObject({ code: 40301 })
  await expect(viewer.call(mergeOperate, { rows: [seen(a), seen(b)] })).rejects.toMatchObject({ code: 40301 })
  const stranger = await server.as('admin', 'DC01', 'two')
  await expect(stranger.call(splitOperate, split(a))).rejects.toMatchObject({ code: 40400 })
  await expect(stranger.call(mergeOperate, { rows: [seen(a), seen(b)] })).rejects.toMatchObject({ code: 40400 })
  await server.inside('G', async (ctx) => {
    await bulkInsert(ctx.tx, 'sys_user_owner', [
      {
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        userId: server.one.users.get('clerk'),
        ownerId: yard.owners.get('O2'),
      },
    ])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  const ofTwo = await server.as('clerk', 'DC01')
  await expect(ofTwo.call(splitOperate, split(a))).rejects.toMatchObject({ code: 40400 })
  await expect(ofTwo.call(mergeOperate, { rows: [seen(b), seen(a)] })).rejects.toMatchObject({ code: 40400 })
  await expect(ofTwo.call(operateLinks.call, { id: a.id })).rejects.toMatchObject({ code: 40400 })
  expect(await ofTwo.call(splitOperate, split(b))).toMatchObject({ made: { version: 0 } })
})

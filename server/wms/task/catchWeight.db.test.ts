import { catchFaults } from '@lading/contract/wms/catchWeight.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

/** Goods whose weight is only estimated until they are taken: A may weigh 5 % more or less than it was ordered. */
let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update mdm_product set is_weigh = true, catch_pct = case when code = 'A' then 5 end where tenant_id = ${ctx.tenantId} and code in ('A', 'B')`),
  )
})
afterAll(() => desk.server.close())
/** Each begins with an empty face. */
beforeEach(() =>
  desk.inside(async (ctx) => {
    const left = await ctx.tx.query<{ code: string; qty: string }>(sql`
      select p.code, s.qty from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.code = 'P-01'
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id where s.tenant_id = ${ctx.tenantId} and s.qty > 0`)
    expect(left).toEqual([])
  }),
)
afterEach(() => desk.sound())

/** Each pick fills a tote of its own, which is what its order's goods are found in. */
let totes = 0
const confirm = (line: work.WorkLine | undefined, qty: string, more: object = {}, key?: string) =>
  desk.clerk.envelope(
    work.confirmLine,
    { taskLineId: line?.id, qty, toContainer: `T${totes}`, ...more },
    key === undefined ? {} : { key },
  )
/** A pick of ten kilograms, of so much in the face. */
async function pickTen(there: string, o: { product?: string; pieces?: number; more?: object } = {}) {
  const { product = 'A', pieces } = o
  totes += 1
  await desk.put('P-01', product, there, pieces === undefined ? {} : { pieces })
  const { billId, lines } = await desk.pick({ [product]: '10' })
  const [line] = lines
  return { billId, line }
}
/** What is over is taken out of the book. */
const empty = async (product: string, kg: string) => void (await desk.put('P-01', product, `-${kg}`))
const told = (billId: string, line: work.WorkLine | undefined) =>
  desk.inside(async (ctx) => {
    const order = await ctx.tx.one<Record<string, string>>(sql`
      select trim_scale(plan_qty)::text as plan, trim_scale(booked_qty)::text as booked, trim_scale(done_qty)::text as done, trim_scale(short_qty)::text as short
      from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and bill_id = ${billId}`)
    const its = await ctx.tx.one<Record<string, string>>(sql`
      select state, trim_scale(plan_qty)::text as plan, trim_scale(done_qty)::text as done from wms_task_line
      where tenant_id = ${ctx.tenantId} and id = ${line?.id}`)
    const places = await ctx.tx.query<{ text: string }>(sql`
      select concat_ws(' ', b.code, trim_scale(s.qty), trim_scale(s.reserved_qty), s.pieces) as text from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.code = 'P-01'
      where s.tenant_id = ${ctx.tenantId} and s.qty > 0`)
    return { order, line: its, face: places.map((p) => p.text) }
  })
const diffs = (billId: string) =>
  desk.inside((ctx) =>
    ctx.tx.query(sql`select 1 from wms_pick_diff where tenant_id = ${ctx.tenantId} and bill_id = ${billId}`),
  )

test('what weighs more is the order’s as well, and complete', async () => {
  const { billId, line } = await pickTen('20')
  const first = await confirm(line, '10.4', {}, 'heavy')
  expect(first).toMatchObject({ code: 0, data: { line: { state: 'DONE', doneQty: '10.4' }, task: { state: 'DONE' } } })
  // Sent once more, for the answer got lost.
  expect(await confirm(line, '10.4', {}, 'heavy')).toMatchObject({ code: 0, data: first.data })
  expect(await told(billId, line)).toEqual({
    order: { plan: '10.4', booked: '10.4', done: '10.4', short: null },
    line: { state: 'DONE', plan: '10.4', done: '10.4' },
    face: ['P-01 9.6 0'],
  })
  await empty('A', '9.6')
})

test('what weighs less is complete too: nothing is short, and what was promised beyond it is free', async () => {
  const { billId, line } = await pickTen('20')
  expect(await confirm(line, '9.5')).toMatchObject({ code: 0, data: { line: { state: 'DONE', shortQty: '0' } } })
  expect(await told(billId, line)).toEqual({
    order: { plan: '9.5', booked: '9.5', done: '9.5', short: null },
    line: { state: 'DONE', plan: '9.5', done: '9.5' },
    face: ['P-01 10.5 0'],
  })
  expect(await diffs(billId)).toEqual([])
  await empty('A', '10.5')
})

test('what is too far from the plan is too much, or a short that wants its reason', async () => {
  const { billId, line } = await pickTen('20')
  const before = await told(billId, line)
  expect(await confirm(line, '10.501')).toMatchObject({ code: wmsFaults.overPlan.code })
  expect(await confirm(line, '9.499')).toMatchObject({ code: wmsFaults.needReason.code })
  expect(await told(billId, line)).toEqual(before)
  // Who says that something is missing is believed, however little it is.
  expect(await confirm(line, '9.9', { reason: 'DAMAGED' })).toMatchObject({
    code: 0,
    data: { line: { state: 'SHORT' } },
  })
  expect((await told(billId, line)).order).toEqual({ plan: '10', booked: '9.9', done: '9.9', short: '0.1' })
  await empty('A', '10')
})

test('a part is a part: its weight is caught when the rest comes', async () => {
  const { billId, line } = await pickTen('20')
  expect(await confirm(line, '9.8', { partial: true })).toMatchObject({ code: 0, data: { line: { state: 'OPEN' } } })
  expect(await confirm(line, '0.6')).toMatchObject({ code: 0, data: { line: { state: 'DONE', doneQty: '10.4' } } })
  expect((await told(billId, line)).order).toEqual({ plan: '10.4', booked: '10.4', done: '10.4', short: null })
  await empty('A', '9.6')
})

test('nobody weighs away what somebody else was promised, and the refusal leaves all as it was', async () => {
  const { billId, line } = await pickTen('20')
  const other = await desk.pick({ A: '9.8' })
  const before = await told(billId, line)
  const refused = await confirm(line, '10.4')
  expect(refused).toMatchObject({ code: catchFaults.notFree.code })
  expect(refused.message).toContain('10.4')
  expect(refused.message).toContain('0.2')
  expect(await told(billId, line)).toEqual(before)
  expect(await confirm(line, '10.2')).toMatchObject({ code: 0 })
  expect(await confirm(other.lines[0], '9.8', { toContainer: 'T60' })).toMatchObject({ code: 0 })
})

test('taken back, the goods are promised again as they were weighed', async () => {
  const { billId, line } = await pickTen('20')
  await confirm(line, '10.3')
  await desk.clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })
  await desk.sound()
  expect(await told(billId, line)).toMatchObject({
    order: { plan: '10.3', booked: '10.3', done: '0' },
    line: { state: 'OPEN', plan: '10.3', done: '0' },
    face: ['P-01 20 10.3'],
  })
  expect(await confirm(line, '10.1')).toMatchObject({ code: 0, data: { line: { state: 'DONE' } } })
  await empty('A', '9.9')
})

test('goods whose product says nothing of it must weigh as planned', async () => {
  const { line } = await pickTen('20', { product: 'B' })
  expect(await confirm(line, '10.001')).toMatchObject({ code: wmsFaults.overPlan.code })
  expect(await confirm(line, '9.999')).toMatchObject({ code: wmsFaults.needReason.code })
  expect(await confirm(line, '10')).toMatchObject({ code: 0 })
  await empty('B', '10')
})

test('the last pieces leave a weight behind, which nobody is sent for before it was counted', async () => {
  const { billId, line } = await pickTen('10', { pieces: 5 })
  expect(await confirm(line, '9.8', { pieces: 5 })).toMatchObject({ code: 0, data: { line: { state: 'DONE' } } })
  expect((await told(billId, line)).face).toEqual(['P-01 0.2 0.2 0'])
  const counts = await desk.inside((ctx) =>
    ctx.tx.query<{ qty: string }>(sql`
      select trim_scale(qty)::text as qty from wms_reservation where tenant_id = ${ctx.tenantId} and kind = 'COUNT' and state = 'ACTIVE'`),
  )
  expect(counts).toEqual([{ qty: '0.2' }])
})

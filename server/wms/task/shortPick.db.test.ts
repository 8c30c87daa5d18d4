import { wmsFaults } from '@lading/contract/wms/faults.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

/** What becomes of goods that a picker does not find, finds broken, or finds too old. Source: wms.md 7.5. */
let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  // Behind every other bin by its code: it is found by what it is for.
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_bin set code = 'Z-DEF' where tenant_id = ${ctx.tenantId} and code = 'DEF'`),
  )
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

const productId = (code: string) => desk.yard.products.get(code)?.id
/** Quantity, promised, type and bin of what the book shows of a product inside the warehouse. */
const stockOf = (code: string) =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ bin: string; type: string; qty: string; held: string }>(sql`
      select b.code as bin, s.stock_type as type, s.qty, s.reserved_qty as held from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and s.product_id = ${productId(code)} and s.qty > 0 and b.usage <> 'VIRTUAL' order by b.code, s.stock_type`)
    return rows.map((r) => `${r.bin} ${r.type} ${Number(r.qty)}/${Number(r.held)}`)
  })
const lotsOf = (code: string) =>
  desk.inside((ctx) =>
    ctx.tx.query<{ hold: boolean; version: number }>(
      sql`select hold, version from wms_lot where tenant_id = ${ctx.tenantId} and product_id = ${productId(code)}`,
    ),
  )
const diffsOf = (code: string) =>
  desk.inside((ctx) =>
    ctx.tx.query<{ reason: string; shortQty: string; state: string }>(sql`
      select reason, short_qty, state from wms_pick_diff where tenant_id = ${ctx.tenantId} and product_id = ${productId(code)}`),
  )
const orderLine = (billId: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select booked_qty, done_qty, short_qty, short_reason from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and bill_id = ${billId}`),
  )

test('what is broken goes to the defect bin as damaged, and the rest of the bin stays free', async () => {
  await desk.put('P-01', 'A', '20')
  const { billId, lines } = await desk.pick({ A: '8' })
  await expect(
    desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '5' } as never),
  ).rejects.toMatchObject({
    code: wmsFaults.needReason.code,
  })
  const told = { taskLineId: lines[0]?.id, qty: '5', reason: 'DAMAGED', toContainer: 'T1' }
  await desk.clerk.call(work.confirmLine, told as never)
  expect(await stockOf('A')).toEqual(['P-01 GOOD 12/0', 'SYS-PICK GOOD 5/5', 'Z-DEF DAMAGE 3/0'])
  expect(await diffsOf('A')).toEqual([{ reason: 'DAMAGED', shortQty: '3.000', state: 'OPEN' }])
  expect(await orderLine(billId)).toEqual({
    bookedQty: '5.000',
    doneQty: '5.000',
    shortQty: '3.000',
    shortReason: 'DAMAGED',
  })
})

test('what is too old holds its lot, so that nobody is sent there again', async () => {
  await desk.put('P-01', 'B', '20', { expire: '2027-06-01' })
  const { lines } = await desk.pick({ B: '8' })
  const [before] = await lotsOf('B')
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '0', reason: 'EXPIRED' } as never)
  expect(await lotsOf('B')).toEqual([{ hold: true, version: Number(before?.version) + 1 }])
  expect(await stockOf('B')).toEqual(['P-01 GOOD 20/0'])
  expect(await diffsOf('B')).toEqual([{ reason: 'EXPIRED', shortQty: '8.000', state: 'OPEN' }])
  // A held lot serves no order.
  const held = await desk.pick({ B: '2' }).then(
    () => 'served',
    () => 'not served',
  )
  expect(held).toBe('not served')
})

test('nothing at all is a reason to tell, not a pick', async () => {
  await desk.put('P-01', 'C', '20')
  const { lines } = await desk.pick({ C: '8' })
  const codeOf = async (more: object) =>
    (await desk.clerk.envelope(work.confirmLine, { taskLineId: lines[0]?.id, ...more })).code
  expect(await codeOf({ qty: '0', partial: true })).toBe(wmsFaults.qtyNotPositive.code)
  expect(await codeOf({ qty: '9' })).toBe(wmsFaults.overPlan.code)
  const over = await desk.clerk.envelope(work.confirmLine, { taskLineId: lines[0]?.id, qty: '20' })
  expect(over.message).toBe('实际数量1 箱 + 8 个不能大于计划数量8 个')
  expect(await codeOf({ qty: '8', toContainer: 'LOOSE' })).toBe(wmsFaults.unknownCode.code)
  expect(await stockOf('C')).toEqual(['P-01 GOOD 20/8'])
})

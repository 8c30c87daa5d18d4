import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { expensesMax, tellExpense } from '@lading/contract/tms/driverExpense.ts'
import { feeBills, feePhotos } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { myTrips } from '@lading/contract/tms/tripCalls.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { pngOf } from '../../testing/images.ts'
import type { Client } from '../../testing/server.ts'
import { letWork, type MoneyWorld, openMoney } from '../testing/moneyWorld.ts'
import { at } from '../testing/tripWorld.ts'

let w: MoneyWorld
/** He looks at things, and drives. */
let driver: Client
let tripId = ''
const receipt = { name: '小票.png', data: pngOf('receipt') }
beforeAll(async () => {
  w = await openMoney()
  await letWork(w.server, 'viewer', [], (p) => p.startsWith('tms:transportation.driverTask'))
  await own(0, 'viewer')
  driver = await w.server.as('viewer', 'TC01')
  tripId = (await w.twoStops()).id
  await w.step('release', tripId)
})
afterAll(() => w.server.close())

/** A staff member gets an account. */
const own = (crew: number, username: string) =>
  w.server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      update tms_staff set user_id = ${w.server.one.users.get(username)} where tenant_id = ${ctx.tenantId} and id = ${w.fleet[crew]?.driver}`),
  )
const told = (uid: string, feeType: string, amount: string, more: object = {}) => ({
  uid,
  tripId,
  feeType,
  amount,
  ...more,
})
const claim = (what: object) => driver.call(tellExpense, what, { file: receipt })
const claimBare = (what: object) => driver.call(tellExpense, what)
const refusedWith = (one: Promise<unknown>, fault: { code: number }) =>
  expect(one).rejects.toMatchObject({ code: fault.code })
const claimed = async () => (await w.feesOf('EMPLOYEE')).filter((f) => f.source === 'DRIVER')

test('a driver claims a toll with its receipt: told twice it is booked once, and waits for somebody', async () => {
  const what = told('phone-0001', 'TOLL', '45.5', { note: '沪宁高速' })
  const first = await claim(what)
  expect(await claim(what)).toEqual(first)
  // At once from two tabs as well.
  const twice = told('phone-0002', 'PARKING', '8')
  const [a, b] = await Promise.all([claim(twice), claim(twice)])
  expect(a).toEqual(b)
  await claimBare(told('phone-0003', 'ADVANCE', '300'))
  const fees = await claimed()
  expect(fees.map((f) => [f.feeType, f.amount, f.state, f.note, f.photos])).toEqual([
    ['TOLL', '45.5000', 'DRAFT', '沪宁高速', 1],
    ['PARKING', '8.0000', 'DRAFT', null, 1],
    // What he is given before is taken off what he gets.
    ['ADVANCE', '-300.0000', 'DRAFT', null, 0],
  ])
  expect(fees[0]).toMatchObject({
    staffId: w.fleet[0]?.driver,
    tripId,
    truckId: w.fleet[0]?.truck,
    billNo: first.billNo,
  })
  const { expenses } = await driver.call(myTrips, {})
  expect(expenses.map((e) => [e.uid, e.state])).toEqual([
    ['phone-0001', 'DRAFT'],
    ['phone-0002', 'DRAFT'],
    ['phone-0003', 'DRAFT'],
  ])
})

test('what is no expense of his is refused, and leaves nothing', async () => {
  const before = await claimed()
  await refusedWith(claimBare(told('phone-0101', 'TOLL', '9')), feeFaults.noReceipt)
  for (const amount of ['0', '0.00', '-5', '1.234', '1234567', ''])
    await refusedWith(claim(told('phone-0102', 'TOLL', amount)), { code: faults.invalid.code })
  await refusedWith(claim(told('phone-0103', 'PIECE', '9')), { code: faults.invalid.code })
  const other = await w.twoStops({ crew: 1 })
  await refusedWith(claim({ ...told('phone-0104', 'TOLL', '9'), tripId: other.id }), tripFaults.notYours)
  const draft = await w.twoStops({ from: at('20:00'), to: at('22:00') })
  await refusedWith(claim({ ...told('phone-0105', 'TOLL', '9'), tripId: draft.id }), feeFaults.notOut)
  const kind = (to: string) =>
    w.server.inside('G', (ctx) =>
      ctx.tx.run(sql`update tms_carrier set kind = ${to} where tenant_id = ${ctx.tenantId} and id = ${w.owner}`),
    )
  await kind('CONTRACT')
  await refusedWith(claim(told('phone-0106', 'TOLL', '9')), feeFaults.notOwnDriver)
  await kind('OWN')
  expect(await claimed()).toEqual(before)
})

test('the same for one trip is claimed once more only by who says that it is another', async () => {
  const [toll] = await claimed()
  const what = told('phone-0110', 'TOLL', '45.50')
  await expect(claim(what)).rejects.toMatchObject({
    code: feeFaults.claimedBefore.code,
    message: expect.stringContaining(String(toll?.billNo)),
  })
  const { billNo } = await claim({ ...what, again: 'yes' })
  expect(await claim(what)).toEqual({ billNo })
  const fee = (await claimed()).find((f) => f.billNo === billNo)
  await w.take(feeBills.EMPLOYEE, 'cancel', fee?.id ?? '', { reason: '重复' })
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(sql`delete from tms_fee_bill where tenant_id = ${ctx.tenantId} and bill_no = ${billNo}`),
  )
})

test('what has landed is answered as before, whoever drives the trip by then', async () => {
  const crew = (driverId: string | undefined) =>
    w.server.inside('TC01', (ctx) =>
      ctx.tx.run(
        sql`update tms_ship_plan_bill set driver_id = ${driverId} where tenant_id = ${ctx.tenantId} and id = ${tripId}`,
      ),
    )
  const [toll] = await claimed()
  await crew(w.fleet[1]?.driver)
  expect(await claim(told('phone-0001', 'TOLL', '45.5'))).toEqual({ billNo: toll?.billNo })
  await refusedWith(claim(told('phone-0120', 'TOLL', '3')), tripFaults.notYours)
  await crew(w.fleet[0]?.driver)
})

test('of one trip there are so many expenses', async () => {
  const { length: known } = await claimed()
  for (let i = known; i < expensesMax; i++) await claimBare(told(`phone-many-${i}`, 'ADVANCE', `${1_000 + i}`))
  await refusedWith(claim(told('phone-0201', 'TOLL', '9')), feeFaults.manyExpenses)
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(sql`delete from tms_fee_bill where tenant_id = ${ctx.tenantId} and rate_key like '%phone-many%'`),
  )
})

test('it is corrected, confirmed and settled as other charges are; its receipt stays, and its driver sees what became of it', async () => {
  const d = feeBills.EMPLOYEE
  const [toll, parking, advance] = await claimed()
  const [photo] = await w.tc().call(feePhotos.EMPLOYEE.list, { id: toll?.id })
  expect(photo).toMatchObject({ name: '小票.png' })
  // The receipt says less.
  await w.tc().call(documentCalls(d).update as never, { id: toll?.id, version: toll?.version, amount: '45' } as never)
  await w.take(d, 'approve', toll?.id ?? '')
  await w.take(d, 'approve', advance?.id ?? '')
  await w.take(d, 'cancel', parking?.id ?? '', { reason: '无发票' })
  const remove = w.tc().call(feePhotos.EMPLOYEE.remove, { id: toll?.id, photoId: photo?.id })
  await refusedWith(remove, feeFaults.photoStays)
  // Told again after days, by another key: it is the same one.
  await claim(told('phone-0002', 'PARKING', '8'))
  const { expenses } = await driver.call(myTrips, {})
  expect(expenses.map((e) => [e.feeType, e.amount, e.state, e.reason])).toEqual([
    ['TOLL', '45.0000', 'CONFIRMED', null],
    ['PARKING', '8.0000', 'VOID', '无发票'],
    ['ADVANCE', '-300.0000', 'CONFIRMED', null],
  ])
  const id = await w.settle('EMPLOYEE', { staffId: w.fleet[0]?.driver })
  expect(await w.settlement('EMPLOYEE', id)).toMatchObject({ feeCount: 2, net: '-255.0000' })
  await w.take(settleBills.EMPLOYEE, 'cancel', id, { reason: 'x' })
})

test('whose goods and carriers he may see has nothing to do with what he has paid', async () => {
  const narrow = (table: string, column: string, id: string | undefined) =>
    w.server.inside('G', async (ctx) => {
      const userId = w.server.one.users.get('viewer')
      await bulkInsert(ctx.tx, table, [{ tenantId: ctx.tenantId, id: ctx.newId(), userId, [column]: id }])
      await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
    })
  await narrow('sys_user_carrier', 'carrierId', w.owner)
  driver = await w.server.as('viewer', 'TC01')
  const what = told('phone-0301', 'REFUEL', '100')
  const first = await claim(what)
  expect(await claim(what)).toEqual(first)
  expect((await driver.call(myTrips, {})).expenses.map((e) => e.uid)).toContain('phone-0301')
})

test('nobody confirms what he has claimed himself', async () => {
  await own(0, 'admin')
  const { billNo } = await w.tc().call(tellExpense, told('phone-0401', 'ADVANCE', '50'))
  const fee = (await claimed()).find((f) => f.billNo === billNo)
  const rows = [{ id: fee?.id ?? '', version: fee?.version ?? 0 }]
  const { approve } = documentCalls(feeBills.EMPLOYEE) as Record<string, never>
  expect(await w.tc().call(approve, { rows } as never)).toMatchObject({
    ok: 0,
    failed: [{ code: faults.notByMaker.code }],
  })
})

test('a finance centre sees the receipt as the transport centre does', async () => {
  const [toll] = await claimed()
  const fc = await w.server.as('admin', 'FC01')
  const [photo] = await fc.call(feePhotos.EMPLOYEE.list, { id: toll?.id })
  const shown = await fc.bytes(feePhotos.EMPLOYEE.show as never, { id: toll?.id, photoId: photo?.id } as never)
  expect(shown.data.equals(receipt.data)).toBe(true)
})

import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { preRplBill } from '@lading/contract/wms/preRplBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWaveDesk, stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

interface Bill {
  id: string
  version: number
  state: string
  lines: Record<string, unknown>[]
}
const calls = documentCalls(preRplBill)
const tomorrow = '2026-11-21'
let desk: WaveDesk
beforeAll(async () => {
  desk = await openWaveDesk()
  await stepSeven(desk)
})
afterAll(() => desk.server.close())

const short = (value: unknown) => (typeof value === 'string' ? value.replace(/\.000$/, '') : value)
/** The bill, quantities of its lines without their empty places. */
const read = async (id: string): Promise<Bill> => {
  const bill = await desk.clerk.call<Bill>(calls.getById as never, { id })
  const lines = bill.lines.map((l) => Object.fromEntries(Object.entries(l).map(([k, v]) => [k, short(v)])))
  return { ...bill, lines }
}
const make = (more: object = {}) =>
  desk.clerk.call<Bill>(calls.create as never, {
    ownerId: desk.yard.owners.get('O1'),
    basis: 'ORDERS',
    demandDate: tomorrow,
    ...more,
  })
const step = async (id: string, name: string) => {
  const { version } = await read(id)
  const answer = await desk.clerk.call<{ failed: { code: number; message: string }[] }>(calls[name] as never, {
    rows: [{ id, version }],
    reason: 'x',
  })
  await desk.server.relay.drain()
  return answer
}
const plans = async (id: string) =>
  (await read(id)).lines.map((l) => ({ demand: l.demand, onHand: l.onHand, incoming: l.incoming, planQty: l.planQty }))
const binOf = (code: string) => desk.yard.bins.get(code)
const productOf = (code: string) => desk.yard.products.get(code)?.id

test('what approved orders of the day want beyond what stands on their faces is suggested', async () => {
  const { id } = await make()
  expect(await step(id, 'compute')).toMatchObject({ failed: [{ code: 42401 }] })
  expect(await step(id, 'approve')).toMatchObject({ failed: [{ code: 42401 }] })
  await desk.order('S1', { P1: '720', P2: '34' }, { bizDate: tomorrow })
  await desk.order('S2', { P1: '96' }, { bizDate: tomorrow })
  await desk.order('S3', { P1: '960' }, { bizDate: '2026-11-22' })
  expect(await step(id, 'compute')).toMatchObject({ failed: [] })
  // 816 of P1 are wanted and 480 there; 34 of P2 and 30 there, which takes a case of 12.
  expect(await plans(id)).toEqual([
    { demand: '816', onHand: '480', incoming: '0', planQty: '336' },
    { demand: '34', onHand: '30', incoming: '0', planQty: '12' },
  ])
  expect(await read(id)).toMatchObject({ lineCount: 2, hasShort: false, computedAt: expect.any(String) })
})

test('lines that are typed are described, and refused where they are no face', async () => {
  const line = { productId: productOf('P1'), binId: binOf('PB-01-01'), planQty: '48' }
  const { id } = await make({ lines: [line] })
  expect(await plans(id)).toEqual([{ demand: '816', onHand: '480', incoming: '0', planQty: '48' }])
  await expect(make({ lines: [line, line] })).rejects.toMatchObject({ code: 42403 })
  await expect(make({ lines: [{ ...line, binId: binOf('SB-02-01') }] })).rejects.toMatchObject({ code: 42733 })
  await expect(make({ lines: [{ ...line, planQty: '1.5' }] })).rejects.toMatchObject({ code: expect.any(Number) })
  const { version, lines } = await read(id)
  await desk.clerk.call(calls.update as never, { id, version, lines: [{ ...line, id: lines[0]?.id, planQty: '9999' }] })
  // Storage has 3,552.
  expect((await read(id)).lines).toMatchObject([{ planQty: '9999', shortQty: '6447' }])
  expect(await read(id)).toMatchObject({ hasShort: true })
  await step(id, 'cancel')
  expect(await read(id)).toMatchObject({ state: 'CANCELED' })
})

test('it makes replenishments that give way to what orders wait for, and is over with the last of them', async () => {
  const { id } = await make()
  await step(id, 'compute')
  expect(await step(id, 'start')).toMatchObject({ failed: [{ code: expect.any(Number) }] })
  await step(id, 'approve')
  expect(await step(id, 'start')).toMatchObject({ failed: [] })
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-01-02 PB-01-01 336', 'READY R-02-02 SB-02-01 12'])
  const first = await desk.clerk.call(work.nextTask, { taskTypes: ['RPL_DOWN'] })
  expect(first.task.priority).toBe(40)
  expect(await read(id)).toMatchObject({ state: 'INPROGRESS', openTasks: 2 })
  await desk.sound()
  // What is on its way is not brought again.
  const again = await make()
  expect(await step(again.id, 'compute')).toMatchObject({ failed: [{ code: 42401 }] })
  await desk.work('RPL_DOWN')
  expect((await read(id)).lines).toMatchObject([{ doneQty: '336' }, { doneQty: '0' }])
  await desk.work('RPL_DOWN')
  expect(await read(id)).toMatchObject({ state: 'FINISHED', openTasks: 0 })
  await desk.sound()
})

test('what storage lacks is marked; with nothing there it does not start', async () => {
  await desk.order('S1', { P2: '1200' }, { bizDate: '2026-11-23' })
  const { id } = await make({ demandDate: '2026-11-23' })
  await step(id, 'compute')
  // 1200 wanted and 42 there; storage has 936.
  expect((await read(id)).lines).toMatchObject([{ planQty: '1164', shortQty: '228' }])
  await step(id, 'approve')
  await step(id, 'start')
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-02-02 SB-02-01 468', 'READY R-02-03 SB-02-01 468'])
  const other = await make({ lines: [{ productId: productOf('P2'), binId: binOf('SB-02-01'), planQty: '12' }] })
  await step(other.id, 'approve')
  expect(await step(other.id, 'start')).toMatchObject({ failed: [{ code: 42405 }] })
  expect(await read(other.id)).toMatchObject({ state: 'APPROVED' })
  await desk.work('RPL_DOWN')
  await desk.work('RPL_DOWN')
  expect(await read(id)).toMatchObject({ state: 'FINISHED' })
  await desk.sound()
})

test('by the average of a month, and by levels', async () => {
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_product_bin set min_cases = 40, max_cases = 50 where tenant_id = ${ctx.tenantId} and bin_id = ${binOf('PB-01-01')}`),
  )
  const levels = await make({ basis: 'MINMAX' })
  await step(levels.id, 'compute')
  // 34 cases are there.
  expect(await plans(levels.id)).toEqual([{ demand: '1200', onHand: '816', incoming: '0', planQty: '384' }])
  const none = await make({ basis: 'SALES', days: 3 })
  expect(await step(none.id, 'compute')).toMatchObject({ failed: [{ code: 42401 }] })
  const order = await desk.order('S2', { P1: '816' }, { bizDate: '2026-11-19' })
  await desk.step(await desk.wave([order]), 'start')
  await desk.work('PICK', { toContainer: 'T1' })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_operate_bill set biz_date = ${ctx.now()}::date - 3 where tenant_id = ${ctx.tenantId} and id = ${order}`),
  )
  // 816 in 30 days: 82 in three.
  expect(await step(none.id, 'compute')).toMatchObject({ failed: [] })
  expect(await plans(none.id)).toEqual([{ demand: '82', onHand: '0', incoming: '0', planQty: '96' }])
  await desk.sound()
})

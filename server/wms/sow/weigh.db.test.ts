import { optionCalls } from '@lading/contract/sys/options.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { weighFaults } from '@lading/contract/wms/weighFaults.ts'
import { type WeighWork, weighConfirm, weighFind, weighSowFaults } from '@lading/contract/wms/weighSow.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSowDesk } from '../testing/sowDesk.ts'
import { stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
beforeAll(async () => {
  desk = await openSowDesk(3)
  await stepSeven(desk)
  const orders: string[] = []
  for (const [store, plan] of Object.entries({ S1: { P2: '8' }, S2: { P2: '18' }, S3: { P2: '9' } }))
    orders.push(await desk.order(store, plan))
  await desk.step(await desk.wave(orders), 'start')
  await desk.work('RPL_DOWN')
  const { lines } = await desk.clerk.call<WeighWork>(work.nextTask as never, { taskTypes: ['PICK'] })
  await desk.clerk.call(work.confirmLine as never, { taskLineId: lines[0]?.id, qty: '35', toContainer: 'T1' })
  await desk.server.relay.drain()
  await run(sql`update mdm_product set weight_kg = null where code = 'P2'`)
})
afterAll(() => desk.server.close())

const run = (change: ReturnType<typeof sql>) =>
  desk.inside((ctx) => ctx.tx.run(sql`${change} and tenant_id = ${ctx.tenantId}`))
const find = (scan: string) => desk.clerk.call(weighFind, { scan })
const weigh = async (store: string, grossKg: string, more: object = {}) => {
  const line = (await find('T1')).lines.find((l) => l.store?.code === store)
  return desk.clerk.call(weighConfirm, { taskLineId: line?.id ?? '', grossKg, inTote: true, ...more })
}
const code = (of: { code: number }) => ({ code: of.code })

test('the weight of a store tells that its goods are there: a piece too few or too many is refused', async () => {
  await expect(find('nowhere')).rejects.toMatchObject(code(weighSowFaults.nothing))
  await expect(weigh('S1', '4', { inTote: false })).rejects.toMatchObject(code(weighSowFaults.noUnit))
  await run(sql`update mdm_product set weight_kg = 0.42 where code = 'P2'`)
  for (const scan of ['T1', 'P2', (await find('T1')).task.taskNo])
    expect((await find(scan)).lines).toMatchObject([
      { store: { code: 'S1' }, bin: 'W-1', restQty: '8', netKg: '3.36', allowedG: '33', tote: null },
      { store: { code: 'S2' }, restQty: '18', netKg: '7.56' },
      { store: { code: 'S3' }, restQty: '9', netKg: '3.78' },
    ])
  await expect(weigh('S1', '3.36')).rejects.toMatchObject(code(weighSowFaults.noTote))
  await expect(weigh('S1', '3.36', { toContainer: 'T2' })).rejects.toMatchObject(code(weighSowFaults.noTare))
  await run(sql`update wms_container_type set tare_kg = 1.5 where code = 'TOTE'`)
  const short = weigh('S1', '4.44', { toContainer: 'T2' })
  await expect(short).rejects.toMatchObject(code(checkFaults.weightOff))
  await expect(short).rejects.toThrow('重量偏差420g超出允许33g')
  await expect(weigh('S1', '5.28', { toContainer: 'T2' })).rejects.toMatchObject(code(checkFaults.weightOff))
  expect((await find('T1')).task).toMatchObject({ done: 0 })
  const done = await weigh('S1', '4.88', { toContainer: 'T2' })
  expect(done).toMatchObject({ netKg: '3.38', offG: '20', task: { done: 1 }, lines: [{}, {}] })
  await desk.sound()
})

test('what is in a container already is on the scale as well, and a part may be weighed before the rest', async () => {
  await weigh('S2', '5.7', { toContainer: 'T3', qty: '10' })
  const [next] = (await find('T1')).lines
  expect(next).toMatchObject({ store: { code: 'S2' }, restQty: '8', tote: 'T3', tareKg: '1.5' })
  await expect(weigh('S2', '4.86')).rejects.toMatchObject(code(checkFaults.weightOff))
  await weigh('S2', '9.06')
  await weigh('S3', '3.78', { inTote: false, toContainer: 'T4' })
  await desk.server.relay.drain()
  await expect(find('T1')).rejects.toMatchObject(code(weighSowFaults.nothing))
  expect(await desk.tasks('SOW')).toEqual([])
  await desk.sound()
})

test('weights are typed only where that is allowed, and by who may', async () => {
  const line = { taskLineId: '1', grossKg: '1', inTote: false }
  const admin = await desk.server.as('admin', 'DC01')
  const orgId = desk.server.one.orgs.get('DC01')?.id ?? ''
  const allow = (value: string, version: number) =>
    admin.call(optionCalls.update, { key: 'wms_scale_manual', value, version, orgId })
  await allow('false', 0)
  await expect(desk.clerk.call(weighConfirm, line)).rejects.toMatchObject(code(weighFaults.fromScale))
  await expect(desk.clerk.call(weighConfirm, { ...line, scaleId: '1' })).rejects.toMatchObject({ code: 40400 })
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(weighFind, { scan: 'T1' })).rejects.toMatchObject({ code: 40301 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(other.call(weighFind, { scan: 'T1' })).rejects.toMatchObject(code(weighSowFaults.nothing))
})

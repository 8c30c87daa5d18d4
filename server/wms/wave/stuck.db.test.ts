import { monitorCalls as calls, monitorFaults } from '@lading/contract/sys/monitor.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/server.ts'
import { openWaveDesk, type WaveDesk } from '../testing/waveDesk.ts'
import { startTopic } from './members.ts'

let desk: WaveDesk
let admin: Client
beforeAll(async () => {
  desk = await openWaveDesk()
  admin = await desk.server.as('admin', 'DC01')
})
afterAll(() => desk.server.close())

/** What the wave waits for, as the monitor tells it. */
const whyOf = async (id: string, by: Client = admin) =>
  (await by.call(calls.waves, { minutes: 10 })).find((w) => w.id === id)
const aged = (table: 'wms_wave_bill' | 'wms_task') =>
  desk.inside((ctx) =>
    ctx.tx.run(
      table === 'wms_task'
        ? sql`update wms_task set updated_at = ${new Date(ctx.now().getTime() - 3_600_000)} where tenant_id = ${ctx.tenantId}`
        : sql`update wms_wave_bill set updated_at = ${new Date(ctx.now().getTime() - 3_600_000)} where tenant_id = ${ctx.tenantId}`,
    ),
  )
const be = (id: string, state: string, problem: string | null) =>
  desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_wave_bill set state = ${state}, step = 'FREEZE', problem = ${problem} where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
const queued = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.query(sql`
      select 1 from sys_outbox where tenant_id = ${ctx.tenantId} and topic = ${startTopic} and key = ${id}`),
  )

test('a start that stands still is told with its reason, and goes on when it is nudged, once', async () => {
  await desk.put('SB-02-01', 'P2', '40', '2029-02-28')
  const wave = await desk.wave([await desk.order('S1', { P2: '10' })])
  expect(await whyOf(wave)).toBeUndefined()
  expect(await admin.envelope(calls.nudgeWave, { id: wave })).toMatchObject({ code: monitorFaults.notStuck.code })
  await be(wave, 'STARTEXCEPTION', '库存被锁定')
  expect(await whyOf(wave)).toBeUndefined()
  await aged('wms_wave_bill')
  expect(await whyOf(wave)).toMatchObject({ state: '启动异常', why: '库存被锁定' })
  await be(wave, 'STARTING', null)
  expect(await whyOf(wave)).toMatchObject({ state: '启动中', why: '没有排队中的启动步骤' })
  await admin.call(calls.nudgeWave, { id: wave })
  await admin.call(calls.nudgeWave, { id: wave })
  expect(await queued(wave)).toHaveLength(1)
  expect(await whyOf(wave)).toMatchObject({ why: '启动步骤排队中，等待处理' })
  await desk.server.relay.drain()
  expect(await whyOf(wave)).toBeUndefined()
  expect(await desk.tasks('PICK')).toEqual(['READY SB-02-01 10'])
  await desk.sound()
})

test('picks that wait for goods are told, and are looked at again without being forced', async () => {
  await desk.put('R-02-02', 'P2', '24', '2029-02-28')
  const wave = await desk.wave([await desk.order('S2', { P2: '50' })])
  await desk.step(wave, 'start')
  await aged('wms_task')
  expect(await whyOf(wave)).toMatchObject({ step: '拣货', why: '1个拣货任务等待补货到货' })
  await admin.call(calls.nudgeWave, { id: wave })
  await desk.server.relay.drain()
  expect((await desk.tasks('PICK')).some((one) => one.startsWith('WAIT'))).toBe(true)
  await desk.sound()
})

test('no other centre, tenant or clerk without the right hears of it', async () => {
  const mine = await admin.call(calls.waves, { minutes: 10 })
  const [one] = mine
  expect(one).toBeDefined()
  const elsewhere = await desk.server.as('admin', 'DC02')
  const stranger = await desk.server.as('admin', 'DC01', 'two')
  for (const by of [elsewhere, stranger]) {
    expect(await by.call(calls.waves, { minutes: 10 })).toEqual([])
    expect((await by.envelope(calls.nudgeWave, { id: one?.id ?? '' })).code).toBe(40400)
  }
  const nobody = await desk.server.as('nobody', 'DC01')
  expect((await nobody.envelope(calls.waves, { minutes: 10 })).code).toBe(40301)
  expect((await nobody.envelope(calls.nudgeWave, { id: one?.id ?? '' })).code).toBe(40301)
})

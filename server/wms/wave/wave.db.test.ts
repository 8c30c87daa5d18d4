import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { releaseTasks } from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWaveDesk, stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
const orders: string[] = []
let wave = ''
beforeAll(async () => {
  desk = await openWaveDesk()
  await stepSeven(desk)
  for (const [store, plan] of Object.entries({
    S1: { P1: '720', P2: '8' },
    S2: { P1: '960', P2: '18' },
    S3: { P1: '288', P2: '10' },
  }))
    orders.push(await desk.order(store, plan))
})
afterAll(() => desk.server.close())

// wms.md chapter 12, steps 7 to 11.
test('a wave gives what stands on the faces, and has the rest brought', async () => {
  wave = await desk.wave(orders)
  await desk.step(wave, 'start')
  expect(await desk.read(wave)).toMatchObject({ state: 'STARTED', problem: null, orders: 3, lines: 6, shortLines: 0 })
  expect(await Promise.all(orders.map(desk.lines))).toEqual([
    ['P1 720', 'P2 8'],
    ['P1 960', 'P2 18'],
    ['P1 288', 'P2 10'],
  ])
  expect(await desk.tasks('RPL_DOWN')).toEqual([
    'READY R-01-02 PB-01-01 1200',
    'READY R-01-04 PB-01-01 288',
    'READY R-02-02 SB-02-01 12',
  ])
  expect(await desk.tasks('PICK')).toEqual([
    'WAIT PB-01-01 480, PB-01-01 240',
    'READY SB-02-01 8',
    'READY SB-02-01 18',
    'WAIT PB-01-01 960',
    'WAIT SB-02-01 4, SB-02-01 6',
    'WAIT PB-01-01 288',
  ])
  await desk.sound()
})

test('nobody releases a pick whose goods are still to come', async () => {
  const { records } = await desk.clerk.call<{ records: { id: string; version: number }[] }>(
    crudCalls(viewOf('PICK')).query as never,
    { filter: { state: 'WAIT' } },
  )
  const [first] = records
  const rows = [{ id: first?.id ?? '', version: first?.version ?? 0 }]
  expect(await desk.clerk.call(releaseTasks, { rows })).toMatchObject({ ok: 0, failed: [{ code: 42787 }] })
})

test('picks are ready when their goods have come', async () => {
  await desk.work('RPL_DOWN')
  expect(await desk.tasks('PICK')).toEqual([
    'READY PB-01-01 480, PB-01-01 240',
    'READY SB-02-01 8',
    'READY SB-02-01 18',
    'READY PB-01-01 960',
    'WAIT SB-02-01 4, SB-02-01 6',
    'WAIT PB-01-01 288',
  ])
  await desk.sound()
  await desk.work('RPL_DOWN')
  await desk.work('RPL_DOWN')
  expect((await desk.tasks('PICK')).filter((t) => t.startsWith('WAIT'))).toEqual([])
  await desk.sound()
})

test('everything is picked, and the wave is over', async () => {
  for (let i = 1; i <= 6; i++) await desk.work('PICK', { toContainer: `T${i}` })
  expect(await desk.read(wave)).toMatchObject({ state: 'FINISHED', pickedPct: '100.0', picking: 0, replenishing: 0 })
  await desk.sound()
})

import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { binCapacity } from '@lading/contract/wms/binCapacity.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWaveDesk, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
const calls = crudCalls(binCapacity)
beforeAll(async () => {
  desk = await openWaveDesk()
})
afterAll(() => desk.server.close())
const rule = (more: object) => desk.clerk.call<{ id: string }>(calls.create as never, more)

test('a rule names one place, goods of one kind, and levels that follow each other', async () => {
  const [binId, productId] = [desk.yard.bins.get('R-01-02'), desk.yard.products.get('P3')?.id]
  for (const [more, code] of [
    [{ place: 'BIN' }, 42777],
    [{ place: 'TYPE', binId }, 42777],
    [{ place: 'BIN', binId, minCases: 5, topCases: 4 }, undefined],
    [{ place: 'BIN', binId, topCases: 9, maxCases: 8 }, undefined],
  ] as const)
    await expect(rule(more)).rejects.toMatchObject(code ? { code } : { message: expect.stringContaining('最') })
  await rule({ place: 'BIN', binId, productId, maxCases: 10, minCases: 2, topCases: 10 })
  await expect(rule({ place: 'BIN', binId, productId, maxCases: 5 })).rejects.toMatchObject({ code: 42779 })
  const { records } = await desk.clerk.call<{ records: object[] }>(calls.query as never, { filter: {} })
  expect(records).toMatchObject([{ fill: '0.0', maxCases: 10 }])
})

test('rules come by file, each naming its own place; a part of the key that is left out means any', async () => {
  const send = (mode: string, more = '') =>
    desk.clerk.call<{ created: number; updated: number; errors: { row: number }[] }>(
      calls.import as never,
      { dryRun: 'false', mode } as never,
      {
        file: {
          name: 'a.csv',
          data: `适用于,货位,商品,最低箱数,最大箱数\nBIN,R-01-03,P1,,40\nBIN,R-01-03,,,60\n${more}`,
        },
      },
    )
  expect((await send('INSERT', 'BIN,R-01-02,P1,9,4\n')).errors).toMatchObject([{ row: 4 }])
  expect((await send('INSERT', 'BIN,R-01-03,,,70\n')).errors).toMatchObject([{ row: 4 }, { row: 4 }])
  expect(await send('INSERT')).toMatchObject({ created: 2, errors: [] })
  expect((await send('INSERT', '\n')).errors).toMatchObject([{ row: 2 }, { row: 3 }])
  expect(await send('UPSERT', 'BIN,R-01-03,P2,,7\n')).toMatchObject({ created: 1, updated: 0, errors: [] })
  const { records } = await desk.clerk.call<{ records: object[] }>(calls.query as never, { filter: {} })
  expect(records).toHaveLength(4)
})

test('a face that is too small is filled by and by: the next comes when picks have made room', async () => {
  await desk.put('R-01-02', 'P1', '480', '2027-08-01')
  await desk.put('R-01-03', 'P1', '480', '2027-09-01')
  await desk.put('R-01-04', 'P1', '480', '2027-10-01')
  await rule({ place: 'BIN', binId: desk.yard.bins.get('PB-01-01'), maxCases: 30 })
  const orders = []
  for (const store of ['S1', 'S2', 'S3']) orders.push(await desk.order(store, { P1: '480' }))
  const wave = await desk.wave(orders)
  await desk.step(wave, 'start')
  expect(await desk.tasks('RPL_DOWN')).toEqual([
    'READY R-01-02 PB-01-01 480',
    'WAIT R-01-03 PB-01-01 480',
    'WAIT R-01-04 PB-01-01 480',
  ])
  for (let i = 0; i < 3; i++) {
    await desk.work('RPL_DOWN')
    const left = await desk.tasks('RPL_DOWN')
    expect(left.filter((t) => t.startsWith('READY'))).toEqual([])
    await desk.work('PICK', { toContainer: `T${i + 1}` })
    await desk.sound()
  }
  expect(await desk.read(wave)).toMatchObject({ state: 'FINISHED', pickedPct: '100.0' })
})

test('a pick that waits for two deliveries gets the second though it makes no room after the first', async () => {
  await desk.put('R-01-02', 'P1', '480', '2027-08-01')
  await desk.put('R-01-03', 'P1', '480', '2027-09-01')
  const wave = await desk.wave([await desk.order('S1', { P1: '960' })])
  await desk.step(wave, 'start')
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-01-02 PB-01-01 480', 'WAIT R-01-03 PB-01-01 480'])
  await desk.work('RPL_DOWN')
  await desk.server.relay.drain()
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-01-03 PB-01-01 480'])
  await desk.work('RPL_DOWN')
  await desk.work('PICK', { toContainer: 'T4' })
  await desk.server.relay.drain()
  expect(await desk.read(wave)).toMatchObject({ state: 'FINISHED', pickedPct: '100.0' })
  await desk.sound()
})

test('what is wanted at once goes in anyway where nobody can make room', async () => {
  await desk.put('R-01-02', 'P1', '960', '2027-08-01')
  const order = await desk.order('S1', { P1: '960' })
  const wave = await desk.wave([order])
  await desk.step(wave, 'start')
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-01-02 PB-01-01 960'])
  await desk.step(wave, 'rollback')
  await desk.sound()
})

test('a pick that is off leaves its room to who waits', async () => {
  const own = await openWaveDesk()
  await own.clerk.call(calls.create as never, { place: 'BIN', binId: own.yard.bins.get('PB-01-01'), maxCases: 30 })
  await own.put('R-01-02', 'P1', '480', '2027-08-01')
  await own.put('R-01-03', 'P1', '480', '2027-09-01')
  const [first, second] = [await own.order('S1', { P1: '480' }), await own.order('S2', { P1: '480' })]
  const wave = await own.wave([first, second])
  await own.step(wave, 'start')
  expect(await own.tasks('RPL_DOWN')).toMatchObject([/^READY/, /^WAIT/].map((is) => expect.stringMatching(is)))
  await own.work('RPL_DOWN')
  const pick = await own.inside((ctx) =>
    ctx.tx.one<{ id: string; version: number }>(sql`
      select id, version from wms_task where tenant_id = ${ctx.tenantId} and task_type = 'PICK' and bill_id = ${first} and state = 'READY'`),
  )
  expect(await own.clerk.call(work.cancelTasks, { rows: [pick] })).toMatchObject({ ok: 1 })
  await own.server.relay.drain()
  // Either the goods that are free now serve the other, or what comes next is let in for him.
  const left = [...(await own.tasks('PICK')), ...(await own.tasks('RPL_DOWN'))]
  expect(left.filter((t) => t.startsWith('READY'))).not.toEqual([])
  await own.sound()
  await own.server.close()
})

import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { adjustDiffs, closeDiffs, pickDiffAdj } from '@lading/contract/wms/pickDiff.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { addToWave, makeWave, planWave, removeFromWave, waveOffer } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWaveDesk, type WaveDesk } from '../testing/waveDesk.ts'
import { startTopic } from './members.ts'
import { advance, advanceBeside } from './pipeline.ts'

let desk: WaveDesk
const operate = documentCalls(operateBill)
const waves = documentCalls(waveBill)
beforeAll(async () => {
  desk = await openWaveDesk()
  // What follows a commit is told when a test drains it, however long the machine takes for what comes between.
  await desk.server.relay.stop()
})
afterAll(() => desk.server.close())

const seen = (calls: Record<string, unknown>, id: string) =>
  desk.clerk.call<{ id: string; version: number; state: string; billNo: string; waveId: string | null }>(
    calls.getById as never,
    { id },
  )
const rowsOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => seen(operate, id).then(({ version }) => ({ id, version }))))
const act = async (calls: Record<string, unknown>, id: string, step: string, more: object = {}) => {
  const { version } = await seen(calls, id)
  return desk.clerk.call<{ ok: number; failed: { code: number; message: string }[] }>(calls[step] as never, {
    rows: [{ id, version }],
    ...more,
  })
}
const stockOf = (product: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<{ qty: string; reserved: string }>(sql`
      select trim_scale(coalesce(sum(s.qty), 0))::text as qty, trim_scale(coalesce(sum(s.reserved_qty), 0))::text as reserved from wms_stock s
      where s.tenant_id = ${ctx.tenantId} and s.product_id = ${desk.yard.products.get(product)?.id}`),
  )

test('what is too little is divided as the wave says, and the rest is short with its reason', async () => {
  await desk.put('SB-02-01', 'P2', '40', '2029-02-28')
  const cases = [
    ['INTURN', ['P2 30', 'P2 10 short 10', 'P2 0 short 10']],
    ['AVG', ['P2 21', 'P2 13 short 7', 'P2 6 short 4']],
    ['LOOP', ['P2 15 short 15', 'P2 15 short 5', 'P2 10']],
    ['RATIO', ['P2 15 short 15', 'P2 15 short 5', 'P2 10']],
  ] as const
  for (const [ration, lines] of cases) {
    const orders = []
    for (const [store, qty] of Object.entries({ S1: '30', S2: '20', S3: '10' }))
      orders.push(await desk.order(store, { P2: qty }))
    const wave = await desk.wave(orders, { ration })
    await desk.step(wave, 'start')
    const got = await Promise.all(orders.map(desk.lines))
    expect([ration, got.flat().map((l) => l.replace(' short 0', ''))]).toEqual([
      ration,
      ration === 'AVG' ? ['P2 21 short 9', ...lines.slice(1)] : lines,
    ])
    expect(await desk.read(wave)).toMatchObject({ shortLines: ration === 'INTURN' ? 2 : ration === 'AVG' ? 3 : 2 })
    await desk.sound()
    await desk.step(wave, 'rollback')
    expect(await stockOf('P2')).toEqual({ qty: '40', reserved: '0' })
    for (const id of orders) {
      expect(await seen(operate, id)).toMatchObject({ state: 'APPROVED', waveId: wave })
      await act(operate, id, 'cancel', { reason: 'over' }).catch(() => undefined)
    }
  }
  await desk.sound()
})

test('a simulation says what the start does, and writes nothing', async () => {
  await desk.put('R-02-02', 'P2', '24', '2029-02-28')
  const order = await desk.order('S1', { P2: '70' })
  const wave = await desk.wave([order])
  const before = await stockOf('P2')
  const plan = await desk.clerk.call(planWave, { id: wave })
  expect(plan).toMatchObject({ orders: 1, lines: 1, shortLines: 1, waitingLines: 1, pickTasks: 1, replenishments: 1 })
  expect(plan.shorts).toMatchObject([{ product: { code: 'P2' }, short: '6' }])
  expect(plan.supplies).toMatchObject([{ from: 'R-02-02', to: 'SB-02-01', qty: '24', cases: '2' }])
  expect(await stockOf('P2')).toEqual(before)
  await desk.step(wave, 'start')
  expect(await desk.lines(order)).toEqual(['P2 64 short 6'])
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-02-02 SB-02-01 24'])
  await desk.step(wave, 'rollback')
  await act(waves, wave, 'cancel', { reason: 'over' })
  await desk.sound()
})

test('who waits for goods that are not there is served from elsewhere, or told short', async () => {
  await desk.put('R-02-03', 'P2', '12', '2029-09-30')
  const order = await desk.order('S1', { P2: '60' })
  const wave = await desk.wave([order])
  await desk.step(wave, 'start')
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-02-02 SB-02-01 24'])
  const { lines } = await desk.clerk.call(work.nextTask, { taskTypes: ['RPL_DOWN'] })
  await desk.clerk.call(work.confirmLine, {
    taskLineId: lines[0]?.id,
    qty: '4',
    reason: 'NOT_FOUND',
    scans: { bin: 'SB-02-01' },
  } as never)
  await desk.server.relay.drain()
  // What the first bin still has in the book is kept for a count; the other bin has 12 of the 16 that are lacking.
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-02-03 SB-02-01 12'])
  expect(await desk.lines(order)).toEqual(['P2 56 short 4'])
  await desk.sound()
  await desk.work('RPL_DOWN')
  expect(await desk.tasks('PICK')).toEqual(['READY SB-02-01 40, SB-02-01 4, SB-02-01 12'])
  await desk.work('PICK', { toContainer: 'T1' })
  expect(await desk.read(wave)).toMatchObject({ state: 'FINISHED', pickedPct: '93.3' })
  await desk.sound()
})

test('orders that come late are allocated at once; one that is off leaves', async () => {
  await desk.put('SB-02-01', 'P2', '100', '2029-09-30')
  const [first, late, gone] = [
    await desk.order('S1', { P2: '10' }),
    await desk.order('S2', { P2: '20' }),
    await desk.order('S3', { P2: '30' }),
  ]
  const wave = await desk.wave([first, gone])
  expect(await act(operate, gone, 'allocate')).toMatchObject({ ok: 0, failed: [{ code: 42780 }] })
  expect(await act(operate, gone, 'cancel', { reason: 'x' })).toMatchObject({ ok: 1 })
  expect((await seen(operate, gone)).waveId).toBeNull()
  await desk.step(wave, 'start')
  const offer = await desk.clerk.call(waveOffer, { id: wave })
  expect(offer.members).toEqual([])
  expect(offer.waiting.map((o) => o.id)).toContain(late)
  const { version } = await seen(waves, wave)
  await desk.clerk.call(addToWave, { id: wave, version, rows: await rowsOf([late]) })
  await desk.server.relay.drain()
  expect(await desk.read(wave)).toMatchObject({ state: 'STARTED', orders: 2, bookedPct: '100.0' })
  expect(await desk.tasks('PICK')).toEqual(['READY SB-02-01 10', 'READY SB-02-01 20'])
  const other = await desk.wave([])
  await expect(desk.clerk.call(addToWave, { id: other, version: 0, rows: await rowsOf([late]) })).rejects.toMatchObject(
    { code: 42780 },
  )
  const { lines } = await desk.clerk.call(work.nextTask, { taskTypes: ['PICK'] })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '10', toContainer: 'T2' } as never)
  // The wave hears of it only after the commit; its start cannot be taken back all the same.
  expect(await act(waves, wave, 'rollback')).toMatchObject({ ok: 0, failed: [{ code: 42782 }] })
  expect(await act(waves, wave, 'finish')).toMatchObject({ ok: 0, failed: [{ code: 42783 }] })
  await desk.server.relay.drain()
  expect(await desk.read(wave)).toMatchObject({ state: 'INPROGRESS', picking: 1 })
  await desk.work('PICK', { toContainer: 'T3' })
  expect(await desk.read(wave)).toMatchObject({ state: 'FINISHED' })
  await desk.sound()
})

test('chosen orders become a wave, and leave it again before it is started', async () => {
  const [a, b] = [await desk.order('S1', { P2: '1' }), await desk.order('S2', { P2: '1' })]
  const made = await desk.clerk.call(makeWave, { rows: await rowsOf([a, b]) })
  expect(made).toMatchObject({ orders: 2 })
  expect(await desk.read(made.id)).toMatchObject({ state: 'SAVED', orders: 2, ration: 'INTURN' })
  await desk.clerk.call(removeFromWave, {
    id: made.id,
    version: (await seen(waves, made.id)).version,
    rows: await rowsOf([b]),
  })
  expect(await desk.read(made.id)).toMatchObject({ orders: 1 })
  await act(waves, made.id, 'cancel', { reason: 'x' })
  expect((await seen(operate, a)).waveId).toBeNull()
  const empty = await desk.wave([])
  await expect(desk.step(empty, 'start')).rejects.toThrow('没有可配货的明细')
})

test('a start that is cut off anywhere goes on and ends the same', async () => {
  // Nothing works by itself from here on: the test says how far a start came.
  await desk.server.relay.stop()
  await desk.put('PB-01-01', 'P1', '48', '2027-08-01')
  await desk.put('R-01-02', 'P1', '480', '2027-08-01')
  const plans = { S1: { P1: '72', P2: '5' }, S2: { P1: '96', P2: '7' }, S3: { P1: '24' } }
  const once = async () => {
    const orders = []
    for (const [store, plan] of Object.entries(plans)) orders.push(await desk.order(store, plan))
    return { orders, wave: await desk.wave(orders) }
  }
  const shown = async (orders: readonly string[]) => [
    await Promise.all(orders.map(desk.lines)),
    await desk.tasks('RPL_DOWN'),
    await desk.tasks('PICK'),
  ]
  const whole = await once()
  await desk.step(whole.wave, 'start')
  const expected = await shown(whole.orders)
  await desk.step(whole.wave, 'rollback')
  await act(waves, whole.wave, 'cancel', { reason: 'x' })
  for (const id of whole.orders) await act(operate, id, 'cancel', { reason: 'x' })
  for (let parts = 0; ; parts++) {
    const { orders, wave } = await once()
    const { version } = await seen(waves, wave)
    await desk.clerk.call(waves.start as never, { rows: [{ id: wave, version }] })
    let isOver = false
    for (let i = 0; i < parts && !isOver; i++) isOver = !(await desk.inside((ctx) => advance(ctx, wave)))
    // Whoever died after a part left its event behind: another process goes on from there, twice even.
    await desk.inside(async (ctx) => ctx.emit({ topic: startTopic, key: wave }))
    if (!isOver) {
      await expect(
        desk.clerk.call(operate.stop as never, { rows: await rowsOf([orders[0] ?? '']), reason: 'x' }),
      ).resolves.toMatchObject({ ok: 0 })
    }
    await desk.server.relay.drain()
    expect(await shown(orders)).toEqual(expected)
    await desk.sound()
    await desk.step(wave, 'rollback')
    await act(waves, wave, 'cancel', { reason: 'x' })
    for (const id of orders) await act(operate, id, 'cancel', { reason: 'x' })
    if (isOver) break
  }
})

test('what was found to come next and does not any more costs a look, and nothing else', async () => {
  const order = await desk.order('S1', { P1: '24' })
  const wave = await desk.wave([order])
  const { version } = await seen(waves, wave)
  await desk.clerk.call(waves.start as never, { rows: [{ id: wave, version }] })
  const ahead = { goods: [{ productId: desk.yard.products.get('P3')?.id ?? '', lines: 1 }], orders: ['1'] }
  while (await desk.inside((ctx) => advance(ctx, wave, ahead)));
  expect(ahead).toEqual({ goods: [], orders: [] })
  expect(await desk.lines(order)).toEqual(['P1 24'])
  expect(await seen(waves, wave)).toMatchObject({ state: 'STARTED' })
  await desk.sound()
  await desk.server.relay.drain()
  await desk.step(wave, 'rollback')
  await act(waves, wave, 'cancel', { reason: 'x' })
  await act(operate, order, 'cancel', { reason: 'x' })
})

test('two who take the same part at the same time serve each line once', async () => {
  const orders = [await desk.order('S1', { P1: '24' }), await desk.order('S2', { P1: '48' })]
  const wave = await desk.wave(orders)
  const { version } = await seen(waves, wave)
  await desk.clerk.call(waves.start as never, { rows: [{ id: wave, version }] })
  const step = () =>
    desk
      .inside((ctx) => ctx.tx.one<{ step: string | null }>(sql`select step from wms_wave_bill where id = ${wave}`))
      .then((row) => row.step)
  while ((await step()) !== 'ALLOCATE') await desk.inside((ctx) => advance(ctx, wave))
  const goods = () => ({ goods: [{ productId: desk.yard.products.get('P1')?.id ?? '', lines: 2 }], orders: [] })
  await Promise.all([goods(), goods()].map((ahead) => desk.inside((ctx) => advanceBeside(ctx, wave, ahead))))
  expect(await Promise.all(orders.map(desk.lines))).toEqual([['P1 24'], ['P1 48']])
  await desk.sound()
  while ((await step()) !== 'TASKS') await desk.inside((ctx) => advance(ctx, wave))
  const ends = await Promise.allSettled(
    [0, 1].map(() => desk.inside((ctx) => advanceBeside(ctx, wave, { goods: [], orders: [...orders] }))),
  )
  expect(ends.map((e) => e.status)).toContain('fulfilled')
  await desk.sound()
  while (await desk.inside((ctx) => advance(ctx, wave)));
  expect(await desk.tasks('PICK')).toHaveLength(2)
  await desk.sound()
  await desk.server.relay.drain()
  await desk.step(wave, 'rollback')
  await act(waves, wave, 'cancel', { reason: 'x' })
  for (const id of orders) await act(operate, id, 'cancel', { reason: 'x' })
})

test('goods that are not found are fetched from another bin at once; what nobody has is settled on its pages', async () => {
  const adjust = crudCalls(pickDiffAdj)
  const diffs = async () =>
    (
      await desk.clerk.call<{
        records: { id: string; version: number; state: string; shortQty: string; billId: string }[]
      }>(adjust.query as never, { filter: {} })
    ).records
  await desk.put('R-02-02', 'P3', '10', '2028-09-30')
  await desk.put('R-02-03', 'P3', '6', '2029-09-30')
  const order = await desk.order('S1', { P3: '8' })
  await act(operate, order, 'allocate')
  const short = async (qty: string) => {
    const { lines } = await desk.clerk.call(work.nextTask, { taskTypes: ['PICK'] })
    await desk.clerk.call(work.confirmLine, {
      taskLineId: lines[0]?.id,
      qty,
      reason: 'NOT_FOUND',
      toContainer: 'T9',
    } as never)
    await desk.server.relay.drain()
  }
  await short('0')
  expect(await desk.tasks('PICK')).toEqual(['READY R-02-03 6'])
  expect(await desk.lines(order)).toEqual(['P3 6 short 2'])
  expect(await diffs()).toMatchObject([{ state: 'OPEN', shortQty: '2.000', billId: order }])
  await desk.sound()
  await short('6').catch(() => undefined)
  const [open] = await diffs()
  const seenOne = [{ id: open?.id ?? '', version: open?.version ?? 0 }]
  expect(await desk.clerk.call(adjustDiffs, { rows: seenOne })).toMatchObject({ ok: 0, failed: [{ code: 42749 }] })
  await desk.put('SB-02-01', 'P3', '1', '2029-09-30')
  expect(await desk.clerk.call(adjustDiffs, { rows: seenOne })).toMatchObject({
    ok: 1,
    made: [{ key: 'wms.pickTask' }],
  })
  const [half] = await diffs()
  expect(half).toMatchObject({ state: 'OPEN', shortQty: '1.000' })
  const rows = [{ id: half?.id ?? '', version: half?.version ?? 0 }]
  expect(await desk.clerk.call(closeDiffs, { rows, reason: 'x' })).toMatchObject({ ok: 1 })
  expect(await diffs()).toMatchObject([{ state: 'CANCELED' }])
  expect(await desk.clerk.call(closeDiffs, { rows: [{ ...rows[0], version: 99 }] as never })).toMatchObject({ ok: 0 })
  await desk.work('PICK', { toContainer: 'T10' })
  await desk.server.relay.drain()
  expect(await desk.lines(order)).toEqual(['P3 7 short 1'])
  await desk.sound()
})

import { parseQty } from '@lading/contract/kernel/qty.ts'
import { outboundProgress } from '@lading/contract/wms/dashboardOut.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { keyText } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { reserve } from '../stock/reservations.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { outbound } from './outbound.ts'

const now = new Date('2026-03-05T10:00:00+08:00')
const at = (clock: string): Date => new Date(`2026-03-05T${clock}:00+08:00`)
let server: TestServer
let clerk: Client
let yard: Yard
const own = (code: string): string => yard.owners.get(code) ?? ''

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  await server.inside('DC01', async (ctx) => {
    yard = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'CB-01': 'COLLECT', TRUCK1: 'TRUCK', MID: 'PICK_TRANSIT' },
      owners: ['O1', 'O2'],
      products: [{ code: 'X', qpc: '10' }],
    })
    const { tenantId } = ctx
    const org = { tenantId, orgId: ctx.org.id }
    const product = yard.products.get('X')
    const { id: areaId } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_area where tenant_id = ${tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`,
    )
    const [store, wave, ship, area] = [ctx.newId(), ctx.newId(), ctx.newId(), ctx.newId()]
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId, id: store, code: 'S1', name: 'Shop' }])
    await bulkInsert(ctx.tx, 'wms_wave_bill', [
      { ...org, id: wave, billNo: 'BC1', state: 'INPROGRESS', ration: 'INTURN', bizDate: '2026-03-05' },
      { ...org, id: ctx.newId(), billNo: 'BC2', state: 'FINISHED', ration: 'INTURN', bizDate: '2026-03-05' },
    ])
    const bill = (no: string, owner: string) => ({
      ...org,
      id: ctx.newId(),
      billNo: no,
      state: 'INPROGRESS',
      ownerId: own(owner),
      storeId: store,
      waveId: wave,
      bizDate: '2026-03-05',
    })
    const [mine, his] = [bill('CK1', 'O1'), bill('CK2', 'O2')]
    await bulkInsert(ctx.tx, 'wms_operate_bill', [mine, his])
    const line = (billId: string, lineNo: number, q: object) => ({
      ...org,
      id: ctx.newId(),
      billId,
      lineNo,
      productId: product?.id,
      qpcId: product?.qpcId,
      sentQty: '0',
      cancelQty: '0',
      shortQty: null,
      ...q,
    })
    // Of 100 that are wanted 60 are picked: 20 stand in between, 30 are staged and 10 are aboard.
    const picked = line(mine.id, 1, { planQty: '60', bookedQty: '60', doneQty: '60' })
    const lacks = line(mine.id, 2, { planQty: '40', bookedQty: '10', doneQty: '0', shortQty: '30' })
    const other = line(his.id, 1, { planQty: '100', bookedQty: '100', doneQty: '0' })
    await bulkInsert(ctx.tx, 'wms_operate_bill_line', [picked, lacks, other])
    for (const [bin, qty] of [
      ['MID', '20'],
      ['CB-01', '30'],
      ['TRUCK1', '10'],
    ] as const) {
      const [to, from] = [
        await keyOf(ctx, yard, { bin, product: 'X' }),
        await keyOf(ctx, yard, { bin: 'V_ADJUST', product: 'X' }),
      ]
      const lines = [
        { key: from, delta: -parseQty(qty) },
        { key: to, delta: parseQty(qty) },
      ]
      const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: bin, lines })
      const demand = { demandType: operateBill.header.key, demandLineId: picked.id }
      const stockId = rowIds.get(keyText(to)) ?? ''
      await reserve(ctx, [{ stockId, qty: parseQty(qty), kind: 'ALLOC', ...demand, idemKey: bin }])
    }
    await bulkInsert(ctx.tx, 'wms_ship_bill', [
      { ...org, id: ship, billNo: 'ZC1', state: 'APPROVED', route: 'R1', vehicleNo: 'A1', planDepartAt: at('10:20') },
      { ...org, id: ctx.newId(), billNo: 'ZC2', state: 'DESPATCHED', planDepartAt: at('09:00') },
    ])
    await bulkInsert(ctx.tx, 'wms_ship_stop', [{ ...org, id: ctx.newId(), billId: ship, storeId: store, seq: 1 }])
    const type = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId, id: type, code: 'TT', name: 'tote', category: 'TOTE', prefix: 'TT', digits: 6, maxFillPct: 85 },
    ])
    const box = (code: string, state: string) => ({
      ...org,
      id: ctx.newId(),
      code,
      typeId: type,
      state,
      storeId: store,
    })
    const boxes = [box('T1', 'PICKING'), box('T2', 'PICKED'), box('T3', 'PICKED'), box('T4', 'COLLECTED')]
    await bulkInsert(ctx.tx, 'wms_container', [...boxes, box('T5', 'IDLE')])
    await bulkInsert(ctx.tx, 'wms_pick_area', [
      { ...org, id: area, code: 'PA', name: 'Picking', areaId, pickType: 'BOTH', method: 'RF', maxLines: 9 },
    ])
    const task = (taskNo: string, o: object) => ({
      ...org,
      id: ctx.newId(),
      taskNo,
      queue: 'Q',
      ownerId: own('O1'),
      lineCount: 1,
      ...o,
    })
    const rpl = task('B1', { taskType: 'RPL_DOWN', state: 'READY', billId: wave })
    const over = task('B2', { taskType: 'RPL_DOWN', state: 'DONE', billId: wave })
    const stage = task('J1', { taskType: 'PICK_COLLECT', state: 'READY' })
    const pick = task('P1', { taskType: 'PICK', state: 'DONE', pickAreaId: area, startedAt: at('09:00') })
    await bulkInsert(ctx.tx, 'wms_task', [
      { ...rpl, pickAreaId: null, startedAt: null },
      { ...over, pickAreaId: null, startedAt: null },
      { ...stage, billId: null, pickAreaId: null, startedAt: null },
      { ...pick, billId: null },
    ])
    const work = { ...org, ownerId: own('O1'), seq: 1, lineNo: 1, planQty: '1' }
    const [done, undone] = [ctx.newId(), ctx.newId()]
    await bulkInsert(ctx.tx, 'wms_task_line', [
      { ...work, id: ctx.newId(), taskId: stage.id, state: 'OPEN', doneQty: '0', fromContainerId: boxes[2]?.id },
      { ...work, id: done, taskId: pick.id, state: 'DONE', doneQty: '1', fromContainerId: null },
      { ...work, id: undone, lineNo: 2, taskId: pick.id, state: 'OPEN', doneQty: '0', fromContainerId: null },
    ])
    const log = { ...org, taskId: pick.id, action: 'confirm', createdBy: server.one.users.get('clerk') }
    await bulkInsert(ctx.tx, 'wms_task_log', [
      { ...log, id: ctx.newId(), taskLineId: done, createdAt: at('09:30') },
      { ...log, id: ctx.newId(), taskLineId: undone, createdAt: at('09:40') },
    ])
    const diff = {
      ...org,
      taskId: pick.id,
      billId: mine.id,
      billLineId: lacks.id,
      storeId: store,
      productId: product?.id,
    }
    const lotId = (await keyOf(ctx, yard, { bin: 'S-01', product: 'X' })).lotId
    const short = { ...diff, binId: yard.bins.get('S-01'), lotId, shortQty: '3', reason: 'NOT_FOUND', taskLineId: done }
    await bulkInsert(ctx.tx, 'wms_pick_diff', [
      { ...short, id: ctx.newId(), ownerId: own('O1'), state: 'OPEN' },
      { ...short, id: ctx.newId(), ownerId: own('O1'), state: 'CANCELED' },
      { ...short, id: ctx.newId(), ownerId: own('O2'), state: 'OPEN' },
    ])
    const label = { ...org, taskId: pick.id, taskLineId: done, ownerId: own('O1'), productId: product?.id, qty: '1' }
    const labels = ['SHORT', 'SHORT', null].map((exceptionCode, i) => ({
      ...label,
      id: ctx.newId(),
      labelNo: `L${i}`,
      exceptionCode,
      kind: 'PICK',
      state: 'NEW',
      createdAt: now,
    }))
    await bulkInsert(ctx.tx, 'wms_pick_label', labels)
  })
  clerk = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

test('how far a wave is: short, picked, staged and aboard, of all owners', async () => {
  const { waves } = await clerk.call(outboundProgress, {})
  expect(waves).toMatchObject([
    {
      billNo: 'BC1',
      lines: 3,
      shortPct: 33.3,
      replenishing: 1,
      pickedPct: 30,
      stagedPct: 20,
      checkedPct: null,
      loadedPct: 5,
    },
  ])
})

test('a container is ready when nobody has still to stage it, and trucks that left are none', async () => {
  const { stops } = await clerk.call(outboundProgress, {})
  expect(stops).toMatchObject([
    { billNo: 'ZC1', route: 'R1', store: { code: 'S1' }, containers: 4, ready: 2, pickedPct: 30 },
  ])
  expect(stops[0]?.departAt).toBe(at('10:20').toISOString())
})

test('open short picks, today’s pace without what was taken back, and what went wrong with labels', async () => {
  const { shorts, pace, labels } = await clerk.call(outboundProgress, {})
  expect(shorts.total).toBe(2)
  expect(shorts.top[0]).toMatchObject({ billNo: 'CK1', product: { code: 'X' }, bin: 'S-01', qty: '3.000' })
  // One line in the half hour from its start.
  expect(pace).toMatchObject([{ area: { code: 'PA' }, mode: 'RF', people: 1, lines: 1, linesPerHour: 2 }])
  expect(labels).toEqual([{ exceptionCode: 'SHORT', n: 2 }])
})

test('a wave of several owners is told to who sees them all; short picks are those of his own', async () => {
  await server.inside('DC01', async (ctx) => {
    const board = await outbound({ ...ctx, owners: [own('O1')] })
    expect(board.waves).toEqual([])
    expect(board.shorts.total).toBe(1)
    expect((await outbound({ ...ctx, owners: [own('O1'), own('O2')] })).waves).toMatchObject([{ lines: 3 }])
  })
  const other = await (await server.as('admin', 'DC02')).call(outboundProgress, {})
  expect([other.waves, other.stops, other.shorts.top, other.labels]).toEqual([[], [], [], []])
})

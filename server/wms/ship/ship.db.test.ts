import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as calls from '@lading/contract/wms/shipCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { shipContainers, shipGoods } from '@lading/contract/wms/trail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { balances } from '../testing/balances.ts'
import { stageTote } from '../testing/stageTote.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { despatchShip } from './despatch.ts'
import { signDelivered } from './sign.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let type = ''
const stores = new Map<string, string>()
const ship = documentCalls(shipBill as never)

beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'C-01': 'COLLECT', 'P-01': 'PICK' },
      products: [{ code: 'MILK', qpc: '12' }],
    })
    for (const [code, route] of [
      ['S1', 'L1'],
      ['S2', 'L1'],
      ['S3', 'L2'],
      ['S4', 'L3'],
    ] as const) {
      stores.set(code, ctx.newId())
      await bulkInsert(ctx.tx, 'wms_store', [
        { tenantId: ctx.tenantId, id: stores.get(code), code, name: `store ${code}`, route },
      ])
    }
    type = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: type, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
    ])
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const stage = (code: string, store: string, qty: string): Promise<string> =>
  server.inside('DC01', (ctx) => stageTote(ctx, yard, { code, typeId: type, storeId: stores.get(store) ?? '', qty }))
const make = async (more: object = {}, at: readonly string[] = ['S1']) =>
  (
    await clerk.call<{ id: string; version: number }>(ship.create, {
      route: 'L1',
      stops: at.map((s, i) => ({ seq: i + 1, storeId: stores.get(s) })),
      ...more,
    })
  ).id
const read = (id: string) =>
  clerk.call<{ version: number; state: string; stops: Record<string, unknown>[] } & Record<string, unknown>>(
    ship.getById,
    { id },
  )
const step = async (verb: string, id: string, reason?: string) => {
  const { version } = await read(id)
  const answer = await clerk.call<{ ok: number; failed: { code: number; message: string }[] }>(ship[verb], {
    rows: [{ id, version }],
    ...(reason && { reason }),
  })
  return answer.failed[0] ?? 'ok'
}
const versionOf = async (id: string) => (await read(id)).version
const loadOf = async (id: string) => {
  const { billNo } = await read(id)
  const { tasks } = await clerk.call(work.findWork, { scan: String(billNo), taskTypes: ['ENTER_TRUCK'] })
  return clerk.call(work.getWork, { id: tasks[0]?.id })
}
const load = async (id: string, code: string) => {
  const { lines } = await loadOf(id)
  const line = lines.find((l) => l.fromContainer?.code === code)
  return clerk.call(work.confirmLine, { taskLineId: line?.id, qty: '1', scans: { container: code } })
}

test('a shipment shows what stands ready for it, and takes stores of its route along', async () => {
  const [t1, t2] = [await stage('T1', 'S1', '30'), await stage('T2', 'S2', '12')]
  await stage('T3', 'S3', '5')
  const id = await make({ maxWeightKg: '30', maxVolumeM3: '0.1', sealNo: 'FQ-1' })
  expect(await read(id)).toMatchObject({ staged: 1, containers: 0, loaded: 0, weightPct: '50.0', volumePct: '30.0' })
  const { stores: ready } = await clerk.call(calls.stagedStores, { id })
  expect(ready.map((s) => [s.code, s.containers, s.cases, s.weight, s.isStop, s.isRoute])).toEqual([
    ['S1', 1, '2+6', '15.000', true, true],
    ['S2', 1, '1', '6.000', false, true],
    ['S3', 1, '0+5', '2.500', false, false],
  ])
  const added = await clerk.call(calls.addStaged, {
    id,
    version: await versionOf(id),
    storeIds: [stores.get('S1'), stores.get('S2')],
  })
  expect(added.containers).toBe(2)
  expect((await read(id)).stops).toMatchObject([
    { seq: 1, containers: 1, loaded: 0 },
    { seq: 2, storeId: stores.get('S2'), containers: 1, loaded: 0 },
  ])
  expect(await step('approve', id)).toBe('ok')
  expect(await step('start', id)).toBe('ok')
  expect(await read(id)).toMatchObject({ containers: 2, staged: 0, cases: '3+6', weight: '21.000', weightPct: '70.0' })

  expect((await loadOf(id)).lines.map((l) => [l.fromContainer?.code, l.store?.stop])).toEqual([
    ['T2', 2],
    ['T1', 1],
  ])
  expect(await read(id)).toMatchObject({ toLoad: 2 })
  const early = await load(id, 'T1')
  expect(await read(id)).toMatchObject({ toLoad: 1, loaded: 1 })
  expect(early.warnings).toEqual([
    [expect.stringMatching(/^已装车.*store S2/), expect.stringMatching(/^Loaded, .*store S2/)],
  ])
  expect(await read(id)).toMatchObject({ loaded: 1, stops: [{ loaded: 1 }, { loaded: 0 }] })
  expect((await load(id, 'T2')).warnings).toEqual([])
  expect((await clerk.call(shipGoods.call, { id })).map((r) => [r.seq, r.qty, r.cases, r.containers])).toEqual([
    [1, '30.000', '2+6', 1],
    [2, '12.000', '1', 1],
  ])
  expect(await step('finish', id)).toBe('ok')
  const rows = [{ id, version: await versionOf(id) }]
  const wrong = clerk.call(ship.despatch, { rows, input: { odometerKm: '12.34' } })
  await expect(wrong).rejects.toMatchObject({ code: 40000 })
  // A seal that was planned stays unless another is put on.
  await clerk.call(ship.despatch, { rows, input: { odometerKm: '120394.5', departTempC: '-18' } })
  const [log] = await clerk.call<{ action: string; changes: unknown[] }[]>(ship.log, { id })
  expect(log).toMatchObject({
    action: 'despatch',
    changes: [{ field: 'state' }, { field: 'odometerKm', before: null, after: '120394.5' }, { field: 'departTempC' }],
  })
  const gone = { state: 'DESPATCHED', sealNo: 'FQ-1', odometerKm: '120394.5', departTempC: '-18.0' }
  expect(await read(id)).toMatchObject(gone)
  expect((await clerk.call(shipContainers.call, { id })).map((r) => [r.containerId, r.load, r.weight])).toEqual([
    [t2, 'DONE', '6.000'],
    [t1, 'DONE', '15.000'],
  ])
  expect((await clerk.call(shipGoods.call, { id })).map((r) => r.cases)).toEqual(['2+6', '1'])
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a truck is not closed while anything for its stores stands about, unless it is left for a reason', async () => {
  await stage('U1', 'S2', '6')
  const id = await make({}, ['S2'])
  await step('approve', id)
  await step('start', id)
  const late = await stage('U2', 'S2', '6')
  const other = await stage('U9', 'S1', '6')
  await load(id, 'U1')
  expect(await read(id)).toMatchObject({ staged: 1, containers: 1, loaded: 1 })
  expect(await step('finish', id)).toMatchObject({ code: 42274, message: '仍有1个容器未装车' })
  const leave = async (containerIds: string[]) =>
    clerk.call(calls.leaveContainers, { id, version: await versionOf(id), containerIds, reason: 'NO_ROOM' })
  await expect(leave([late, other])).rejects.toMatchObject({ code: 42703, message: '容器[U9]不在待装清单中' })
  expect(await read(id)).toMatchObject({ staged: 1, state: 'INPROGRESS' })
  expect(await leave([late])).toMatchObject({ left: 1 })
  expect((await clerk.call(shipContainers.call, { id })).map((r) => [r.load, r.reason])).toEqual([
    ['DONE', null],
    ['SHORT', 'NO_ROOM'],
  ])
  expect(await step('finish', id)).toBe('ok')
  const next = await make({}, ['S2'])
  expect(await read(next)).toMatchObject({ staged: 1 })
  expect(await step('cancel', next, 'no')).toBe('ok')
})

test('containers that come while a truck is loading are put on its list, and no two trucks list the same', async () => {
  await stage('V1', 'S3', '6')
  const id = await make({}, ['S3'])
  await step('approve', id)
  await step('start', id)
  const rival = await make({}, ['S3'])
  await step('approve', rival)
  expect(await step('start', rival)).toMatchObject({ code: 42705 })
  await stage('V2', 'S3', '6')
  const add = async () =>
    clerk.call(calls.addStaged, { id, version: await versionOf(id), storeIds: [stores.get('S3')] })
  expect((await add()).containers).toBe(1)
  await expect(add()).rejects.toMatchObject({ code: 42702 })
  for (const code of ['T3', 'V1', 'V2']) await load(id, code)
  expect(await read(id)).toMatchObject({ containers: 3, loaded: 3 })
  await stage('V3', 'S3', '6')
  expect((await add()).containers).toBe(1)
  await load(id, 'V3')
  expect(await step('finish', id)).toBe('ok')
  await expect(add()).rejects.toMatchObject({ code: 42201 })
  expect(await step('despatch', id)).toBe('ok')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a container that was taken off a loaded truck keeps it here until it is loaded again or left', async () => {
  await stage('X1', 'S3', '6')
  await stage('X2', 'S3', '6')
  const id = await make({}, ['S3'])
  await step('approve', id)
  await step('start', id)
  await load(id, 'X1')
  const { line } = await load(id, 'X2')
  expect(await step('finish', id)).toBe('ok')
  await clerk.call(work.undoLine, { taskLineId: line.id })
  expect(await step('despatch', id)).toMatchObject({ code: 42274, message: '仍有1个容器未装车' })
  expect(await read(id)).toMatchObject({ state: 'LOADED', loaded: 1, toLoad: 1 })
  expect(await step('reopen', id)).toBe('ok')
  await load(id, 'X2')
  expect(await step('finish', id)).toBe('ok')
  expect(await step('despatch', id)).toBe('ok')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a truck does not leave while a short pick of an order that has goods aboard is not settled', async () => {
  await server.inside('DC01', async (ctx) => {
    const [from, to] = [
      await keyOf(ctx, yard, { bin: 'V_ADJUST', product: 'MILK' }),
      await keyOf(ctx, yard, { bin: 'P-01', product: 'MILK' }),
    ]
    const lines = [
      { key: from, delta: -parseQty('20') },
      { key: to, delta: parseQty('20') },
    ]
    await post(ctx, { bizType: 'ADJ_INC', idemKey: 'short', lines })
  })
  const operate = documentCalls(operateBill)
  const wish = async (planQty: string) => {
    const bill = await clerk.call<{ id: string; version: number }>(operate.create, {
      ownerId: yard.owners.get('O1'),
      storeId: stores.get('S4'),
      lines: [{ productId: yard.products.get('MILK')?.id, planQty }],
    })
    await clerk.call(operate.approve, { rows: [bill] })
    await clerk.call(operate.allocate, { rows: [{ id: bill.id, version: 1 }] })
    const { lines } = await clerk.call(work.nextTask, { taskTypes: ['PICK'] })
    return { id: bill.id, taskLineId: lines[0]?.id }
  }
  const aboard = await wish('6')
  await clerk.call(work.confirmLine, { taskLineId: aboard.taskLineId, qty: '5', reason: 'OTHER' })
  // Of an order that has nothing aboard: no matter of this truck.
  const elsewhere = await wish('4')
  await clerk.call(work.confirmLine, { taskLineId: elsewhere.taskLineId, qty: '0', reason: 'OTHER' })
  const id = await make({}, ['S4'])
  await step('approve', id)
  await step('start', id)
  for (const { fromContainer } of (await loadOf(id)).lines) await load(id, fromContainer?.code ?? '')
  expect(await step('finish', id)).toBe('ok')
  const before = await server.inside('DC01', balances)
  expect(await step('despatch', id)).toMatchObject({
    code: 42276,
    message: expect.stringContaining('存在未处理的拣货差异1条，请先处理单据[CK'),
  })
  expect(await read(id)).toMatchObject({ state: 'LOADED' })
  expect(await server.inside('DC01', balances)).toEqual(before)
  await server.relay.drain()
  const { version } = await clerk.call<{ version: number }>(operate.getById, { id: aboard.id })
  await clerk.call(operate.giveUpShort, { rows: [{ id: aboard.id, version }] })
  expect(await step('despatch', id)).toBe('ok')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a load is found by the truck, by its dock and by any of its containers', async () => {
  await stage('Y1', 'S2', '6')
  const dockId = await server.inside('DC01', async (ctx) => {
    const made = ctx.newId()
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    await bulkInsert(ctx.tx, 'wms_dock', [
      { ...at, id: made, code: 'D-09', name: 'dock', direction: 'OUT', binId: yard.bins.get('C-01') },
    ])
    return made
  })
  const id = await make({ vehicleNo: '沪A·12345', dockId }, ['S2'])
  await step('approve', id)
  await step('start', id)
  const { task } = await loadOf(id)
  const found = async (scan: string) =>
    (await clerk.call(work.findWork, { scan, taskTypes: ['ENTER_TRUCK'] })).tasks.map((t) => t.id)
  for (const scan of ['沪a·12345', 'D-09', 'Y1', task.taskNo])
    expect([scan, await found(scan)]).toEqual([scan, [task.id]])
  expect(await found('T1')).toEqual([])
  for (const { fromContainer } of (await loadOf(id)).lines) await load(id, fromContainer?.code ?? '')
  expect(await found('沪A·12345')).toEqual([])
})

test('an overloaded truck waits for a supervisor', async () => {
  await stage('W1', 'S2', '60')
  const id = await make({ maxWeightKg: '20' }, ['S2'])
  await step('approve', id)
  expect(await step('start', id)).toMatchObject({ code: 42275 })
  expect(await read(id)).toMatchObject({ state: 'APPROVED', truckBinId: null })
  expect(await step('permit', id, 'my own')).toMatchObject({ code: 42210 })
  const supervisor = await server.as('admin', 'DC01')
  await supervisor.call(ship.permit, { rows: [{ id, version: await versionOf(id) }], reason: 'short way' })
  expect(await step('start', id)).toBe('ok')
  for (const { fromContainer } of (await loadOf(id)).lines) await load(id, fromContainer?.code ?? '')
  expect(await step('finish', id)).toBe('ok')
  // By its task the truck leaves without a reason: the overload's is told once.
  await server.inside('DC01', (ctx) => despatchShip(ctx, id))
  const log = await clerk.call<{ action: string; changes: readonly { after: unknown }[] }[]>(ship.log, { id })
  const told = log.filter(({ changes }) => changes.some(({ after }) => after === 'short way'))
  expect(told.map((l) => l.action)).toEqual(['permit'])
  const light = await make({ maxWeightKg: '2000' }, ['S1'])
  await step('approve', light)
  const rows = [{ id: light, version: await versionOf(light) }]
  expect(await supervisor.call(ship.permit, { rows, reason: 'why not' })).toMatchObject({ failed: [{ code: 42700 }] })
  const viewer = await server.as('viewer', 'DC01')
  const asked = viewer.call(ship.permit, { rows: [{ id: light, version: 1 }], reason: 'x' })
  await expect(asked).rejects.toMatchObject({ code: 40301 })
})

test('another tenant hears nothing of a shipment', async () => {
  const id = await make()
  const stranger = await server.as('admin', 'DC01', 'two')
  for (const call of [calls.stagedStores, shipContainers.call, shipGoods.call])
    await expect(stranger.call(call as never, { id })).rejects.toMatchObject({ code: 40400 })
  for (const [call, more] of [
    [calls.addStaged, { storeIds: [stores.get('S1')] }],
    [calls.leaveContainers, { containerIds: [stores.get('S1')], reason: 'OTHER' }],
  ] as const)
    await expect(stranger.call(call as never, { id, version: 0, ...more })).rejects.toMatchObject({ code: 40400 })
  const rows = await server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`select 1 from wms_ship_stop where tenant_id <> ${ctx.tenantId}`),
  )
  expect(rows).toEqual([])
})

test('stops that share a place of the way are numbered as they stand, others keep theirs', async () => {
  const stopsOf = async (...seqs: readonly number[]) => {
    const codes = ['S1', 'S2', 'S3']
    const stops = seqs.map((seq, i) => ({ seq, storeId: stores.get(codes[i] ?? '') }))
    const { id } = await clerk.call<{ id: string }>(ship.create, { stops })
    const read = async () =>
      (await clerk.call<{ stops: { id: string; seq: number; storeId: string }[] }>(ship.getById, { id })).stops
    return { id, read, seqs: (await read()).map((s) => s.seq) }
  }
  expect((await stopsOf(1, 1, 1)).seqs).toEqual([1, 2, 3])
  expect((await stopsOf(2, 1, 2)).seqs).toEqual([2, 1, 3])
  const kept = await stopsOf(30, 10, 20)
  expect(kept.seqs).toEqual([30, 10, 20])
  const stops = (await kept.read()).map(({ id, storeId }) => ({ id, storeId, seq: 5 }))
  await clerk.call(ship.update, { id: kept.id, version: 0, stops })
  expect((await kept.read()).map((s) => s.seq)).toEqual([1, 2, 3])
})

test('a shipment that left long enough ago counts as signed for, once', async () => {
  const shipped = async (code: string) => {
    await stage(code, 'S2', '6')
    const id = await make({}, ['S2'])
    await step('approve', id)
    await step('start', id)
    for (const { fromContainer } of (await loadOf(id)).lines) await load(id, fromContainer?.code ?? '')
    await step('finish', id)
    expect(await step('despatch', id)).toBe('ok')
    return id
  }
  const [old, fresh] = [await shipped('Z1'), await shipped('Z2')]
  const sign = () => server.inside('DC01', (ctx) => signDelivered(ctx, 7))
  expect(await sign()).toBe(0)
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`
      update wms_ship_bill set despatched_at = despatched_at - interval '8 days' where tenant_id = ${ctx.tenantId} and id = ${old}`),
  )
  expect(await server.inside('DC02', (ctx) => signDelivered(ctx, 7))).toBe(0)
  expect(await sign()).toBe(1)
  expect(await sign()).toBe(0)
  expect([(await read(old)).state, (await read(fresh)).state]).toEqual(['FINISHED', 'DESPATCHED'])
})

test('what is left behind is told with a reason; what will stand before a later stop is said', async () => {
  for (const [code, store] of [
    ['Q1', 'S1'],
    ['Q2', 'S2'],
  ] as const)
    await stage(code, store, '4')
  const id = await make({}, ['S1', 'S2'])
  for (const verb of ['approve', 'start']) expect(await step(verb, id), verb).toBe('ok')
  const { lines } = await loadOf(id)
  const lineOf = (code: string) => lines.find((l) => l.fromContainer?.code === code)?.id
  const confirm = (code: string, more: object) =>
    clerk.envelope(work.confirmLine, { taskLineId: lineOf(code), scans: { container: code }, ...more })
  expect((await confirm('Q1', { qty: '0' })).code).toBe(wmsFaults.needReason.code)
  expect((await confirm('Q1', { qty: '1', scans: { container: 'Q2' } })).code).toBe(wmsFaults.wrongContainer.code)
  // The first stop's before the last one's: it will stand behind it.
  const early = (await confirm('Q1', { qty: '1' })).data as { warnings: unknown[] }
  expect(early.warnings).toEqual([expect.arrayContaining([expect.stringContaining('[store S2]')])])
  await clerk.call(work.undoLine, { taskLineId: lineOf('Q1') ?? '' })
  const last = (await confirm('Q2', { qty: '1' })).data as { warnings?: unknown[] }
  expect(last.warnings ?? []).toEqual([])
  const first = (await confirm('Q1', { qty: '1' })).data as { warnings?: unknown[] }
  expect(first.warnings ?? []).toEqual([])
})

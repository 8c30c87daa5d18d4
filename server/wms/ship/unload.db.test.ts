import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { startUnload } from '@lading/contract/wms/unloadCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { reconcile } from '../stock/reconcile.ts'
import { stageTote } from '../testing/stageTote.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

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
      bins: { 'C-01': 'COLLECT', 'C-02': 'COLLECT', 'P-01': 'PICK' },
      products: [{ code: 'MILK', qpc: '12' }],
    })
    for (const code of ['S1', 'S2', 'S3']) {
      stores.set(code, ctx.newId())
      await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: stores.get(code), code, name: code }])
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

const sound = async () => expect(await server.inside('DC01', reconcile)).toEqual([])
const stage = (code: string, store: string): Promise<string> =>
  server.inside('DC01', (ctx) =>
    stageTote(ctx, yard, { code, typeId: type, storeId: stores.get(store) ?? '', qty: '12' }),
  )
interface Ship extends Record<string, unknown> {
  id: string
  version: number
  state: string
}
const read = (id: string) => clerk.call<Ship>(ship.getById, { id })
const make = async (...at: string[]) =>
  (await clerk.call<Ship>(ship.create, { stops: at.map((s, i) => ({ seq: i + 1, storeId: stores.get(s) })) })).id
const step = async (verb: string, id: string) => {
  const { version } = await read(id)
  const { failed } = await clerk.call<{ failed: { code: number }[] }>(ship[verb], { rows: [{ id, version }] })
  return failed[0]?.code ?? 'ok'
}
const linesOf = async (shipId: string, taskType: 'ENTER_TRUCK' | 'ABOLISH_TRUCK'): Promise<WorkLine[]> => {
  const { billNo } = await read(shipId)
  const { records } = await clerk.call<{ records: { id: string }[] }>(crudCalls(viewOf(taskType)).query as never, {
    filter: { billNo },
    orderBy: '-id',
  })
  const [task] = records
  return task ? (await clerk.call(work.getWork, { id: task.id })).lines : []
}
const lineOf = async (shipId: string, taskType: 'ENTER_TRUCK' | 'ABOLISH_TRUCK', code: string) =>
  (await linesOf(shipId, taskType)).find((l) => l.fromContainer?.code === code)
const confirm = (line: WorkLine | undefined, scans: object = {}, more: object = {}) =>
  clerk.call(work.confirmLine, { taskLineId: line?.id, qty: '1', scans, ...more } as never)
const load = async (shipId: string, code: string) => confirm(await lineOf(shipId, 'ENTER_TRUCK', code))
const unload = (shipBillId: string, containerIds: string[], more: object = {}) =>
  clerk.call(startUnload, { shipBillId, containerIds, reason: 'OVERLOAD', ...more } as never)
const where = (code: string) =>
  server.inside('DC01', async (ctx) => {
    const { text } = await ctx.tx.one<{ text: string }>(sql`
      select concat_ws(' ', c.state, b.code) as text from wms_container c left join wms_bin b on b.tenant_id = c.tenant_id and b.id = c.bin_id
      where c.tenant_id = ${ctx.tenantId} and c.code = ${code}`)
    return text
  })
/** A truck with these containers aboard. */
async function loaded(boxes: Readonly<Record<string, string>>): Promise<{ id: string; ids: string[] }> {
  const ids: string[] = []
  for (const [code, store] of Object.entries(boxes)) ids.push(await stage(code, store))
  const id = await make(...new Set(Object.values(boxes)))
  expect(await step('approve', id)).toBe('ok')
  expect(await step('start', id)).toBe('ok')
  for (const code of Object.keys(boxes)) await load(id, code)
  return { id, ids }
}

test('a container that is taken back by undo stands staged again', async () => {
  const { id } = await loaded({ U1: 'S1' })
  const line = await lineOf(id, 'ENTER_TRUCK', 'U1')
  await clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })
  expect(await where('U1')).toBe('COLLECTED C-01')
  await sound()
  await confirm(line)
  expect(await where('U1')).toMatch(/^LOADED T-/)
  expect(await step('finish', id)).toBe('ok')
  expect(await step('despatch', id)).toBe('ok')
  await sound()
})

test('what comes off goes on the same truck again', async () => {
  const { id, ids } = await loaded({ A1: 'S1', A2: 'S1' })
  expect(await step('finish', id)).toBe('ok')
  const [a1 = ''] = ids
  // A truck that was reported full is being loaded again.
  expect(await unload(id, [a1], { toShipBillId: id })).toMatchObject({ lines: 1 })
  expect(await read(id)).toMatchObject({ state: 'INPROGRESS' })
  await expect(unload(id, [a1])).rejects.toMatchObject({ code: 42413 })
  expect(await step('finish', id)).toBe(42414)
  const line = await lineOf(id, 'ABOLISH_TRUCK', 'A1')
  expect(line).toMatchObject({ toBin: { code: 'C-01' }, why: ['超载', 'Overload'] })
  await expect(confirm(line, { container: 'A2' })).rejects.toMatchObject({ code: 42688 })
  await expect(confirm(line, { bin: 'P-01' })).rejects.toMatchObject({ code: 42682 })
  await expect(confirm(line, {}, { qty: '0' })).rejects.toMatchObject({ code: expect.any(Number) })
  await confirm(line, { container: 'A1', bin: 'C-02' })
  expect(await where('A1')).toBe('COLLECTED C-02')
  await sound()
  expect(await read(id)).toMatchObject({ loaded: 1, toLoad: 1 })
  expect(await step('finish', id)).not.toBe('ok')
  await load(id, 'A1')
  await sound()
  expect(await step('finish', id)).toBe('ok')
  expect(await step('despatch', id)).toBe('ok')
  await sound()
  await expect(unload(id, [a1])).rejects.toMatchObject({ code: 42411, message: '已发运，请走司机退货' })
})

test('what comes off goes on another truck, or waits', async () => {
  const { id, ids } = await loaded({ B1: 'S2', B2: 'S2', B3: 'S2' })
  const [b1 = '', b2 = ''] = ids
  const other = await make('S3')
  await unload(id, [b1], { toShipBillId: other })
  await unload(id, [b2], { reason: 'REROUTE' })
  const { records } = await clerk.call<{ records: { toBillId: string | null }[] }>(
    crudCalls(viewOf('ABOLISH_TRUCK')).query as never,
    { filter: { state: 'READY' }, orderBy: 'id' },
  )
  expect(records.map((r) => r.toBillId)).toEqual([other, null])
  for (let i = 0; i < 2; i++) {
    const { lines } = await clerk.call(work.nextTask, { taskTypes: ['ABOLISH_TRUCK'] })
    for (const line of lines) await confirm(line)
  }
  expect(await where('B1')).toBe('COLLECTED C-01')
  await sound()
  // The other truck comes to the store as well, and finds what waits there.
  expect(await read(other)).toMatchObject({ staged: 2, stops: [{ seq: 1 }, { seq: 2, storeId: stores.get('S2') }] })
  expect(await read(id)).toMatchObject({ loaded: 1, toLoad: 0 })
  expect(await step('finish', id)).toBe('ok')
  expect(await read(id)).toMatchObject({ containers: 1 })
  expect(await step('despatch', id)).toBe('ok')
  await sound()
  await stage('B4', 'S3')
  expect(await step('approve', other)).toBe('ok')
  expect(await step('start', other)).toBe('ok')
  expect((await linesOf(other, 'ENTER_TRUCK')).map((l) => l.fromContainer?.code).sort()).toEqual(['B1', 'B2', 'B4'])
  await sound()
})

test('only what is aboard comes off, and only onto a truck that is still here', async () => {
  const { id, ids } = await loaded({ C1: 'S1' })
  const gone = await loaded({ D1: 'S2' })
  const [c1 = ''] = ids
  await expect(unload(gone.id, [c1])).rejects.toMatchObject({ code: 42412 })
  expect(await step('finish', gone.id)).toBe('ok')
  await expect(unload(id, [c1], { toShipBillId: gone.id })).rejects.toMatchObject({ code: 42415 })
  // Who looked for it on the truck and found nothing says so.
  await unload(id, [c1])
  await confirm(await lineOf(id, 'ABOLISH_TRUCK', 'C1'), {}, { qty: '0', reason: 'NOT_FOUND' })
  expect(await where('C1')).toMatch(/^LOADED T-/)
  await sound()
})

test('a task about a truck tells which one it is, its route and how many cases', async () => {
  const box = await stage('V1', 'S3')
  const stops = [{ seq: 1, storeId: stores.get('S3') }]
  const { id } = await clerk.call<Ship>(ship.create, { stops, vehicleNo: '沪A·8K216', route: 'L9' })
  expect(await step('approve', id)).toBe('ok')
  expect(await step('start', id)).toBe('ok')
  await load(id, 'V1')
  const shown = async (type: 'ENTER_TRUCK' | 'ABOLISH_TRUCK') => {
    const filter = { billId: [id], vehicleNo: '8k2', route: 'L9' }
    const { records } = await clerk.call<{ records: Ship[] }>(crudCalls(viewOf(type)).query, { filter })
    return records.map((r) => [r.vehicleNo, r.route, r.cases])
  }
  const truck = [['沪A·8K216', 'L9', '1']]
  expect(await shown('ENTER_TRUCK')).toEqual(truck)
  await unload(id, [box])
  expect(await shown('ABOLISH_TRUCK')).toEqual(truck)
  await confirm(await lineOf(id, 'ABOLISH_TRUCK', 'V1'), { toBin: 'C-02' })
  // Of what came off the ledger tells.
  expect(await shown('ABOLISH_TRUCK')).toEqual(truck)
})

import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let store = ''
const codes = ['A', 'B', 'C', 'D']
const operate = documentCalls(operateBill)
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    store = ctx.newId()
    const made = await buildYard(ctx, {
      bins: { 'P-01': 'PICK' },
      products: codes.map((code) => ({ code, qpc: '12' })),
    })
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: store, code: 'S1', name: 'store' }])
    for (const product of codes)
      await post(ctx, {
        bizType: 'ADJ_INC',
        idemKey: product,
        lines: [
          { key: await keyOf(ctx, made, { bin: 'V_ADJUST', product }), delta: -parseQty('500') },
          { key: await keyOf(ctx, made, { bin: 'P-01', product }), delta: parseQty('500') },
        ],
      })
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

/** The pick of a fresh order of four lines. */
async function pick() {
  const made = await clerk.call<{ id: string; version: number }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId: store,
    lines: codes.map((code) => ({ productId: yard.products.get(code)?.id, planQty: '3' })),
  })
  await clerk.call(operate.approve, { rows: [made] })
  await clerk.call(operate.allocate, { rows: [{ id: made.id, version: 1 }] })
  const rows = await tasksOf(made.id)
  return { billId: made.id, task: rows[0] as Task }
}
interface Task {
  id: string
  version: number
  state: string
  lineCount: number
  planQty: string
}
const tasksOf = (billId: string) =>
  server.inside('DC01', (ctx) =>
    ctx.tx.query<Task>(
      sql`select id, version, state, line_count, plan_qty from wms_task where bill_id = ${billId} order by id`,
    ),
  )
const linesOf = async (id: string) => (await clerk.call(work.getWork, { id })).lines
const seen = ({ id, version }: Task) => ({ id, version })

test('lines of an untouched pick become a task of their own, and come back to it', async () => {
  const { billId, task } = await pick()
  const lines = await linesOf(task.id)
  const some = [lines[0]?.id, lines[2]?.id]
  const split = await clerk.call(work.splitTask, { ...seen(task), lineIds: some as string[] }, { key: 'split' })
  expect(await clerk.call(work.splitTask, { ...seen(task), lineIds: some as string[] }, { key: 'split' })).toEqual(
    split,
  )
  expect(await tasksOf(billId)).toMatchObject([
    { state: 'READY', lineCount: 2, planQty: '6.000' },
    { state: 'READY', lineCount: 2, planQty: '6.000' },
  ])
  expect((await linesOf(split.made.id)).map((l) => [l.id, l.lineNo])).toEqual(some.map((id, i) => [id, i + 1]))
  expect((await linesOf(task.id)).map((l) => l.lineNo)).toEqual([1, 2])
  expect(await server.inside('DC01', reconcile)).toEqual([])

  const rows = (await tasksOf(billId)).map(seen)
  await clerk.call(work.mergeTasks, { rows: rows.reverse() })
  expect(await tasksOf(billId)).toMatchObject([
    { id: task.id, state: 'READY', lineCount: 4, planQty: '12.000' },
    { state: 'CANCELED', lineCount: 0, planQty: '0.000' },
  ])
  expect(new Set((await linesOf(task.id)).map((l) => l.lineNo))).toEqual(new Set([1, 2, 3, 4]))
  expect(await server.inside('DC01', reconcile)).toEqual([])
  for (const l of await linesOf(task.id)) await clerk.call(work.confirmLine, { taskLineId: l.id, qty: '3' })
  await server.relay.drain()
  const bill = await clerk.call<{ doneQty: string }>(operate.getById, { id: billId })
  expect(bill.doneQty).toBe('12.000')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a task that was taken, all of its lines, or tasks of two orders are refused, and stay as they were', async () => {
  const [a, b] = [await pick(), await pick()]
  const lines = await linesOf(a.task.id)
  const all = lines.map((l) => l.id)
  await expect(clerk.call(work.splitTask, { ...seen(a.task), lineIds: all })).rejects.toMatchObject({ code: 42752 })
  const other = (await linesOf(b.task.id)).map((l) => l.id)
  await expect(clerk.call(work.splitTask, { ...seen(a.task), lineIds: other.slice(0, 1) })).rejects.toMatchObject({
    code: 42752,
  })
  await expect(clerk.call(work.mergeTasks, { rows: [seen(a.task), seen(b.task)] })).rejects.toMatchObject({
    code: 42753,
  })
  await expect(clerk.call(work.mergeTasks, { rows: [seen(a.task), seen(a.task)] })).rejects.toMatchObject({
    code: 42754,
  })
  await clerk.call(work.takeTask, { id: a.task.id })
  await expect(clerk.call(work.splitTask, { ...seen(a.task), lineIds: all.slice(0, 1) })).rejects.toMatchObject({
    code: 40900,
  })
  const [taken] = await tasksOf(a.billId)
  await expect(clerk.call(work.splitTask, { ...seen(taken as Task), lineIds: all.slice(0, 1) })).rejects.toMatchObject({
    code: 42751,
  })
  expect((await linesOf(a.task.id)).map((l) => l.id)).toEqual(all)
  expect(await tasksOf(a.billId)).toHaveLength(1)
})

test('splitting needs the right to change picks', async () => {
  const { task } = await pick()
  const lines = await linesOf(task.id)
  const viewer = await server.as('viewer', 'DC01')
  const input = { ...seen(task), lineIds: lines.slice(0, 1).map((l) => l.id) }
  await expect(viewer.call(work.splitTask, input)).rejects.toMatchObject({ code: 40301 })
  const stranger = await server.as('admin', 'DC01', 'two')
  await expect(stranger.call(work.splitTask, input)).rejects.toMatchObject({ code: 40400 })
})

const wholeOf = (id: string) =>
  server.inside('DC01', (ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select version, state, priority, due_at, volume, weight, updated_by, finished_at, reason, pick_area_id, store_id, owner_id, mode, queue, bill_no, task_no
      from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
const logOf = (id: string) =>
  server.inside('DC01', (ctx) =>
    ctx.tx.query<Record<string, unknown>>(sql`
      select action, from_state, to_state, created_by, payload from wms_task_log
      where tenant_id = ${ctx.tenantId} and task_id = ${id} and action in ('split', 'merge') order by id`),
  )
const linesWritten = (id: string) =>
  server.inside('DC01', (ctx) =>
    ctx.tx.query<{ id: string; version: number; updatedBy: string | null }>(sql`
      select id, version, updated_by from wms_task_line where tenant_id = ${ctx.tenantId} and task_id = ${id} order by line_no`),
  )

test('a split task is like the one it came from, and both say what happened and by whom', async () => {
  const { task } = await pick()
  await clerk.call(work.prioritiseTask, { id: task.id, priority: 7 })
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(
      sql`update wms_task set due_at = '2026-12-01T08:00Z' where tenant_id = ${ctx.tenantId} and id = ${task.id}`,
    ),
  )
  const before = await wholeOf(task.id)
  const ids = (await linesOf(task.id)).map((l) => l.id)
  const versions = new Map((await linesWritten(task.id)).map((l) => [l.id, l.version]))
  const version = before.version as number
  const { made } = await clerk.call(work.splitTask, { id: task.id, version, lineIds: ids.slice(0, 1) })
  const { state, priority, dueAt, pickAreaId, storeId, ownerId, mode, queue, billNo } = before
  const alike = { state, priority, dueAt, pickAreaId, storeId, ownerId, mode, queue, billNo }
  expect(priority).toBe(7)
  // Of products of half a kilogram and a litre: three of one line here, nine there.
  const by = clerk.userId
  expect(await wholeOf(made.id)).toMatchObject({ ...alike, volume: '0.003000', weight: '1.500', updatedBy: by })
  const kept = await wholeOf(task.id)
  expect(kept).toMatchObject({ ...alike, volume: '0.009000', weight: '4.500', updatedBy: by, version: version + 1 })
  for (const id of [task.id, made.id])
    for (const line of await linesWritten(id)) {
      expect(line.version).toBeGreaterThan(versions.get(line.id) ?? 0)
      expect(line.updatedBy).toBe(by)
    }
  expect(await logOf(task.id)).toEqual([
    { action: 'split', fromState: state, toState: state, createdBy: by, payload: { made: made.taskNo, lines: 1 } },
  ])
})

test('a merged task is as urgent as the most urgent, and the others say where their lines went', async () => {
  const { billId, task } = await pick()
  const ids = (await linesOf(task.id)).map((l) => l.id)
  const second = await clerk.call(work.splitTask, { ...seen(task), lineIds: ids.slice(0, 1) })
  const third = await clerk.call(work.splitTask, {
    ...seen((await tasksOf(billId))[0] as Task),
    lineIds: ids.slice(1, 2),
  })
  const [b, c] = [second.made, third.made]
  const set = (id: string, priority: number, dueAt: string | null, state: string) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.run(sql`update wms_task set priority = ${priority}, due_at = ${dueAt}::timestamptz, state = ${state}
        where tenant_id = ${ctx.tenantId} and id = ${id}`),
    )
  await set(task.id, 50, null, 'NEW')
  await set(b.id, 60, '2026-12-02T08:00Z', 'READY')
  await set(c.id, 40, '2026-12-01T08:00Z', 'NEW')
  await clerk.call(work.mergeTasks, { rows: (await tasksOf(billId)).map(seen) })
  const by = clerk.userId
  const first = await wholeOf(task.id)
  expect(first).toMatchObject({
    state: 'READY',
    priority: 40,
    dueAt: new Date('2026-12-01T08:00Z'),
    volume: '0.012000',
    weight: '6.000',
    updatedBy: by,
  })
  for (const { id } of [b, c])
    expect(await wholeOf(id)).toMatchObject({
      state: 'CANCELED',
      finishedAt: expect.any(Date),
      reason: `→ ${first.taskNo}`,
      updatedBy: by,
      weight: null,
    })
  const merged = { action: 'merge', createdBy: by }
  expect((await logOf(task.id)).at(-1)).toMatchObject({
    ...merged,
    fromState: 'NEW',
    toState: 'READY',
    payload: { from: [b.taskNo, c.taskNo] },
  })
  expect((await logOf(b.id)).at(-1)).toMatchObject({ ...merged, fromState: 'READY', toState: 'CANCELED' })
  expect((await logOf(c.id)).at(-1)).toMatchObject({ ...merged, fromState: 'NEW', toState: 'CANCELED' })
})

test('only picks are split and merged, and none that has been picked from', async () => {
  const { task } = await pick()
  const lines = await linesOf(task.id)
  const lineIds = lines.slice(0, 1).map((l) => l.id)
  const split = async (id: string) =>
    clerk.call(work.splitTask, { id, version: (await wholeOf(id)).version as number, lineIds })
  const as = (what: 'task_type' | 'state', value: string) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.run(
        what === 'state'
          ? sql`update wms_task set state = ${value} where tenant_id = ${ctx.tenantId} and id = ${task.id}`
          : sql`update wms_task set task_type = ${value} where tenant_id = ${ctx.tenantId} and id = ${task.id}`,
      ),
    )
  await as('task_type', 'PUTAWAY')
  await expect(split(task.id)).rejects.toMatchObject({ code: 42750 })
  await as('task_type', 'PICK')
  for (const state of ['WAIT', 'ASSIGNED', 'RUNNING', 'SUSPENDED', 'DONE', 'CANCELED']) {
    await as('state', state)
    await expect(split(task.id), state).rejects.toMatchObject({ code: 42751 })
  }
  await as('state', 'READY')
  await clerk.call(work.confirmLine, { taskLineId: lineIds[0], qty: '1', partial: true } as never)
  await as('state', 'READY')
  await expect(split(task.id)).rejects.toMatchObject({ code: 42751 })
})

import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { startMoves } from '@lading/contract/wms/moveCalls.ts'
import { sysTaskConfig, taskConfigFaults } from '@lading/contract/wms/sysTaskConfig.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { type TaskType, taskTypeNames } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { createTasks } from './create.ts'
import { giveBackOverdue } from './timeout.ts'

let desk: PickDesk
let head: Client
const calls = crudCalls(sysTaskConfig)
beforeAll(async () => {
  desk = await openPickDesk()
  head = await desk.server.as('admin', 'G')
  await desk.put('P-01', 'A', '500')
  await desk.put('P-01', 'B', '500')
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

type Row = Record<string, unknown> & { id: string; version: number; taskType: TaskType }
const rows = async (): Promise<Row[]> => (await head.call<{ records: Row[] }>(calls.query, { pageSize: 50 })).records
const set = async (type: TaskType, change: object): Promise<void> => {
  const { id, version } = (await rows()).find((r) => r.taskType === type) ?? { id: '', version: 0 }
  await head.call(calls.update, { id, version, ...change })
}
const codeOf = async (call: object, input: object, who = desk.clerk): Promise<number> =>
  (await who.envelope(call as never, input)).code
const stateOf = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select state, mode, dispatch, assignee_id, done_lines from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
/** Somebody who may do just this at the centre. */
async function grantee(username: string, permissions: readonly string[]): Promise<Client> {
  await desk.inside(async (ctx) => {
    const { id: roleId } = await ctx.tx.one<{ id: string }>(sql`
      select r.role_id as id from sys_user_role r join sys_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
      where u.tenant_id = ${ctx.tenantId} and u.username = ${username} limit 1`)
    const rows = permissions.map((permission) => ({ tenantId: ctx.tenantId, id: ctx.newId(), roleId, permission }))
    await bulkInsert(ctx.tx, 'sys_role_permission', rows)
  })
  return desk.server.as(username, 'DC01')
}

test('each type has its row from the start, once, and nobody makes or removes one', async () => {
  expect((await rows()).map((r) => r.taskType).sort()).toEqual([...taskTypeNames].sort())
  expect(calls.create).toBeUndefined()
  expect(calls.remove).toBeUndefined()
  // A centre's clerk reads them; they are the enterprise's to change.
  const { id, version } = (await rows())[0] ?? { id: '', version: 0 }
  expect(await codeOf(calls.update as object, { id, version, name: 'x' })).not.toBe(0)
  await expect((await desk.server.as('admin', 'DC01', 'two')).call(calls.getById, { id })).rejects.toMatchObject({
    code: 40400,
  })
})

test('what is called otherwise is so in the task centre', async () => {
  await set('PICK', { name: '分拣', nameEn: 'Order picking' })
  const { types } = await desk.clerk.call(work.countTasks, {})
  expect(types.find((t) => t.taskType === 'PICK')).toEqual({
    taskType: 'PICK',
    name: '分拣',
    nameEn: 'Order picking',
    enabled: true,
  })
})

test('a handheld must scan what its type demands; a desk need not', async () => {
  await set('PICK', { scanBin: true, scanGoods: true })
  const { id, lines } = await desk.pick({ A: '4', B: '2' })
  const [first, second] = lines
  const at = { taskLineId: first?.id, qty: '4', toContainer: 'T1', scannedAt: '2026-11-25T08:00:00.000Z' }
  expect(await codeOf(work.confirmLine, at)).toBe(taskConfigFaults.scanMissing.code)
  expect(await codeOf(work.confirmLine, { ...at, scans: { bin: 'P-01' } })).toBe(taskConfigFaults.scanMissing.code)
  expect(await stateOf(id)).toMatchObject({ state: 'READY', doneLines: 0 })
  expect(await codeOf(work.confirmLine, { ...at, scans: { bin: 'P-01', product: 'A' } })).toBe(0)
  const { scannedAt: _, ...typed } = { ...at, taskLineId: second?.id, qty: '2' }
  expect(await codeOf(work.confirmLine, typed)).toBe(0)
  await set('PICK', { scanBin: false, scanGoods: false })
})

test('goods on a pallet are told by it, what is put down is told by its bin', async () => {
  await set('MOVE', { scanBin: true, scanGoods: true })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_container set state = 'STORED', bin_id = ${desk.yard.bins.get('S-01')} where tenant_id = ${ctx.tenantId} and code = 'PL1'`),
  )
  const stockId = await desk.put('S-01', 'C', '24', { container: 'PL1' })
  const toBinId = desk.yard.bins.get('S-02') ?? ''
  const { id } = await desk.clerk.call(startMoves, { lines: [{ stockId, qty: '24', toBinId, whole: true }] })
  const { lines } = await desk.clerk.call(work.getWork, { id })
  const up = { taskLineId: lines[0]?.id, qty: '24', pickUp: true, scannedAt: '2026-11-25T08:00:00.000Z' }
  expect(await codeOf(work.confirmLine, up)).toBe(taskConfigFaults.scanMissing.code)
  expect(await codeOf(work.confirmLine, { ...up, scans: { bin: 'S-01' } })).toBe(0)
  const { pickUp: _, ...down } = up
  expect(await codeOf(work.confirmLine, down)).toBe(taskConfigFaults.scanMissing.code)
  expect(await codeOf(work.confirmLine, { ...down, scans: { bin: 'S-02' } })).toBe(0)
  await set('MOVE', { scanBin: false, scanGoods: false })
})

test('less than planned needs the leave of its type, and one of the reasons that are offered', async () => {
  await set('PICK', { reasons: ['DAMAGED'] })
  const { id, lines } = await desk.pick({ A: '4' })
  const short = (reason: string) =>
    codeOf(work.confirmLine, { taskLineId: lines[0]?.id, qty: '1', reason, toContainer: 'T2' })
  expect(await short('NOT_FOUND')).toBe(taskConfigFaults.reasonOff.code)
  await set('PICK', { allowShort: false })
  expect(await short('DAMAGED')).toBe(taskConfigFaults.noShort.code)
  // A sheet of paper is asked the same.
  const sheet = { id, lines: [{ taskLineId: lines[0]?.id, qty: '1', reason: 'DAMAGED', toContainer: 'T2' }] }
  expect(await codeOf(work.confirmSheet, sheet)).toBe(taskConfigFaults.noShort.code)
  await set('PICK', { allowShort: true })
  expect(await short('DAMAGED')).toBe(0)
  await set('PICK', { reasons: [] })
  const { id: rowId, version } = (await rows()).find((r) => r.taskType === 'PUTAWAY') ?? { id: '', version: 0 }
  const foreign = await head.envelope(calls.update, { id: rowId, version, reasons: ['EXPIRED'] })
  expect(foreign.code).toBe(taskConfigFaults.reasonOfOther.code)
})

test('a type is not turned off while work of it is under way, and none is made afterwards', async () => {
  const { id } = await desk.pick({ B: '1' })
  const { id: rowId, version } = (await rows()).find((r) => r.taskType === 'PICK') ?? { id: '', version: 0 }
  const off = await head.envelope(calls.update, { id: rowId, version, enabled: false })
  expect(off.code).toBe(taskConfigFaults.typeBusy.code)
  expect(off.message).toContain('JH')
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_task set state = 'CANCELED' where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
  await set('DESPATCH', { enabled: false })
  const make = desk.inside((ctx) => createTasks(ctx, [{ taskType: 'DESPATCH', lines: [] }]))
  await expect(make).rejects.toMatchObject({ refusal: { code: taskConfigFaults.typeOff.code } })
  await set('DESPATCH', { enabled: true })
  await desk.inside(async (ctx) => {
    await ctx.tx.run(sql`update wms_task set state = 'READY' where tenant_id = ${ctx.tenantId} and id = ${id}`)
  })
})

test('work that is handed out is neither taken nor found by who looks for the next', async () => {
  await set('PICK', { needAssign: true, mode: 'PAPER' })
  const { id, lines } = await desk.pick({ A: '3' })
  // A pick is done as its area says; only what nobody says follows the type.
  expect(await stateOf(id)).toMatchObject({ dispatch: 'MANUAL' })
  const picker = await grantee('nobody', ['wms:delivery.pick:view', 'wms:delivery.pick:run'])
  expect(await codeOf(work.takeTask, { id }, picker)).toBe(taskConfigFaults.needAssign.code)
  expect(await codeOf(work.confirmLine, { taskLineId: lines[0]?.id, qty: '3', toContainer: 'T4' }, picker)).toBe(
    taskConfigFaults.needAssign.code,
  )
  // Another one, that nobody hands out, is found past it.
  const next = await picker.call(work.nextTask, { taskTypes: ['PICK'] })
  expect(next.task.id).not.toBe(id)
  // The clerk may hand work out himself, so he may take it.
  expect(await codeOf(work.takeTask, { id })).toBe(0)
  await desk.clerk.call(work.giveUpTask, { id })
  await desk.clerk.call(work.assignTask, { id, userId: picker.userId })
  expect(await codeOf(work.confirmLine, { taskLineId: lines[0]?.id, qty: '3', toContainer: 'T4' }, picker)).toBe(0)
  await set('PICK', { needAssign: false, mode: 'RF' })
})

test('what was taken and not begun in time goes back, what has begun stays', async () => {
  await set('PICK', { timeoutMin: 30 })
  const [idle, begun] = [await desk.pick({ A: '3' }), await desk.pick({ A: '2', B: '1' })]
  for (const { id } of [idle, begun]) await desk.clerk.call(work.takeTask, { id })
  await desk.clerk.call(work.confirmLine, {
    taskLineId: begun.lines[0]?.id ?? '',
    qty: '2',
    toContainer: 'T5',
  } as never)
  const back = (minutes: number) =>
    desk.inside((ctx) =>
      ctx.tx.run(sql`
        update wms_task set assigned_at = ${ctx.now()}::timestamptz - make_interval(mins => ${minutes}) where tenant_id = ${ctx.tenantId} and id = any(${[idle.id, begun.id]}::bigint[])`),
    )
  await back(29)
  expect(await desk.inside(giveBackOverdue)).toBe(0)
  await back(30)
  expect(await desk.inside(giveBackOverdue)).toBe(1)
  expect(await stateOf(idle.id)).toMatchObject({ state: 'READY', assigneeId: null })
  expect(await stateOf(begun.id)).toMatchObject({ state: 'RUNNING' })
  expect(await desk.inside(giveBackOverdue)).toBe(0)
  await set('PICK', { timeoutMin: null })
  await back(1000)
  expect(await desk.inside(giveBackOverdue)).toBe(0)
})

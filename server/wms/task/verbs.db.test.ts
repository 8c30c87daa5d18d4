import { faults } from '@lading/contract/kernel/fault.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { taskPermission } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Client } from '../../testing/server.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { nextTask } from './next.ts'
import { giveUpTask, takeTask } from './verbs.ts'

/** What each verb of a task asks before it does anything, and what it leaves behind. */
let desk: PickDesk
let admin: Client
beforeAll(async () => {
  desk = await openPickDesk()
  for (const code of ['A', 'B', 'C']) await desk.put('P-01', code, '5000')
  admin = await desk.server.as('admin', 'DC01')
})
afterAll(() => desk.server.close())

const taskOf = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select state, assignee_id, version, done_lines, done_qty, short_qty, finished_at, priority from wms_task
      where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
const bookedOf = (billId: string) =>
  desk.inside((ctx) =>
    ctx.tx.query<{ bookedQty: string; doneQty: string }>(sql`
      select booked_qty, done_qty from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and bill_id = ${billId}`),
  )
const codeOf = async (client: Client, call: object, input: object): Promise<number> =>
  (await client.envelope(call as never, input)).code
/** Work of the clerk with no more rights on picks than these. */
const withRights = <T>(actions: readonly string[], userId: string, act: (ctx: Ctx) => Promise<T>): Promise<T> =>
  desk.inside((ctx) => act({ ...ctx, userId, permissions: new Set(actions.map((a) => taskPermission('PICK', a))) }))

test('work is done in a logistics centre: above it no verb does anything', async () => {
  const pick = await desk.pick({ A: '4', B: '2' })
  const taskLineId = pick.lines[0]?.id
  const before = await taskOf(pick.id)
  const boss = await desk.server.as('admin', 'G')
  const version = Number(before.version)
  const rows = { rows: [{ id: pick.id, version }], reason: 'x' }
  for (const [call, input] of [
    [work.findWork, { scan: 'T1', taskTypes: ['PICK'] }],
    [work.getWork, { id: pick.id }],
    [work.takeTask, { id: pick.id }],
    [work.nextTask, { taskTypes: ['PICK'] }],
    [work.takeOverTask, { id: pick.id }],
    [work.putBackLine, { taskLineId }],
    [work.confirmLine, { taskLineId, qty: '4' }],
    [work.confirmSheet, { id: pick.id, lines: [{ taskLineId, qty: '4' }] }],
    [work.undoLine, { taskLineId }],
    [work.finishTask, { id: pick.id }],
    [work.giveUpTask, { id: pick.id }],
    [work.assignTask, { id: pick.id, userId: admin.userId }],
    [work.prioritiseTask, { id: pick.id, priority: 1 }],
    [work.splitTask, { id: pick.id, version, lineIds: [taskLineId] }],
    [work.mergeTasks, rows],
  ] as const)
    expect(await codeOf(boss, call, input), call.path).toBe(faults.notDc.code)
  for (const call of [work.releaseTasks, work.suspendTasks, work.resumeTasks, work.cancelTasks]) {
    const { code, data } = await boss.envelope(call, rows)
    const refused = code === 0 ? (data as { failed: { code: number }[] }).failed[0]?.code : code
    expect(refused, call.path).toBe(faults.notDc.code)
  }
  expect(await taskOf(pick.id)).toEqual(before)
})

test('who asks for work gets first what he is in the middle of', async () => {
  const [begun, taken] = [await desk.pick({ A: '4', B: '2' }), await desk.pick({ A: '4' })]
  await desk.clerk.call(work.takeTask, { id: begun.id })
  await desk.clerk.call(work.confirmLine, { taskLineId: begun.lines[0]?.id, qty: '4', toContainer: 'T1' } as never)
  await desk.clerk.call(work.takeTask, { id: taken.id })
  await desk.clerk.call(work.prioritiseTask, { id: taken.id, priority: 30 })
  const next = async () => (await desk.clerk.call(work.nextTask, { taskTypes: ['PICK'] })).task.id
  expect(await next()).toBe(begun.id)
  await desk.clerk.call(work.confirmLine, { taskLineId: begun.lines[1]?.id, qty: '2', toContainer: 'T1' } as never)
  expect(await next()).toBe(taken.id)
  await desk.clerk.call(work.giveUpTask, { id: taken.id })
})

test('what waits is handed out by priority, and by who may do it', async () => {
  const tasks = [await desk.pick({ A: '1' }), await desk.pick({ A: '2' }), await desk.pick({ A: '3' })]
  await desk.clerk.call(work.prioritiseTask, { id: tasks[1]?.id ?? '', priority: 1 })
  const { task } = await admin.call(work.nextTask, { taskTypes: ['PICK'] })
  expect(task.id).toBe(tasks[1]?.id)
  await expect(
    withRights(['view'], admin.userId, (ctx) => nextTask(ctx, { taskTypes: ['PICK'] })),
  ).rejects.toMatchObject({ refusal: { code: faults.forbidden.code } })
  await admin.call(work.giveUpTask, { id: task.id })
})

test('a task that is another’s names him, one that rests says why', async () => {
  const { id } = await desk.pick({ A: '4' })
  await desk.clerk.call(work.takeTask, { id })
  const { code, message } = await admin.envelope(work.takeTask, { id })
  expect([code, message]).toEqual([wmsFaults.taskTaken.code, expect.stringContaining('clerk')])
  const { version } = await taskOf(id)
  await admin.call(work.suspendTasks, { rows: [{ id, version }], reason: 'no forklift' } as never)
  const rests = await desk.clerk.envelope(work.takeTask, { id })
  expect([rests.code, rests.message]).toEqual([wmsFaults.suspended.code, expect.stringContaining('no forklift')])
})

test('who takes a task of his own again changes nothing, also in the middle of it', async () => {
  const { id, lines } = await desk.pick({ A: '4', B: '2' })
  await desk.clerk.call(work.takeTask, { id })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '4', toContainer: 'T2' } as never)
  const before = await taskOf(id)
  expect(before.state).toBe('RUNNING')
  expect((await desk.clerk.call(work.takeTask, { id })).task.state).toBe('RUNNING')
  expect(await taskOf(id)).toEqual(before)
})

test('another’s task is given up by who may change tasks, and by nobody else', async () => {
  const { id } = await desk.pick({ A: '4' })
  await desk.clerk.call(work.takeTask, { id })
  const before = await taskOf(id)
  const give = (...rights: string[]) => withRights(rights, admin.userId, (ctx) => giveUpTask(ctx, { id }))
  await expect(give('run', 'give_up')).rejects.toMatchObject({ refusal: { code: faults.forbidden.code } })
  expect(await taskOf(id)).toEqual(before)
  await give('run', 'give_up', 'update')
  expect(await taskOf(id)).toMatchObject({ state: 'READY', assigneeId: null })
  // His own needs no more than the right to give up.
  await withRights(['run'], admin.userId, (ctx) => takeTask(ctx, { id }))
  await give('run', 'give_up')
  expect(await taskOf(id)).toMatchObject({ state: 'READY', assigneeId: null })
})

test('a pick ends with its last line, never before: each is picked or told missing', async () => {
  const { id, billId, lines } = await desk.pick({ A: '4', B: '2' })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '4', toContainer: 'T3' } as never)
  const before = await taskOf(id)
  expect(await codeOf(desk.clerk, work.finishTask, { id })).toBe(wmsFaults.needReason.code)
  expect(await taskOf(id)).toEqual(before)
  expect(before).toMatchObject({ state: 'RUNNING', doneLines: 1, doneQty: '4.000', shortQty: '0.000' })
  await desk.clerk.call(work.confirmLine, {
    taskLineId: lines[1]?.id,
    qty: '1',
    reason: 'DAMAGED',
    toContainer: 'T3',
  } as never)
  expect(await taskOf(id)).toMatchObject({ state: 'DONE', doneLines: 2, doneQty: '5.000', shortQty: '1.000' })
  expect(await bookedOf(billId)).toEqual(
    expect.arrayContaining([
      { bookedQty: '4.000', doneQty: '4.000' },
      { bookedQty: '1.000', doneQty: '1.000' },
    ]),
  )
  await desk.sound()
})

test('a line that is taken back leaves the task with what the others did', async () => {
  const { id, lines } = await desk.pick({ A: '4', B: '2', C: '3' })
  for (const [i, qty] of ['4', '2', '3'].entries())
    await desk.clerk.call(work.confirmLine, { taskLineId: lines[i]?.id, qty, toContainer: 'T4' } as never)
  expect(await taskOf(id)).toMatchObject({ state: 'DONE', doneLines: 3, doneQty: '9.000' })
  await desk.clerk.call(work.undoLine, { taskLineId: lines[1]?.id ?? '' })
  expect(await taskOf(id)).toMatchObject({ state: 'RUNNING', doneLines: 2, doneQty: '7.000', finishedAt: null })
  const log = await desk.inside((ctx) =>
    ctx.tx.query<Record<string, unknown>>(sql`
      select action, from_state, to_state from wms_task_log where tenant_id = ${ctx.tenantId} and task_id = ${id} order by id desc limit 1`),
  )
  expect(log).toEqual([{ action: 'undo', fromState: 'DONE', toState: 'OPEN' }])
  // There is nothing left to take back.
  expect(await codeOf(desk.clerk, work.undoLine, { taskLineId: lines[1]?.id })).toBe(wmsFaults.movedOn.code)
  await desk.sound()
})

test('a task that was worked on, or has goods in its book, is not cancelled', async () => {
  const pick = await desk.pick({ A: '4', B: '2' })
  await desk.clerk.call(work.confirmLine, {
    taskLineId: pick.lines[0]?.id,
    qty: '1',
    partial: true,
    toContainer: 'T5',
  } as never)
  const cancel = async () => {
    const { version } = await taskOf(pick.id)
    const answer = await desk.clerk.call<{ ok: number; failed: { code: number }[] }>(work.cancelTasks, {
      rows: [{ id: pick.id, version }],
      reason: 'x',
    } as never)
    return answer.failed[0]?.code ?? answer.ok
  }
  expect(await cancel()).toBe(faults.state.code)
  await desk.clerk.call(work.giveUpTask, { id: pick.id })
  expect(await cancel()).toBe(wmsFaults.started.code)
  await desk.clerk.call(work.confirmLine, { taskLineId: pick.lines[0]?.id, qty: '3', toContainer: 'T5' } as never)
  await desk.clerk.call(work.giveUpTask, { id: pick.id })
  expect(await cancel()).toBe(wmsFaults.started.code)
  await desk.clerk.call(work.undoLine, { taskLineId: pick.lines[0]?.id ?? '' })
  expect(await cancel()).toBe(1)
  expect(await taskOf(pick.id)).toMatchObject({ state: 'CANCELED' })
  expect(await bookedOf(pick.billId)).toEqual([
    { bookedQty: '0.000', doneQty: '0.000' },
    { bookedQty: '0.000', doneQty: '0.000' },
  ])
  await desk.sound()
})

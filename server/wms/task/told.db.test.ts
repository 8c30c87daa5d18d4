import { wmsFaults } from '@lading/contract/wms/faults.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

/** What tasks keep of who did what with which device, and who may be given one. */
let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  for (const code of ['A', 'B', 'C']) await desk.put('P-01', code, '5000')
})
afterAll(() => desk.server.close())

const clerkId = (): string => desk.server.one.users.get('clerk') ?? ''
const rowOf = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select state, assignee_id, device, assigned_at, started_at, finished_at, updated_by, version, done_lines, priority, reason, suspended_from
      from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
const logOf = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.query<Record<string, unknown>>(sql`
      select action, from_state, to_state, device, created_by, task_line_id, payload from wms_task_log
      where tenant_id = ${ctx.tenantId} and task_id = ${id} order by id`),
  )
const sets = (id: string, column: 'state' | 'assignee_id', value: string | null) =>
  desk.inside((ctx) =>
    ctx.tx.run(
      column === 'state'
        ? sql`update wms_task set state = ${value} where tenant_id = ${ctx.tenantId} and id = ${id}`
        : sql`update wms_task set assignee_id = ${value} where tenant_id = ${ctx.tenantId} and id = ${id}`,
    ),
  )
/** A person of the tenant; where he works, and whether he still does. */
const person = (name: string, org: 'DC01' | 'DC02' | 'G', more: object = {}) =>
  desk.server.inside('G', async (ctx) => {
    const id = ctx.newId()
    const orgId = desk.server.one.orgs.get(org)?.id
    const row = { tenantId: ctx.tenantId, id, username: name, realName: name, orgId, ...more }
    await bulkInsert(ctx.tx, 'sys_user', [row])
    return id
  })

test('a task is assigned to who works here, and to nobody else', async () => {
  const { id } = await desk.pick({ A: '4' })
  const before = await rowOf(id)
  const assign = (userId: string) => desk.clerk.call(work.assignTask, { id, userId })
  const elsewhere = await person('elsewhere', 'DC02')
  const gone = await person('gone', 'DC01', { disabled: true })
  const ofTwo = desk.server.two.users.get('admin') ?? ''
  for (const userId of ['1', elsewhere, gone, ofTwo])
    await expect(assign(userId), userId).rejects.toMatchObject({ code: 40400 })
  expect(await rowOf(id)).toEqual(before)
  expect((await logOf(id)).map((l) => l.action)).not.toContain('assign')

  const own = await person('own', 'DC01')
  const guest = await person('guest', 'G')
  await desk.server.inside('G', (ctx) =>
    bulkInsert(ctx.tx, 'sys_user_org', [
      { tenantId: ctx.tenantId, id: ctx.newId(), userId: guest, orgId: desk.server.one.orgs.get('DC01')?.id },
    ]),
  )
  for (const userId of [own, guest]) {
    const { task } = await assign(userId)
    expect(task).toMatchObject({ state: 'ASSIGNED', assigneeId: userId })
    expect(await rowOf(id)).toMatchObject({ assigneeId: userId, assignedAt: expect.any(Date), updatedBy: clerkId() })
  }
  expect((await logOf(id)).slice(-2)).toMatchObject([
    { action: 'assign', fromState: 'READY', toState: 'ASSIGNED', createdBy: clerkId(), payload: { userId: own } },
    { action: 'assign', fromState: 'ASSIGNED', toState: 'ASSIGNED', payload: { userId: guest } },
  ])
})

test('a confirm keeps who did it, with which device, and when he began', async () => {
  const { id, lines } = await desk.pick({ A: '4', B: '2' })
  const [first, second] = lines.map((l) => l.id)
  const device = 'RF-7'
  await desk.clerk.call(work.confirmLine, { taskLineId: first, qty: '3', partial: true, device } as never)
  const begun = await rowOf(id)
  expect(begun).toMatchObject({
    state: 'RUNNING',
    assigneeId: clerkId(),
    device,
    assignedAt: expect.any(Date),
    startedAt: expect.any(Date),
    finishedAt: null,
    updatedBy: clerkId(),
    doneLines: 0,
  })
  // Without a device the last one stays, and so does when it began.
  await desk.clerk.call(work.confirmLine, { taskLineId: first, qty: '1' } as never)
  const { assignedAt, startedAt } = begun
  expect(await rowOf(id)).toMatchObject({ device, assignedAt, startedAt, finishedAt: null, doneLines: 1 })
  await desk.clerk.call(work.confirmLine, { taskLineId: second, qty: '2', device: 'RF-8' } as never)
  expect(await rowOf(id)).toMatchObject({
    state: 'DONE',
    device: 'RF-8',
    startedAt,
    finishedAt: expect.any(Date),
    doneLines: 2,
  })
  const confirms = (await logOf(id)).filter((l) => l.action === 'confirm')
  expect(confirms).toMatchObject([
    { fromState: 'OPEN', toState: 'OPEN', device, createdBy: clerkId(), taskLineId: first, payload: { qty: '3' } },
    { fromState: 'OPEN', toState: 'DONE', device: null, taskLineId: first, payload: { qty: '1' } },
    { fromState: 'OPEN', toState: 'DONE', device: 'RF-8', taskLineId: second, payload: { qty: '2' } },
  ])
})

test('who confirms a task that was given to him does not become somebody else', async () => {
  const { id, lines } = await desk.pick({ A: '4' })
  await desk.clerk.call(work.takeTask, { id, device: 'RF-1' })
  const taken = await rowOf(id)
  expect(taken).toMatchObject({ state: 'ASSIGNED', assigneeId: clerkId(), device: 'RF-1', startedAt: null })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '1', partial: true } as never)
  const { assignedAt } = taken
  expect(await rowOf(id)).toMatchObject({ state: 'RUNNING', assigneeId: clerkId(), assignedAt, device: 'RF-1' })
  const admin = await desk.server.as('admin', 'DC01')
  const taskLineId = lines[0]?.id
  await expect(admin.call(work.confirmLine, { taskLineId, qty: '1' } as never)).rejects.toMatchObject({ code: 42250 })
  await admin.call(work.takeOverTask, { id, device: 'RF-2' })
  expect(await rowOf(id)).toMatchObject({ assigneeId: admin.userId, device: 'RF-2', state: 'RUNNING' })
  expect((await logOf(id)).at(-1)).toMatchObject({ action: 'takeOver', device: 'RF-2', payload: { from: clerkId() } })
})

test('a sheet is entered for nobody else’s task, nor for one that rests or has ended', async () => {
  const { id, lines } = await desk.pick({ A: '4', B: '4' })
  const enter = () =>
    desk.clerk.call(work.confirmSheet, { id, lines: [{ taskLineId: lines[0]?.id, qty: '4' }] } as never)
  const other = desk.server.one.users.get('admin') ?? ''
  const before = await rowOf(id)
  for (const [state, assignee, code] of [
    ['ASSIGNED', other, 42250],
    ['RUNNING', other, 42250],
    ['SUSPENDED', null, 42255],
    ['CANCELED', null, 42201],
    ['NEW', null, 42201],
  ] as const) {
    await sets(id, 'state', state)
    await sets(id, 'assignee_id', assignee)
    // The sheet itself is refused, not one of its lines.
    const message = expect.not.stringContaining('第1行')
    await expect(enter(), state).rejects.toMatchObject({ code, message })
  }
  await sets(id, 'state', 'READY')
  await sets(id, 'assignee_id', null)
  expect(await rowOf(id)).toEqual(before)
  expect(await enter()).toMatchObject({ lines: 1, task: { mode: 'PAPER', assigneeId: clerkId() } })
})

const boxOf = (code: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<{ state: string }>(
      sql`select state from wms_container where tenant_id = ${ctx.tenantId} and code = ${code}`,
    ),
  )
const confirm = (taskLineId: string | undefined, qty: string, more: object) =>
  desk.clerk.call(work.confirmLine, { taskLineId, qty, ...more } as never)

test('the end of a pick closes its totes, but none into which another is being picked', async () => {
  const [one, two] = [await desk.pick({ A: '4' }), await desk.pick({ A: '4' })]
  await confirm(one.lines[0]?.id, '2', { toContainer: 'T50', partial: true })
  await confirm(two.lines[0]?.id, '2', { toContainer: 'T50', partial: true })
  await confirm(one.lines[0]?.id, '2', { toContainer: 'T51' })
  // The other pick is at work on the first tote, and nobody on the second.
  expect([await boxOf('T50'), await boxOf('T51')]).toEqual([{ state: 'PICKING' }, { state: 'PICKED' }])
  await confirm(two.lines[0]?.id, '2', { toContainer: 'T50' })
  expect(await boxOf('T50')).toEqual({ state: 'PICKED' })
  await desk.sound()
})

test('what is picked into a tote of another pick does not close that one', async () => {
  const [one, two] = [await desk.pick({ A: '4' }), await desk.pick({ B: '4' })]
  await confirm(one.lines[0]?.id, '2', { toContainer: 'T52', partial: true })
  await confirm(two.lines[0]?.id, '4', { toContainer: 'T53' })
  expect([await boxOf('T52'), await boxOf('T53')]).toEqual([{ state: 'PICKING' }, { state: 'PICKED' }])
})

test('who may only look can do nothing to a task', async () => {
  const { id, lines } = await desk.pick({ A: '4' })
  const viewer = await desk.server.as('viewer', 'DC01')
  const before = await rowOf(id)
  const taskLineId = lines[0]?.id
  const row = { id, version: before.version }
  for (const [call, input] of [
    [work.takeTask, { id }],
    [work.nextTask, { taskTypes: ['PICK'] }],
    [work.takeOverTask, { id }],
    [work.putBackLine, { taskLineId }],
    [work.confirmLine, { taskLineId, qty: '4' }],
    [work.confirmSheet, { id, lines: [{ taskLineId, qty: '4' }] }],
    [work.undoLine, { taskLineId }],
    [work.finishTask, { id }],
    [work.giveUpTask, { id }],
    [work.assignTask, { id, userId: viewer.userId }],
    [work.prioritiseTask, { id, priority: 1 }],
  ] as const)
    await expect(viewer.call(call as never, input), call.path).rejects.toMatchObject({ code: 40301 })
  for (const call of [work.releaseTasks, work.suspendTasks, work.resumeTasks, work.cancelTasks])
    await expect(viewer.call(call, { rows: [row], reason: 'x' } as never), call.path).rejects.toMatchObject({
      code: 40301,
    })
  expect(await rowOf(id)).toEqual(before)
})

test('what is in nobody’s hands is not put back', async () => {
  const { lines } = await desk.pick({ A: '4' })
  await expect(desk.clerk.call(work.putBackLine, { taskLineId: lines[0]?.id } as never)).rejects.toMatchObject({
    code: wmsFaults.notInHand.code,
  })
})

test('a task that was held back is released, and one that rests goes on where it was', async () => {
  const { id } = await desk.pick({ A: '4' })
  const step = async (call: typeof work.releaseTasks) => {
    const { version } = await rowOf(id)
    return desk.clerk.call<{ ok: number }>(call, { rows: [{ id, version }], reason: 'no forklift' } as never)
  }
  await sets(id, 'state', 'NEW')
  expect(await step(work.releaseTasks)).toMatchObject({ ok: 1 })
  expect(await rowOf(id)).toMatchObject({ state: 'READY', suspendedFrom: null })
  await desk.clerk.call(work.takeTask, { id })
  expect(await step(work.suspendTasks)).toMatchObject({ ok: 1 })
  expect(await rowOf(id)).toMatchObject({ state: 'SUSPENDED', suspendedFrom: 'ASSIGNED', reason: 'no forklift' })
  expect(await step(work.resumeTasks)).toMatchObject({ ok: 1 })
  expect(await rowOf(id)).toMatchObject({ state: 'ASSIGNED', suspendedFrom: null, reason: null, assigneeId: clerkId() })
  expect((await logOf(id)).map((l) => [l.action, l.fromState, l.toState]).slice(-4)).toEqual([
    ['release', 'NEW', 'READY'],
    ['take', 'READY', 'ASSIGNED'],
    ['suspend', 'ASSIGNED', 'SUSPENDED'],
    ['resume', 'SUSPENDED', 'ASSIGNED'],
  ])
  // Whoever has it takes it again as it is.
  const before = await rowOf(id)
  expect((await desk.clerk.call(work.takeTask, { id })).task).toMatchObject({ id, state: 'ASSIGNED' })
  expect(await rowOf(id)).toEqual(before)
})

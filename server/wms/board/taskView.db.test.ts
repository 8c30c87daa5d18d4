import { dashboardTaskView } from '@lading/contract/wms/dashboardTaskView.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { taskView } from './taskView.ts'

const now = new Date('2026-03-05T10:00:00+08:00')
const at = (clock: string): Date => new Date(`2026-03-05T${clock}:00+08:00`)
let server: TestServer
let world: World
let nobody = ''
let boss = ''
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  world = await makeWorld(server)
  nobody = server.one.users.get('nobody') ?? ''
  boss = server.one.users.get('admin') ?? ''
  await server.db.owner.query('delete from wms_worker')
  await server.db.owner.query(`update wms_task set state = 'CANCELED'`)
  await server.inside('DC01', build)
})
afterAll(() => server.close())

const own = (key: string): string => world.own.get(key) ?? ''
async function build(ctx: Ctx): Promise<void> {
  const org = { tenantId: ctx.tenantId, orgId: ctx.org.id }
  await ctx.tx.run(sql`delete from wms_sys_task_config where tenant_id = ${ctx.tenantId}`)
  const standard = { onceS: '100', lineS: '20', caseS: '4', pieceS: '2' }
  await bulkInsert(ctx.tx, 'wms_sys_task_config', [
    { tenantId: ctx.tenantId, id: ctx.newId(), taskType: 'PICK', name: 'pick', mode: 'RF', ...standard },
  ])
  await ctx.tx.run(
    sql`update mdm_product_qpc set qpc = 12 where tenant_id = ${ctx.tenantId} and id = ${own('mdm.productQpc')}`,
  )
  await ctx.tx.run(
    sql`update mdm_product set is_weigh = false where tenant_id = ${ctx.tenantId} and id = ${own('mdm.product')}`,
  )
  let lines = 0
  const make = async (name: string, o: object, owner = own('wms.owner')): Promise<void> => {
    const id = ctx.newId()
    ids[name] = id
    await bulkInsert(ctx.tx, 'wms_task', [
      {
        ...org,
        id,
        taskNo: name,
        taskType: 'PICK',
        queue: 'PICK',
        ownerId: owner,
        lineCount: 2,
        pickAreaId: own('wms.pickArea'),
        ...o,
      },
    ])
    // 30 of which 6 are done: two cases are left. 5 are done.
    const goods = { ...org, taskId: id, ownerId: owner, productId: own('mdm.product'), qpcId: own('mdm.productQpc') }
    await bulkInsert(ctx.tx, 'wms_task_line', [
      { ...goods, id: ctx.newId(), lineNo: 1, seq: 1, state: 'OPEN', planQty: '30', doneQty: '6' },
      { ...goods, id: ctx.newId(), lineNo: 2, seq: 2, state: 'DONE', planQty: '5', doneQty: '5' },
    ])
    lines += 2
  }
  await make('READY', { state: 'READY', priority: 40, dueAt: at('09:00') })
  await make('RUNNING', { state: 'RUNNING', priority: 5, assigneeId: nobody, startedAt: at('08:00') })
  await make('WAIT', { state: 'WAIT', dueAt: at('11:00') })
  await make('DONE', { state: 'DONE', dueAt: at('09:00') })
  await make('HIS', { state: 'ASSIGNED', assigneeId: boss }, world.otherOwner.get('wms.owner'))
  expect(lines).toBe(10)
  const confirm = (taskId: string, line: string, clock: string, by: string, action = 'confirm') => ({
    ...org,
    // The day's log is found by its ids: they are of the same clock.
    id: ctx.newId(),
    taskId,
    taskLineId: line,
    action,
    createdAt: at(clock),
    createdBy: by,
  })
  await bulkInsert(ctx.tx, 'wms_task_log', [
    confirm(ids.DONE ?? '', '1', '08:10', nobody),
    confirm(ids.DONE ?? '', '2', '08:50', nobody),
    confirm(ids.DONE ?? '', '3', '09:20', nobody),
    confirm(ids.DONE ?? '', '3', '09:21', nobody, 'undo'),
    confirm(ids.HIS ?? '', '4', '09:40', boss),
  ])
  const person = (userId: string, o: object) => ({
    ...org,
    id: ctx.newId(),
    userId,
    dutyAt: at('08:00'),
    onDuty: true,
    ...o,
  })
  const idle = server.one.users.get('clerk') ?? ''
  await bulkInsert(ctx.tx, 'wms_worker', [
    person(nobody, {}),
    person(boss, {}),
    person(idle, { dutyAt: at('09:15') }),
    person(server.one.users.get('viewer') ?? '', { onDuty: false }),
  ])
  const day = { ...org, day: '2026-03-05', taskType: 'PICK', tasks: 1, qty: '1' }
  await ctx.tx.run(sql`delete from wms_worker_day where tenant_id = ${ctx.tenantId}`)
  await bulkInsert(ctx.tx, 'wms_worker_day', [
    { ...day, id: ctx.newId(), userId: nobody, lines: 30, cases: 60, standardS: 900, actualS: 1800 },
  ])
}

const look = (client: Client) => client.call(dashboardTaskView, {})

test('what is left of a kind, by whom, and when it will be done', async () => {
  const { types } = await look(world.limited.dc)
  // Two not begun at 100 each; of each of three a line of 20 with two cases of 4: 84. One person at half the pace.
  expect(types).toEqual([
    {
      taskType: 'PICK',
      name: 'pick',
      nameEn: null,
      held: 1,
      ready: 1,
      assigned: 0,
      running: 1,
      overdue: 1,
      remainingS: 284,
      people: 1,
      efficiency: 50,
      finishAt: new Date(now.getTime() + 568_000).toISOString(),
    },
  ])
})

test('who sees all owners counts the work of all, and two people share it', async () => {
  const { types } = await look(world.admin.dc)
  expect(types).toMatchObject([{ taskType: 'PICK', assigned: 1, people: 2, remainingS: 412 }])
  expect(types[0]?.finishAt).toBe(new Date(now.getTime() + 412_000).toISOString())
})

test('of each person: what he does and how fast, and how long he has been without work', async () => {
  const { people } = await look(world.limited.dc)
  const of = (userId: string) => people.find((p) => p.userId === userId)
  expect(people).toHaveLength(3)
  expect(of(nobody)).toMatchObject({
    isBusy: true,
    current: { taskNo: 'RUNNING' },
    linesPerHour: '60.0',
    casesPerHour: '120.0',
    efficiency: '50.0',
    idleMin: null,
  })
  // Goods of others keep him busy: which, is not told.
  expect(of(boss)).toMatchObject({ isBusy: true, current: null, idleMin: null })
  expect(of(server.one.users.get('clerk') ?? '')).toMatchObject({ isBusy: false, idleMin: 45, linesPerHour: null })
  expect((await look(world.admin.dc)).people.find((p) => p.userId === boss)?.current).toMatchObject({ taskNo: 'HIS' })
})

test('lines picked by area and hour, without what was taken back and without those of other owners', async () => {
  const tell = async (client: Client) => (await look(client)).heat.map((h) => [h.pickAreaId, h.hour, h.lines])
  expect(await tell(world.limited.dc)).toEqual([[own('wms.pickArea'), 8, 2]])
  expect(await tell(world.admin.dc)).toEqual([
    [own('wms.pickArea'), 8, 2],
    [own('wms.pickArea'), 9, 1],
  ])
})

test('the late come first, then the urgent; what waits for other work is not handed out', async () => {
  const tell = async (client: Client) => (await look(client)).tasks.map((t) => [t.taskNo, t.isLate])
  expect(await tell(world.limited.dc)).toEqual([
    ['READY', true],
    ['RUNNING', false],
  ])
  expect(await tell(world.admin.dc)).toEqual([
    ['READY', true],
    ['RUNNING', false],
    ['HIS', false],
  ])
})

test('another centre and another tenant have boards of their own', async () => {
  const none = { types: [], people: [], heat: [], tasks: [] }
  expect(await look(await server.as('admin', 'DC02'))).toMatchObject(none)
  expect(await look(await server.as('admin', 'DC01', 'two'))).toMatchObject(none)
})

test('what is done is not looked at, however much of it there is', async () => {
  const done = 5_000
  await server.db.owner.query(`
    insert into wms_task (tenant_id, org_id, id, task_no, task_type, queue, state)
    select tenant_id, org_id, n, 'D' || n, 'PICK', 'PICK', 'DONE' from wms_task, generate_series(1, ${done}) n where task_no = 'READY';
    analyze wms_task`)
  await server.inside('DC01', async (ctx) => {
    const read = async () =>
      Number(
        (
          await ctx.tx.one<{ n: string }>(sql`
            select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables where relname = 'wms_task'`)
        ).n,
      )
    await taskView(ctx)
    expect(await read()).toBeLessThan(done / 10)
  })
})

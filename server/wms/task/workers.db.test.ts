import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { pickTask } from '@lading/contract/wms/pickCalls.ts'
import { task } from '@lading/contract/wms/task.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../testing/yard.ts'
import { createTasks } from './create.ts'
import { workersOf } from './workers.ts'

let server: TestServer
let clerk: Client
let taskId = ''
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    const built = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE' },
      products: [
        { code: 'X', qpc: '12' },
        { code: 'Y', qpc: '4' },
      ],
    })
    const line = (code: string, qty: string) => ({
      ownerId: built.owners.get('O1') ?? '',
      productId: built.products.get(code)?.id ?? '',
      qpcId: built.products.get(code)?.qpcId ?? '',
      fromBinId: built.bins.get('S-01') ?? '',
      planQty: parseQty(qty),
    })
    const dueAt = new Date(ctx.now().getTime() - 60_000)
    const [made] = await createTasks(ctx, [
      { taskType: 'PICK', ownerId: built.owners.get('O1') ?? '', dueAt, lines: [line('X', '18'), line('Y', '6')] },
      { taskType: 'PICK', lines: [line('X', '1')] },
    ])
    taskId = made?.id ?? ''
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const list = async (filter: object) =>
  (await clerk.call<{ records: Record<string, unknown>[] }>(crudCalls(task).query, { filter } as never)).records

test('a task tells its area, its cases and whether it is late', async () => {
  const [row] = await list({ id: [taskId] })
  expect(row).toMatchObject({ zone: 'SYS', planCases: '2+8', doneCases: '0', minutes: null, overdue: true })
})

test('a task names the goods and the bin that come next', async () => {
  const [row] = await list({ id: [taskId] })
  expect(row).toMatchObject({ goods: expect.stringMatching(/^X /), bin: 'S-01' })
})

test.each([
  [{ overdue: true }, 1],
  [{ overdue: false }, 1],
  [{ zone: 'SY' }, 2],
  [{ zone: 'X' }, 0],
])('tasks by %j', async (filter, n) => expect(await list(filter)).toHaveLength(n))

test('who may do tasks is listed with what he has in hand', async () => {
  const before = (await clerk.call(work.listWorkers, {})).workers
  expect(before.map((w) => w.openTasks)).toEqual(before.map(() => 0))
  await clerk.call(work.takeTask, { id: taskId })
  const [first, ...others] = (await clerk.call(work.listWorkers, {})).workers
  expect(first).toMatchObject({
    username: 'clerk',
    openTasks: 1,
    current: { id: taskId, taskType: 'PICK' },
    linesToday: 0,
  })
  expect(others.map((w) => w.openTasks)).toEqual(others.map(() => 0))
})

test('the busy ones come first, then who did most today, then by name', async () => {
  const people = await server.inside('DC01', async (ctx) => {
    const roles = await ctx.tx.query<{ roleId: string }>(sql`
      select distinct role_id from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${clerk.userId}`)
    const ids = new Map(['w-idle', 'w-diligent', 'w-busy', 'w-busier'].map((name) => [name, ctx.newId()]))
    for (const [username, id] of ids) {
      const { tenantId } = ctx
      await bulkInsert(ctx.tx, 'sys_user', [{ tenantId, id, username, realName: username, orgId: ctx.org.id }])
      await bulkInsert(
        ctx.tx,
        'sys_user_role',
        roles.map(({ roleId }) => ({ tenantId, id: ctx.newId(), userId: id, roleId })),
      )
    }
    const made = await createTasks(
      ctx,
      [1, 2, 3].map(() => ({ taskType: 'PICK', lines: [] }) as const),
    )
    const give = (i: number, name: string) =>
      ctx.tx.run(
        sql`update wms_task set state = 'ASSIGNED', assignee_id = ${ids.get(name)} where tenant_id = ${ctx.tenantId} and id = ${made[i]?.id}`,
      )
    await give(0, 'w-busy')
    await give(1, 'w-busier')
    await give(2, 'w-busier')
    await bulkInsert(ctx.tx, 'wms_task_log', [
      {
        tenantId: ctx.tenantId,
        orgId: ctx.org.id,
        id: ctx.newId(),
        createdBy: ids.get('w-diligent'),
        taskId: made[0]?.id,
        action: 'confirm',
      },
    ])
    return (await workersOf(ctx)).workers.filter((w) => ids.has(w.username))
  })
  expect(people.map((w) => [w.username, w.openTasks, w.linesToday])).toEqual([
    ['w-busier', 2, 0],
    ['w-busy', 1, 0],
    ['w-diligent', 0, 1],
    ['w-idle', 0, 0],
  ])
})

test('another tenant sees nothing of it', async () => {
  const other = await server.as('admin', 'DC01', 'two')
  const { workers } = await other.call(work.listWorkers, {})
  expect(workers.map((w) => [w.openTasks, w.current])).toEqual(workers.map(() => [0, null]))
})

test('a clerk of another owner counts no tasks, and learns of no goods', async () => {
  expect((await clerk.call(work.countTasks, {})).counts).not.toEqual([])
  await server.inside('DC01', async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_owner', [{ tenantId: ctx.tenantId, id, code: 'O9', name: 'o9' }])
    const [row] = await ctx.tx.query<{ id: string }>(
      sql`select id from sys_user where tenant_id = ${ctx.tenantId} and username = 'viewer'`,
    )
    await bulkInsert(ctx.tx, 'sys_user_owner', [
      { tenantId: ctx.tenantId, id: ctx.newId(), userId: row?.id, ownerId: id },
    ])
  })
  const viewer = await server.as('viewer', 'DC01')
  expect((await viewer.call(work.countTasks, {})).counts).toEqual([])
  expect((await viewer.call<{ records: unknown[] }>(crudCalls(task).query, { filter: {} } as never)).records).toEqual(
    [],
  )
})

test('a pick tells how far one walks for it, once all of its bins have a place on the plan', async () => {
  const walk = (id: string) =>
    clerk
      .call<{ records: { walkM: number | null; totes: string | null }[] }>(crudCalls(pickTask).query, {
        filter: { id: [id] },
      } as never)
      .then(({ records }) => records[0])
  const place = (code: string, x: string | null, y: string | null) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.run(sql`update wms_bin set x = ${x}, y = ${y} where tenant_id = ${ctx.tenantId} and code = ${code}`),
    )
  const id = await server.inside('DC01', async (ctx) => {
    const bins = await ctx.tx.query<{ id: string }>(sql`
      select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code in ('S-01', 'S-02') order by code`)
    const [near, far] = bins.map((b) => b.id)
    const [made] = await createTasks(ctx, [
      {
        taskType: 'PICK',
        lines: [
          { fromBinId: near ?? null, planQty: parseQty('1'), seq: 3 },
          { fromBinId: far ?? null, planQty: parseQty('1'), seq: 2 },
          { fromBinId: near ?? null, planQty: parseQty('1'), seq: 1 },
        ],
      },
    ])
    return made?.id ?? ''
  })
  expect(await walk(id)).toMatchObject({ walkM: null })
  await place('S-01', '3', '2')
  expect(await walk(id)).toMatchObject({ walkM: null })
  await place('S-02', '-3.5', '10.5')
  // There and back, 6.5 m across and 8.5 m along each time.
  expect(await walk(id)).toMatchObject({ walkM: 30, totes: null })
})

test('who did how much today is asked of the day, not of everything that was ever logged', async () => {
  const { tenantId, orgs } = server.one
  await server.db.owner.query(`
    insert into wms_task_log (tenant_id, org_id, id, created_at, task_id, action)
    select ${tenantId}, ${orgs.get('DC01')?.id}, n, '2025-01-01', 1, 'confirm' from generate_series(1, 5000) n;
    analyze wms_task_log`)
  const read = await server.inside('DC01', async (ctx) => {
    await workersOf(ctx)
    const { n } = await ctx.tx.one<{ n: string }>(sql`
      select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables where relname = 'wms_task_log'`)
    return Number(n)
  })
  expect(read).toBeLessThan(1000)
})

import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Kernel } from '../../kernel/ctx.ts'
import { sendMessage } from '../../sys/message/messages.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createJobs, type JobHandlers, nextRun } from './jobs.ts'
import { upkeepJobs } from './upkeep.ts'

let server: TestServer
let at = Date.UTC(2026, 10, 20, 0, 0)
const minute = 60_000
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(() => server.close())
beforeEach(async () => {
  at = Date.UTC(2026, 10, 20, 0, 0)
  await server.db.owner.query('delete from sys_job_run; delete from sys_job')
})

const tenant = async () => [server.one.tenantId]
const runs = async () =>
  (await server.db.owner.query('select planned, status, message from sys_job_run order by planned')).rows as {
    planned: Date
    status: string
    message: string
  }[]
/** A second process on the same database. */
const another = (): Kernel => ({ ...server.kernel })

test('T66 two processes and one schedule: each planned time is run once', async () => {
  const ran: string[] = []
  const handlers: JobHandlers = {
    five: {
      cron: '*/5 * * * *',
      run: async (ctx) => {
        ran.push(ctx.now().toISOString())
        return 'done'
      },
    },
  }
  const processes = [server.kernel, another(), another()].map((kernel) => createJobs(kernel, handlers, tenant))
  for (let i = 0; i < 31; i++) {
    await Promise.all(processes.map((p) => p.tick()))
    at += minute
  }
  expect(ran).toHaveLength(6)
  const recorded = await runs()
  expect(recorded.map((r) => r.status)).toEqual(Array(6).fill('DONE'))
  expect(new Set(recorded.map((r) => r.planned.getTime())).size).toBe(6)
})

test('times that were missed are made up for by one run', async () => {
  let ran = 0
  const jobs = createJobs(server.kernel, { hourly: { cron: '0 * * * *', run: async () => String(++ran) } }, tenant)
  await jobs.tick()
  at += 50 * 60 * minute
  await jobs.tick()
  await jobs.tick()
  expect(ran).toBe(1)
  expect((await runs())[0]?.planned.toISOString()).toBe('2026-11-20T01:00:00.000Z')
  at += 60 * minute
  await jobs.tick()
  expect(ran).toBe(2)
})

test('T66 a run whose process died is taken over by one other, under the same planned time', async () => {
  let ran = 0
  const living: JobHandlers = { five: { cron: '*/5 * * * *', run: async () => String(++ran) } }
  await createJobs(server.kernel, living, tenant).tick()
  at += 5 * minute
  // What a process leaves that claimed the run and was killed before it was done.
  await server.inside('G', async (ctx) => {
    const job = await ctx.tx.one<{ id: string; nextTime: Date }>(
      sql`select id, next_time from sys_job where tenant_id = ${ctx.tenantId}`,
    )
    await ctx.tx.run(
      sql`update sys_job set next_time = ${nextRun('*/5 * * * *', ctx.now())} where tenant_id = ${ctx.tenantId} and id = ${job.id}`,
    )
    await ctx.tx.run(sql`
      insert into sys_job_run (tenant_id, id, job_id, planned, started_at, updated_at, status)
      values (${ctx.tenantId}, ${ctx.newId()}, ${job.id}, ${job.nextTime}, ${ctx.now()}, ${ctx.now()}, 'RUNNING')`)
  })
  const others = [another(), another()].map((kernel) => createJobs(kernel, living, tenant))
  at += 30_000
  await Promise.all(others.map((p) => p.tick()))
  expect(ran).toBe(0)
  at += 15_000
  await Promise.all(others.map((p) => p.tick()))
  expect(ran).toBe(1)
  expect(await runs()).toMatchObject([{ status: 'DONE', message: '1' }])
})

test('a job of the centres runs in each, and one that fails does not hold the others', async () => {
  const handlers: JobHandlers = {
    each: {
      cron: '*/5 * * * *',
      perDc: true,
      run: async (ctx) => {
        await ctx.tx.run(
          sql`update sys_org set note = 'was here' where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`,
        )
        if (ctx.org.code === 'DC01') throw new Error('broken')
        return 'well'
      },
    },
  }
  const jobs = createJobs(server.kernel, handlers, tenant)
  await jobs.tick()
  at += 5 * minute
  await jobs.tick()
  expect(await runs()).toMatchObject([{ status: 'FAILED', message: 'DC01: broken\nDC02: well' }])
  const { rows } = await server.db.owner.query(`select code from sys_org where note = 'was here'`)
  expect(rows).toEqual([{ code: 'DC02' }])
})

test('the upkeep removes what is out of date and nothing else', async () => {
  const admin = await server.as('admin')
  at += 20 * 60 * minute
  const fresh = await server.as('admin')
  const count = async (table: string) =>
    Number((await server.db.owner.query(`select count(*) as n from ${table}`)).rows[0].n)
  const before = await count('sys_session')
  const jobs = createJobs(server.kernel, upkeepJobs, tenant)
  const tell = () =>
    server.inside('G', (ctx) => sendMessage(ctx, [admin.userId], 'PASSWORD_RESET', { args: { by: 'test' } }))
  await tell()
  await jobs.tick()
  at += 31 * 86_400_000
  await tell()
  await jobs.tick()
  const done = (await runs()).map((r) => r.status)
  expect(done.length).toBeGreaterThanOrEqual(4)
  expect(new Set(done)).toEqual(new Set(['DONE']))
  expect(await count('sys_message')).toBe(2)
  at += 60 * 86_400_000
  await jobs.tick()
  expect(await count('sys_message')).toBe(1)
  expect(before).toBeGreaterThanOrEqual(2)
  expect(await count('sys_session')).toBe(0)
  expect([admin.token, fresh.token].every(Boolean)).toBe(true)
})

test('schedules are kept in the zone of the warehouses', () => {
  expect(nextRun('30 2 * * *', new Date('2026-11-20T00:00:00Z')).toISOString()).toBe('2026-11-20T18:30:00.000Z')
})

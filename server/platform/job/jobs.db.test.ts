import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { asOwner } from '../../kernel/database.ts'
import { writeOutbox } from '../../kernel/outbox.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { sendMessage } from '../../sys/message/messages.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createJobs } from './jobs.ts'
import type { JobHandlers, Steps } from './run.ts'
import { nextRun } from './schedule.ts'
import { upkeepJobs } from './upkeep.ts'

let server: TestServer
let at = Date.UTC(2026, 10, 20, 0, 0)
const minute = 60_000
const title = ['任务', 'A job'] as const
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(() => server.close())
beforeEach(async () => {
  at = Date.UTC(2026, 10, 20, 0, 0)
  await server.db.owner.query('delete from sys_job_run; delete from sys_job; delete from sys_due')
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
      title,
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
  const jobs = createJobs(
    server.kernel,
    { hourly: { title, cron: '0 * * * *', run: async () => String(++ran) } },
    tenant,
  )
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
  const living: JobHandlers = { five: { title, cron: '*/5 * * * *', run: async () => String(++ran) } }
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
    await ctx.tx.run(sql`update sys_due set claim = 1, due_at = ${new Date(at + 40_000)} where kind = 'job'`)
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

test('a run that takes long keeps its claim, and one that waits its turn is run once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const ran: string[] = []
  const handlers: JobHandlers = {
    long: {
      title,
      cron: '4 * * * *',
      steps: async () => {
        ran.push('long')
        for (let i = 0; i < 6; i++) {
          at += 10_000
          await vi.advanceTimersByTimeAsync(10_000)
          const heard = 'select due_at from sys_due where claim is not null'
          await expect
            .poll(async () => (await server.db.owner.query(heard)).rows[0].due_at.getTime())
            .toBeGreaterThan(at + 30_000)
        }
        await processes[1]?.tick()
        return 'done'
      },
    },
    waiting: {
      title,
      cron: '5 * * * *',
      run: async () => {
        ran.push('waiting')
        return 'done'
      },
    },
  }
  const processes = [server.kernel, another()].map((kernel) => createJobs(kernel, handlers, tenant))
  await processes[0]?.tick()
  at += 6 * minute
  await processes[0]?.tick()
  vi.useRealTimers()
  expect(ran).toEqual(['long', 'waiting'])
  expect((await runs()).map((r) => r.status)).toEqual(['DONE', 'DONE'])
})

test('a run whose process ends between two steps is done by another, from the beginning', async () => {
  const ran: number[] = []
  const handlers: JobHandlers = {
    steps: {
      title,
      cron: '*/5 * * * *',
      steps: async (by) => {
        for (let i = 0; i < 3; i++) {
          await by.perform(async () => void ran.push(i))
          if (ran.length === 2) ending = first.stop()
        }
        return 'done'
      },
    },
  }
  let ending: Promise<void> | undefined
  const first = createJobs(server.kernel, handlers, tenant)
  await first.tick()
  at += 5 * minute
  await first.tick()
  await ending
  expect(await runs()).toMatchObject([{ status: 'RUNNING' }])
  // At once: who ended has said so.
  await createJobs(another(), handlers, tenant).tick()
  expect(ran).toEqual([0, 1, 0, 1, 2])
  expect(await runs()).toMatchObject([{ status: 'DONE', message: 'done' }])
})

test('a job of the centres is one for each, and one that fails does not hold the others', async () => {
  const handlers: JobHandlers = {
    each: {
      title,
      cron: '*/5 * * * *',
      worksAt: ['DC'],
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
  const told = (await runs()).map(({ status, message }) => `${status} ${message}`)
  expect(told.sort()).toEqual(['DONE well', 'FAILED broken'])
  const { rows } = await server.db.owner.query(`select code from sys_org where note = 'was here'`)
  expect(rows).toEqual([{ code: 'DC02' }])
})

const upkeep = upkeepJobs(async () => 90)
test('the upkeep removes what is out of date and nothing else', async () => {
  const admin = await server.as('admin')
  at += 20 * 60 * minute
  const fresh = await server.as('admin')
  const count = async (table: string) =>
    Number((await server.db.owner.query(`select count(*) as n from ${table}`)).rows[0].n)
  // What jobs of other tests have to tell comes whenever the outbox does.
  const told = "sys_message where key = 'PASSWORD_RESET'"
  const before = await count('sys_session')
  const jobs = createJobs(server.kernel, upkeep, tenant)
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
  expect(await count(told)).toBe(2)
  at += 60 * 86_400_000
  await jobs.tick()
  expect(await count(told)).toBe(1)
  expect(before).toBeGreaterThanOrEqual(2)
  expect(await count('sys_session')).toBe(0)
  expect([admin.token, fresh.token].every(Boolean)).toBe(true)
})

test('request keys are removed in steps, however many there are', async () => {
  const add = (many: number, days: number) =>
    server.inside('G', (ctx) =>
      bulkInsert(
        ctx.tx,
        'sys_idempotency',
        Array.from({ length: many }, (_, i) => ({
          tenantId: ctx.tenantId,
          id: ctx.newId(),
          userId: '1',
          route: `/many/${days}`,
          key: String(i),
          requestHash: '',
          createdAt: new Date(at - days * 86_400_000),
        })),
      ),
    )
  await add(4500, 8)
  await add(10, 6)
  let steps = 0
  const perform: Steps['perform'] = (work) => {
    steps += 1
    return server.inside('G', work)
  }
  const said = await upkeep.idempotencyCleaning.steps({
    perform,
    tell: () => undefined,
    params: {},
    asOwner: (one) => asOwner(server.db, one),
  })
  expect(Number(said.split(' ')[0])).toBeGreaterThanOrEqual(4500)
  expect(steps).toBeGreaterThanOrEqual(3)
  const left = await server.db.owner.query(`select count(*)::int as n from sys_idempotency where route like '/many/%'`)
  expect(left.rows).toEqual([{ n: 10 }])
})

test('what a crash left in the outbox without a word to anybody is due again', async () => {
  await server.relay.stop()
  await server.db.owner.query(`delete from sys_outbox; delete from sys_due`)
  await server.inside('DC01', (ctx) => writeOutbox(ctx, [{ topic: 'told', key: 'forgotten' }]))
  const jobs = createJobs(server.kernel, { sweep: upkeep.outboxSweep }, tenant)
  await jobs.tick()
  at += 4 * 60 * minute
  await jobs.tick()
  expect((await runs()).map((r) => r.status)).toEqual(['DONE'])
  const due = await server.db.owner.query(`select tenant, due_at from sys_due where kind = 'outbox'`)
  expect(due.rows).toEqual([{ tenant: server.one.tenantId, due_at: new Date(at) }])
})

test('schedules are kept in the zone of the warehouses', () => {
  expect(nextRun('30 2 * * *', new Date('2026-11-20T00:00:00Z')).toISOString()).toBe('2026-11-20T18:30:00.000Z')
})

/** All that has one planned time, by the job's organisation. */
const planned = async () =>
  (
    await server.db.owner.query(
      `select o.code, r.planned, r.status, r.trigger, r.attempt from sys_job_run r join sys_job j on j.tenant_id = r.tenant_id and j.id = r.job_id
       left join sys_org o on o.tenant_id = j.tenant_id and o.id = j.org_id order by r.id`,
    )
  ).rows as { code: string | null; planned: Date; status: string; trigger: string; attempt: number }[]

test('T65 each centre by its own clocks, also when they change', async () => {
  await server.db.owner.query(
    `update sys_org set time_zone = 'Europe/Berlin' where code = 'DC02' and tenant_id = ${server.one.tenantId}`,
  )
  at = Date.UTC(2026, 9, 24, 6, 0)
  const ran: string[] = []
  const handlers: JobHandlers = {
    nightly: {
      title,
      cron: '30 2 * * *',
      worksAt: ['DC'],
      run: async (ctx) => {
        ran.push(`${ctx.org.code} ${ctx.now().toISOString()}`)
        return undefined
      },
    },
  }
  const jobs = createJobs(server.kernel, handlers, tenant)
  for (let i = 0; i < 48; i++) {
    await jobs.tick()
    at += 30 * minute
  }
  for (let i = 0; i < 48; i++) {
    await jobs.tick()
    at += 30 * minute
  }
  // In the night to the 25th of October half past two comes twice in Berlin; it is taken once.
  expect(ran.filter((r) => r.startsWith('DC02'))).toEqual([
    'DC02 2026-10-25T00:30:00.000Z',
    'DC02 2026-10-26T01:30:00.000Z',
  ])
  expect(ran.filter((r) => r.startsWith('DC01'))).toEqual([
    'DC01 2026-10-24T18:30:00.000Z',
    'DC01 2026-10-25T18:30:00.000Z',
  ])
  await server.db.owner.query(`update sys_org set time_zone = 'Asia/Shanghai' where code = 'DC02'`)
})

test('a job that skips what it missed does so, and runs when it comes again', async () => {
  let ran = 0
  const handlers: JobHandlers = { hourly: { title, cron: '0 * * * *', run: async () => String(++ran) } }
  const jobs = createJobs(server.kernel, handlers, tenant)
  await jobs.tick()
  await server.db.owner.query(`update sys_job set misfire = 'SKIP'`)
  at += 50 * 60 * minute + 20 * minute
  await jobs.tick()
  expect(ran).toBe(0)
  at += 40 * minute
  await jobs.tick()
  expect(ran).toBe(1)
  expect((await planned()).map(({ status }) => status)).toEqual(['SKIPPED', 'DONE'])
})

test('a run over its time ends with the step that it is in, which is undone, and is tried again as the job says', async () => {
  const handlers: JobHandlers = {
    slow: {
      title,
      cron: '0 * * * *',
      steps: async (by) => {
        for (let i = 0; i < 10; i++)
          await by.perform(async (ctx) => {
            at += minute
            await ctx.tx.run(
              sql`update sys_org set note = ${`step ${i}`} where tenant_id = ${ctx.tenantId} and code = 'G'`,
            )
          })
        return 'done'
      },
    },
  }
  const jobs = createJobs(server.kernel, handlers, tenant)
  await jobs.tick()
  await server.db.owner.query(`update sys_job set timeout_minutes = 3, retry_max = 1, retry_minutes = 5`)
  at += 60 * minute
  await jobs.tick()
  const note = await server.db.owner.query(`select note from sys_org where code = 'G' and note is not null`)
  expect(note.rows).toEqual([{ note: 'step 2' }])
  expect((await planned()).map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(['TIMEOUT 1', 'WAITING 2'])
  at += 5 * minute
  await jobs.tick()
  expect((await planned()).map(({ status, trigger }) => `${status} ${trigger}`)).toEqual([
    'TIMEOUT CRON',
    'TIMEOUT RETRY',
  ])
})

test('what fails is told to who looks after jobs, and each line of its log is kept', async () => {
  const handlers: JobHandlers = {
    breaks: {
      title,
      cron: '0 * * * *',
      steps: async (by) => {
        await by.perform(async () => by.tell('first'))
        by.tell('second')
        throw new Error('no paper')
      },
    },
  }
  const jobs = createJobs(server.kernel, handlers, tenant)
  await jobs.tick()
  at += 60 * minute
  await jobs.tick()
  const { rows } = await server.db.owner.query(`select text from sys_job_line order by id`)
  expect(rows.map((r) => r.text).slice(1)).toEqual(['first', 'second', 'FAILED no paper'])
  const told = await server.db.owner.query(
    `select payload->>'kind' as kind, payload->'args'->>'message' as message from sys_outbox where topic = 'message' and payload->'args'->>'message' = 'no paper'`,
  )
  expect(told.rows).toEqual([{ kind: 'JOB_FAILED', message: 'no paper' }])
})

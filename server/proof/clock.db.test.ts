import { setTimeout as sleep } from 'node:timers/promises'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { auditCalls } from '@lading/contract/sys/auditLog.ts'
import { job } from '@lading/contract/sys/job.ts'
import { getLoginUser } from '@lading/contract/sys/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../kernel/database.ts'
import { migrate } from '../kernel/migrate.ts'
import { clientOf, type LoggedIn, logInAt } from '../testing/client.ts'
import { type Clocked, type ClockedServer, clockedServers } from '../testing/clocked.ts'
import { emptyPostgres, testSecret } from '../testing/database.ts'
import { openTestServer, password, type TestServer } from '../testing/server.ts'

/**
 * T64: the clock of all processes runs 36 hours ahead for a while, and is set right; one of them begins anew then. In the
 * end it runs twice as fast as time does, over the turn of an hour.
 */
const onPostgres = process.env.LADING_TEST_DB === 'postgres'
const hour = 3_600_000
const begin = Date.UTC(2026, 10, 20, 0, 30)
let clock: Clocked
let server: TestServer
let drop: () => Promise<void>
let a: ClockedServer
let b: ClockedServer

beforeAll(async () => {
  if (!onPostgres) return
  const made = await emptyPostgres()
  drop = made.drop
  clock = clockedServers(made.url, new Date(begin))
  const db = openPostgres({ url: made.url, secret: testSecret })
  await migrate(db, testSecret)
  server = await openTestServer({ db, now: clock.now })
  a = await clock.start()
  b = await clock.start()
})
afterAll(async () => {
  if (!onPostgres) return
  await clock.close()
  await server.close()
  await drop()
})

const enter = (at: ClockedServer): Promise<LoggedIn> =>
  logInAt(at, { tenant: 'one', username: 'admin', password, workingOrgId: server.one.orgs.get('G')?.id })
const moveTo = async (hours: number): Promise<void> => {
  await clock.moveTo(new Date(begin + hours * hour))
  await Promise.all([a.tick(), b.tick()])
}
const tokenOf = async (who: LoggedIn): Promise<number> =>
  (await clientOf(a, 'one', who.token, who.signKey).envelope(getLoginUser)).code
/** How often the hourly job was begun for that moment. */
const runsAt = async (planned: Date): Promise<number> => {
  const { rows } = await server.db.owner.query<{ n: number }>(
    `select count(*)::int as n from sys_job_run r join sys_job j on j.tenant_id = r.tenant_id and j.id = r.job_id
     where j.handler = 'auditSealing' and r.trigger = 'CRON' and r.planned = $1`,
    [planned],
  )
  return rows[0]?.n ?? 0
}
let made = 0
const write = async (who: LoggedIn): Promise<void> => {
  made += 1
  await who.call(crudCalls(owner).create, { code: `T64-${made}`, name: `T64 ${made}` })
}

test.runIf(onPostgres)(
  'T64 nothing is done twice, lasts less than nothing, or looks forged when the clock is set back',
  async () => {
    const before = await enter(a)
    await Promise.all([a.tick(), b.tick()])
    const { records } = await before.call<{ records: { id: string; version: number; handler: string }[] }>(
      crudCalls(job).query,
      { filter: {}, pageSize: 200 },
    )
    const hourly = records.find((one) => one.handler === 'auditSealing')
    await before.call(crudCalls(job).update, { id: hourly?.id, version: hourly?.version, cron: '0 * * * *' })
    for (const hours of [1, 2]) await moveTo(hours)
    await write(await enter(a))
    for (const hours of [38, 39]) await moveTo(hours)
    // By the server's clock alone: what he has is over, whatever his own clock says.
    expect(await tokenOf(before)).toBe(40101)
    const ahead = await enter(b)
    await write(ahead)
    await moveTo(40)
    for (const hours of [3, 4]) await moveTo(hours)
    // It was given by a clock that was ahead, and is one that the server has given.
    expect(await tokenOf(ahead)).toBe(0)
    await b.close()
    b = await clock.start()
    await write(await enter(b))
    await write(await enter(a))
    for (const hours of [5, 38, 39, 40, 41, 42]) await moveTo(hours)
    const turn = begin + 42.5 * hour
    await clock.moveTo(new Date(turn - 6_000), 2)
    while (clock.now().getTime() < turn + 2_000) {
      await Promise.all([a.tick(), b.tick()])
      await sleep(100)
    }
    await clock.moveTo(clock.now())
    expect(await runsAt(new Date(turn))).toBe(1)
    expect(await tokenOf(await enter(a))).toBe(0)

    const { rows: twice } = await server.db.owner.query(
      `select job_id, planned, count(*) from sys_job_run where trigger = 'CRON' group by job_id, planned having count(*) > 1`,
    )
    expect(twice).toEqual([])
    const { rows: runs } = await server.db.owner.query<{ status: string; n: number }>(
      `select status, count(*)::int as n from sys_job_run group by status order by status`,
    )
    expect(runs.map((r) => r.status)).toEqual(['DONE'])
    expect(runs[0]?.n).toBeGreaterThan(5)
    const keeper = await enter(a)
    const jobs = await keeper.call<{ records: { averageMs: number | null }[] }>(crudCalls(job).query, {
      filter: {},
      pageSize: 200,
    })
    expect(jobs.records.filter((one) => (one.averageMs ?? 0) < 0)).toEqual([])
    // Whoever began after the clock was set right writes behind what was sealed before.
    expect(await keeper.call(auditCalls.verifyChain, {})).toMatchObject({ ok: true })
    const { rows: order } = await server.db.owner.query<{ code: string }>(
      `select subject_no as code from sys_audit_log where subject_no like 'T64-%' and action = 'create' order by id`,
    )
    expect(order.map((o) => o.code)).toEqual(['T64-1', 'T64-2', 'T64-3', 'T64-4'])
  },
)

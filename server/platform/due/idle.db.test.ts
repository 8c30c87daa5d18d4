import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../testing/full.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { watchStatements } from '../../testing/watched.ts'
import { createJobs } from '../job/jobs.ts'
import { startRelay } from '../outbox/relay.ts'

/** What grows with the number of tenants shows with a few dozen of them. */
const many = isFull ? 1_000 : 40

let server: TestServer
let at = Date.UTC(2026, 10, 20)
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(() => server.close())

/** @returns how many statements were sent by either pool so far */
function countStatements(): () => number {
  let sent = 0
  watchStatements([server.db.pool, server.db.owner], (one) => {
    sent += 1
    return one
  })
  return () => sent
}

test('a process that has nothing to do asks as much with many tenants as with two', async () => {
  await server.relay.stop()
  const statements = countStatements()
  const all = () => server.tenants.all()
  const nightly = { title: ['每晚', 'Nightly'] as const, cron: '30 2 * * *', run: async () => undefined }
  const [jobs, relay] = [createJobs(server.kernel, { nightly }, all), startRelay(server.kernel, {}, all)]
  /** Two minutes of both: what comes once a minute comes as often each time. */
  const idle = async (): Promise<number> => {
    server.tenants.forget()
    const before = statements()
    for (let i = 0; i < 8; i++) {
      at += 15_000
      await jobs.tick()
      await relay.tick()
    }
    return statements() - before
  }
  /** Once everybody is planned, and the planner knows the sizes of what that has filled. */
  const settled = async (): Promise<number> => {
    for (let last = -1; ; ) {
      const cost = await idle()
      if (cost === last) return cost
      last = cost
    }
  }
  const withTwo = await settled()
  await server.db.owner.query(
    `insert into sys_tenant (id, code, name) select n, 'many' || n, 'Many' from generate_series(1, ${many}) n`,
  )
  expect(await idle()).toBeGreaterThan(many)
  expect(await settled()).toBe(withTwo)
  const planned = await server.db.owner.query(`select count(*)::int as n from sys_due where kind = 'job'`)
  expect(planned.rows).toEqual([{ n: many + 2 }])
  await relay.stop()
})

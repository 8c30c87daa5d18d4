import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { login } from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isFull } from '../testing/full.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { transaction } from './database.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

// Eight seconds of waiting. The embedded database has one connection, and nobody was ever sent away from it.
test.runIf(isFull)('whoever waits for a connection longer than a pool would let him gets it', async () => {
  const one = () =>
    transaction(server.db, server.one.tenantId, (tx) => tx.query(sql`select pg_sleep(2)`), { read: true })
  const asked = Array.from({ length: 16 * 4 }, one)
  expect((await Promise.allSettled(asked)).filter((a) => a.status === 'rejected')).toEqual([])
})

// The embedded database has one connection for all.
test.runIf(process.env.LADING_TEST_DB === 'postgres')('however many write, whoever reads is answered', async () => {
  const held = Promise.withResolvers<void>()
  let now = 0
  const writing = Array.from({ length: 40 }, () =>
    transaction(server.db, server.one.tenantId, async (tx) => {
      await tx.query(sql`select 1`)
      now += 1
      await held.promise
    }),
  )
  try {
    await expect.poll(() => now).toBeGreaterThanOrEqual(4)
    const read = transaction(server.db, server.one.tenantId, (tx) => tx.query(sql`select 1 as n`), { read: true })
    expect(await read).toEqual([{ n: 1 }])
    // Those behind them have their turn later.
    expect(now).toBeLessThanOrEqual(24)
  } finally {
    held.resolve()
  }
  await Promise.all(writing)
  expect(now).toBe(40)
})

test('who is sent away hears in how many seconds to try again', async () => {
  const busy = vi.spyOn(server.db.turns.write, 'take').mockRejectedValue(new Fault(faults.overloaded, { seconds: 7 }))
  const answer = await server.app.inject({
    method: 'POST',
    url: login.path,
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    payload: JSON.stringify({ tenant: 'one', username: 'admin', password: 'x' }),
  })
  busy.mockRestore()
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '7'])
  expect(answer.json()).toMatchObject({ code: 50301, message: 'The system is busy: try again in 7 seconds' })
})

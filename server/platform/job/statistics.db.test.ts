import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { asOwner } from '../../kernel/database.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { refreshStatistics } from './statistics.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** What the planner takes the table to hold; -1 while nobody ever looked. */
const known = (): Promise<number> =>
  asOwner(server.db, (tx) =>
    tx.one<{ n: number }>(sql`select reltuples as n from pg_class where relname = 'wms_store'`),
  ).then((r) => Number(r.n))

test('the planner learns of a table that has grown', async () => {
  await server.inside('DC01', (ctx) =>
    bulkInsert(
      ctx.tx,
      'wms_store',
      Array.from({ length: 1000 }, (_, i) => ({
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        code: `S${i}`,
        name: `S${i}`,
      })),
    ),
  )
  // What was changed is counted a moment after the commit.
  await vi.waitFor(
    async () => {
      await refreshStatistics(server.db)
      expect(await known()).toBe(1000)
    },
    { timeout: 20_000, interval: 300 },
  )
})

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

const addStores = (prefix: string, count: number): Promise<number> =>
  server.inside('DC01', (ctx) =>
    bulkInsert(
      ctx.tx,
      'wms_store',
      Array.from({ length: count }, (_, i) => ({
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        code: `${prefix}${i}`,
        name: `${prefix}${i}`,
      })),
    ),
  )

test('the planner learns in time of a table that grows little by little', async () => {
  await addStores('A', 400)
  // What was changed is counted a moment after the commit.
  await vi.waitFor(
    async () => {
      await refreshStatistics(server.db)
      expect(await known()).toBe(400)
    },
    { timeout: 20_000, interval: 300 },
  )
})

test('the planner knows what an import brought as soon as it is answered', async () => {
  await addStores('B', 1000)
  expect(await known()).toBe(1400)
  // It knows of more than these, so the table is left to the upkeep.
  await addStores('C', 600)
  expect(await known()).toBe(1400)
})

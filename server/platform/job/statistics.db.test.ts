import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { asOwner } from '../../kernel/database.ts'
import { counting } from '../../testing/counting.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { refreshStatistics } from './statistics.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ db: counting(await openTestDatabase()) })
})
afterAll(() => server.close())

/** What the planner takes a table to hold; -1 while nobody ever looked. */
const known = (table = 'wms_store'): Promise<number> =>
  asOwner(server.db, (tx) =>
    tx.one<{ n: number }>(sql`select reltuples as n from pg_class where relname = ${table}`),
  ).then((r) => Number(r.n))

const add = (table: string, prefix: string, count: number): Promise<number> =>
  server.inside('DC01', (ctx) =>
    bulkInsert(
      ctx.tx,
      table,
      Array.from({ length: count }, (_, i) => ({
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        code: `${prefix}${i}`,
        name: `${prefix}${i}`,
      })),
    ),
  )

test('the planner learns early of a table that it knows nothing of', async () => {
  await add('wms_vendor', 'A', 60)
  await refreshStatistics(server.db)
  expect(await known('wms_vendor')).toBe(60)
})

test('the planner learns in time of a table that grows little by little', async () => {
  await add('wms_store', 'A', 400)
  await refreshStatistics(server.db)
  expect(await known()).toBe(400)
})

test('the planner knows what an import brought as soon as it is answered', async () => {
  await add('wms_store', 'B', 1000)
  expect(await known()).toBe(1400)
  // It knows of more than these, so the table is left to the upkeep.
  await add('wms_store', 'C', 600)
  expect(await known()).toBe(1400)
})

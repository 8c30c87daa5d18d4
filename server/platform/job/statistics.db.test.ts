import { lot } from '@lading/contract/wms/stock.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { asOwner } from '../../kernel/database.ts'
import { insert } from '../../kernel/insert.ts'
import { counting } from '../../testing/counting.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../../wms/testing/yard.ts'
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

test('the planner knows of the first rows of a table as soon as they are there: each is found by its own key', async () => {
  await server.inside('DC01', async (ctx) => {
    const { owners, products } = await buildYard(ctx, { bins: {}, products: [{ code: 'P1' }] })
    const of = { ownerId: owners.get('O1') ?? '', productId: products.get('P1')?.id ?? '' }
    const lots = Array.from({ length: 60 }, (_, i) => ({ ...of, lotNo: `L${i}`, identity: `L${i}` }))
    await insert(ctx, lot, lots as never)
  })
  const plan = await server.inside('DC01', async ({ tx, tenantId }) => {
    await tx.run(sql`set local enable_seqscan = off`)
    return tx.once<{ 'QUERY PLAN': string }>(
      sql`explain select 1 from wms_lot where tenant_id = ${raw(tenantId)} and id = ${raw(tenantId)} for key share`,
    )
  })
  expect(plan.map(Object.values).join()).toContain('wms_lot_pkey')
})

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

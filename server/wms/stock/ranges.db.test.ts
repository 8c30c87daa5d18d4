import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { everything, isIn, type Range, ranges } from './ranges.ts'

let server: TestServer
let rows: readonly string[]
beforeAll(async () => {
  server = await openTestServer()
  rows = await inside(async (ctx) => {
    await put(ctx, 'S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7')
    const found = await ctx.tx.query<{ id: string }>(
      sql`select id from wms_store where tenant_id = ${ctx.tenantId} order by id`,
    )
    return found.map((r) => r.id)
  })
})
afterAll(() => server.close())
const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', work)
const put = (ctx: Ctx, ...codes: string[]) =>
  bulkInsert(
    ctx.tx,
    'wms_store',
    codes.map((code) => ({ tenantId: ctx.tenantId, id: ctx.newId(), code, name: code })),
  )
const rowsIn = (range: Range) =>
  inside(async (ctx) => {
    const found = await ctx.tx.query<{ id: string }>(
      sql`select id from wms_store where tenant_id = ${ctx.tenantId} and ${isIn('id', range)} order by id`,
    )
    return found.map((r) => r.id)
  })
async function walk(size: number, within?: Range): Promise<Range[]> {
  const found: Range[] = []
  for await (const range of ranges(inside, 'wms_store', size, within)) found.push(range)
  return found
}

test.each([1, 2, 3, 6, 7, 8])('ranges of %d rows hold each row once, and every other id as well', async (size) => {
  const all = await walk(size)
  expect(all[0]?.after).toBe(everything.after)
  expect(all.at(-1)?.upTo).toBe(everything.upTo)
  for (const [i, range] of all.slice(1).entries()) expect(range.after).toBe(all[i]?.upTo)
  const held = await Promise.all(all.map(rowsIn))
  expect(held.flat()).toEqual(rows)
  for (const some of held.slice(0, -1)) expect(some).toHaveLength(size)
  expect(held.at(-1)?.length).toBe(rows.length % size)
})

test('within bounds only what is above the lower and not above the upper one', async () => {
  const within = { after: rows[1] ?? '', upTo: rows[4] ?? '' }
  const all = await walk(2, within)
  expect([all[0]?.after, all.at(-1)?.upTo]).toEqual([within.after, within.upTo])
  expect((await Promise.all(all.map(rowsIn))).flat()).toEqual(rows.slice(2, 5))
})

test('rows that come while one walks are met too', async () => {
  const met: string[] = []
  for await (const range of ranges(inside, 'wms_store', 3)) {
    if (met.length === 0) await inside((ctx) => put(ctx, 'S8', 'S9'))
    met.push(...(await rowsIn(range)))
  }
  expect(met).toHaveLength(rows.length + 2)
  expect(met.slice(0, rows.length)).toEqual(rows)
})

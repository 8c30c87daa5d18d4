import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { transaction } from './database.ts'
import type { Tx } from './tx.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
const inside = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  server.inside('DC01', (ctx) => Promise.resolve(ctx.tenantId)).then((t) => transaction(server.kernel.db, t, work))

test('statements that are sent together run in the order in which they were sent', async () => {
  const seen = await inside(async (tx) => {
    await tx.run(sql`create temporary table steps (n integer, at serial) on commit drop`)
    await Promise.all([1, 2, 3, 4].map((n) => tx.run(sql`insert into steps (n) values (${n})`)))
    return tx.query<{ n: number }>(sql`select n from steps order by at`)
  })
  expect(seen.map((s) => s.n)).toEqual([1, 2, 3, 4])
})

test('when one of them fails the first failure is told and the connection serves on', async () => {
  const wrong = (n: number) =>
    inside((tx) => Promise.all([n, 0, 0].map((d) => tx.query(sql`select 1 / ${d}::integer`))))
  for (let i = 0; i < 20; i++) await expect(wrong(1)).rejects.toMatchObject({ code: '22012' })
  expect(await inside((tx) => tx.one(sql`select 1 as one`))).toEqual({ one: 1 })
})

test('work that outlives its transaction is refused', async () => {
  let late: Promise<unknown> = Promise.resolve()
  await inside(async (tx) => {
    late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => tx.query(sql`select 1`))
    late.catch(() => undefined)
  })
  await expect(late).rejects.toThrow('over')
})

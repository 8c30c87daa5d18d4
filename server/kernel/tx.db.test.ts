import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { bulkInsert } from './bulk.ts'
import { transaction } from './database.ts'
import { given } from './given.ts'
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

test('whoever waits for a later statement first hears why the transaction is over all the same', async () => {
  const wrong = inside(async (tx) => {
    const first = tx.query(sql`select 1 / 0::integer`)
    first.catch(() => undefined)
    await tx.query(sql`select 1`)
    await first
  })
  await expect(wrong).rejects.toMatchObject({ code: '22012' })
})

test('a race that is lost is run again, whichever of its statements heard of it first', async () => {
  let tries = 0
  const result = await inside(async (tx) => {
    tries += 1
    const lost = tries === 1 ? sql`do $$ begin raise exception 'x' using errcode = '40P01'; end $$` : sql`select 1`
    const first = tx.query(lost)
    first.catch(() => undefined)
    const second = await tx.one<{ n: number }>(sql`select 2 as n`)
    await first
    return second.n
  })
  expect([result, tries]).toEqual([2, 2])
})

test('work that outlives its transaction is refused', async () => {
  let late: Promise<unknown> = Promise.resolve()
  await inside(async (tx) => {
    late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => tx.query(sql`select 1`))
    late.catch(() => undefined)
  })
  await expect(late).rejects.toThrow('over')
})

const stored = async (code: string): Promise<number> =>
  (await inside((tx) => tx.query(sql`select 1 from wms_owner where code like ${`${code}%`}`))).length
const owners = async (code: string, n: number): Promise<object[]> => {
  const at = await server.inside('DC01', async (ctx) => ({ tenantId: ctx.tenantId, newId: ctx.newId }))
  return Array.from({ length: n }, (_, i) => ({
    tenantId: at.tenantId,
    id: at.newId(),
    code: `${code}${i}`,
    name: code,
  }))
}

test('what nobody waits for is there after the commit, however much it is', async () => {
  const rows = await owners('LATER', 250)
  await inside(async (tx) => tx.later(bulkInsert(tx, 'wms_owner', rows)))
  expect(await stored('LATER')).toBe(250)
})

test('when it fails the whole transaction does, and the failure is told', async () => {
  const [first, ...others] = await owners('FAIL', 3)
  const twice = inside(async (tx) => {
    await bulkInsert(tx, 'wms_owner', [first ?? {}])
    tx.later(bulkInsert(tx, 'wms_owner', [first ?? {}]))
    tx.later(bulkInsert(tx, 'wms_owner', others))
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(await stored('FAIL')).toBe(0)
  expect(await inside((tx) => tx.one(sql`select 1 as one`))).toEqual({ one: 1 })
})

test('when the work refuses, what it sent before leaves no trace', async () => {
  const rows = await owners('REFUSED', 2)
  const refused = inside(async (tx) => {
    tx.later(bulkInsert(tx, 'wms_owner', rows))
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(await stored('REFUSED')).toBe(0)
})

const named = async (code: string): Promise<string[]> =>
  (
    await inside((tx) =>
      tx.query<{ name: string }>(sql`select name from wms_owner where code like ${`${code}%`} order by code`),
    )
  ).map((o) => o.name)

test('a change says how many rows it touched, and what is sent behind it sees it', async () => {
  const rows = await owners('CHANGE', 3)
  await inside((tx) => bulkInsert(tx, 'wms_owner', rows))
  const counts = await inside((tx) =>
    Promise.all([
      tx.change(sql`update wms_owner set name = 'first' where code like 'CHANGE%'`, 3),
      tx.change(sql`update wms_owner set name = 'second' where name = 'first' and code = 'CHANGE0'`, 1),
    ]),
  )
  expect(counts).toEqual([3, 1])
  expect(await named('CHANGE')).toEqual(['second', 'first', 'first'])
})

test('rows that are given mean the same, one or many', async () => {
  const told = (names: readonly (string | null)[]) =>
    inside((tx) =>
      tx.query(
        sql`select n.name, n.length + 1 as more from ${given('n', names, {
          name: ['text', (n) => n],
          length: ['integer', (n) => n?.length ?? null],
        })}`,
      ),
    )
  expect(await told(['ab'])).toEqual([{ name: 'ab', more: 3 }])
  expect(await told([null])).toEqual([{ name: null, more: null }])
  expect(await told(['ab', null, 'c'])).toEqual([
    { name: 'ab', more: 3 },
    { name: null, more: null },
    { name: 'c', more: 2 },
  ])
})

test('another number of rows than must be there fails the transaction, though nobody waits', async () => {
  const wrong = inside(async (tx) => {
    tx.later(tx.change(sql`update wms_owner set name = 'sixth' where code = 'CHANGE0'`, 2))
  })
  await expect(wrong).rejects.toThrow('1 of 2 rows of wms_owner')
  expect(await named('CHANGE0')).toEqual(['second'])
})

test('where somebody else may have been first, all is done again', async () => {
  let tries = 0
  await inside(async (tx) => {
    tries += 1
    tx.races.add('wms_owner')
    tx.later(tx.change(sql`update wms_owner set name = 'sixth' where code = 'CHANGE0'`, tries === 1 ? 2 : 1))
  })
  expect([tries, await named('CHANGE0')]).toEqual([2, ['sixth']])
})

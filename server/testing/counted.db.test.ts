import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countStatements } from './counted.ts'
import { openTestServer, type TestServer } from './server.ts'

let server: TestServer
const told: string[][] = []
beforeAll(async () => {
  server = await openTestServer()
  await server.relay.stop()
  countStatements(server.db.pool, (texts) => told.push([...texts]))
})
afterAll(() => server.close())

test.runIf(process.env.LADING_TEST_DB === 'postgres')(
  'a transaction that waited in vain for a lock and is done again counts once',
  async () => {
    const holder = await server.db.owner.connect()
    await holder.query('begin; lock table sys_option in access exclusive mode')
    let tries = 0
    await server.inside('DC01', async (ctx) => {
      tries += 1
      if (tries === 2) await holder.query('rollback')
      await ctx.tx.query(sql`select 'before'`)
      await ctx.tx.query(sql`select count(*) from sys_option`)
    })
    holder.release()
    expect(tries).toBe(2)
    expect(told.map((texts) => texts.filter((text) => text.startsWith('select')))).toEqual([
      [`select 'before'`, 'select count(*) from sys_option'],
    ])
  },
)

test('a transaction that fails for good is told of', async () => {
  told.length = 0
  const failed = server.inside('DC01', (ctx) => ctx.tx.query(sql`select 1 / 0`))
  await expect(failed).rejects.toThrow('division by zero')
  expect(told.flat().filter((text) => text.startsWith('select'))).toEqual(['select 1 / 0'])
})

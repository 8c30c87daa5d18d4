import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityOfId } from '../../tools/sample/rows.ts'
import { openTestDatabase } from '../testing/database.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { inputFor } from '../testing/inputs.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

/** What a call's transactions were opened for: of a reading one the database itself takes no write. */
interface Opened {
  reading: number
  writing: number
}
const asking = new AsyncLocalStorage<Opened>()
let server: TestServer
let rows: Rows
beforeAll(async () => {
  const db = await openTestDatabase()
  const begin = (tenantId: string, read: boolean): string => {
    const opened = asking.getStore()
    if (opened) opened[read ? 'reading' : 'writing'] += 1
    return db.begin(tenantId, read)
  }
  server = await openTestServer({ db: { ...db, begin } })
  rows = await server.inside('DC01', (ctx) => fillTables(ctx, 'RD'))
})
afterAll(() => server.close())

/** On purpose: an export is recorded, a wrong password counts as a try to log in. */
const leavesTrace = /\/export$|\/checkPassword$/

test('a call that only reads writes no row, neither of its own nor of its session', async () => {
  const admin = await server.as('admin', 'DC01')
  const calls = server.served
    .map((s) => s.call)
    .filter((call) => !call.writes && call.permission !== 'open' && !leavesTrace.test(call.path))
  const wrong: string[] = []
  let answered = 0
  for (const call of calls) {
    const id = (path: readonly string[]) => rows.get(entityOfId(call, path)?.key ?? '') ?? '1'
    const input = { ...inputFor(call, { id, short: true }), ...(call.binary && { format: 'csv' }) }
    const opened: Opened = { reading: 0, writing: 0 }
    await asking.run(opened, async () => {
      if (call.binary) await admin.bytes(call, input).catch(() => undefined)
      else if ((await admin.envelope(call, input)).code === 0) answered += 1
    })
    if (opened.writing > 0 || opened.reading === 0) wrong.push(`${call.path}: ${JSON.stringify(opened)}`)
  }
  expect(wrong).toEqual([])
  expect(answered).toBeGreaterThan(calls.length / 3)
})

test('a transaction that is opened for reading takes no write', async () => {
  const client = await server.db.pool.connect()
  try {
    await client.query(server.db.begin(server.one.tenantId, true))
    await expect(client.query(`update sys_user set remark = 'x'`)).rejects.toMatchObject({ code: '25006' })
  } finally {
    await client.query('rollback')
    client.release()
  }
})

import type { Call } from '@lading/contract/kernel/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityOfId } from '../../tools/sample/rows.ts'
import { askCall, shortInput } from '../testing/answers.ts'
import { countStatements } from '../testing/counted.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { parts } from '../testing/parts.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'

/** For what never ends: it asks every call several times, which a busy machine does many times as slowly. */
const anHour = 3_600_000

/** Rows of every table, before and after: few enough to count, so many that no list of a kind is empty. */
const [few, many] = [10, 25]

/** The ends of transactions, and the list of tenants, which is read anew every few seconds. */
const isAside = /^(begin|set local|commit|rollback|select id, code, status = 'ACTIVE')/

let server: TestServer
let rows: Rows
let clients: readonly Client[]
let sent: string[] = []
const fill = (): Promise<Rows> => server.inside('DC01', (ctx) => fillTables(ctx, 'GROW'))
beforeAll(async () => {
  // What is kept for some seconds is kept for all of the test.
  const now = new Date()
  server = await openTestServer({ now: () => now })
  await server.relay.stop()
  clients = [await server.as('admin', 'G'), await server.as('admin', 'DC01')]
  countStatements(server.db.pool, (texts) => {
    sent.push(...texts.filter((text) => !isAside.test(text)))
  })
})
afterAll(() => server.close())

/** Lists, boards, details and reports: whatever reads. */
const reading = (): Call[] => server.served.map((s) => s.call).filter((call) => !call.writes && !call.upload)

interface Asked {
  readonly code: number
  readonly statements: readonly string[]
}
async function ask(client: Client, call: Call): Promise<Asked> {
  // What a process knows from then on it knows the second time.
  await askCall(server, client, call, rows)
  sent = []
  const { code } = await askCall(server, client, call, rows)
  return { code, statements: sent }
}
const askAll = async (): Promise<Map<string, Asked>> => {
  const asked = new Map<string, Asked>()
  for (const [i, client] of clients.entries())
    for (const call of reading()) asked.set(`${i} ${call.path}`, await ask(client, call))
  return asked
}

describe('a reading call sends no more statements with many rows than with few', () => {
  let before: Map<string, Asked>
  let after: Map<string, Asked>
  beforeAll(async () => {
    for (let i = 0; i < few; i++) rows = await fill()
    before = await askAll()
    for (let i = few; i < many; i++) await fill()
    after = await askAll()
  }, anHour)

  test.each(parts)('$title', (part) => {
    for (const call of reading().filter((c) => part.has(c)))
      for (const i of clients.keys()) {
        const [one, two] = [before, after].map((asked) => asked.get(`${i} ${call.path}`))
        expect(two?.statements.length, `${call.path}\n${two?.statements.join('\n')}`).toBeLessThanOrEqual(
          one?.statements.length ?? 0,
        )
      }
  })

  test('most of them answer, and from the database', () => {
    const answered = [...after.values()].filter((a) => a.code === 0 && a.statements.length > 0)
    expect(answered.length).toBeGreaterThan(after.size / 2)
  })
})

test('of an action on many rows each costs what it costs alone', async () => {
  const made: Rows[] = []
  for (let i = 0; i < 5; i++) made.push(await fill())
  let asked = 0
  for (const { call, kind } of server.served) {
    const input = kind === 'each' ? shortInput(call, rows) : {}
    const key = entityOfId(call, ['rows', 'id'])?.key ?? ''
    if (!Array.isArray(input.rows) || !made[0]?.has(key)) continue
    const act = async (on: readonly Rows[]): Promise<readonly string[]> => {
      sent = []
      const client = clients[1] as Client
      await client.envelope(call, { ...input, rows: on.map((r) => ({ id: r.get(key), version: 0 })) })
      return sent
    }
    // The first to come leases numbers and learns what others then know.
    await act(made.slice(0, 1))
    const alone = await act(made.slice(1, 2))
    const together = await act(made.slice(2))
    expect(together.length, `${call.path}\n${together.join('\n')}`).toBeLessThanOrEqual(3 * alone.length)
    asked += 1
  }
  expect(asked).toBeGreaterThan(20)
})

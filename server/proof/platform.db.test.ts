import type { Call } from '@lading/contract/kernel/call.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../demo/tenant.ts'
import { permissionRegistry } from '../permissions.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { inputFor } from '../testing/inputs.ts'
import { fingerprint, reach } from '../testing/reach.ts'
import { type Client, logIn, openTestServer, password, type TestServer } from '../testing/server.ts'

/** Stands in every text of the tenant's rows, and nowhere else. */
const mark = 'QXZJW'

let server: TestServer
let rows: Rows
/** Who runs the platform, and who resells it: each with every permission where he works. */
let operator: Client
let agent: Client
beforeAll(async () => {
  server = await openTestServer()
  rows = await server.inside('DC01', (ctx) => fillTables(ctx, mark))
  const permissions = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const person = (username: string, org: string) => ({
    username,
    realName: username,
    role: username,
    org,
    orgs: [org],
    permissions,
  })
  const platform = await createTenant(
    server.kernel,
    {
      code: 'plat',
      name: 'platform',
      orgs: [
        { code: 'PLAT', name: 'platform', type: 'PLAT' },
        { code: 'AG', name: 'agent', type: 'AGENT', upper: 'PLAT' },
      ],
      users: [person('operator', 'PLAT'), person('agent', 'AG')],
    },
    password,
  )
  server.tenants.forget()
  operator = await logIn(server, platform, 'plat', 'operator', 'PLAT')
  agent = await logIn(server, platform, 'plat', 'agent', 'AG')
})
afterAll(() => server.close())

/** An empty file, made anew each time, and slowly. */
const isForm = (call: Call): boolean => call.path.endsWith('/importTemplate')

/** Asks every call that only reads. @returns the paths whose answers show the tenant, and how many answered at all */
async function seenBy(client: Client): Promise<{ answered: number; shown: string[] }> {
  const reading = server.served.map((s) => s.call).filter((c) => !c.writes && c.permission !== 'open' && !isForm(c))
  const ask = async (call: Call, input: object): Promise<string | undefined> => {
    if (call.binary)
      return client.bytes(call, { ...input, format: 'csv' }).then(
        (f) => f.data.toString(),
        () => undefined,
      )
    const { code, data } = await client.envelope(call, input)
    return code === 0 ? JSON.stringify(data) : undefined
  }
  const shown: string[] = []
  let answered = 0
  for (const call of reading) {
    const answer = await ask(call, inputFor(call, { id: () => '1', short: true }))
    if (answer !== undefined) answered += 1
    if (answer?.includes(mark)) shown.push(call.path)
  }
  return { answered, shown }
}

test('T36 who runs the platform, and who resells it, reads no row of a tenant', async () => {
  // The question is one that shows rows to whoever may see them.
  const own = await seenBy(await server.as('admin', 'DC01'))
  expect(own.shown.length).toBeGreaterThan(40)
  for (const client of [operator, agent]) {
    const { answered, shown } = await seenBy(client)
    expect(answered).toBeGreaterThan(40)
    expect(shown).toEqual([])
  }
})

test('T36 nor by its id, nor does he change one', async () => {
  const where = `tenant_id = ${server.one.tenantId}`
  const before = await fingerprint(server, where)
  for (const client of [operator, agent]) {
    const callers = { group: client, dc: client }
    const result = await reach({ server, callers, own: new Map(), foreign: rows, applies: () => true })
    expect(result.leaks).toEqual([])
    expect(result.asked).toBeGreaterThan(100)
  }
  expect(await fingerprint(server, where)).toEqual(before)
})

import { tables } from '@lading/contract/tables.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { fingerprint, isOfOwner, reach } from '../testing/reach.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World } from '../testing/world.ts'

let server: TestServer
afterEach(() => server.close())

async function open(): Promise<World> {
  server = await openTestServer()
  return makeWorld(server)
}

/** A foreign tenant's rows, named everywhere: nothing is told and nothing is changed. */
async function demandNoCrossing(world: World): Promise<void> {
  const where = `tenant_id = ${server.two.tenantId}`
  const before = await fingerprint(server, where)
  const result = await reach({
    server,
    callers: world.admin,
    own: world.own,
    foreign: world.otherTenant,
    applies: () => true,
  })
  expect(result.leaks).toEqual([])
  expect(result.asked).toBeGreaterThan(100)
  expect(await fingerprint(server, where)).toEqual(before)
}

describe('T29 the id of a row out of reach is answered like one that does not exist', () => {
  test('T29 rows of another tenant', async () => demandNoCrossing(await open()))

  test('T29 rows of another organisation and of another owner', async () => {
    const world = await open()
    const { own } = world
    const atDc = { group: world.admin.dc, dc: world.admin.dc }
    const ids = (rows: World['own']) => [...rows.values()].join(', ')
    const where = `tenant_id = ${server.one.tenantId} and id in (${ids(world.otherOrg)}, ${ids(world.otherOwner)})`
    const before = await fingerprint(server, where)
    const byOrg = await reach({
      server,
      callers: atDc,
      own,
      foreign: world.otherOrg,
      applies: (e) => e.scope === 'org',
    })
    expect(byOrg.leaks).toEqual([])
    const byOwner = await reach({
      server,
      callers: world.limited,
      own,
      foreign: world.otherOwner,
      applies: isOfOwner,
    })
    expect(byOwner.leaks).toEqual([])
    expect(await fingerprint(server, where)).toEqual(before)
  })
})

describe('T31 either wall holds alone', () => {
  test('T31 without the application naming its tenant', async () => {
    const world = await open()
    const forgotten = forgetTenant(server)
    await demandNoCrossing(world)
    expect(forgotten()).toBeGreaterThan(500)
  })

  test('T31 without row-level security', async () => {
    const world = await open()
    for (const e of tables)
      if (e.scope !== 'platform') await server.db.owner.query(`alter table ${e.table} disable row level security`)
    await demandNoCrossing(world)
  })
})

/** Takes `tenant_id = $n` out of every statement, as if everybody had forgotten it. @returns how often it was there */
function forgetTenant({ db }: TestServer): () => number {
  let count = 0
  const mutate = (text: string): string =>
    text.replace(/(\w+\.)?tenant_id = (\$\d+)/g, (_, _table, parameter: string) => {
      count += 1
      return `${parameter}::bigint is not null`
    })
  const done = new WeakSet<object>()
  db.pool.on('acquire', (client) => {
    if (done.has(client)) return
    done.add(client)
    const query = client.query.bind(client) as (question: unknown, ...rest: unknown[]) => unknown
    const forgetful = (question: unknown, ...rest: unknown[]) => {
      const { text, name } = question as { text?: string; name?: string }
      if (text === undefined) return query(question, ...rest)
      return query({ ...(question as object), text: mutate(text), ...(name && { name: `${name}_forgetful` }) }, ...rest)
    }
    Object.assign(client, { query: forgetful })
  })
  return () => count
}

import type { Call } from '@lading/contract/kernel/call.ts'
import { tables } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTaken } from '../testing/full.ts'
import { dueParts, parts } from '../testing/parts.ts'
import { fingerprint, isOfOwner, type ReachOptions, reach } from '../testing/reach.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { watchStatements } from '../testing/watched.ts'
import { makeWorld, type World } from '../testing/world.ts'

let server: TestServer
let world: World
const open = async (): Promise<void> => {
  server = await openTestServer()
  world = await makeWorld(server)
}
const close = () => server.close()

/** A foreign tenant's rows, named everywhere: nothing is told and nothing is changed. */
async function demandNoCrossing(asks: ReachOptions['asks']): Promise<void> {
  const where = `tenant_id = ${server.two.tenantId}`
  const before = await fingerprint(server, where)
  const { admin: callers, own, otherTenant: foreign } = world
  const result = await reach({ server, callers, own, foreign, applies: () => true, asks })
  expect(result.leaks).toEqual([])
  expect(result.asked).toBeGreaterThan(0)
  expect(await fingerprint(server, where)).toEqual(before)
}

describe('T29 the id of a row out of reach is answered like one that does not exist', () => {
  beforeAll(open)
  afterAll(close)

  test.each(parts)('T29 rows of another tenant: $title', (part) => demandNoCrossing(part.has))

  test.each(dueParts)('T29 rows of another organisation and of another owner: $title', async (part) => {
    const { own } = world
    const atDc = { ...world.admin, group: world.admin.dc }
    const ids = (rows: World['own']) => [...rows.values()].join(', ')
    const where = `tenant_id = ${server.one.tenantId} and id in (${ids(world.otherOrg)}, ${ids(world.otherOwner)})`
    const before = await fingerprint(server, where)
    // Tenants are the wall that is tried whole in every run; within one, each call is tried against one of the two.
    const asks = (k: number) => (call: Call, i: number) => part.has(call) && isTaken(i + k, 2)
    const common = { server, own }
    const byOrg = await reach({
      ...common,
      asks: asks(0),
      callers: atDc,
      foreign: world.otherOrg,
      applies: (e) => e.scope === 'org',
    })
    expect(byOrg.leaks).toEqual([])
    const byOwner = await reach({
      ...common,
      asks: asks(1),
      callers: world.limited,
      foreign: world.otherOwner,
      applies: isOfOwner,
    })
    expect(byOwner.leaks).toEqual([])
    expect(await fingerprint(server, where)).toEqual(before)
  })
})

// With both walls every call is asked above; without one of them it takes its turn.
describe('T31 without the application naming its tenant', () => {
  let forgotten: () => number
  beforeAll(async () => {
    await open()
    forgotten = forget(server, /(\w+\.)?tenant_id = (\$\d+)/g)
  })
  afterAll(close)

  test.each(parts)('T31 row-level security holds alone: $title', async (part) => {
    const before = forgotten()
    await demandNoCrossing((call, i) => part.has(call) && isTaken(i, 3))
    expect(forgotten()).toBeGreaterThan(before)
  })
})

describe('T31 without the application naming its organisation', () => {
  let forgotten: () => number
  beforeAll(async () => {
    await open()
    forgotten = forget(server, /(\w+\.)?org_id = (\$\d+)/g)
  })
  afterAll(close)

  // Rows of the system name organisations without belonging to one.
  const ofOrgs = parts.filter(({ title }) => title.startsWith('wms'))
  test.each(ofOrgs)('T31 the wall between organisations holds alone: $title', async (part) => {
    const { own, otherOrg: foreign } = world
    const before = forgotten()
    const where = `tenant_id = ${server.one.tenantId} and id in (${[...foreign.values()].join(', ')})`
    const print = await fingerprint(server, where)
    const callers = { ...world.admin, group: world.admin.dc }
    const asks = (call: Call, i: number) => part.has(call) && isTaken(i + 2, 3)
    const result = await reach({ server, callers, own, foreign, applies: (e) => e.scope === 'org', asks })
    expect(result.leaks).toEqual([])
    expect(await fingerprint(server, where)).toEqual(print)
    expect(forgotten()).toBeGreaterThan(before)
  })
})

describe('T31 without row-level security', () => {
  beforeAll(async () => {
    await open()
    for (const e of tables)
      if (e.scope !== 'platform') await server.db.owner.query(`alter table ${e.table} disable row level security`)
  })
  afterAll(close)

  test.each(parts)('T31 the application holds alone: $title', (part) =>
    demandNoCrossing((call, i) => part.has(call) && isTaken(i + 1, 3)),
  )
})

/** Takes `tenant_id = $n` or the like out of every statement, as if everybody had forgotten it. @returns how often it was there */
function forget({ db }: TestServer, clause: RegExp): () => number {
  let count = 0
  const mutate = (text: string): string =>
    text.replace(clause, (_, _table, parameter: string) => {
      count += 1
      return `${parameter}::bigint is not null`
    })
  watchStatements([db.pool], (one) => ({
    ...one,
    text: mutate(one.text),
    name: one.name && `${one.name}_forgetful`,
  }))
  return () => count
}

import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Envelope } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { tables } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityOfCall } from '../../tools/sample/rows.ts'
import { freshText } from '../../tools/sample/value.ts'
import type { Org } from '../kernel/ctx.ts'
import { createNumbers } from '../kernel/numbers.ts'
import { tableOf } from '../kernel/tables.ts'
import { inTenant } from '../platform/job/run.ts'
import { counting } from '../testing/counting.ts'
import { openTestDatabase } from '../testing/database.ts'
import { isFull, isTaken } from '../testing/full.ts'
import { dueParts } from '../testing/parts.ts'
import { ownInput } from '../testing/reach.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World, writerOf } from '../testing/world.ts'

/** What the server itself does beside the calls: deliver the outbox. */
const watched = tables.filter((e) => e.scope !== 'platform' && e.key !== 'sys.outbox').map(tableOf)
let server: TestServer
let world: World
beforeAll(async () => {
  server = await openTestServer({ db: counting(await openTestDatabase()) })
  // Nobody begins to count anew in the middle.
  await server.db.owner.query(watched.map((table) => `alter table ${table} set (autovacuum_enabled = off)`).join(';'))
  world = await makeWorld(server)
})
afterAll(() => server.close())

const owners = crudCalls(owner)
const writing = (): Call[] =>
  server.served
    .filter((s) => s.call.writes && s.call.permission !== 'open' && s.kind !== 'outside')
    .map((s) => s.call)
    .filter((call) => !/logout|switchWorkingOrg|remove$/.test(call.path))
const clientOf = (call: Call): Client => writerOf(world.admin, entityOfCall(call))
const plain = ({ traceId: _, ...rest }: Envelope<unknown>): object => rest

type Counts = Readonly<Record<string, string>>
/** How many rows of each table were written, and not taken back, since it was last analysed. */
async function written(): Promise<Counts> {
  const { rows } = await server.db.owner.query<{ name: string; n: string }>(
    'select relname as name, n_mod_since_analyze::text as n from pg_stat_user_tables where relname = any($1)',
    [watched],
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** Where it is read who did what, when: the audit, and what work, goods, log-ins and installed programs keep by themselves. */
const trails = new Set(['sys_audit_log', 'sys_login_log', 'wms_task_log', 'wms_ledger', 'sys_app_version_record'])
/** The asker's own and nobody's business: how he likes his pages, that a call was done, the ticket for his own line. */
const ofAsker = new Set(['sys_idempotency', 'sys_user_preference', 'sys_session_token'])
const changed = (before: Counts, after: Counts): string[] =>
  Object.keys(after).filter((table) => after[table] !== before[table] && !ofAsker.has(table))
const isSilent = (before: Counts, after: Counts): boolean => {
  const tables = changed(before, after)
  return tables.length > 0 && !tables.some((table) => trails.has(table))
}

const ownersNamed = async (name: string): Promise<number> =>
  (await server.db.owner.query('select 1 from wms_owner where name = $1', [name])).rowCount ?? 0

describe('T22 a call sent twice is done once', () => {
  test.each(dueParts)('T22 every writing call, one after the other: $title', async (part) => {
    let done = 0
    const silent: string[] = []
    for (const call of writing().filter(part.has)) {
      const before = await written()
      const [key, input, client] = [randomUUID(), ownInput(call, world.own), clientOf(call)]
      const first = await client.envelope(call, input, { key })
      // What the outbox still does for the first would look like the second's.
      await server.relay.drain()
      const after = first.code === 0 ? await written() : undefined
      const second = await client.envelope(call, input, { key })
      expect(plain(second), call.path).toEqual(plain(first))
      if (after === undefined) continue
      done += 1
      if (isSilent(before, after)) silent.push(`${call.path}: ${changed(before, after)}`)
      // What is counted is counted at once.
      if (call.path.endsWith('/create')) expect(after, call.path).not.toEqual(before)
      expect(await written(), call.path).toEqual(after)
    }
    expect(done).toBeGreaterThan(0)
    expect(silent, 'T68 what was written without a trace of who did it').toEqual([])
  })

  test('T22 every creating call, 16 at once', async () => {
    let done = 0
    const creating = writing().filter((c) => c.path.endsWith('/create'))
    for (const call of creating.filter((_, i) => isTaken(i, 4))) {
      const [key, input, client, table] = [
        randomUUID(),
        ownInput(call, world.own),
        clientOf(call),
        entityOfCall(call)?.table,
      ]
      // What has several names stands in the table of another: its answers are compared alone.
      const count = async () =>
        table ? Number((await server.db.owner.query(`select count(*) as n from ${table}`)).rows[0].n) : 0
      const before = await count()
      const answers = await Promise.all(Array.from({ length: 16 }, () => client.envelope(call, input, { key })))
      expect(new Set(answers.map((a) => JSON.stringify(plain(a)))).size, call.path).toBe(1)
      if (answers[0]?.code !== 0) continue
      done += 1
      expect(await count(), call.path).toBe(before + (table ? 1 : 0))
    }
    expect(done).toBeGreaterThan(creating.filter((_, i) => isTaken(i, 4)).length / 4)
  })

  test('T22 a refusal is not remembered', async () => {
    const [key, code] = [randomUUID(), freshText()]
    const { group } = world.admin
    const { id, version } = await group.call<{ id: string; version: number }>(owners.create, { code, name: 'first' })
    expect(await group.envelope(owners.create, { code, name: 'again' }, { key })).toMatchObject({ code: 42203 })
    // By a call: what a bare statement writes is counted up to ten seconds later, in the middle of another test.
    await group.call(owners.remove, { id, version })
    expect(await group.envelope(owners.create, { code, name: 'again' }, { key })).toMatchObject({ code: 0 })
  })

  test('T23 the same key with another content is refused and does nothing', async () => {
    const key = randomUUID()
    const { group } = world.admin
    await group.call(owners.create, { code: freshText(), name: 'T23 one' }, { key })
    expect(await group.envelope(owners.create, { code: freshText(), name: 'T23 two' }, { key })).toMatchObject({
      code: 40901,
    })
    expect(await ownersNamed('T23 two')).toBe(0)
  })

  test('T25 a key belongs to its user, tenant and call', async () => {
    const key = randomUUID()
    const clients = [world.admin.group, world.limited.group, await server.as('admin', 'G', 'two')]
    const ids = new Set<string>()
    for (const client of clients)
      ids.add((await client.call<{ id: string }>(owners.create, { code: freshText(), name: 'T25' }, { key })).id)
    expect(ids.size).toBe(3)
    const vendor = writing().find((c) => c.path === '/wms/api/vendor/create')
    await world.admin.group.call(vendor, { code: freshText(), name: 'T25' }, { key })
  })

  test('T24 answers that get lost: a retry with the same key has one effect', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const send = (body: string, key: string, cutAfterMs: number | undefined): Promise<string | undefined> =>
      new Promise((resolve) => {
        const path = owners.create?.path ?? ''
        const signed = world.admin.group.sign({ method: 'POST', url: path, body, key })
        const sent = request(
          {
            host: '127.0.0.1',
            port,
            method: 'POST',
            path,
            headers: { ...signed, 'content-type': 'application/json' },
          },
          (answer) => {
            let text = ''
            answer.on('data', (chunk) => {
              text += chunk
            })
            answer.on('end', () => resolve(text))
            answer.on('error', () => resolve(undefined))
          },
        )
        sent.on('error', () => resolve(undefined))
        sent.end(body)
        if (cutAfterMs !== undefined) setTimeout(() => sent.destroy(), cutAfterMs)
      })
    const calls = isFull ? 10_000 : 200
    let lost = 0
    const one = async (i: number): Promise<void> => {
      const [key, body] = [randomUUID(), JSON.stringify({ code: `T24-${i}`, name: 'T24' })]
      const cut = i % 5 === 0 ? (i / 5) % 12 : undefined
      for (let attempt = 0; ; attempt++) {
        const answer = await send(body, key, attempt === 0 ? cut : undefined)
        if (answer === undefined) lost += 1
        else if (JSON.parse(answer).code === 0) return
        else if (attempt > 5) throw new Error(answer)
        await sleep(2)
      }
    }
    for (let from = 0; from < calls; from += 8) await Promise.all(Array.from({ length: 8 }, (_, k) => one(from + k)))
    expect(lost).toBeGreaterThan(0)
    expect(await ownersNamed('T24')).toBe(calls)
  })
})

describe('T06 a form that is out of date is refused', () => {
  test.each(dueParts)(
    'T06 every update, switch and removal with an old version changes nothing: $title',
    async (part) => {
      for (const { call } of server.served) {
        const e = entityOfCall(call)
        if (!e || !part.has(call) || !/\/(update|enable|disable|remove)$/.test(call.path)) continue
        // The rows of this world are a logistics centre's and the enterprise's: whoever is there changes no others.
        if (e.worksAt?.every((type) => type !== 'DC' && type !== 'GROUP')) continue
        const client = clientOf(call)
        const stale = { ...ownInput(call, world.own), version: 999 }
        const before = await written()
        const answer = await client.envelope(call, stale)
        expect(answer.code, `${call.path} ${answer.message}`).toBe(40900)
        expect(await written(), call.path).toEqual(before)
      }
    },
  )

  test('T05 of two forms sent at the same moment exactly one wins', async () => {
    const { group } = world.admin
    const pairs = isFull ? 1000 : 25
    for (let i = 0; i < pairs; i++) {
      const { id, version } = await group.call<{ id: string; version: number }>(owners.create, {
        code: freshText(),
        name: 'T05',
      })
      const both = await Promise.all(['a', 'b'].map((name) => group.envelope(owners.update, { id, version, name })))
      expect(both.map((a) => a.code).sort()).toEqual([0, 40900])
      const winner = both[0]?.code === 0 ? 'a' : 'b'
      expect((await group.call<{ name: string }>(owners.getById, { id })).name).toBe(winner)
    }
  })
})

test('T09 numbers taken by 64 at once in two processes are all different', async () => {
  const kernels = [server.kernel, { ...server.kernel, numbers: createNumbers(server.db, server.kernel.newId) }] as const
  const dc = server.one.orgs.get('DC01')
  const rounds = isFull ? 1000 : 12
  const taken: string[] = []
  const take = async (i: number): Promise<void> => {
    for (let k = 0; k < rounds; k++)
      taken.push(
        await inTenant(kernels[i % 2] ?? server.kernel, server.one.tenantId, dc as Org, async (ctx) =>
          ctx.number('DH'),
        ),
      )
  }
  await Promise.all(Array.from({ length: 64 }, (_, i) => take(i)))
  expect(taken.length).toBe(64 * rounds)
  expect(new Set(taken).size).toBe(taken.length)
  for (const number of taken) expect(number).toMatch(/^DH\d{6}\d{5,}$/)
})

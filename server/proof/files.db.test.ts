import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobHandlers } from '../areas.ts'
import { asOwner } from '../kernel/database.ts'
import type { Job } from '../platform/job/run.ts'
import { notePrinted } from '../platform/print/printLog.ts'
import { fingerprint, isOfOwner } from '../testing/reach.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { documents } from '../wms/print/served.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await openTestServer()
  world = await makeWorld(server)
})
afterAll(() => server.close())

const entityOf = (key: string): AnyEntity => {
  const e = permissionSubjects.find((one) => one.key === key)
  if (!e) throw new Error(`no entity ${key}`)
  return e
}

interface Exported {
  readonly e: AnyEntity
  readonly query: Call
  readonly call: Call
}
/** Every list that is served, with the export that its declaration promises. */
const exported = (): Exported[] =>
  permissionSubjects.flatMap((e) => {
    const { query, export: call } = crudCalls(e)
    const isServed = server.served.some((s) => s.call.path === query?.path)
    return query && call && isServed ? [{ e, query, call }] : []
  })
/** What tells of all owners' rows at once is refused, in words, to who may see some of them: list and export alike. */
const forAllOwners = ['sys.auditLog']
const clientFor = (e: AnyEntity, of: { group: Client; dc: Client }): Client => (e.scope === 'org' ? of.dc : of.group)

interface Page {
  readonly records: readonly { readonly id: string }[]
  readonly total: number
}
/** Everything that a list and its export show to somebody, under a filter. */
async function shown(client: Client, { query, call }: Exported, filter: object) {
  const page = await client.call<Page>(query, { filter, pageSize: 0 })
  const { data } = await client.bytes(call, { filter, format: 'csv' })
  const [head = '', ...lines] = data.toString().trim().split('\r\n')
  return { page, columns: head.split(',').length, lines }
}

describe('T34 files and lists', () => {
  test('T34 every list whose declaration has an export can be exported', () => {
    const missing = exported().filter(({ call }) => !server.served.some((s) => s.call.path === call.path))
    expect(missing.map(({ call }) => call.path)).toEqual([])
    expect(exported().length).toBeGreaterThan(25)
  })

  test('T34 what tells of all owners at once is refused to who sees some, list and export alike', async () => {
    for (const { e, query, call } of exported().filter((one) => forAllOwners.includes(one.e.key)))
      for (const asked of [query, call])
        expect((await clientFor(e, world.limited).envelope(asked, { filter: {}, format: 'csv' })).code).toBe(40305)
  })

  test('T34 an export holds what its list shows, in its columns, and nothing of another tenant, centre or owner', async () => {
    const wrong: string[] = []
    for (const one of exported().filter(({ e }) => !forAllOwners.includes(e.key))) {
      const { e } = one
      const demand = (ok: boolean, what: string) => ok || wrong.push(`${one.call.path}: ${what}`)
      const { page, columns, lines } = await shown(clientFor(e, world.limited), one, {})
      const cells = e.list.filter((name) => e.fields[name]?.kind !== 'json')
      demand(columns >= cells.length, `${columns} columns`)
      demand(page.total === 0 ? lines.length === 0 : lines.length >= page.total, `${lines.length} lines`)
      demand(!lines.some((l) => l.includes('ZWEI')), 'another tenant')
      if (e.scope === 'org') demand(!lines.some((l) => l.includes('DCTWO')), 'another centre')
      if (!isOfOwner(e)) continue
      demand(!lines.some((l) => l.includes('OTHER')), 'another owner')
      const all = await clientFor(e, world.admin).call<Page>(one.query, {})
      demand(page.total === 0 || page.total < all.total, 'not only his own')
    }
    expect(wrong).toEqual([])
  })

  test('T34 guessed ids in the filter of a list or an export find nothing', async () => {
    const found: string[] = []
    for (const one of exported().filter(({ e }) => !forAllOwners.includes(e.key))) {
      const { e } = one
      // A view shows rows of the table that it is a view of.
      const key = permissionSubjects.find((t) => t.table === e.table)?.key ?? e.key
      const id = [
        world.otherTenant,
        ...(e.scope === 'org' ? [world.otherOrg] : []),
        ...(isOfOwner(e) ? [world.otherOwner] : []),
      ]
        .map((rows) => rows.get(key))
        .filter((one) => one !== undefined)
      const { page, lines } = await shown(clientFor(e, world.limited), one, { id })
      if (id.length === 0 || page.records.length + page.total + lines.length > 0) found.push(one.call.path)
    }
    expect(found).toEqual([])
  })
})

describe('T34 prints and jobs', () => {
  test('T34 whether a stranger’s document was printed before is not told', async () => {
    const wrong: string[] = []
    for (const [name, { kind, subject: key }] of Object.entries(documents)) {
      const call = printCalls[name as keyof typeof printCalls]
      const others = [world.otherTenant, world.otherOrg, ...(isOfOwner(entityOf(key)) ? [world.otherOwner] : [])]
      const ids = others.flatMap((rows) => rows.get(key) ?? [])
      expect(ids.length, name).toBeGreaterThan(0)
      for (const id of ids) {
        const ask = (one: string) => world.limited.dc.envelope(call, { rows: [{ id: one }] })
        await server.inside('DC01', (ctx) => notePrinted(ctx, kind, key, [id], undefined))
        const [a, b] = [await ask(id), await ask(server.kernel.newId())]
        if (a.code !== b.code || a.message !== b.message || a.code === 0)
          wrong.push(`${name}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('T34 what runs by itself for one tenant leaves all others alone', async () => {
    const { owner } = server.db
    const old = "now() - interval '400 days'"
    for (const [table, column] of [
      ['sys_session_token', 'expires_at'],
      ['sys_session', 'expires_at'],
      ['sys_login_throttle', 'updated_at'],
      ['sys_idempotency', 'created_at'],
      ['sys_job_run', 'planned'],
    ])
      await owner.query(`update ${table} set ${column} = ${old}`)
    const where = `tenant_id = ${server.two.tenantId}`
    const before = await fingerprint(server, where)
    for (const job of Object.values<Job>(jobHandlers))
      for (const org of ['DC01', 'DC02'])
        if ('run' in job) await server.inside(org, async (ctx) => job.run(ctx, {}))
        else
          await job.steps({
            perform: (one) => server.inside(org, one),
            tell: () => undefined,
            params: {},
            asOwner: (one) => asOwner(server.db, one),
          })
    expect(await fingerprint(server, where)).toEqual(before)
    const { rows } = await owner.query(
      `select tenant_id::text as tenant, count(*)::int as n from sys_session group by 1`,
    )
    expect(rows).toMatchObject([{ tenant: server.two.tenantId }])
  })
})

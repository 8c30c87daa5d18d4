import type { Call, Envelope } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { httpStatus } from '@lading/contract/kernel/fault.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityOfId } from '../../tools/sample/rows.ts'
import type { Signer } from '../../tools/signing.ts'
import { bulkInsert } from '../kernel/bulk.ts'
import { allEntities } from '../kernel/registry.ts'
import { snake } from '../kernel/tx.ts'
import { permissionRegistry } from '../permissions.ts'
import { raiseRights } from '../sys/session/identify.ts'
import { hashToken } from '../sys/session/tokens.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { isTaken } from '../testing/full.ts'
import { inputFor } from '../testing/inputs.ts'
import { parts } from '../testing/parts.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let calls: readonly Call[]
beforeAll(async () => {
  server = await openTestServer()
  calls = server.served.map((s) => s.call)
})
afterAll(() => server.close())

const closed = () => calls.filter((call) => call.permission !== 'open')
type Bearer = Record<string, string> | Signer
/** Sends a call as raw as a stranger would, or signed by whoever bears a token. */
async function knock(
  call: Call,
  by: Bearer,
  body = JSON.stringify(inputOf(call)),
): Promise<Envelope<unknown> & { status: number }> {
  const query = new URLSearchParams(call.method === 'POST' ? {} : (inputOf(call) as Record<string, string>))
  const url = `${call.path}?${query}`
  const { method } = call
  const sent = { method, url, body: method === 'POST' ? body : '', ...(call.upload && { fields: {} }) }
  const headers = typeof by === 'function' ? by(sent) : by
  const answer = await server.app.inject({
    method,
    url,
    headers: { ...(call.method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(call.method === 'POST' && { payload: body }),
  })
  const isEnvelope = String(answer.headers['content-type']).startsWith('application/json')
  const file = { code: 0, message: '', data: 'a file', traceId: '' }
  return { ...(isEnvelope ? (answer.json() as Envelope<unknown>) : file), status: answer.statusCode }
}
const inputOf = (call: Call): object => inputFor(call, { id: () => '1' })

/** The calls that answer otherwise than with the refusal. */
async function others(code: number, by: Bearer, of: readonly Call[]): Promise<string[]> {
  const found: string[] = []
  for (const call of of) {
    const answer = await knock(call, by)
    if (
      answer.code !== code ||
      answer.status !== httpStatus(code) ||
      answer.data !== null ||
      answer.errors !== undefined
    )
      found.push(`${call.path}: ${JSON.stringify(answer).slice(0, 200)}`)
  }
  return found
}

/** Changes what a user's role allows, and lets it count at once. */
const setPermissions = (user: string, permissions: readonly string[], removed?: string): Promise<void> =>
  server.inside('G', async (ctx) => {
    const { roleId } = await ctx.tx.one<{ roleId: string }>(sql`
      select role_id from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${server.one.users.get(user)}`)
    await ctx.tx.run(sql`
      delete from sys_role_permission where tenant_id = ${ctx.tenantId} and role_id = ${roleId}
        and (${removed ?? null}::text is null or permission = ${removed ?? null})`)
    const row = (permission: string) => ({ tenantId: ctx.tenantId, id: ctx.newId(), roleId, permission })
    await bulkInsert(ctx.tx, 'sys_role_permission', permissions.map(row))
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })

const headersOf =
  (client: Client, tenant = 'one'): Signer =>
  (sent) => ({ ...client.sign(sent), 'x-tenant': tenant })
const expired = 40101
const forbidden = 40301

interface Stranger {
  readonly code: number
  readonly by: Bearer
}
/** Who is refused, and who is let in by one permission only. */
interface Strangers {
  readonly admin: Client
  readonly kinds: readonly Stranger[]
  readonly almost: Client
  readonly only: Client
}

async function makeStrangers(): Promise<Strangers> {
  const all = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  await setPermissions('nobody', all)
  await setPermissions('viewer', all)
  const [admin, late, gone] = [await server.as('admin'), await server.as('admin'), await server.as('admin')]
  const dc02 = server.one.orgs.get('DC02')?.id
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(sql`update sys_session_token set expires_at = ${new Date(ctx.now().getTime() - 1)}
      where tenant_id = ${ctx.tenantId} and hash = ${hashToken(late.token)}`)
    await ctx.tx.run(sql`update sys_session s set revoked_at = ${ctx.now()} where tenant_id = ${ctx.tenantId}
      and id = (select session_id from sys_session_token where tenant_id = ${ctx.tenantId} and hash = ${hashToken(gone.token)})`)
    await ctx.tx.run(sql`update sys_role set org_id = ${dc02} where tenant_id = ${ctx.tenantId} and name = 'nobody'`)
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  const kinds = [
    { code: expired, by: { 'x-tenant': 'one', 'x-access-token': 'x'.repeat(43) } },
    { code: expired, by: headersOf(late) },
    { code: expired, by: headersOf(gone) },
    { code: expired, by: headersOf(await server.as('admin', 'G', 'two'), 'one') },
    { code: expired, by: headersOf(admin, 'two') },
    { code: forbidden, by: headersOf(await server.as('nobody', 'DC01')) },
  ]
  return { admin, kinds, almost: await server.as('viewer'), only: await server.as('clerk', 'DC01') }
}
let strangers: Strangers
beforeAll(async () => {
  strangers = await makeStrangers()
})
const askedFor = () => [...new Set(closed().map((c) => c.permission))].filter((permission) => permission !== 'session')

describe('T28 every call refuses whoever has no right to it', () => {
  test('T28 the routes are the registered calls, each once, and no other', async () => {
    expect(new Set(calls.map((c) => `${c.method} ${c.path}`)).size).toBe(calls.length)
    for (const call of calls) expect(server.app.hasRoute({ method: call.method, url: call.path })).toBe(true)
    const headers = { 'x-tenant': 'one', 'x-access-token': (await server.as('admin')).token }
    for (const url of [
      '/wms/api/owner/queryAll',
      '/wms/api/owner',
      '/wms/api/stock/post',
      '/fw/api/sys/tenant/query',
    ]) {
      const answer = await server.app.inject({ method: 'POST', url, headers })
      expect(answer.json()).toMatchObject({ code: 40401 })
      expect(answer.statusCode).toBe(404)
    }
  })

  test('T28 only log-in, refresh and what the log-in page shows are open', () => {
    expect(calls.filter((c) => c.permission === 'open').map((c) => c.path)).toEqual([
      '/fw/api/sys/user/login',
      '/fw/api/sys/user/refreshToken',
      ...['fw', 'tms', 'dps', 'saas'].map((area) => `/${area}/api/getClientIp`),
      ...['wms', 'tms', 'dps', 'mdm', 'saas'].map((area) => `/${area}/api/info`),
      '/fw/api/info',
      '/fw/api/brandImage',
      '/fw/api/loginUrl',
      // Its ticket is the caller's authority, good once and for moments.
      '/fw/api/file',
      // So are the tokens of what mails lead to: signed by the server, for one letter or one person's kinds of mail.
      '/fw/api/mailPage',
      '/fw/api/mailLeave',
      '/fw/api/mailLeave',
      // And of a report that somebody has sent outside, as long as its file is kept.
      '/fw/api/reportFile',
      '/wms/api/supplierSlot',
      '/wms/api/supplierSlot',
      '/tms/api/delivery',
      '/tms/api/delivery',
      '/saas/api/tenantApplication/apply',
      '/saas/api/tenantApplication/apply',
      '/saas/api/tenantApplication/confirm',
      '/saas/api/tenantApplication/confirm',
    ])
  })

  describe.each(parts)('T28 $title', (part) => {
    const closedHere = () => closed().filter(part.has)

    test('T28 no token, or no tenant', async () => {
      expect(await others(expired, { 'x-tenant': 'one' }, closedHere())).toEqual([])
      expect(await others(expired, { 'x-access-token': strangers.admin.token }, closedHere())).toEqual([])
    })

    // Each of these costs a look into the database: every call meets one of them in each run, all of them in six.
    test('T28 a made-up token, an expired one, an ended session, two of another tenant, no role there', async () => {
      for (const [k, { code, by }] of strangers.kinds.entries()) {
        const asking = closed().filter((call, i) => part.has(call) && isTaken(i + k, strangers.kinds.length))
        const asked = code === forbidden ? asking.filter((c) => c.permission !== 'session') : asking
        expect(await others(code, by, asked)).toEqual([])
      }
    })

    test('T28 every permission but the one that the call asks for; and that one alone suffices', async () => {
      const wrong: string[] = []
      for (const [i, permission] of askedFor().entries()) {
        const asking = closed().filter((c) => c.permission === permission)
        if (!isTaken(i, 4) || !asking[0] || !part.has(asking[0])) continue
        await setPermissions('viewer', [], permission)
        wrong.push(...(await others(forbidden, headersOf(strangers.almost), asking)))
        await setPermissions('viewer', [permission], permission)
        await setPermissions('clerk', [permission])
        for (const call of asking)
          if ((await knock(call, headersOf(strangers.only))).code === forbidden)
            wrong.push(`${call.path} is refused with ${permission}`)
      }
      expect(wrong).toEqual([])
    })
  })

  test('T28 in the organisation in which the role counts he is let in', async () => {
    const call = closed().find((c) => c.permission !== 'session') as Call
    expect((await knock(call, headersOf(await server.as('nobody', 'DC02')))).code).not.toBe(forbidden)
  })

  test('T28 a stranger learns nothing about what a call takes', async () => {
    for (const call of closed().filter((c) => c.method === 'POST' && !c.upload)) {
      const answer = await knock(call, { 'x-tenant': 'one' }, '{"rows":')
      expect(answer).toMatchObject({ code: expired, status: 401 })
    }
  })

  test('T35 a permission taken away is missing at the next call', async () => {
    const call = closed().find((c) => c.path === '/wms/api/owner/query') as Call
    await setPermissions('clerk', [call.permission])
    const clerk = await server.as('clerk', 'DC01')
    expect((await knock(call, headersOf(clerk))).code).toBe(0)
    await setPermissions('clerk', [])
    expect((await knock(call, headersOf(clerk))).code).toBe(forbidden)
  })
})

describe('T33 what a body may not set is not set', () => {
  let admin: { readonly group: Client; readonly dc: Client }
  let own: Rows
  beforeAll(async () => {
    admin = { group: await server.as('admin', 'G'), dc: await server.as('admin', 'DC01') }
    own = await server.inside('DC01', (ctx) => fillTables(ctx, 'OWN'))
  })
  const smuggled = () => ({
    tenantId: server.two.tenantId,
    tenant_id: server.two.tenantId,
    orgId: server.one.orgs.get('DC02')?.id,
    createdBy: '77',
    createdAt: '2020-01-01T00:00:00Z',
    updatedBy: '77',
    permissions: ['*'],
    disabled: true,
    passwordHash: 'x',
  })
  const derivedOf = (e: AnyEntity): string[] =>
    Object.entries(e.fields).flatMap(([name, f]) => (f.derived && !f.computed ? [name] : []))
  const clientOf = (e: AnyEntity): Client => (e.scope === 'org' ? admin.dc : admin.group)
  const callOf = (e: AnyEntity, verb: string) => calls.find((c) => c.path.endsWith(`/${e.noun}/${verb}`))
  const askedBy = (call: Call, short = true): object =>
    inputFor(call, { id: (path) => own.get(entityOfId(call, path)?.key ?? '') ?? '1', short })
  /** With everything of the server's before it, so that what the form itself asks for is asked. */
  const bodyFor = (e: AnyEntity, call: Call, more: object): object => {
    const derived = Object.fromEntries(derivedOf(e).map((name) => [name, '77']))
    return { ...smuggled(), ...derived, id: '77', version: 77, ...askedBy(call), ...more }
  }
  const rowOf = async (e: AnyEntity, id: string | undefined): Promise<Record<string, unknown>> =>
    (await server.db.owner.query(`select * from ${e.table} where id = $1`, [id])).rows[0] ?? {}

  test('T33 every create ignores what belongs to the server', async () => {
    let created = 0
    for (const e of allEntities()) {
      const create = callOf(e, 'create')
      if (!create) continue
      const made = await clientOf(e).envelope(create, bodyFor(e, create, {}))
      if (made.code !== 0) continue
      created += 1
      const { id } = made.data as { id: string }
      const row = await rowOf(e, id)
      expect(row, e.key).toMatchObject({ tenant_id: server.one.tenantId, version: 0, created_by: admin.dc.userId })
      expect(id).not.toBe('77')
      if (e.scope === 'org') expect(row.org_id).toBe(server.one.orgs.get('DC01')?.id)
      if ('disabled' in row) expect(row.disabled).toBe(false)
      for (const name of derivedOf(e)) expect(String(row[snake(name)])).not.toBe('77')
    }
    expect(created).toBeGreaterThan(8)
  })

  test('T33 every update changes nothing that belongs to the server', async () => {
    let updated = 0
    for (const e of allEntities()) {
      const update = callOf(e, 'update')
      const id = own.get(e.key)
      if (!update || id === undefined) continue
      const before = await rowOf(e, id)
      const { version } = before
      const asked = askedBy(update, false)
      const done = await clientOf(e).envelope(update, bodyFor(e, update, { id, version }))
      if (done.code !== 0) continue
      updated += 1
      const after = await rowOf(e, id)
      for (const name of ['tenantId', 'orgId', 'createdBy', 'createdAt', 'disabled', 'passwordHash', 'permissions'])
        if (!(name in asked)) expect(after[snake(name)], `${e.key} ${name}`).toEqual(before[snake(name)])
      for (const name of derivedOf(e)) expect(String(after[snake(name)]), `${e.key} ${name}`).not.toBe('77')
      expect([admin.dc.userId, admin.group.userId], e.key).toContain(after.updated_by)
      expect(after.version, e.key).toBe(Number(version) + 1)
    }
    expect(updated).toBeGreaterThan(8)
  })

  test('T33 and the other tenant has got nothing', async () => {
    const { rows } = await server.db.owner.query(
      `select count(*)::int as n from wms_owner where tenant_id = ${server.two.tenantId}`,
    )
    expect(rows[0].n).toBe(0)
  })
})

import { createHash, createHmac, generateKeyPairSync, randomUUID, sign as signWith } from 'node:crypto'
import type { Call, Envelope } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { openAccount, openCallLog } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls as calls } from '@lading/contract/sys/openCalls.ts'
import { openHeaders as h } from '@lading/contract/sys/openSignature.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { sheetRecordLimits } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createServer, type Server } from '../../server.ts'
import { testSecret } from '../../testing/database.ts'
import { type Sent, sendForeign } from '../../testing/foreign.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

const noon = Date.parse('2026-11-25T04:00:00Z')
let at = noon
const now = () => new Date(at)
let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await openTestServer({ now })
})
afterAll(() => server.close())
/** Each test in minutes of its own. */
beforeEach(async () => {
  at += 120_000
  admin = await server.as('admin')
})

interface Account {
  readonly id: string
  readonly version: number
  readonly appKey: string
  readonly secret: string
}
const orgId = (code: string): string => server.one.orgs.get(code)?.id ?? ''
const all = ['wms:basic.owner:view', 'wms:basic.owner:create']
let number = 0
const make = (more: object = {}, by: Client = admin): Promise<Account> => {
  number += 1
  const input = { name: `ERP ${number}`, orgIds: [orgId('G')], scopes: all, ratePerMinute: 6000, ...more }
  return by.call(calls.create, input) as Promise<Account>
}

interface To extends Sent {
  readonly to?: Pick<Server, 'app'>
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const nonceOf = () => randomUUID()
const ownerCalls = crudCalls(owner)
const callLogOf = crudCalls(openCallLog)
const list = '/wms/api/owner/query'
/** A request as another company's system sends it. */
const send = (account: Pick<Account, 'appKey' | 'secret'>, { to, ...o }: To = {}) =>
  sendForeign(to ?? server, account, at, { url: list, ...o })
async function ask(account: Pick<Account, 'appKey' | 'secret'>, o: To = {}) {
  const answer = await send(account, o)
  const envelope = answer.json() as Envelope<never>
  return { ...envelope, status: answer.statusCode, retryAfter: answer.headers['retry-after'] }
}
const refusedWith = async (asked: ReturnType<typeof ask>) => {
  const { code, status, message } = await asked
  return [code, status, message]
}
const logOf = async ({ id }: Account) =>
  (
    await admin.call<{ records: { code: number; path: string }[] }>(callLogOf.query, {
      filter: { accountId: id },
      pageSize: 200,
    })
  ).records
const newOwner = (code: string) => JSON.stringify({ code, name: code, kind: 'CLIENT' })

test('a signed call does what its scopes allow, as the account, and is told of in the log', async () => {
  const account = await make()
  const found = await ask(account)
  expect(found).toMatchObject({ code: 0, status: 200 })
  const made = await ask(account, { url: '/wms/api/owner/create', body: newOwner('OPEN1') })
  expect(made).toMatchObject({ code: 0 })
  const record = await admin.call<Record<string, unknown>>(ownerCalls.getById, { id: (made.data as { id: string }).id })
  expect(record).toMatchObject({ code: 'OPEN1', creatorName: 'ERP 1' })
  const [entry] = await admin.call<{ user: string }[]>(ownerCalls.log, { id: record.id })
  expect(entry).toMatchObject({ user: 'ERP 1', source: 'API' })
  const { rows } = await server.db.owner.query(
    `select username, source, created_by from sys_audit_log where subject = 'wms.owner' and subject_no = 'OPEN1'`,
  )
  expect(rows).toEqual([{ username: account.appKey, source: 'API', created_by: account.id }])
  expect(await logOf(account)).toMatchObject([
    { code: 0, path: '/wms/api/owner/create' },
    { code: 0, path: list },
  ])
  expect(await admin.call(calls.usage, { id: account.id })).toMatchObject({ today: 2 })
})

test('of a tenant that is suspended, or has not bought a module, an account does no more than a person', async () => {
  const account = await make()
  const plan = (state: string, modules: string) =>
    server.inside('G', (ctx) =>
      ctx.tx.run(sql`
        insert into sys_entitlement (tenant_id, id, code, state, modules, is_unlimited, seq, created_at)
        values (${ctx.tenantId}, ${ctx.newId()}, 'PLAN', ${state}, string_to_array(${modules}, ','), true, 1, ${ctx.now()})
        on conflict (tenant_id, code) do update set state = excluded.state, modules = excluded.modules`),
    )
  const create = (code: string) => ask(account, { url: '/wms/api/owner/create', body: newOwner(code) })
  try {
    await plan('SUSPENDED', 'wms')
    expect(await refusedWith(create('SUSP1'))).toEqual([40314, 403, '租户已停用，请联系服务商'])
    expect(await ask(account)).toMatchObject({ code: 0 })
    await plan('ACTIVE', 'tms')
    expect((await ask(account)).code).toBe(40315)
    await plan('ACTIVE', 'wms')
    expect(await create('SUSP2')).toMatchObject({ code: 0 })
  } finally {
    await server.inside('G', (ctx) => ctx.tx.run(sql`delete from sys_entitlement where tenant_id = ${ctx.tenantId}`))
  }
})

test('calls are found by path, code, trace, address and time', async () => {
  const account = await make({ ipAllow: '10.1.0.0/16' })
  for (const ip of ['10.1.0.1', '10.2.0.1']) await ask(account, { ip })
  type Line = { traceId: string }
  const found = async (more: object, by: Client = admin) =>
    (await by.call<{ records: Line[] }>(callLogOf.query, { filter: { accountId: account.id, ...more } })).records
  const [refused] = await found({ code: { from: '1' } })
  for (const more of [{ ip: '10.2.' }, { traceId: refused?.traceId }]) expect(await found(more)).toEqual([refused])
  expect(await found({ path: 'owner/que', createTime: { from: '2020-01-01' } })).toHaveLength(2)
  expect(await found({}, await server.as('admin', 'G', 'two'))).toEqual([])
})

test('what is signed is what counts: method, path, each value of the query, time, nonce, body', async () => {
  const account = await make()
  const bad = [40120, 401, '签名不正确']
  const other = (text: string) => createHmac('sha256', `${account.secret}x`).update(text).digest('base64')
  expect(await refusedWith(ask(account, { mark: other }))).toEqual(bad)
  expect(await refusedWith(ask({ ...account, appKey: 'lk1-aaaaaaaaaaaaaaaa' }))).toEqual(bad)
  expect(await refusedWith(ask({ ...account, appKey: 'nonsense' }))).toEqual(bad)
  const signed = (change: (text: string) => string) => (text: string) =>
    createHmac('sha256', account.secret).update(change(text)).digest('base64')
  for (const change of [
    (t: string) => t.replace('POST', 'GET'),
    (t: string) => t.replace('/owner/', '/store/'),
    (t: string) => t.replace('a=1&a=2', 'a=1&a=3'),
    (t: string) => t.replace('a=1&a=2', 'a=1'),
    (t: string) => t.replace(/\n\d{13}\n/, '\n1\n'),
    (t: string) => `${t}0`,
  ])
    expect(await refusedWith(ask(account, { url: `${list}?a=2&a=1`, mark: signed(change) }))).toEqual(bad)
  expect(await ask(account, { url: `${list}?a=2&a=1` })).toMatchObject({ code: 0 })
  const otherBody = { [h.body]: sha256('{"page":2}') }
  expect(await refusedWith(ask(account, { headers: otherBody }))).toEqual(bad)
  for (const name of [h.sign, h.nonce, h.time, h.body])
    expect(await refusedWith(ask(account, { headers: { [name]: '' } })), name).toEqual(bad)
  expect(await refusedWith(ask(account, { nonce: 'short' }))).toEqual(bad)
})

test('old, early and repeated requests are refused, by whichever process sees them', async () => {
  const account = await make()
  const [expired, repeated] = [
    [40121, 401, '请求已过期'],
    [40122, 401, '重复请求'],
  ]
  expect(await refusedWith(ask(account, { time: at - 360_000 }))).toEqual(expired)
  expect(await refusedWith(ask(account, { time: at + 301_000 }))).toEqual(expired)
  expect(await ask(account, { time: at - 299_000 })).toMatchObject({ code: 0 })
  const twin = await createServer({
    db: server.db,
    log: server.kernel.log,
    config: { secret: testSecret, trustProxy: false, tls: undefined },
    now,
  })
  try {
    const [nonce, time] = [nonceOf(), at]
    const both = await Promise.all([ask(account, { nonce, time }), ask(account, { nonce, time, to: twin })])
    expect(both.map((a) => a.code).sort()).toEqual([0, 40122])
    expect(await refusedWith(ask(account, { nonce, time, to: twin }))).toEqual(repeated)
    at += 299_000
    expect(await refusedWith(ask(account, { nonce, time }))).toEqual(repeated)
    at += 299_000
    expect(await refusedWith(ask(account, { nonce, time }))).toEqual(expired)
  } finally {
    await twin.close()
  }
})

test('nothing is done beyond the scopes, and a refused call leaves its log only', async () => {
  const account = await make({ scopes: ['wms:basic.owner:view'] })
  const none = [40330, 403, '无接口权限']
  expect(await refusedWith(ask(account, { url: '/wms/api/owner/create', body: newOwner('NO') }))).toEqual(none)
  for (const url of ['/fw/api/sys/message/query', '/fw/api/sys/user/query', '/fw/api/sys/openAccount/query'])
    expect(await refusedWith(ask(account, { url })), url).toEqual(none)
  const { rows } = await server.db.owner.query(`select 1 from wms_owner where code = 'NO'`)
  expect(rows).toEqual([])
  expect((await logOf(account)).map((l) => l.code)).toEqual([40330, 40330, 40330, 40330])
  const { rows: left } = await server.db.owner.query('select 1 from sys_audit_log where created_by = $1', [account.id])
  expect(left).toEqual([])
  const session = await admin.sign({ method: 'POST', url: list, body: '{}' })
  expect(await ask(account, { headers: { 'x-access-token': session['x-access-token'] ?? '' } })).toMatchObject({
    code: 40001,
  })
})

test('a write is done once under its key, with any nonce', async () => {
  const account = await make()
  const create = { url: '/wms/api/owner/create', body: newOwner('ONCE'), headers: { 'idempotency-key': 'order 7' } }
  const [first, again] = [await ask(account, create), await ask(account, create)]
  expect(again.data).toEqual(first.data)
  expect(first.code).toBe(0)
})

test('it works in its organisations only, and sees the goods of its owners only', async () => {
  const mine = await ask(await make(), { url: '/wms/api/owner/create', body: newOwner('MINE') })
  await ask(await make(), { url: '/wms/api/owner/create', body: newOwner('THEIRS') })
  const account = await make({
    orgIds: [orgId('G'), orgId('DC01')],
    ownerScope: 'LISTED',
    ownerIds: [(mine.data as { id: string }).id],
  })
  const seen = async (url: string) =>
    ((await ask(account, { url })).data as unknown as { records: { code: string }[] }).records.map((r) => r.code)
  expect(await seen(list)).toEqual(['MINE'])
  expect(await seen(`${list}?_org=DC01`)).toEqual(['MINE'])
  const foreign = [40332, 403, '开放账号不能在该组织下办理业务']
  expect(await refusedWith(ask(account, { url: `${list}?_org=DC02` }))).toEqual(foreign)
  expect(await ask(account, { url: `${list}?_org=G&_org=DC01` })).toMatchObject({ code: 40001 })
})

test('rate and quota are the account’s, and say when to come again', async () => {
  const account = await make({ ratePerMinute: 2, dailyQuota: 3 })
  at = Math.ceil(at / 60_000) * 60_000 + 20_000
  expect((await ask(account)).code).toBe(0)
  expect((await ask(account)).code).toBe(0)
  expect(await ask(account)).toMatchObject({ code: 42910, status: 429, retryAfter: '40' })
  at += 60_000
  expect((await ask(account)).code).toBe(0)
  const over = await ask(account)
  expect(over).toMatchObject({ code: 42911, status: 429 })
  expect(new Date(at + Number(over.retryAfter) * 1000).toISOString()).toMatch(/T16:00:00/)
  at += Number(over.retryAfter) * 1000
  expect((await ask(account)).code).toBe(0)
  at = noon + 86_400_000
})

test('an address that is not listed, a disabled or ended account are refused', async () => {
  const account = await make({ ipAllow: '10.1.0.0/16\n2001:db8::/32', validTo: '2026-12-31' })
  expect((await ask(account, { ip: '10.1.200.3' })).code).toBe(0)
  expect((await ask(account, { ip: '::ffff:10.1.200.3' })).code).toBe(0)
  expect((await ask(account, { ip: '2001:db8::5' })).code).toBe(0)
  expect(await refusedWith(ask(account, { ip: '10.2.0.1' }))).toEqual([40331, 403, '来源地址不在白名单内'])
  const { disable, enable } = crudCalls(owner) && {
    disable: '/fw/api/sys/openAccount/disable',
    enable: '/fw/api/sys/openAccount/enable',
  }
  const turn = (path: string, version: number) =>
    admin.call<{ version: number }>({ ...(ownerCalls.enable as Call), path }, { id: account.id, version })
  const off = await turn(disable, account.version)
  expect((await ask(account, { ip: '10.1.0.1' })).code).toBe(40123)
  await turn(enable, off.version)
  expect((await ask(account, { ip: '10.1.0.1' })).code).toBe(0)
  const before = at
  at = Date.parse('2026-12-31T16:30:00Z')
  expect((await ask(account, { ip: '10.1.0.1' })).code).toBe(40124)
  at = before
})

test('a replaced secret is good for its hours beside the new one, and no longer', async () => {
  const account = await make()
  const next = await admin.call(calls.rotateSecret, { id: account.id, version: account.version, graceHours: 2 })
  expect(next.secret).not.toBe(account.secret)
  const renewed = { ...account, secret: next.secret ?? '' }
  expect((await ask(account)).code).toBe(0)
  expect((await ask(renewed)).code).toBe(0)
  at += 2 * 3_600_000 + 1
  expect((await ask(account)).code).toBe(40120)
  expect((await ask(renewed)).code).toBe(0)
  admin = await server.as('admin')
  const last = await admin.call(calls.rotateSecret, { id: account.id, version: next.version, graceHours: 0 })
  expect((await ask(renewed)).code).toBe(40120)
  expect((await ask({ ...account, secret: last.secret ?? '' })).code).toBe(0)
})

test('an account with a key pair signs by Ed25519, and its key is replaced like a secret', async () => {
  const pairs = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')] as const
  const pem = (i: 0 | 1) => pairs[i].publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const by = (i: 0 | 1) => (text: string) => signWith(null, Buffer.from(text), pairs[i].privateKey).toString('base64')
  const account = await make({ signAlgorithm: 'ED25519', publicKey: pem(0) })
  expect(account.secret).toBeNull()
  expect((await ask(account, { mark: by(0) })).code).toBe(0)
  expect((await ask(account, { mark: by(1) })).code).toBe(40120)
  await admin.call(calls.rotateSecret, { id: account.id, version: 0, graceHours: 1, publicKey: pem(1) })
  for (const i of [0, 1] as const) expect((await ask(account, { mark: by(i) })).code).toBe(0)
  const wrong = await admin.envelope(calls.create, {
    name: 'odd',
    orgIds: [orgId('G')],
    signAlgorithm: 'ED25519',
    publicKey: pem(0).slice(0, 60),
  })
  expect(wrong.code).toBe(42887)
})

test('nobody gives an account more than he holds, sees or reaches himself', async () => {
  const beyond = await make({ scopes: ['wms:basic.owner:view', 'wms:basic.owner:remove'].slice(0, 1) })
  for (const scope of ['sys:user:update', 'sys:role:update', 'sys:openAccount:update', 'wms', 'nothing:at:all'])
    expect((await admin.envelope(calls.create, { name: scope, orgIds: [orgId('G')], scopes: [scope] })).code).toBe(
      42880,
    )
  const keeper = await keeperAt('DC01')
  const own = { name: 'small', orgIds: [orgId('DC01')], scopes: ['wms:basic.owner:view'] }
  const refused = async (call: Call, input: object) => (await keeper.envelope(call, input)).code
  expect(await refused(calls.create as Call, { ...own, scopes: all })).toBe(40310)
  expect(await refused(calls.create as Call, { ...own, orgIds: [orgId('DC02')] })).toBe(40312)
  const { id, version } = await make(own, keeper)
  expect(await refused(calls.update as Call, { id, version, scopes: all })).toBe(40310)
  const stronger = await make({ orgIds: [orgId('DC01')] })
  for (const [call, input] of [
    [calls.update, { name: 'mine now' }],
    [calls.rotateSecret, { graceHours: 0 }],
  ] as const)
    expect(await refused(call as Call, { id: stronger.id, version: stronger.version, ...input })).toBe(40334)
  const trial = { id: stronger.id, method: 'POST', path: list, body: '{}' }
  expect(await refused(calls.test as Call, trial)).toBe(40334)
  expect(await refused(calls.usage as Call, { id: beyond.id })).toBe(40400)
})

test('the secret is told once and never again', async () => {
  const input = { name: 'told once', orgIds: [orgId('G')], scopes: [] }
  const first = await admin.call(calls.create, input, { key: 'k1' })
  const again = await admin.call(calls.create, input, { key: 'k1' })
  expect(again).toEqual({ ...first, secret: null })
  const record = JSON.stringify(await admin.call(crudCalls(openAccount).getById, { id: first.id }))
  expect(record).not.toContain('sealed')
  const { rows } = await server.db.owner.query(
    `select a.*, (select string_agg(l::text, '') from sys_audit_log l where l.subject_id = a.id) as log,
      (select string_agg(i.answer, '') from sys_idempotency i) as answers from sys_open_account a where a.id = $1`,
    [first.id],
  )
  expect(JSON.stringify(rows)).not.toContain(first.secret)
})

test('the console shows the text that is signed, and sends the call the whole way', async () => {
  const account = await make()
  const tried = await admin.call(calls.test, { id: account.id, method: 'POST', path: list, body: '{"page":1}' })
  const { [h.time]: time = '', [h.nonce]: nonce = '' } = tried.headers
  expect(tried.canonicalString).toBe(['V1', 'POST', list, '', time, nonce, sha256('{"page":1}')].join('\n'))
  expect(tried.status).toBe(200)
  expect(JSON.parse(tried.body)).toMatchObject({ code: 0 })
  expect(await logOf(account)).toMatchObject([{ code: 0, path: list }])
  const elsewhere = await admin.envelope(calls.test, { id: account.id, method: 'GET', path: '/metrics' })
  expect(elsewhere.code).toBe(40401)
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const own = await make({ signAlgorithm: 'ED25519', publicKey })
  const asked = { id: own.id, method: 'POST', path: list, body: '{}' }
  const toSign = await admin.call(calls.test, asked)
  expect(toSign.status).toBeNull()
  const signature = signWith(null, Buffer.from(toSign.canonicalString), pair.privateKey).toString('base64')
  const sent = { ...asked, time: toSign.headers[h.time], nonce: toSign.headers[h.nonce], signature }
  expect(await admin.call(calls.test, sent)).toMatchObject({ status: 200 })
})

test('the document of an account names its calls and no others', async () => {
  const account = await make({ scopes: ['wms:basic.owner:view'] })
  const { data } = await admin.bytes(calls.openApi as Call, { id: account.id })
  const paths = Object.keys((JSON.parse(data.toString()) as { paths: object }).paths)
  expect(paths).toContain(list)
  expect(paths.filter((p) => !p.startsWith('/wms/api/owner/'))).toEqual([])
})

/** A user of one centre who keeps API accounts and may look at owners. */
async function keeperAt(org: string): Promise<Client> {
  const { id: roleId } = await admin.call<{ id: string }>(roleCalls.create, { name: 'keeper', orgId: orgId(org) })
  const permissions = [
    'wms:basic.owner:view',
    ...['view', 'create', 'update', 'run'].map((a) => `sys:openAccount:${a}`),
  ]
  await admin.call(roleCalls.updatePermission, { id: roleId, version: 0, permissions })
  const userId = server.one.users.get('nobody') ?? ''
  await admin.call(roleCalls.addUsers, { id: roleId, userIds: [userId] })
  return server.as('nobody', org)
}

test('another system is sent its file at once, however many rows: it has no page to fetch it from', async () => {
  const account = await make({ scopes: ['wms:basic.owner:view', 'wms:basic.owner:export'] })
  const rows = sheetRecordLimits.rowsAtOnce + 1
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      insert into wms_owner (tenant_id, id, code, name, kind, turnover)
      select ${ctx.tenantId}, g, 'MANY' || g, 'MANY ' || g, 'CLIENT', 'FEFO' from generate_series(1, ${rows}::integer) g`),
  )
  const body = JSON.stringify({ format: 'csv', filter: { code: 'MANY' } })
  const sent = await send(account, { url: ownerCalls.export?.path ?? '', body })
  expect(sent.headers['content-type']).toMatch(/^text\/csv/)
  expect(sent.payload.trim().split('\r\n')).toHaveLength(rows + 1)
})

import { mailFaults } from '@lading/contract/sys/email.ts'
import { mailCalls } from '@lading/contract/sys/mail.ts'
import type { OptionKey } from '@lading/contract/sys/optionDefs.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { platformMailCalls as calls, type PlatformMail } from '@lading/contract/sys/platformMail.ts'
import { subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTenant } from '../../demo/tenant.ts'
import { permissionRegistry } from '../../permissions.ts'
import { readLetter } from '../../testing/letters.ts'
import { openMailServer, type TestMailServer } from '../../testing/mailServer.ts'
import { type Client, logIn, openTestServer, password, type TestServer } from '../../testing/server.ts'
import { sendMessage } from '../message/messages.ts'
import { allPosted } from './deliver.ts'

const noon = Date.parse('2026-11-25T04:00:00Z')
const dayMs = 86_400_000
let at = noon
let platformServer: TestMailServer
let ownServer: TestMailServer
let server: TestServer
let plat: Awaited<ReturnType<typeof createTenant>>
let operator: Client
let admin: Client
let viewer: Client

beforeAll(async () => {
  ;[platformServer, ownServer] = [await openMailServer(), await openMailServer()]
  server = await openTestServer({ now: () => new Date(at) })
  const permissions = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const user = {
    username: 'operator',
    realName: 'operator',
    role: 'operator',
    org: 'PLAT',
    orgs: ['PLAT'],
    permissions,
  }
  plat = await createTenant(
    server.kernel,
    { code: 'plat', name: 'platform', orgs: [{ code: 'PLAT', name: 'platform', type: 'PLAT' }], users: [user] },
    password,
  )
  server.tenants.forget()
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      update sys_user set email = 'viewer@example.cn', email_confirmed_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and username = 'viewer'`),
  )
})
afterAll(async () => {
  await server.close()
  await Promise.all([platformServer.close(), ownServer.close()])
})
beforeEach(async () => {
  // Another day each time: nothing of a quota is used.
  at = noon + Math.ceil((at - noon + 1) / dayMs) * dayMs
  platformServer.got.length = 0
  ownServer.got.length = 0
  operator = await logIn(server, plat, 'plat', 'operator', 'PLAT')
  ;[admin, viewer] = [await server.as('admin'), await server.as('viewer')]
  await set(admin, { mail_host: '', mail_from: '' })
  await platform({})
  await viewer.call(subscriptionCalls.turnMail, { key: 'TASK_ASSIGNED', isOn: true })
})

const set = async (who: Client, values: Partial<Record<OptionKey, string>>) => {
  const { options } = await who.call(optionCalls.getGroupOptions, { groupName: 'mail' })
  const items = Object.entries(values).map(([key, value]) => ({
    key,
    value,
    version: options.find((o) => o.key === key)?.version ?? 0,
  }))
  await who.call(optionCalls.batchUpdate, { items })
}
const usual = () => ({
  isOn: true,
  host: '127.0.0.1',
  port: platformServer.port,
  security: 'none' as const,
  username: null,
  sender: 'noreply@platform.example',
  site: 'https://lading.example.cn',
  tenantDaily: 100,
})
const platform = async (change: object): Promise<PlatformMail> => {
  const { version } = await operator.call(calls.get)
  await operator.call(calls.set, { ...usual(), ...change, version })
  return operator.call(calls.get)
}
const work = async () => {
  for (let i = 0; i < 3; i++) {
    await server.relay.drain()
    await allPosted()
  }
}
const assign = async (task: string) => {
  await server.inside('G', (ctx) =>
    sendMessage(ctx, [viewer.userId], 'TASK_ASSIGNED', { args: { by: '王小明', task }, link: '#/app-wms/taskList' }),
  )
  await work()
}
const mails = async (who = admin) =>
  (await who.call(mailCalls.query, { searchCount: true })).records as never as {
    id: string
    state: string
    way: string | null
    problem: string | null
    answer: string | null
  }[]
const page = (method: 'GET' | 'POST', url: string, type?: string, payload?: string) =>
  server.app.inject({ method, url, ...(type && { headers: { 'content-type': type } }), ...(payload && { payload }) })

test('only who runs the platform sees and sets its mail server up, and a password never comes back', async () => {
  for (const call of [calls.get, calls.usage])
    expect((await admin.envelope(call)).code).toBe(mailFaults.notPlatform.code)
  for (const call of [calls.set, calls.test])
    expect((await admin.envelope(call, { ...usual(), version: 0, to: 'a@b.cn' })).code).toBe(
      mailFaults.notPlatform.code,
    )
  expect((await viewer.envelope(calls.get)).code).toBe(40301)
  const shown = await platform({ security: 'starttls', username: 'noreply@platform.example', password: 'Geheim-2' })
  expect(shown).toMatchObject({ hasPassword: true, username: 'noreply@platform.example' })
  expect(JSON.stringify(shown)).not.toContain('Geheim-2')
  expect(
    (await server.db.owner.query(`select count(*)::int as n from sys_audit_log where after::text like '%Geheim-2%'`))
      .rows,
  ).toEqual([{ n: 0 }])
  // Left out it stays; null takes it away.
  expect(await platform({ security: 'starttls', username: 'x' })).toMatchObject({ hasPassword: true })
  expect(await platform({ password: null })).toMatchObject({ hasPassword: false })
  const { version } = await operator.call(calls.get)
  const refused = async (change: object) =>
    (await operator.envelope(calls.set, { ...usual(), version, ...change })).code
  expect(await refused({ version: version - 1 })).toBe(40900)
  expect(await refused({ host: null })).toBe(mailFaults.notWhole.code)
  expect(await refused({ username: 'x', security: 'none' })).toBe(mailFaults.open.code)
  expect(await refused({ host: '169.254.169.254' })).toBe(42500)
  for (const wrong of [
    { host: 'a b' },
    { sender: 'a@b.cn, c@d.cn' },
    { site: 'javascript:alert(1)' },
    { tenantDaily: 0 },
  ])
    expect(await refused(wrong)).toBe(40000)
  expect((await operator.call(calls.get)).version).toBe(version)
  expect(await operator.call(calls.test, { to: 'a@b.cn' })).toMatchObject({
    isTaken: true,
    answer: expect.stringContaining('250'),
  })
})

test('a tenant without a mail server sends by the platform’s, in his own name, and is told nothing of it', async () => {
  await assign('T1')
  expect(platformServer.got).toMatchObject([{ to: ['viewer@example.cn'] }])
  const letter = readLetter(platformServer.got[0]?.raw ?? '')
  expect(letter.header('from')).toBe('tenant one <noreply@platform.example>')
  expect(letter.text).toContain('https://lading.example.cn/#/app-wms/taskList')
  expect(await mails()).toMatchObject([{ state: 'SENT', way: 'PLATFORM', answer: null }])
  const way = await admin.call(calls.way)
  expect(way).toEqual({ way: 'PLATFORM', sender: 'tenant one', quota: { daily: 100, used: 1, held: 0 } })
  platformServer.refusals.push({ code: 550, text: 'no such user at smtp.platform.example' })
  const tried = await admin.call(mailCalls.test, { to: 'boss@example.cn' })
  expect(tried).toMatchObject({ isTaken: false, problem: 'REFUSED', answer: '' })
  const told = JSON.stringify([
    way,
    tried,
    await mails(),
    await admin.call(optionCalls.getGroupOptions, { groupName: 'mail' }),
  ])
  expect(told).not.toMatch(/127\.0\.0\.1|platform\.example/)
})

test('his own settings win, wholly: no host of his is told a password of the platform’s', async () => {
  await platform({ security: 'starttls', username: 'noreply@platform.example', password: 'Geheim-2' })
  await set(admin, {
    mail_host: '127.0.0.1',
    mail_port: String(ownServer.port),
    mail_security: 'none',
    mail_from: 'wms@example.cn',
    mail_user: '',
  })
  await assign('T2')
  expect([platformServer.got.length, ownServer.got.length]).toEqual([0, 1])
  expect(ownServer.logins).toEqual([])
  expect(await admin.call(calls.way)).toEqual({ way: 'OWN', sender: 'tenant one', quota: null })
  await set(admin, { mail_host: '', mail_from: '' })
  await platform({ isOn: false, password: null })
  expect(await admin.call(calls.way)).toMatchObject({ way: 'NONE' })
  await assign('T3')
  expect((await admin.envelope(mailCalls.test, { to: 'a@b.cn' })).code).toBe(mailFaults.notSetUp.code)
  expect([platformServer.got.length, ownServer.got.length]).toEqual([0, 1])
})

test('what a tenant may send in a day ends: letters wait for the next, tests are refused, others go on', async () => {
  await platform({ tenantDaily: 2 })
  for (const task of ['Q1', 'Q2', 'Q3', 'Q4']) await assign(task)
  expect(platformServer.got).toHaveLength(2)
  expect((await mails()).slice(0, 2)).toMatchObject([
    { state: 'PENDING', way: 'PLATFORM', problem: 'QUOTA', tries: 0 },
    { state: 'PENDING', problem: 'QUOTA' },
  ])
  // Brought again by the outbox it waits as before, and counts once.
  await work()
  expect(await admin.call(calls.way)).toMatchObject({ quota: { daily: 2, used: 2, held: 2 } })
  const refused = await admin.envelope(mailCalls.test, { to: 'a@b.cn' })
  expect([refused.code, refused.message]).toEqual([mailFaults.quota.code, expect.stringContaining('2封')])
  const two = await server.as('admin', 'G', 'two')
  expect(await two.call(mailCalls.test, { to: 'a@b.cn' })).toMatchObject({ isTaken: true })
  expect(await operator.call(calls.usage, {})).toMatchObject({
    tenants: [
      { code: 'one', letters: 2, held: 2 },
      { code: 'two', letters: 1, held: 0 },
    ],
  })
  at += dayMs
  await work()
  expect(platformServer.got).toHaveLength(5)
  admin = await server.as('admin')
  expect((await mails()).slice(0, 2)).toMatchObject([{ state: 'SENT', problem: null }, { state: 'SENT' }])
  operator = await logIn(server, plat, 'plat', 'operator', 'PLAT')
  expect(await operator.call(calls.usage, { daysAgo: '1' })).toMatchObject({
    tenants: [{ letters: 2 }, { letters: 1 }],
  })
})

test('a letter that is tried again counts once, and many at the same moment no more than there are', async () => {
  platformServer.refusals.push({ code: 451, text: 'later' })
  await assign('R1')
  at += 61_000
  await work()
  expect(platformServer.got).toHaveLength(1)
  expect(await admin.call(calls.way)).toMatchObject({ quota: { used: 1 } })
  await platform({ tenantDaily: 3 })
  const many = await Promise.all(Array.from({ length: 6 }, () => admin.envelope(mailCalls.test, { to: 'a@b.cn' })))
  expect(many.map(({ code }) => code).sort()).toEqual([0, 0, ...Array.from({ length: 4 }, () => mailFaults.quota.code)])
})

const leaveUrl = (): string => {
  const { header } = readLetter(platformServer.got.at(-1)?.raw ?? '')
  return header('list-unsubscribe').replace(/^<https:\/\/lading\.example\.cn|>$/g, '')
}
const isMailed = async (key = 'TASK_ASSIGNED') =>
  (await viewer.call(subscriptionCalls.mine)).types.find((x) => x.key === key)?.isMailed

test('a link in the letter ends such mail without a log-in: looking changes nothing, one press does, a second says the same', async () => {
  await assign('L1')
  const url = leaveUrl()
  expect(readLetter(platformServer.got[0]?.raw ?? '').html).toContain('/fw/api/mailLeave?token=')
  const shown = await page('GET', url)
  expect([shown.statusCode, String(shown.headers['content-type'])]).toEqual([200, expect.stringContaining('text/html')])
  expect(shown.body).toContain('有任务指派给您')
  expect(String(shown.headers['content-security-policy'])).toContain("default-src 'none'")
  expect(await isMailed()).toBe(true)
  const presses = [
    page('POST', url, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'),
    page('POST', url),
  ]
  const [first, again] = [await presses[0], await presses[1]]
  expect([first?.statusCode, again?.statusCode]).toEqual([200, 200])
  expect(again?.body).toBe(first?.body)
  expect(await isMailed()).toBe(false)
  await assign('L2')
  expect(platformServer.got).toHaveLength(1)
  // The message itself still comes, and what is chosen again is chosen.
  expect((await viewer.call(subscriptionCalls.mine)).types.find((x) => x.key === 'TASK_ASSIGNED')?.isOn).toBe(true)
  await viewer.call(subscriptionCalls.turnMail, { key: 'TASK_ASSIGNED', isOn: true })
  await assign('L3')
  expect(platformServer.got).toHaveLength(2)
})

test('a link that somebody made or changed opens nothing, and a form is read nowhere else', async () => {
  await assign('L4')
  const url = leaveUrl()
  const [, token = ''] = url.split('token=')
  const [body = '', mac = ''] = token.split('.')
  const other = Buffer.from(Buffer.from(body, 'base64url').toString().replace(viewer.userId, admin.userId)).toString(
    'base64url',
  )
  for (const wrong of [`${other}.${mac}`, `${body}.${'A'.repeat(mac.length)}`, 'A'.repeat(40), `${token}.x`]) {
    const answer = await page('POST', `/fw/api/mailLeave?token=${wrong}`)
    expect(answer.statusCode).toBe(404)
  }
  expect(await isMailed()).toBe(true)
  // The page of a letter is another purpose, with another key.
  expect((await page('GET', `/fw/api/mailPage?token=${token}`)).statusCode).toBe(404)
  const login = await page('POST', '/fw/api/sys/user/login', 'application/x-www-form-urlencoded', 'a=1')
  expect(login.json()).toMatchObject({ code: 40001 })
})

test('what must be received has no link, and a link from before ends nothing of it', async () => {
  await server.inside('G', (ctx) => sendMessage(ctx, [viewer.userId], 'PASSWORD_RESET', { args: { by: 'x' } }))
  await work()
  const safety = readLetter(platformServer.got[0]?.raw ?? '')
  expect(safety.header('list-unsubscribe')).toBe('')
  expect(`${safety.text}${safety.html}`).not.toContain('mailLeave')
  await assign('L5')
  const url = leaveUrl()
  const role = await server.inside('G', (ctx) =>
    ctx.tx.one<{ roleId: string }>(
      sql`select role_id from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${viewer.userId}`,
    ),
  )
  await admin.call(subscriptionCalls.force, { key: 'TASK_ASSIGNED', roleIds: [role.roleId] })
  const answer = await page('POST', url)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('不能退订')])
  expect(await isMailed()).toBe(true)
  await assign('L6')
  expect(readLetter(platformServer.got.at(-1)?.raw ?? '').header('list-unsubscribe')).toBe('')
  await admin.call(subscriptionCalls.force, { key: 'TASK_ASSIGNED', roleIds: [] })
})

test('who may see the records looks at a letter with people masked, in a frame that runs nothing, for some minutes', async () => {
  await assign('P1')
  const [row] = await mails()
  const shown = await admin.call(mailCalls.show, { id: row?.id })
  expect(shown.text).toContain('P1')
  expect(shown.text).not.toContain('王小明')
  const answer = await page('GET', shown.page)
  expect(answer.body).toContain('P1')
  expect(answer.body).not.toMatch(/王小明|mailLeave/)
  expect(String(answer.headers['content-security-policy'])).toMatch(
    /default-src 'none'.*frame-ancestors 'self'; sandbox/,
  )
  const example = await admin.call(mailCalls.preview, { kind: 'SHORT_PICK' })
  expect((await page('GET', example.page)).body).toContain('tenant one')
  const two = await server.as('admin', 'G', 'two')
  expect((await two.envelope(mailCalls.show, { id: row?.id })).code).toBe(40400)
  at += 21 * 60_000
  expect((await page('GET', shown.page)).statusCode).toBe(404)
})

test('an administrator sees who has a kind by mail', async () => {
  const type = async () => (await admin.call(subscriptionCalls.types)).find(({ key }) => key === 'TASK_ASSIGNED')
  expect(await type()).toMatchObject({ on: 1, mailed: 1 })
  const who = await admin.call(subscriptionCalls.subscribers, { key: 'TASK_ASSIGNED', which: 'MAIL' })
  expect(who).toMatchObject({ total: 1, records: [{ username: 'viewer', isMailed: true, hasAddress: true }] })
  const always = await admin.call(subscriptionCalls.subscribers, { key: 'PASSWORD_RESET', which: 'MAIL' })
  expect(always.records.map(({ username }) => username)).toEqual(['viewer'])
  expect(await admin.call(subscriptionCalls.testSend, { key: 'TASK_ASSIGNED', userId: viewer.userId })).toMatchObject({
    byMail: true,
  })
  expect(await admin.call(subscriptionCalls.testSend, { key: 'TASK_ASSIGNED' })).toMatchObject({ byMail: false })
  await work()
  expect(platformServer.got).toHaveLength(1)
})

import { Writable } from 'node:stream'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { overrideCalls } from '@lading/contract/sys/override.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { secondFactorCalls } from '@lading/contract/sys/secondFactor.ts'
import { getLoginUser, login, modifyPassword, refreshToken } from '@lading/contract/sys/session.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../../tools/authenticator.ts'
import { newSignKey } from '../../tools/signing.ts'
import { createLog } from '../server.ts'
import { fillTables } from '../testing/fixtures.ts'
import { inputFor } from '../testing/inputs.ts'
import { type Client, openTestServer, password, Refused, type TestServer } from '../testing/server.ts'

const lines: string[] = []
const log = createLog(
  'trace',
  new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  }),
)
let server: TestServer
/** Logged in before every call was tried, wrong passwords among them. */
let early: Client
beforeAll(async () => {
  // The clock stands: what waits after wrong passwords waits however fast the calls follow each other.
  const at = new Date()
  server = await openTestServer({ log, now: () => at })
  early = await server.as('admin')
})
afterAll(() => server.close())

/** What must not be read in a log, by name. */
const secrets = new Map<string, string>()
const found = (): string[] => [...secrets].filter(([, text]) => lines.join('').includes(text)).map(([name]) => name)
/** What tells of a person, as well. */
const person = { realName: '韩梅梅', mobile: '13812345678', email: 'han.meimei@example.cn' }
const driver = { driverName: '李司机', driverPhone: '13912345678' }

async function workAsUsual(admin: Client): Promise<void> {
  const G = server.one.orgs.get('G')?.id
  const made = await admin.call(userCalls.create, {
    username: 'hanmei',
    realName: person.realName,
    mobile: person.mobile,
    orgId: G,
    workingOrgIds: [G],
  })
  const { mobile } = person
  for (const [name, text] of Object.entries({ ...person, ...driver })) secrets.set(name, text)
  await admin.envelope(userCalls.create, { username: 'second', realName: 'Two', mobile, orgId: G, workingOrgIds: [G] })
  await admin.call(userCalls.query, { mobileLike: mobile })
  await admin.call(userCalls.checkUser, { mobile })
  await server.app.inject({ method: 'GET', url: `${getLoginUser.path}?mobile=${mobile}&email=${person.email}` })
  await admin.envelope(crudCalls(owner).create, {
    code: mobile,
    contact: person.realName,
    phone: [mobile],
    note: person.email,
  })
  secrets.set('an initial password', made.initialPassword ?? '')
  const reset = await admin.call(userCalls.resetPassword, {
    id: made.id,
    version: (await admin.call(userCalls.getById, { id: made.id })).version,
  })
  secrets.set('a reset password', reset.initialPassword ?? '')
  secrets.set('a key of an outside service', 'AMAP-9f8e7d6c')
  await admin.call(optionCalls.update, { key: 'map.api_key', value: 'AMAP-9f8e7d6c', version: 0 })
  const viewer = await server.as('viewer')
  const { secret } = await viewer.call(secondFactorCalls.begin, { password })
  secrets.set('the key of an app', secret)
  const code = appCode(secret, server.kernel.now().getTime())
  const { recoveryCodes } = await viewer.call(secondFactorCalls.confirm, { code })
  secrets.set('a recovery code', recoveryCodes?.[0] ?? '')
  await viewer.envelope(secondFactorCalls.turnOff, { password, code: recoveryCodes?.[0] })
  secrets.set('a changed password', 'Kite5moons')
  await viewer.call(modifyPassword, { oldPassword: password, newPassword: 'Kite5moons' })
}

interface Answers {
  /** Paths of calls that did what was asked. */
  readonly taken: string[]
  readonly refused: { readonly path: string; readonly code: number }[]
}
/** Refused before anything was done: no session, no signature, no right, too many calls. */
const isOfDoor = ({ code }: Answers['refused'][number]): boolean =>
  Math.floor(code / 100) === 401 || code === faults.forbidden.code || code === faults.rateLimited.code

/** Every call, with what it refuses and what it takes. */
async function askEverything(admin: Client): Promise<Answers> {
  const answers: Answers = { taken: [], refused: [] }
  const rows = await server.inside('DC01', (ctx) => fillTables(ctx, 'LOG'))
  const [any = '1'] = [...rows.values()]
  for (const { call } of server.served) {
    if (/logout|switchWorkingOrg|endSessions/.test(call.path)) continue
    const input = { ...inputFor(call, { id: () => any, short: true }), ...(call.binary && { format: 'csv' }) }
    const code = call.binary
      ? await admin.bytes(call, input).then(() => 0, codeOf)
      : (await admin.envelope(call, input, { file: { name: 'x.csv', data: 'x' } })).code
    if (code === 0) answers.taken.push(call.path)
    else answers.refused.push({ path: call.path, code })
  }
  return answers
}
const codeOf = (error: unknown): number => {
  if (error instanceof Refused) return error.code
  throw error
}

async function logInAsUsual(): Promise<void> {
  const { publicKey } = newSignKey()
  const enter = (typed: string, headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'content-type': 'application/json', host: 'localhost', ...headers },
      payload: JSON.stringify({ tenant: 'one', username: 'clerk', password: typed }),
    })
  secrets.set('a wrong password', 'Wr0ng-4-sure')
  await enter('Wr0ng-4-sure', {})
  const { data } = (await enter(password, {})).json()
  for (const name of ['accessToken', 'refreshToken', 'signKey']) secrets.set(name, data[name])
  await enter(password, { 'x-sign-key': publicKey })
  secrets.set('a refresh token of nobody', 'R'.repeat(43))
  const payload = JSON.stringify({ refreshToken: 'R'.repeat(43) })
  await server.app.inject({
    method: 'POST',
    url: refreshToken.path,
    headers: { 'x-tenant': 'one', 'content-type': 'application/json' },
    payload,
  })
}

test('T69 whatever is done, the log holds no password, token, key or personal data', async () => {
  const admin = await server.as('admin', 'DC01')
  secrets
    .set('the password', password)
    .set('an access token', admin.token)
    .set('a private key', admin.signKey.split('\n')[1] ?? 'none')
  await logInAsUsual()
  await workAsUsual(await server.as('admin'))
  const { taken, refused } = await askEverything(admin)
  log.warn({ body: { password: 'deep-Secret1' }, accessToken: 'flat-Secret1' }, 'somebody logs a body')
  log.warn({ body: person, ...driver }, 'somebody logs whom he serves')
  secrets.set('a password that was logged', 'deep-Secret1').set('a token that was logged', 'flat-Secret1')
  expect(found()).toEqual([])
  // Of calls that are refused, of a log that is never written, and of words that nobody finds, this is said as well.
  expect(taken.length).toBeGreaterThan(server.served.length / 3)
  // A password and a token that were made up; and who then tries passwords has to wait.
  const ofDoor = refused.filter(isOfDoor).map(({ path }) => path)
  expect(ofDoor).toEqual([login.path, refreshToken.path, overrideCalls.setPin.path, userCalls.checkPassword.path])
  const told = lines.join('')
  for (const text of ['password changed', 'somebody logs a body', 'somebody logs whom he serves', '[Redacted]'])
    expect(told).toContain(text)
  log.warn(`what stands in the text itself: ${password}`)
  expect(found()).toEqual(['the password'])
})

test('T69 an error of the database is logged without the row that it is about', async () => {
  await server.db.owner.query('alter table sys_user add constraint only_in_this_test check (real_name <> $$李雷$$)')
  const { rows } = await server.db.owner.query<{ hash: string }>(`select password_hash as hash from sys_user limit 1`)
  expect(rows[0]?.hash).toContain('argon2id')
  const before = lines.length
  const G = server.one.orgs.get('G')?.id
  const answer = await early.envelope(userCalls.create, {
    username: 'lilei',
    realName: '李雷',
    mobile: '13900001111',
    orgId: G,
    workingOrgIds: [G],
  })
  expect(answer.code).toBe(42207)
  const told = lines.slice(before).join('')
  expect(told).toContain('only_in_this_test')
  for (const none of ['李雷', '13900001111', 'argon2id', 'lilei']) expect(told).not.toContain(none)
})

test('T69 nor what it says of a value that it cannot read', async () => {
  await server.db.owner.query(`
    create function misread_in_this_test() returns trigger language plpgsql as
      $$ begin perform new.mobile::date; return new; end $$;
    create trigger misread_in_this_test before insert on sys_user for each row execute function misread_in_this_test()`)
  const before = lines.length
  const G = server.one.orgs.get('G')?.id
  const input = { username: 'misread', realName: '王五', mobile: '13700002222', orgId: G, workingOrgIds: [G] }
  expect((await early.envelope(userCalls.create, input)).code).toBe(50000)
  const told = lines.slice(before).join('')
  expect(told).toContain('date/time field value out of range')
  for (const none of ['王五', '13700002222']) expect(told).not.toContain(none)
  await server.db.owner.query('drop trigger misread_in_this_test on sys_user')
})

test('a statement that was stopped for its time is told as such, and logged', async () => {
  await server.db.owner.query(`
    create function stop_in_this_test() returns trigger language plpgsql as
      $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$;
    create trigger stop_in_this_test before insert on sys_role for each row execute function stop_in_this_test()`)
  const before = lines.length
  const answer = await early.envelope(roleCalls.create, { name: 'slow', orgId: server.one.orgs.get('G')?.id })
  expect(answer).toMatchObject({ code: 50001, message: '处理超时，已停止，请缩小范围后重试' })
  expect(lines.slice(before).join('')).toContain('statement timeout')
})

import type { Envelope } from '@lading/contract/kernel/call.ts'
import * as calls from '@lading/contract/sys/session.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keySigner, newSignKey } from '../../../tools/signing.ts'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import { openTestServer, password, type TestServer } from '../../testing/server.ts'
import type { TokenPair } from './tokens.ts'

let at = Date.UTC(2026, 10, 20, 8)
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(() => server.close())

const minutes = (n: number): number => n * 60_000
const hours = (n: number): number => n * 3_600_000
const isOut = { code: 40101, status: 401, data: null }
const isRefused = { code: 40102, status: 401, data: null }

async function send<T = unknown>(method: 'GET' | 'POST', url: string, body: string, headers: Record<string, string>) {
  const answer = await server.app.inject({
    method,
    url,
    headers: { 'x-tenant': 'one', ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(method === 'POST' && { payload: body }),
  })
  return { ...(answer.json() as Envelope<T>), status: answer.statusCode }
}

/** Somebody at a device of his own, who keeps the tokens that he is given. */
async function enter(
  username: string,
  org = 'G',
  o: { source?: string; tenant?: string; headers?: Record<string, string> } = {},
) {
  const { publicKey, privateKey } = newSignKey()
  const { tenant = 'one', source } = o
  const answer = await send<calls.LoginResult>(
    'POST',
    calls.login.path,
    JSON.stringify({ tenant, username, password, workingOrgId: server.one.orgs.get(org)?.id, source }),
    { 'x-sign-key': publicKey, ...o.headers },
  )
  const { data } = answer
  const signed = <T>(token: string, method: 'GET' | 'POST', url: string, input: unknown = {}) => {
    const body = method === 'POST' ? JSON.stringify(input) : ''
    return send<T>(method, url, body, keySigner(token, privateKey)({ method, url, body, at }))
  }
  return {
    answer,
    first: data,
    who: (token = data.accessToken) => signed<calls.LoginUser>(token, 'GET', calls.getLoginUser.path),
    get: <T>(url: string) => signed<T>(data.accessToken, 'GET', url),
    post: <T>(url: string, input: unknown = {}, token = data.accessToken) => signed<T>(token, 'POST', url, input),
    renew: (token = data.refreshToken) =>
      signed<TokenPair>(token, 'POST', calls.refreshToken.path, { refreshToken: token }),
  }
}

describe('T39 T42 renewing', () => {
  test('T39 a refresh token that is used again after its owner has gone on ends the session, for both', async () => {
    const owner = await enter('clerk', 'DC01')
    const elsewhere = await enter('clerk', 'DC01')
    const { data: second } = await owner.renew()
    at += 10_001
    expect(await owner.renew()).toMatchObject(isRefused)
    expect(await owner.who(second.accessToken)).toMatchObject(isOut)
    expect(await owner.who()).toMatchObject(isOut)
    expect(await owner.renew(second.refreshToken)).toMatchObject(isRefused)
    expect(await elsewhere.who()).toMatchObject({ code: 0 })
    const events = await server.inside('G', (ctx) =>
      ctx.tx.query<{ username: string; event: string }>(
        sql`select username, event from sys_login_log where tenant_id = ${ctx.tenantId} and event = 'REFRESH_REUSE'`,
      ),
    )
    expect(events).toEqual([{ username: 'clerk', event: 'REFRESH_REUSE' }])
  })

  test('T42 two tabs that renew at the same moment get the same tokens, and stay in', async () => {
    const user = await enter('viewer')
    const answers = await Promise.all(Array.from({ length: 6 }, () => user.renew()))
    expect(new Set(answers.map((a) => a.data.accessToken)).size).toBe(1)
    at += 9_999
    const late = await user.renew()
    expect(late.data).toEqual(answers[0]?.data)
    expect(await user.who(late.data.accessToken)).toMatchObject({ code: 0 })
    expect(await user.renew(late.data.refreshToken)).toMatchObject({ code: 0 })
  })
})

describe('T40 what ends a session ends it at once', () => {
  test('T40 logging out', async () => {
    const [here, there] = [await enter('viewer'), await enter('viewer')]
    expect(await here.post(calls.logout.path)).toMatchObject({ code: 0 })
    expect(await here.who()).toMatchObject(isOut)
    expect(await here.renew()).toMatchObject(isRefused)
    expect(await there.who()).toMatchObject({ code: 0 })
  })

  test('T40 a disabled user, and one whose password was reset', async () => {
    const admin = await server.as('admin')
    for (const call of [userCalls.disable, userCalls.resetPassword]) {
      const username = call === userCalls.disable ? 'nobody' : 'viewer'
      const user = await enter(username)
      expect(await user.who()).toMatchObject({ code: 0 })
      const id = server.one.users.get(username) ?? ''
      const { version } = await admin.call(userCalls.getById, { id })
      await admin.call(call, { id, version })
      expect(await user.who(), username).toMatchObject(isOut)
      expect(await user.renew(), username).toMatchObject(isRefused)
    }
  })

  test('C-34 T40 a user whose last day is over is out, and comes in no more', async () => {
    const lasts = async (until: number | null) => {
      const day = until === null ? null : dayIn(usualZone, new Date(until))
      await server.inside('G', (ctx) =>
        ctx.tx.run(sql`update sys_user set valid_to = ${day} where tenant_id = ${ctx.tenantId} and username = 'clerk'`),
      )
    }
    const user = await enter('clerk', 'DC01')
    await lasts(at)
    expect(await user.who()).toMatchObject({ code: 0 })
    expect(await user.renew()).toMatchObject({ code: 0 })
    await lasts(at - hours(24))
    expect(await user.who()).toMatchObject(isOut)
    expect(await user.renew()).toMatchObject(isRefused)
    await expect(server.as('clerk', 'DC01')).rejects.toMatchObject({ code: 40105 })
    await lasts(null)
  })

  test('C-34 an expired tenant is told so to who knows his password, and to nobody else', async () => {
    const admin = await server.as('admin', 'G', 'two')
    const stands = async (status: string) => {
      await server.db.owner.query('update sys_tenant set status = $1 where code = $2', [status, 'two'])
      server.tenants.forget()
    }
    await stands('EXPIRED')
    expect(await admin.envelope(calls.getLoginUser)).toMatchObject({ code: 40101 })
    expect(await enter('admin', 'G', { tenant: 'two' })).toMatchObject({
      answer: { code: 40106, message: '租户已到期，请联系管理员' },
    })
    const refused = { answer: { code: 40104, message: '用户名或密码错误' } }
    expect(await enter('stranger', 'G', { tenant: 'two' })).toMatchObject(refused)
    await stands('CLOSED')
    expect(await enter('admin', 'G', { tenant: 'two' })).toMatchObject(refused)
    await stands('ACTIVE')
    expect(await admin.envelope(calls.getLoginUser)).toMatchObject({ code: 0 })
  })

  test('T40 after a change of the organisation no token reaches the one that was left', async () => {
    const user = await enter('admin', 'DC01')
    const to = server.one.orgs.get('DC02')?.id
    const { data } = await user.post<calls.LoginResult>(calls.switchWorkingOrg.path, { workingOrgId: to })
    expect((await user.who(data.accessToken)).data.workingOrg.id).toBe(to)
    // A tab that has not heard of it yet is not thrown out, but works where its user works now.
    expect((await user.who()).data.workingOrg.id).toBe(to)
  })
})

describe('T44 how long a session lasts', () => {
  test('T44 each log-in begins anew, whatever is sent along, and sessions stand beside each other', async () => {
    const [one, two] = [await enter('admin'), await enter('admin')]
    const fixed = await enter('admin', 'G', {
      headers: { 'x-access-token': one.first.accessToken, cookie: `wl.access=${one.first.accessToken}` },
    })
    expect(new Set([one, two, fixed].flatMap(({ first }) => [first.accessToken, first.refreshToken])).size).toBe(6)
    for (const { who } of [one, two, fixed]) expect(await who()).toMatchObject({ code: 0 })
  })

  test('T44 an access token lasts half an hour, an idle session eight hours', async () => {
    const [short, idle] = [await enter('admin'), await enter('admin')]
    at += minutes(30) - 1
    expect(await short.who()).toMatchObject({ code: 0 })
    at += 1
    expect(await short.who()).toMatchObject(isOut)
    expect(await short.renew()).toMatchObject({ code: 0 })
    at += hours(8) - minutes(30)
    expect(await idle.renew()).toMatchObject(isRefused)
  })

  test.each([
    ['WEB', 12],
    ['PDA', 720],
  ])('T44 a session of %s that is never idle ends after %i hours', async (source, last) => {
    const user = await enter('admin', 'DC01', { source })
    const from = at
    let { refreshToken } = user.first
    for (let left = last; left > 7; left -= 7) {
      at += hours(7)
      const answer = await user.renew(refreshToken)
      expect(answer.code, `after ${(at - from) / hours(1)} hours`).toBe(0)
      refreshToken = answer.data.refreshToken
    }
    at = from + hours(last)
    expect(await user.renew(refreshToken)).toMatchObject(isRefused)
  })
})

test('T44 a session that idled away is listed no more', async () => {
  await enter('clerk', 'DC01', { source: 'PDA' })
  at += hours(8) + 1
  const now = await enter('clerk', 'DC01')
  const { data } = await now.get<calls.OwnSession[]>(calls.getSessions.path)
  expect(data.map((s) => [s.source, s.isCurrent])).toEqual([['WEB', true]])
})

describe('T41 damaged tokens', () => {
  test('T41 of whatever kind, are refused like none, signed or not', async () => {
    const user = await enter('admin')
    const { accessToken: good, refreshToken } = user.first
    const foreign = (await server.as('admin', 'G', 'two')).token
    const ticket = (await user.post<{ ticket: string }>(calls.wsTicket.path)).data.ticket
    const jwt = (alg: string) => `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.e30.`
    const flipped = good.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))
    const { rows } = await server.db.owner.query<{ hash: string }>('select hash from sys_session_token limit 1')
    const damaged = [
      '',
      ' ',
      'null',
      'undefined',
      flipped,
      good.slice(0, -1),
      good.slice(1),
      `${good}A`,
      `${good}=`,
      `${good}${good}`,
      `${good},${good}`,
      `Bearer ${good}`,
      good.toLowerCase(),
      good.split('').reverse().join(''),
      refreshToken,
      ticket,
      foreign,
      rows[0]?.hash ?? '',
      jwt('none'),
      jwt('HS256'),
      "' or '1'='1",
      'x'.repeat(7_000),
    ]
    for (const bad of damaged) {
      expect(await user.who(bad), bad).toMatchObject({ ...isOut, code: expect.toBeOneOf([40101, 40103]) })
      const naked = await send('GET', calls.getLoginUser.path, '', { 'x-access-token': bad })
      expect(naked, bad).toMatchObject({ ...isOut, code: expect.toBeOneOf([40101, 40103]) })
    }
    // Nor does a token count anywhere but in its header.
    for (const [name, value] of [
      ['authorization', `Bearer ${good}`],
      ['cookie', `wl.access=${good}; accessToken=${good}`],
    ] as const)
      expect(await send('GET', calls.getLoginUser.path, '', { [name]: value })).toMatchObject(isOut)
    for (const name of ['accessToken', 'access_token', 'token', 'ticket', 'X-Access-Token'])
      expect(await send('GET', `${calls.getLoginUser.path}?${name}=${good}&tenant=one`, '', {})).toMatchObject(isOut)
    expect(await user.who()).toMatchObject({ code: 0 })
  })
})

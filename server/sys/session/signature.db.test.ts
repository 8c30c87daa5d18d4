import { randomUUID } from 'node:crypto'
import type { Envelope } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { type LoginResult, login, logout, refreshToken } from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keySigner, newSignKey, newTraceId, type Sent, type Signer, secretSigner } from '../../../tools/signing.ts'
import { createLog, createServer, type Server } from '../../server.ts'
import { testSecret } from '../../testing/database.ts'
import { openTestServer, password, type TestServer } from '../../testing/server.ts'

let at = Date.UTC(2026, 10, 20, 8)
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(() => server.close())

type Answer<T = unknown> = Envelope<T> & { status: number }
async function send<T = unknown>(
  url: string,
  body: string,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
  to: Server = server,
): Promise<Answer<T>> {
  const answer = await to.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'x-tenant': 'one', 'content-type': 'application/json', ...headers },
    payload: body,
  })
  return { ...(answer.json() as Envelope<T>), status: answer.statusCode }
}
const enter = (headers: Record<string, string> = {}, from?: string) =>
  send<LoginResult>(
    login.path,
    JSON.stringify({ tenant: 'one', username: 'admin', password, workingOrgId: server.one.orgs.get('G')?.id }),
    headers,
    from,
  )

const list = crudCalls(owner).query?.path ?? ''
const create = crudCalls(owner).create?.path ?? ''
const made = () => ({
  method: 'POST',
  url: create,
  body: JSON.stringify({ code: randomUUID().slice(0, 8), name: 's' }),
})
const ask = (sent: Partial<Sent> = {}): Sent => ({ method: 'POST', url: list, body: '{}', at, ...sent })
const asked = (signer: Signer, sent: Partial<Sent> = {}) => send(list, '{}', signer(ask(sent)))
const refused = { code: 40103, status: 401, message: '请求签名无效', data: null }

/** A second process on the same database. */
async function otherProcess(): Promise<Server> {
  const config = { secret: testSecret, trustProxy: false, tls: undefined }
  return createServer({ db: server.db, log: createLog('error'), config, now: () => new Date(at) })
}

/** A session of its own with its key pair. */
async function keyed() {
  const { publicKey, privateKey } = newSignKey()
  const { data } = await enter({ 'x-sign-key': publicKey })
  return { ...data, privateKey, signer: keySigner(data.accessToken, privateKey) }
}

describe('T41 a token alone is worth nothing', () => {
  test('T41 the right key is let in, with and without a pair', async () => {
    const { signer, signKey } = await keyed()
    expect(signKey).toBeUndefined()
    expect(await asked(signer)).toMatchObject({ code: 0 })
    const plain = (await enter()).data
    expect(await asked(secretSigner(plain.accessToken, plain.signKey ?? ''))).toMatchObject({ code: 0 })
  })

  test('T41 no signature, another key, another token, a damaged one', async () => {
    const { accessToken, signer } = await keyed()
    expect(await send(list, '{}', { 'x-access-token': accessToken })).toMatchObject(refused)
    const thief = newSignKey()
    expect(await asked(keySigner(accessToken, thief.privateKey))).toMatchObject(refused)
    expect(await asked(secretSigner(accessToken, accessToken))).toMatchObject(refused)
    const other = await keyed()
    expect(await asked((sent) => ({ ...other.signer(sent), 'x-access-token': accessToken }))).toMatchObject(refused)
    const sign = signer(ask())['X-Access-Token-Sign'] ?? ''
    for (const bad of ['', 'x', sign.slice(0, -2), `${sign}AA`, sign.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))])
      expect(await asked((sent) => ({ ...signer(sent), 'X-Access-Token-Sign': bad })), bad).toMatchObject(refused)
  })

  test('T41 whatever is signed cannot be changed: method, path, query, body, trace id, time, key', async () => {
    const { signer } = await keyed()
    const key = randomUUID()
    const { url, body } = made()
    const good: Sent = { method: 'POST', url, body, at, traceId: newTraceId(), key }
    for (const change of [
      { method: 'GET' },
      { url: list },
      { url: `${url}?a=1` },
      { body: '{}' },
      { traceId: newTraceId() },
      { at: at - 1 },
      { key: randomUUID() },
      { key: undefined },
    ]) {
      const signed = signer({ ...good, ...change })['X-Access-Token-Sign'] ?? ''
      const answer = await send(url, body, { ...signer(good), 'X-Access-Token-Sign': signed })
      expect(answer, JSON.stringify(change)).toMatchObject(refused)
    }
    // Readers of addresses take a second question mark for a part of the query.
    for (const more of ['?a=1', '??&a=1', '?&?a=1'])
      expect(await send(url + more, body, signer(good)), more).toMatchObject(refused)
    expect(await send(url, body, signer(good))).toMatchObject({ code: 0 })
  })

  test('the order of the query’s parts does not matter', async () => {
    const { signer } = await keyed()
    const url = '/fw/api/sys/user/getLoginUser'
    const headers = signer({ method: 'GET', url: `${url}?b=2&a=1`, at })
    const answer = await server.app.inject({
      method: 'GET',
      url: `${url}?a=1&b=2`,
      headers: { 'x-tenant': 'one', ...headers },
    })
    expect(answer.json()).toMatchObject({ code: 0 })
  })

  test('a request is good for five minutes, and once', async () => {
    const { signer } = await keyed()
    for (const off of [-300_001, 300_001]) expect(await asked(signer, { at: at + off })).toMatchObject(refused)
    for (const off of [-300_000, 300_000]) expect(await asked(signer, { at: at + off })).toMatchObject({ code: 0 })
    const traceId = newTraceId()
    expect(await asked(signer, { traceId })).toMatchObject({ code: 0 })
    expect(await asked(signer, { traceId })).toMatchObject(refused)
    // Trace ids belong to a session: another may have the same.
    expect(await asked((await keyed()).signer, { traceId })).toMatchObject({ code: 0 })
    for (const bad of ['', '1', '012345678901234567', 'x'.repeat(18)])
      expect(await asked(signer, { traceId: bad }), bad).toMatchObject(refused)
  })

  test('a write that is sent again to another process is done once', async () => {
    const { signer } = await keyed()
    const second = await otherProcess()
    for (const key of [randomUUID(), undefined]) {
      const { url, body } = made()
      const signed = signer({ method: 'POST', url, body, at, key })
      const headers = { 'x-tenant': 'one', 'content-type': 'application/json', ...signed }
      const first = (await server.app.inject({ method: 'POST', url, headers, payload: body })).json()
      const again = (await second.app.inject({ method: 'POST', url, headers, payload: body })).json()
      expect(first.code).toBe(0)
      expect(again).toEqual({ ...first, traceId: again.traceId })
    }
    await second.close()
  })

  test('T40 T42 two processes on one database are as one for log-in, renewal and log-out', async () => {
    const second = await otherProcess()
    const mine = await keyed()
    const isIn = (token: string, to: Server) =>
      send(list, '{}', keySigner(token, mine.privateKey)(ask()), undefined, to)
    expect(await isIn(mine.accessToken, second)).toMatchObject({ code: 0 })
    const renew = (to: Server) => {
      const body = JSON.stringify({ refreshToken: mine.refreshToken })
      const signed = keySigner(mine.refreshToken, mine.privateKey)({ method: 'POST', url: refreshToken.path, body, at })
      return send<LoginResult>(refreshToken.path, body, signed, undefined, to)
    }
    // At the same moment both answer the same tokens, which count at both.
    const [here, there] = await Promise.all([renew(server), renew(second)])
    expect(here).toMatchObject({ code: 0, data: there.data })
    for (const to of [server, second]) expect(await isIn(here.data.accessToken, to)).toMatchObject({ code: 0 })
    const signed = keySigner(
      here.data.accessToken,
      mine.privateKey,
    )({ method: 'POST', url: logout.path, body: '{}', at })
    expect(await send(logout.path, '{}', signed, undefined, second)).toMatchObject({ code: 0 })
    for (const to of [server, second])
      for (const token of [mine.accessToken, here.data.accessToken])
        expect(await isIn(token, to)).toMatchObject({ code: 40101 })
    expect(await renew(server)).toMatchObject({ code: 40102 })
    // Nor has a guesser twice as many tries.
    const guess = async (to: Server) => {
      const body = JSON.stringify({ tenant: 'one', username: 'nobody', password: 'wrong' })
      return (await send(login.path, body, { host: 'localhost' }, '10.3.3.3', to)).code
    }
    const codes: number[] = []
    for (const to of [server, second, server, second, server]) codes.push(await guess(to))
    expect(codes).toEqual([40104, 40104, 40104, 42900, 42900])
    await second.close()
  })

  test('T39 a renewal that is sent again to another process, as it was, costs its owner nothing', async () => {
    const mine = await keyed()
    const second = await otherProcess()
    const body = JSON.stringify({ refreshToken: mine.refreshToken })
    const signed = () =>
      keySigner(mine.refreshToken, mine.privateKey)({ method: 'POST', url: refreshToken.path, body, at })
    const headers = signed()
    const { data } = await send<LoginResult>(refreshToken.path, body, headers)
    at += 60_000
    const isRefused = { code: 40102, data: null }
    const isIn = () => asked(keySigner(data.accessToken, mine.privateKey))
    expect(await send(refreshToken.path, body, headers, undefined, second)).toMatchObject(isRefused)
    expect(await isIn()).toMatchObject({ code: 0 })
    // Another request with the token of before betrays a copy still.
    expect(await send(refreshToken.path, body, signed(), undefined, second)).toMatchObject(isRefused)
    expect(await isIn()).toMatchObject({ code: 40101 })
    await second.close()
  })

  test('an upload is signed by its fields before its file is read', async () => {
    const { signer } = await keyed()
    const call = server.served.map((s) => s.call).find((c) => c.upload && c.path.includes('/owner/'))
    const url = call?.path ?? ''
    const part = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"${name === 'file' ? '; filename="a.csv"' : ''}\r\n\r\n${value}\r\n`
    const upload = async (told: Record<string, string>) => {
      const answer = await server.app.inject({
        method: 'POST',
        url,
        headers: {
          'x-tenant': 'one',
          ...signer({ method: 'POST', url, fields: told, at }),
          'content-type': 'multipart/form-data; boundary=b',
        },
        payload: `${part('mode', 'add')}${part('file', 'a')}--b--\r\n`,
      })
      return answer.json() as Envelope<unknown>
    }
    expect((await upload({ mode: 'add' })).code).not.toBe(refused.code)
    expect(await upload({ mode: 'other' })).toMatchObject({ code: refused.code })
    expect(await upload({})).toMatchObject({ code: refused.code })
  })
})

describe('the log-in and its key', () => {
  test('a key that is none is refused before anything else', async () => {
    for (const bad of [
      '{',
      '{}',
      '"x"',
      JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) }),
    ])
      expect(await enter({ 'x-sign-key': bad }), bad).toMatchObject({ code: 40001 })
    const { publicKey } = newSignKey()
    const p384 = JSON.stringify({ ...JSON.parse(publicKey), crv: 'P-384' })
    expect(await enter({ 'x-sign-key': p384 })).toMatchObject({ code: 40001 })
  })

  test('without a pair, plain http from elsewhere is refused unless the tenant allows it', async () => {
    const elsewhere = { host: '10.1.2.3:4008' }
    expect(await enter(elsewhere)).toMatchObject({ code: 40112, message: '连接未加密，不能登录，请使用 https 访问' })
    for (const host of ['localhost:4008', '127.0.0.1:4008', '[::1]:4008'])
      expect(await enter({ host }), host).toMatchObject({ code: 0 })
    expect(await enter({ host: 'localhost.evil.example' })).toMatchObject({ code: 40112 })
    // The name is the caller's word: from another computer, or through a proxy here, it means nothing.
    expect(await enter({ host: 'localhost:4008' }, '10.1.2.3')).toMatchObject({ code: 40112 })
    expect(await enter({ host: 'localhost:4008', 'x-forwarded-for': '10.1.2.3' })).toMatchObject({ code: 40112 })
    expect(await enter({ ...elsewhere, 'x-sign-key': newSignKey().publicKey })).toMatchObject({ code: 0 })
    const admin = await server.as('admin')
    const change = { key: 'security_require_https' }
    const { version } = await admin.call(optionCalls.update, { ...change, value: 'false', version: 0 })
    expect(await enter(elsewhere)).toMatchObject({ code: 0 })
    await admin.call(optionCalls.update, { ...change, value: null, version })
    expect(await enter(elsewhere)).toMatchObject({ code: 40112 })
  })

  test('a refresh token is worth nothing without the key, and trying costs its owner nothing', async () => {
    const mine = await keyed()
    const body = JSON.stringify({ refreshToken: mine.refreshToken })
    const renew = (signer?: Signer) =>
      send<LoginResult>(refreshToken.path, body, signer?.({ method: 'POST', url: refreshToken.path, body, at }) ?? {})
    expect(await renew()).toMatchObject(refused)
    expect(await renew(keySigner(mine.refreshToken, newSignKey().privateKey))).toMatchObject(refused)
    // Signed with the right key, but over the access token.
    expect(await renew(mine.signer)).toMatchObject(refused)
    const { code, data } = await renew(keySigner(mine.refreshToken, mine.privateKey))
    expect(code).toBe(0)
    expect(await asked(keySigner(data.accessToken, mine.privateKey))).toMatchObject({ code: 0 })
    at += 11_000
    // The predecessor after its grace, by its own key: the session ends.
    expect(await renew(keySigner(mine.refreshToken, mine.privateKey))).toMatchObject({ code: 40102 })
    expect(await asked(keySigner(data.accessToken, mine.privateKey))).toMatchObject({ code: 40101 })
  })

  test('a session that was begun without a key is at its end', async () => {
    const { accessToken, signer } = await keyed()
    await server.inside('G', (ctx) =>
      ctx.tx.run(
        sql`update sys_session set sign_algorithm = null, public_key = null where tenant_id = ${ctx.tenantId}`,
      ),
    )
    expect(await asked(signer)).toMatchObject(refused)
    expect(await asked(secretSigner(accessToken, ''))).toMatchObject(refused)
  })
})

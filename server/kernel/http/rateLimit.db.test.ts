import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { login } from '@lading/contract/sys/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let at = Date.UTC(2026, 10, 20, 8)
beforeAll(async () => {
  const few = { perSecond: 10, burst: 20 }
  server = await openTestServer({ now: () => new Date(at), limits: { session: few, open: few, stranger: few } })
})
afterAll(() => server.close())

const list = crudCalls(owner).query
const codes = async (count: number, ask: () => Promise<number>): Promise<number[]> => {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push(await ask())
  return found
}

test('T58 calls above the rate are refused, and the rate comes back with time', async () => {
  const admin = await server.as('admin')
  const ask = async () => (await admin.envelope(list, {})).code
  // The first call makes the token known; the burst is the session's own from then on.
  expect(await codes(21, ask)).toEqual(Array(21).fill(0))
  const refused = await admin.envelope(list, {})
  expect(refused).toMatchObject({ code: 42900, data: null, message: '操作过于频繁，请稍后重试' })
  at += 1000
  expect(await codes(12, ask)).toEqual([...Array(10).fill(0), 42900, 42900])
  // Another session of the same user has its own.
  const other = await server.as('admin')
  expect((await other.envelope(list, {})).code).toBe(0)
})

test('T58 guessed tokens and log-ins are counted by address', async () => {
  at += 60_000
  const guess = async () => {
    const headers = { 'x-tenant': 'one', 'x-access-token': `guess${Math.random()}`, 'content-type': 'application/json' }
    return (await server.app.inject({ method: 'POST', url: list?.path ?? '', headers, payload: '{}' })).json().code
  }
  expect(await codes(22, guess)).toEqual([...Array(20).fill(40101), 42900, 42900])
  const enter = async () =>
    (
      await server.app.inject({
        method: 'POST',
        url: login.path,
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      })
    ).json().code
  expect(await codes(21, enter)).toEqual([...Array(20).fill(40000), 42900])
})

const ask = async (remoteAddress: string, path: string, headers: Record<string, string> = {}): Promise<number> =>
  (
    await server.app.inject({
      method: 'POST',
      url: path,
      remoteAddress,
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{}',
    })
  ).json().code

test('T58 a token that is written like what an address is counted by takes nothing from it', async () => {
  at += 60_000
  const ip = '10.0.0.8'
  const guess = (token: string) => ask(ip, list?.path ?? '', { 'x-tenant': 'one', 'x-access-token': token })
  expect(await ask(ip, login.path)).toBe(40000)
  for (const token of [`open ${ip}`, `stranger ${ip}`]) for (let i = 0; i < 12; i++) await guess(token)
  // All of them were strangers of that address, of which it had twenty.
  expect(await guess('guess')).toBe(42900)
  expect(await codes(20, () => ask(ip, login.path))).toEqual([...Array(19).fill(40000), 42900])
})

test('T58 whoever has an address of IPv6 has its whole network, and counts once', async () => {
  let host = 0
  const enter = () => ask(`2001:db8:0:1::${(++host).toString(16)}`, login.path)
  expect(await codes(21, enter)).toEqual([...Array(20).fill(40000), 42900])
  expect(await ask('2001:db8:0:2::1', login.path)).toBe(40000)
})

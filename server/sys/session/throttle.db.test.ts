import { login } from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newSignKey } from '../../../tools/signing.ts'
import { isFull } from '../../testing/full.ts'
import { openTestServer, password, type TestServer } from '../../testing/server.ts'
import { hashAt, hashPassword } from './password.ts'
import { waitSeconds } from './throttle.ts'

const { publicKey } = newSignKey()
let at = Date.UTC(2026, 10, 20, 8)
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(() => server.close())
beforeEach(() =>
  server.inside('G', (ctx) => ctx.tx.run(sql`delete from sys_login_throttle where tenant_id = ${ctx.tenantId}`)),
)

const enter = async (username: string, typed: string, ip = '10.0.0.1', tenant = 'one') => {
  const answer = await server.app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', 'x-sign-key': publicKey },
    payload: JSON.stringify({ tenant, username, password: typed }),
  })
  const { code, message } = answer.json() as { code: number; message: string }
  return { code, message, status: answer.statusCode }
}
const refused = { code: 40104, message: '用户名或密码错误', status: 401 }
const waiting = { code: 42900, message: '操作过于频繁，请稍后重试' }

test('C-34 T37 from the third failure each try waits twice as long, the right password too', async () => {
  for (let i = 0; i < 3; i++) expect(await enter('clerk', 'wrong')).toEqual(refused)
  for (const seconds of [1, 2, 4, 8]) {
    expect(await enter('clerk', password)).toMatchObject(waiting)
    at += seconds * 1000 + 1
    expect(await enter('clerk', 'wrong')).toEqual(refused)
  }
  at += 16_001
  expect(await enter('clerk', password)).toMatchObject({ code: 0 })
  // Which begins anew.
  for (let i = 0; i < 3; i++) expect(await enter('clerk', 'wrong')).toEqual(refused)
})

test('T37 of many tries at the same moment no more are told than one after the other', async () => {
  const codes = await Promise.all(Array.from({ length: 12 }, async () => (await enter('clerk', 'wrong')).code))
  expect(codes.toSorted()).toEqual([...Array(3).fill(40104), ...Array(9).fill(42900)])
  expect(await enter('clerk', password)).toMatchObject(waiting)
  at += 1_001
  expect(await enter('clerk', password)).toMatchObject({ code: 0 })
})

test('C-34 T37 whoever fails elsewhere does not keep a user out where he works', async () => {
  expect(await enter('viewer', password, '10.0.0.7')).toMatchObject({ code: 0 })
  let tried = 0
  const tries = isFull ? 1_000 : 200
  for (let i = 0; i < tries; i++)
    if ((await enter('viewer', 'wrong', `10.1.${i % 200}.1`)).code === refused.code) tried += 1
  expect(tried).toBeLessThan(10)
  expect(await enter('viewer', password, '10.9.9.9')).toMatchObject(waiting)
  expect(await enter('viewer', password, '10.0.0.7')).toMatchObject({ code: 0 })
  // Nor does he give them new tries by coming in.
  expect(await enter('viewer', password, '10.9.9.9')).toMatchObject(waiting)
})

test('C-34 T37 a user whose address changes within his network works where he worked', async () => {
  expect(await enter('viewer', password, '2001:db8:1:2::7')).toMatchObject({ code: 0 })
  for (let i = 0; i < 4; i++) await enter('viewer', 'wrong', `10.1.${i}.1`)
  expect(await enter('viewer', password, '2001:db8:1:3::7')).toMatchObject(waiting)
  expect(await enter('viewer', password, '2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toMatchObject({ code: 0 })
  // Nor has he more tries than before by it.
  for (let i = 0; i < 3; i++) expect(await enter('viewer', 'wrong', `2001:db8:1:2::${i + 1}`)).toEqual(refused)
  expect(await enter('viewer', password, '2001:db8:1:2::9')).toMatchObject(waiting)
})

test('C-34 T37 failures of a name count for a day, and no longer', async () => {
  const day = 86_400_000
  for (let i = 0; i < 3; i++) expect(await enter('clerk', 'wrong')).toEqual(refused)
  at += day
  expect(await enter('clerk', 'wrong')).toEqual(refused)
  // The fourth of a row: two seconds.
  at += 1_001
  expect(await enter('clerk', 'wrong')).toMatchObject(waiting)
  at += day
  for (let i = 0; i < 3; i++) expect(await enter('clerk', 'wrong')).toEqual(refused)
  expect(await enter('clerk', password)).toMatchObject(waiting)
  at += 1_001
  expect(await enter('clerk', password)).toMatchObject({ code: 0 })
})

test('T37 whoever takes every try that he gets has at most a hundred a day for one account', () => {
  let failures = 0
  for (let seconds = 0; seconds < 86_400; seconds += waitSeconds(failures)) failures += 1
  expect(failures).toBeGreaterThan(90)
  expect(failures).toBeLessThanOrEqual(100)
  expect([1, 2, 3, 4, 5].map(waitSeconds)).toEqual([0, 0, 1, 2, 4])
})

test('C-34 T37 an address that tries one password on many accounts is slowed down', async () => {
  const codes: number[] = []
  const accounts = isFull ? 1_000 : 40
  for (let i = 0; i < accounts; i++) codes.push((await enter(`user${i}`, password, '10.0.0.66')).code)
  expect(codes.indexOf(42900)).toBe(30)
  expect(codes.filter((code) => code !== 42900)).toHaveLength(30)
  expect(await enter('clerk', password, '10.0.0.67')).toMatchObject({ code: 0 })
})

test('C-34 T37 people who share an address wait for its minute at most, however often they failed there', async () => {
  for (let minute = 0; minute < 2; minute++) {
    for (let i = 0; i < 30; i++) expect(await enter(`user${minute}-${i}`, 'wrong', '10.0.0.70')).toEqual(refused)
    expect(await enter('clerk', password, '10.0.0.70')).toMatchObject(waiting)
    at += 60_001
    expect(await enter('clerk', password, '10.0.0.70')).toMatchObject({ code: 0 })
  }
})

test('C-34 T38 unknown tenant, unknown user, wrong password and disabled user are told alike', async () => {
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`update sys_user set disabled = true where tenant_id = ${ctx.tenantId} and username = 'nobody'`),
  )
  expect(await enter('clerk', 'wrong', '10.0.1.1')).toEqual(refused)
  expect(await enter('somebody', password, '10.0.1.2')).toEqual(refused)
  expect(await enter('clerk', password, '10.0.1.3', 'nowhere')).toEqual(refused)
  expect(await enter('nobody', 'wrong', '10.0.1.4')).toEqual(refused)
  // Only to who knows the password.
  expect(await enter('nobody', password, '10.0.1.5')).toMatchObject({ code: 40105, message: '账号已停用' })
})

test('T38 whoever guesses at a tenant that there is not waits as he would at another', async () => {
  const codes = async (tenant: string, ip: string) => {
    const all: number[] = []
    for (let i = 0; i < 5; i++) all.push((await enter('clerk', 'wrong', ip, tenant)).code)
    return all
  }
  expect(await codes('nobodys', '10.0.2.1')).toEqual(await codes('one', '10.0.2.2'))
  expect(await enter('clerk', 'wrong', '10.0.2.3', 'nobodys')).toMatchObject(waiting)
  // Two of them have nothing in common.
  expect(await enter('clerk', 'wrong', '10.0.2.1', 'elsewhere')).toEqual(refused)
})

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

test('C-34 an unknown user is refused no cheaper than a wrong password: medians of processor time, by turns', async () => {
  // Enough to be seen beside everything else.
  hashAt({ memory: 19_456, passes: 2 })
  const hash = await hashPassword(password)
  await server.db.owner.query('update sys_user set password_hash = $1', [hash])
  const taken = { clerk: [] as number[], stranger: [] as number[] }
  const tries = isFull ? 1_000 : 25
  for (let i = 0; i < tries; i++)
    for (const username of ['clerk', 'stranger'] as const) {
      // Long enough for every wait to be over.
      at += 3_600_000
      const from = process.cpuUsage()
      expect(await enter(username, 'wrong', `10.5.${i % 250}.1`)).toEqual(refused)
      const { user, system } = process.cpuUsage(from)
      // The first ones warm up.
      if (i >= 5) taken[username].push(user + system)
    }
  const ratio = median(taken.stranger) / median(taken.clerk)
  const [least, most] = isFull ? [0.9, 1.1] : [0.6, 1.7]
  expect(ratio).toBeGreaterThan(least)
  expect(ratio).toBeLessThan(most)
})

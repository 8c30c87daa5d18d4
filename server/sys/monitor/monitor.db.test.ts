import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { monitorCalls as calls, monitorFaults } from '@lading/contract/sys/monitor.ts'
import { role } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetSlow, noteStatement, slowFromMs } from '../../kernel/slow.ts'
import { readOption } from '../../platform/option.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { forgetErrors, noteError } from './errors.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

/** As the tenant of the platform sees it, while the other tenants are there. */
async function asPlatform<T>(work: () => Promise<T>): Promise<T> {
  const be = (type: string) =>
    server.inside('G', (ctx) =>
      ctx.tx.run(sql`update sys_org set type = ${type} where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`),
    )
  await be('PLAT')
  return work().finally(() => be('GROUP'))
}
const cacheOf = async (name: string, by = admin) => (await by.call(calls.list)).find((c) => c.name === name)

test('a cache tells what it holds of the own tenant and how often it helped, and is cleared', async () => {
  const stranger = await server.as('admin', 'G', 'two')
  // What log-ins have read goes first.
  for (const who of [admin, stranger]) await who.call(calls.evict, { name: 'options' })
  const evicted = () =>
    server.inside('G', (ctx) =>
      ctx.tx.query(sql`select 1 from sys_audit_log where tenant_id = ${ctx.tenantId} and action = 'evict'`),
    )
  const noted = (await evicted()).length
  const before = await cacheOf('options')
  await server.inside('G', (ctx) => readOption(ctx, 'ws_retention_days'))
  await server.inside('G', (ctx) => readOption(ctx, 'ws_retention_days'))
  const after = await cacheOf('options')
  expect((after?.hits ?? 0) + (after?.misses ?? 0)).toBe((before?.hits ?? 0) + (before?.misses ?? 0) + 2)
  expect(after?.entries).toBe(1)
  expect((await cacheOf('options', stranger))?.entries).toBe(0)
  expect((await cacheOf('rights', stranger))?.entries).toBeGreaterThan(0)
  expect(await stranger.call(calls.evict, { name: 'options' })).toEqual({ cleared: 0 })
  expect((await cacheOf('options'))?.entries).toBe(1)
  expect(await admin.call(calls.evict, { name: 'options' })).toEqual({ cleared: 1 })
  expect((await cacheOf('options'))?.entries).toBe(0)
  expect((await admin.envelope(calls.evict, { name: 'x' })).code).toBe(monitorFaults.noSuchCache.code)
  expect(await evicted()).toHaveLength(noted + 1)
})

test('a cache is looked into by whom it is about, and one entry of it is cleared', async () => {
  await server.as('viewer', 'DC01')
  const keys = (text?: string, by = admin) => by.call(calls.keys, { name: 'rights', ...(text && { text }) })
  const own = await keys('ADMIN')
  expect(own.length).toBeGreaterThan(0)
  expect(own.every((k) => k.user?.includes('admin') && k.org !== null && k.bytes > 0)).toBe(true)
  const all = await keys()
  expect(all.length).toBeGreaterThanOrEqual(own.length)
  expect((await cacheOf('rights'))?.bytes).toBeGreaterThan(0)
  const stranger = await server.as('admin', 'G', 'two')
  const theirs = await keys(undefined, stranger)
  expect(theirs.filter((k) => all.some((mine) => mine.key === k.key))).toEqual([])
  const [one] = own
  expect(await stranger.call(calls.evict, { name: 'rights', key: one?.key ?? '' })).toEqual({ cleared: 0 })
  expect(await admin.call(calls.evict, { name: 'rights', key: one?.key ?? '' })).toEqual({ cleared: 1 })
  expect(await keys('no such name')).toEqual([])
  // A key of no cache in particular is looked for in all of them, and told so.
  expect(await admin.call(calls.evict, { key: 'nobody:0' })).toEqual({ cleared: 0 })
  const told = await server.inside('G', (ctx) =>
    ctx.tx.query<{ no: string }>(sql`
      select subject_no as no from sys_audit_log where tenant_id = ${ctx.tenantId} and action = 'evict' order by id desc limit 1`),
  )
  expect(told).toEqual([{ no: '*:nobody:0' }])
  expect((await admin.envelope(calls.keys, { name: 'x' })).code).toBe(monitorFaults.noSuchCache.code)
})

test('what is of all tenants together is the platform alone to see', async () => {
  for (const c of [calls.database, calls.slow, calls.errors])
    expect([c.path, (await admin.envelope(c)).code]).toEqual([c.path, monitorFaults.onlyPlatform.code])
  expect((await cacheOf('options'))?.size).toBeNull()
  expect((await admin.call(calls.server)).whole).toBe(false)
  await asPlatform(async () => {
    expect((await admin.call(calls.server)).whole).toBe(true)
    expect((await cacheOf('options'))?.size).toBeGreaterThanOrEqual(0)
  })
})

test('who waits for a lock, and for whom, is told without a value', async () => {
  if (server.db.kind === 'pglite') return
  let free: () => void = () => undefined
  const freed = new Promise<void>((resolve) => (free = resolve))
  const lock = sql`select id from sys_org where code = ${'DC01'} for update`
  let isHeld: () => void = () => undefined
  const held = new Promise<void>((resolve) => (isHeld = resolve))
  const holder = server.inside('G', async (ctx) => {
    await ctx.tx.query(lock)
    isHeld()
    await freed
  })
  await held
  const waiter = server.inside('G', (ctx) => ctx.tx.query(lock))
  const seen = async () => (await asPlatform(() => admin.call(calls.database))).locks
  await expect.poll(seen, { timeout: 2_500 }).toMatchObject([{ waiting: { verb: 'SELECT', tables: ['sys_org'] } }])
  free()
  await Promise.all([holder, waiter])
})

test('whoever may only look clears nothing, and whoever may not look sees nothing', async () => {
  const viewer = await server.as('viewer', 'DC01')
  expect((await viewer.envelope(calls.evict, {})).code).toBe(40301)
  expect((await (await server.as('nobody')).envelope(calls.server, {})).code).toBe(40301)
  expect(crudCalls(role).query?.permission).toBe('sys:role:view')
})

test('the server tells its own figures and those of the tenant', async () => {
  const mine = await admin.call(calls.server)
  expect(mine.memoryMb).toBeGreaterThan(10)
  expect(mine.lagMaxMs).toBeGreaterThanOrEqual(mine.lagP50Ms)
  expect(mine.sessions).toBeGreaterThan(0)
  expect(mine.users).toBeLessThanOrEqual(mine.sessions)
  expect(mine).toMatchObject({ outboxStuck: 0, sockets: 0 })
  const database = await asPlatform(() => admin.call(calls.database))
  expect(database.kind).toBe(server.db.kind)
  expect(database.sizeMb).toBeGreaterThan(1)
  expect(database.tables.length).toBeGreaterThan(5)
})

test('a slow statement is told with its text and no values', async () => {
  forgetSlow()
  // Other statements may be slow as well, on a machine that has much to do.
  noteStatement('select 1 from wms_quick', slowFromMs - 1)
  await server.inside('G', (ctx) =>
    ctx.tx.query(sql`select pg_sleep(${0.25}), ${'secret-value'} as word, (select count(*) from sys_role) as n`),
  )
  const all = await asPlatform(() => admin.call(calls.slow))
  expect(all.filter((s) => s.tables.includes('wms_quick'))).toEqual([])
  const slow = all.find((s) => s.tables.join() === 'sys_role')
  expect(slow).toMatchObject({ verb: 'SELECT', count: 1 })
  expect(slow?.maxMs).toBeGreaterThanOrEqual(200)
  expect(JSON.stringify(all)).not.toContain('secret-value')
})

test('errors that are alike are one, without what they name', async () => {
  forgetErrors()
  for (const n of [1, 2]) noteError({ err: new Error(`row ${n} of "王小明" is odd`), traceId: `t${n}` }, 'x', 50)
  noteError({ err: new Error('said only') }, 'x', 30)
  noteError({ err: Object.assign(new Error('relation "x" does not exist'), { code: '42P01' }) }, 'x', 50)
  const errors = await asPlatform(() => admin.call(calls.errors))
  expect(errors.map((e) => e.message).sort()).toEqual(['SQLSTATE 42P01', 'row # of «…» is odd'])
  const odd = errors.find((e) => e.count === 2)
  expect(odd).toMatchObject({ message: 'row # of «…» is odd', level: 'error', lastTrace: 't2' })
})

test('figures are collected from this machine, or with the token', async () => {
  const text = (await server.app.inject({ url: '/metrics' })).body
  expect(text).toMatch(/lading_cache_hits\{cache="options"\} \d+/)
  expect(text).toContain('lading_sockets 0')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  const outside = await server.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })
  expect(outside.statusCode).toBe(404)
})

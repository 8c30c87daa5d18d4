import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { sheetRecordCalls as calls, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog, createServer, type Server } from '../../server.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { testSecret } from '../../testing/database.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { silentMs } from '../due/queue.ts'
import { sheetCleaning } from './cleaning.ts'
import { readSheet } from './read.ts'

const owners = crudCalls(owner)
const many = limits.rowsAtOnce + 500
let now: number
let server: TestServer
let admin: Client
beforeEach(async () => {
  now = Date.parse('2026-11-25T02:00:00Z')
  server = await openTestServer({ now: () => new Date(now) })
  admin = await server.as('admin')
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      insert into wms_owner (tenant_id, id, code, name, kind, turnover)
      select ${ctx.tenantId}, g, 'W' || lpad(g::text, 6, '0'), '货主 ' || g, 'CLIENT', 'FEFO' from generate_series(1, ${many}::integer) g`),
  )
})
afterEach(() => server.close())

interface Shown {
  id: string
  state: string
  rowCount: number
  rowsDone: number
  fileId: string | null
  fileName: string
  message: string | null
  sha256: string | null
}
const records = async (who = admin) => (await who.call<{ records: Shown[] }>(calls.exports as never, {})).records
const begin = (who = admin, more: object = {}) =>
  who.call<{ taskId: string }>(owners.export, { format: 'csv', columns: ['code', 'name'], orderBy: 'code', ...more })
const file = async (id: string, who = admin) => {
  const { url } = await who.call(calls.exportTicket, { id })
  return (await server.app.inject({ method: 'GET', url })).rawPayload
}
const parts = () =>
  server.inside('G', (ctx) =>
    ctx.tx.one<{ n: number; longest: number }>(
      sql`select count(*)::int as n, coalesce(max(octet_length(content)), 0)::int as longest from sys_sheet_part where tenant_id = ${ctx.tenantId}`,
    ),
  )
/** Another process on the same database. */
const second = (): Promise<Server> =>
  createServer({
    db: server.db,
    log: createLog('silent'),
    config: { secret: testSecret, trustProxy: false, tls: undefined },
    now: () => new Date(now),
  })

test('many rows are written in the background, told of when they are there, and fetched once by each ticket', async () => {
  const { taskId } = await begin()
  expect(await records()).toMatchObject([{ id: taskId, state: 'QUEUED', rowCount: many, rowsDone: 0, fileId: null }])
  await server.sheets.tick()
  const [done] = await records()
  expect(done).toMatchObject({
    state: 'DONE',
    rowCount: many,
    rowsDone: many,
    sha256: expect.stringMatching(/^\w{64}$/),
  })
  const lines = (await file(taskId)).toString().trim().split('\r\n')
  expect(lines).toHaveLength(many + 1)
  expect(lines[1]).toBe('W000001,货主 1')
  expect(lines.at(-1)).toBe(`W00${many},货主 ${many}`)
  await server.relay.drain()
  const { records: told } = await admin.call(messageCalls.query, {})
  expect(told).toMatchObject([{ key: 'EXPORT_DONE', args: { rows: String(many) }, link: '#/app-sys/exportRecord' }])
  const { rows } = await server.db.owner.query<{ after: object }>(
    "select after from sys_audit_log where subject = 'sys.exportRecord' and action = 'export'",
  )
  expect(rows).toEqual([{ after: { fileName: done?.fileName, sha256: done?.sha256 } }])
})

test('a workbook comes in parts, none of them whole, and opens', async () => {
  const { taskId } = await begin(admin, { format: 'xlsx', columns: undefined })
  await server.sheets.tick()
  expect((await parts()).longest).toBeLessThanOrEqual(limits.partBytes)
  const sheet = await readSheet({ name: 'a.xlsx', data: await file(taskId) })
  expect(sheet).toHaveLength(many + 1)
})

test('how far it is only grows, while pages of it go by', async () => {
  const { taskId } = await begin()
  const seen: number[] = []
  // Time goes on with every look, so that each page is told of.
  const working = server.sheets.tick()
  let isOver = false
  void working.then(() => {
    isOver = true
  })
  while (!isOver) {
    now += 1_100
    const row = await server.inside('G', (ctx) =>
      ctx.tx.one<{ rowsDone: number }>(
        sql`select rows_done from sys_export_record where tenant_id = ${ctx.tenantId} and id = ${taskId}`,
      ),
    )
    seen.push(row.rowsDone)
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(seen.every((n) => n <= many)).toBe(true)
})

test('what waits is taken back at once; what runs ends, and leaves no part of a file', async () => {
  const first = await begin()
  expect(await admin.call(calls.cancelExport, { ids: [first.taskId] })).toMatchObject({ ok: 1, failed: [] })
  expect((await records())[0]).toMatchObject({ state: 'CANCELLED' })
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ state: 'CANCELLED', fileId: null })
  const next = await begin()
  // Asked to stop after it has begun: as another process would see it.
  await server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update sys_export_record set state = 'RUNNING', attempt = 1 where tenant_id = ${ctx.tenantId} and id = ${next.taskId}`,
    ),
  )
  expect(await admin.call(calls.cancelExport, { ids: [next.taskId] })).toMatchObject({ ok: 1 })
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ id: next.taskId, state: 'CANCELLED', fileId: null })
  expect((await parts()).n).toBe(0)
  expect((await admin.call(calls.cancelExport, { ids: [next.taskId] })).failed[0]?.message).toMatch(
    /当前为\[已取消\]，不能取消$/,
  )
  expect(await admin.call(calls.retryExport, { ids: [next.taskId] })).toMatchObject({ ok: 1 })
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ id: next.taskId, state: 'DONE', rowsDone: many })
  expect((await admin.call(calls.retryExport, { ids: [next.taskId] })).failed).toHaveLength(1)
  expect(await admin.call(calls.dropExport, { ids: [next.taskId] })).toMatchObject({ ok: 1 })
  expect((await parts()).n).toBe(0)
})

/** Cancels an export while it is being written. Who comes too late is told so, and tries with another one. */
async function cancelRunning(): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const { taskId } = await begin()
    const working = server.sheets.tick()
    for (let state = ''; state !== 'DONE'; ) {
      state = (await records()).find((r) => r.id === taskId)?.state ?? ''
      if (state !== 'RUNNING') continue
      const { ok } = await admin.call(calls.cancelExport, { ids: [taskId] })
      await working
      if (ok === 1) return taskId
      break
    }
    await working
    await admin.call(calls.dropExport, { ids: [taskId] })
  }
  throw new Error('it was always written before anybody could cancel it')
}

test('a cancel while pages go by is heard at the next step', async () => {
  const taskId = await cancelRunning()
  expect((await records())[0]).toMatchObject({ id: taskId, state: 'CANCELLED', fileId: null })
  expect((await parts()).n).toBe(0)
  await expect(admin.call(calls.exportTicket, { id: taskId })).rejects.toMatchObject({ code: 42824 })
})

test('two processes write each export once, and no more than two of a tenant run at a time', async () => {
  const other = await second()
  const ids: string[] = []
  for (let i = 0; i < limits.queuedPerUser; i++) ids.push((await begin()).taskId)
  const counts: number[] = []
  const working = Promise.all([server.sheets.tick(), other.sheets.tick()])
  let isOver = false
  void working.then(() => {
    isOver = true
  })
  while (!isOver) {
    const running = (await records()).filter((r) => r.state === 'RUNNING').length
    counts.push(running)
    now += 500
  }
  for (let i = 0; i < 10; i++) {
    now += 3_000
    await Promise.all([server.sheets.tick(), other.sheets.tick()])
  }
  await other.close()
  expect(Math.max(...counts)).toBeLessThanOrEqual(limits.runningPerTenant)
  const shown = await records()
  expect(shown.map((r) => r.state)).toEqual(ids.map(() => 'DONE'))
  const { rows } = await server.db.owner.query<{ n: string }>(
    "select subject_id, count(*) as n from sys_audit_log where subject = 'sys.exportRecord' and action = 'export' group by 1",
  )
  expect(rows.map((r) => r.n)).toEqual(ids.map(() => '1'))
})

test('what a dead process had is written by another, and given up after three times', async () => {
  const { taskId } = await begin()
  const die = (attempt: number) =>
    server.inside('G', async (ctx) => {
      await ctx.tx.run(sql`
        update sys_export_record set state = 'RUNNING', attempt = ${attempt} where tenant_id = ${ctx.tenantId} and id = ${taskId}`)
      await ctx.tx.run(sql`
        update sys_due set claim = ${ctx.newId()}, due_at = ${new Date(now + silentMs)} where key = ${`export:${taskId}`}`)
    })
  await die(1)
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ state: 'RUNNING' })
  now += silentMs + 1
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ state: 'DONE', rowsDone: many })
  const again = await begin()
  await server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update sys_export_record set attempt = ${limits.attempts} where tenant_id = ${ctx.tenantId} and id = ${again.taskId}`,
    ),
  )
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ state: 'FAILED', message: '多次中断，未完成' })
})

test('a process that ends gives its export back, which is no attempt', async () => {
  const other = await second()
  const { taskId } = await begin()
  const working = other.sheets.tick()
  await other.close()
  await working
  now += 5_000
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ id: taskId, state: 'DONE', rowsDone: many })
  const row = await server.inside('G', (ctx) =>
    ctx.tx.one<{ attempt: number }>(
      sql`select attempt from sys_export_record where tenant_id = ${ctx.tenantId} and id = ${taskId}`,
    ),
  )
  expect(row.attempt).toBe(1)
})

test('the rights of the moment count: what was taken away meanwhile is not written', async () => {
  const viewer = await server.as('clerk', 'DC01')
  const { taskId } = await begin(viewer)
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(sql`
      delete from sys_role_permission where tenant_id = ${ctx.tenantId} and permission = 'wms:basic.owner:export'
        and role_id in (select role_id from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${viewer.userId})`)
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  await server.sheets.tick()
  expect((await records(viewer))[0]).toMatchObject({
    id: taskId,
    state: 'FAILED',
    message: expect.stringMatching(/没有权限/),
  })
  await server.relay.drain()
  expect((await viewer.call(messageCalls.query, {})).records).toMatchObject([{ key: 'EXPORT_FAILED' }])
})

test('nobody queues more than five, and a refused one leaves nothing', async () => {
  for (let i = 0; i < limits.queuedPerUser; i++) await begin()
  await expect(begin()).rejects.toMatchObject({ code: 42825, message: '导出任务过多，请稍后再试' })
  expect(await records()).toHaveLength(limits.queuedPerUser)
  expect((await begin(await server.as('clerk', 'DC01'))).taskId).toMatch(/^\d+$/)
})

test('a file expires with its record, which can be asked for again', async () => {
  const { taskId } = await begin()
  await server.sheets.tick()
  now += (7 * 24 + 1) * 3_600_000
  await server.inside('G', (ctx) => sheetCleaning.run(ctx, {}))
  admin = await server.as('admin')
  expect((await records())[0]).toMatchObject({ state: 'EXPIRED', fileId: null })
  expect((await parts()).n).toBe(0)
  await admin.call(calls.retryExport, { ids: [taskId] })
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ state: 'DONE' })
})

test('the enterprise says how many rows are written at once, and for how long files are kept', async () => {
  const option = (key: string, value: string) => admin.call(optionCalls.update, { key, value, version: 0 } as never)
  await option('export_sync_rows', '3000')
  await option('file_retention_days', '2')
  const { data } = await admin.bytes(owners.export, { format: 'csv', columns: ['code'] })
  expect(data.toString().trim().split('\r\n')).toHaveLength(many + 1)
  const [done] = (await admin.call<{ records: { expiresAt: string }[] }>(calls.exports as never, {})).records
  expect(Date.parse(done?.expiresAt ?? '') - now).toBe(2 * 86_400_000)
  expect((await parts()).n).toBeGreaterThan(0)
  now += 49 * 3_600_000
  await server.inside('G', (ctx) => sheetCleaning.run(ctx, {}))
  expect((await parts()).n).toBe(0)
})

test('an export whose process died while it was sent ends, and one that gives signs of life does not', async () => {
  await admin.bytes(owners.export, { format: 'csv', filter: { code: 'W000001' } })
  const state = (set: ReturnType<typeof sql>) =>
    server.inside('G', (ctx) => ctx.tx.run(sql`update sys_export_record set ${set} where tenant_id = ${ctx.tenantId}`))
  await state(sql`state = 'RUNNING'`)
  now += 61_000
  await state(sql`updated_at = ${new Date(now - 5_000)}`)
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ state: 'RUNNING' })
  now += 61_000
  await server.sheets.tick()
  expect((await records())[0]).toMatchObject({ state: 'FAILED', message: '服务中断，未完成' })
})

import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { faults as general } from '@lading/contract/kernel/fault.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import {
  tenantBackupCalls as calls,
  tenantBackupFaults as faults,
  backupLimits as limits,
} from '@lading/contract/sys/tenantBackup.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobHandlers } from '../../areas.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { dropFile, keepImage } from '../../platform/file/image.ts'
import { forgetOptions } from '../../platform/option.ts'
import { sheetCleaning } from '../../platform/sheet/cleaning.ts'
import { pngOf } from '../../testing/images.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { raiseRights } from '../session/identify.ts'

const dayMs = 86_400_000
let now: number
let server: TestServer
let admin: Client
beforeEach(async () => {
  now = Date.parse('2026-11-25T02:00:00Z')
  server = await openTestServer({ now: () => new Date(now) })
  admin = await server.as('admin')
})
afterEach(() => server.close())

interface Shown {
  id: string
  state: string
  fileName: string
  rowCount: number
  rowsDone: number
  size: number
  sha256: string
  trigger: string
  fileId: string | null
  refs: { userId?: { name: string } }
}
const list = async (who = admin): Promise<Shown[]> =>
  ((await who.call(calls.query, {})) as unknown as { records: Shown[] }).records
const take = async (who = admin): Promise<string> => (await who.call(calls.take, {})).id
const taken = async (who = admin): Promise<string> => {
  const id = await take(who)
  await server.backups.tick()
  return id
}
const count = async (table: string): Promise<number> =>
  (
    await server.inside('G', (ctx) =>
      ctx.tx.once<{ n: number }>(sql([`select count(*)::int as n from ${table} where tenant_id = ${ctx.tenantId}`])),
    )
  )[0]?.n ?? 0
/** A job as its runner would run it. */
async function run(handler: 'backupCleaning' | 'tenantBackup' | 'fileCleaning'): Promise<string> {
  const job = jobHandlers[handler]
  if (!job || !('steps' in job)) throw new Error('there is no such job')
  return (
    (await job.steps({
      perform: (work) => server.inside('G', work),
      tell: () => undefined,
      params: {},
      asOwner: () => Promise.reject(new Error('not the owner’s')),
    })) ?? ''
  )
}

test('a backup is taken in the background, listed with all that is to be known of it, and fetched once by a ticket', async () => {
  const id = await take()
  expect(await list()).toMatchObject([{ id, state: 'QUEUED', trigger: 'MANUAL', refs: { userId: { name: 'admin' } } }])
  expect((await admin.envelope(calls.take, {})).code).toBe(faults.busy.code)
  await server.backups.tick()
  const [done] = await list()
  expect(done).toMatchObject({ id, state: 'DONE', fileName: 'backup-one-20261125-0200.jsonl.gz' })
  expect(done?.rowCount).toBeGreaterThan(50)
  const { url } = await admin.call(calls.ticket, { id })
  const answer = await server.app.inject({ method: 'GET', url })
  expect(answer.headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'no-store' })
  expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(done?.sha256)
  expect(answer.rawPayload).toHaveLength(done?.size ?? 0)
  const text = gunzipSync(answer.rawPayload).toString()
  expect(text).toContain(server.one.tenantId)
  expect(text).not.toContain(server.two.tenantId)
  // Neither who is logged in, nor backups before it.
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
    ladingTenant: 1,
    tenant: { code: 'one' },
    takenAt: '2026-11-25T02:00:00.000Z',
  })
  expect(text).not.toMatch(/"table":"sys_(session|sheet_part|tenant_backup)"/)
  expect((await server.app.inject({ method: 'GET', url })).json()).toMatchObject({ code: sheetFaults.ticketUsed.code })
  const { rows } = await server.db.owner.query(
    "select action from sys_audit_log where subject = 'sys.tenantBackup' order by id",
  )
  expect(rows.map((r) => r.action)).toEqual(['take', 'export'])
  // A second one holds nothing of the first.
  now += 60_000
  await taken()
  expect((await list())[0]?.size).toBeLessThan((done?.size ?? 0) * 1.5)
})

test('whoever does not hold every permission, or works at a centre, takes and fetches none', async () => {
  const without = async (permission: string) => {
    await server.inside('G', async (ctx) => {
      await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
      await ctx.tx.run(sql`
        delete from sys_role_permission where tenant_id = ${ctx.tenantId} and permission like ${permission}
          and role_id in (select role_id from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${admin.userId})`)
    })
    return server.as('admin')
  }
  // Rights that only the channel's organisations have are not missed.
  admin = await without('saas%')
  const id = await taken()
  const permission = 'wms:basic.owner:view'
  const atCentre = await server.as('admin', 'DC01')
  for (const [call, input] of [
    [calls.take, {}],
    [calls.ticket, { id }],
  ] as const) {
    expect((await atCentre.envelope(call, input)).code).toBe(faults.notCentre.code)
    for (const who of ['clerk', 'viewer', 'nobody'])
      expect((await (await server.as(who, who === 'clerk' ? 'DC01' : 'G')).envelope(call, input)).code).toBe(
        general.forbidden.code,
      )
  }
  const less = await without(permission)
  for (const [call, input] of [
    [calls.take, {}],
    [calls.ticket, { id }],
  ] as const)
    expect(await less.envelope(call, input)).toMatchObject({
      code: faults.notAll.code,
      message: expect.stringContaining(permission),
    })
  expect(await list(less)).toHaveLength(1)
  // Another tenant sees none of it.
  const stranger = await server.as('admin', 'G', 'two')
  expect(await list(stranger)).toEqual([])
  expect((await stranger.envelope(calls.ticket, { id })).code).toBe(general.notFound.code)
  expect(await stranger.call(calls.drop, { ids: [id] })).toMatchObject({ ok: 0 })
  expect(await count('sys_sheet_file')).toBe(1)
})

test('what waits is taken back, what is done is not; deleting leaves neither record nor file', async () => {
  const first = await take()
  expect(await admin.call(calls.drop, { ids: [first] })).toMatchObject({
    ok: 0,
    failed: [{ code: sheetFaults.notWaiting.code }],
  })
  expect(await admin.call(calls.cancel, { ids: [first] })).toMatchObject({ ok: 1 })
  await server.backups.tick()
  expect(await list()).toMatchObject([{ id: first, state: 'CANCELLED', fileId: null }])
  const second = await taken()
  expect(await admin.call(calls.cancel, { ids: [second] })).toMatchObject({
    ok: 0,
    failed: [{ code: sheetFaults.notWaiting.code }],
  })
  expect(await admin.call(calls.drop, { ids: [first, second] })).toMatchObject({ ok: 2, failed: [] })
  expect(await list()).toEqual([])
  expect([await count('sys_sheet_file'), await count('sys_sheet_part')]).toEqual([0, 0])
})

test('one that was asked to stop while it is taken ends without a file', async () => {
  const id = await take()
  await server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update sys_tenant_backup set state = 'RUNNING', stop_asked = true where tenant_id = ${ctx.tenantId}`,
    ),
  )
  await server.backups.tick()
  expect(await list()).toMatchObject([{ id, state: 'CANCELLED', fileId: null }])
  expect(await count('sys_sheet_file')).toBe(0)
})

test('files go when their days are over, and the oldest when there are too many; spreadsheets’ week is none of theirs', async () => {
  for (let n = 0; n <= limits.kept; n++) {
    await taken(await server.as('admin'))
    now += 3_600_000
  }
  admin = await server.as('admin')
  const all = await list()
  expect(all.map((b) => b.state)).toEqual([...Array.from({ length: limits.kept }, () => 'DONE'), 'EXPIRED'])
  expect(await count('sys_sheet_file')).toBe(limits.kept)
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(
      sql`insert into sys_option (tenant_id, id, key, org_id, value) values (${ctx.tenantId}, ${ctx.newId()}, 'backup_retention_days', 0, '30')`,
    )
  })
  forgetOptions()
  const long = await taken()
  now += 8 * dayMs
  admin = await server.as('admin')
  await server.inside('G', (ctx) => sheetCleaning.run(ctx, {}))
  expect(await run('backupCleaning')).toBe('9 expired, 0 records')
  expect((await list()).filter((b) => b.state === 'DONE').map((b) => b.id)).toEqual([long])
  admin = await server.as('admin')
  expect(await count('sys_sheet_file')).toBe(1)
  now += 30 * dayMs
  expect(await run('backupCleaning')).toBe('1 expired, 0 records')
  expect(await count('sys_sheet_part')).toBe(0)
  now += 400 * dayMs
  expect(await run('backupCleaning')).toBe('0 expired, 12 records')
})

test('the schedule comes paused, takes one when it is let, and tells of the one that failed before', async () => {
  await server.jobs.tick()
  const { rows } = await server.db.owner.query(
    "select handler, disabled from sys_job where handler in ('tenantBackup', 'backupCleaning') and tenant_id = $1 order by 1",
    [server.one.tenantId],
  )
  expect(rows).toEqual([
    { handler: 'backupCleaning', disabled: false },
    { handler: 'tenantBackup', disabled: true },
  ])
  expect(await run('tenantBackup')).toBe('asked for')
  expect(await run('tenantBackup')).toBe('one is being taken already')
  await server.backups.tick()
  expect(await list()).toMatchObject([{ state: 'DONE', trigger: 'CRON' }])
  await server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update sys_tenant_backup set state = 'FAILED', message = '磁盘已满' where tenant_id = ${ctx.tenantId}`,
    ),
  )
  await expect(run('tenantBackup')).rejects.toThrow('磁盘已满')
  expect(await list()).toMatchObject([{ state: 'QUEUED' }, { state: 'FAILED' }])
})

test('the same bytes are kept once; what nothing names goes after a day, and what is being attached stays', async () => {
  const keep = (name: string, text: string) => (ctx: Ctx) => keepImage(ctx, { name, data: pngOf(text) })
  const first = await server.inside('G', keep('front.png', 'same'))
  const again = await server.inside('G', keep('back.png', 'same'))
  await server.inside('G', keep('other.png', 'other'))
  expect(first.id).not.toBe(again.id)
  expect([await count('sys_file'), await count('sys_file_content')]).toEqual([3, 2])
  const used = async (id: string) => {
    await server.inside('G', (ctx) =>
      ctx.tx.run(
        sql`insert into sys_brand (tenant_id, id, color_logo_id) values (${ctx.tenantId}, ${ctx.newId()}, ${id})`,
      ),
    )
  }
  await used(first.id)
  expect(await run('fileCleaning')).toBe('0 files, 0 contents')
  now += dayMs + 1_000
  // What somebody attaches at this moment, bytes that are there already.
  const fresh = await server.inside('G', keep('new.png', 'other'))
  expect(await run('fileCleaning')).toBe('2 files, 0 contents')
  expect([await count('sys_file'), await count('sys_file_content')]).toEqual([2, 2])
  await server.inside('G', (ctx) => dropFile(ctx, fresh.id))
  expect(await run('fileCleaning')).toBe('0 files, 0 contents')
  now += dayMs + 1_000
  expect(await run('fileCleaning')).toBe('0 files, 1 contents')
  expect([await count('sys_file'), await count('sys_file_content')]).toEqual([1, 1])
})

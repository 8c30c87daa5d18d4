import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { sheetRecordCalls as calls, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import { area } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { raiseRights } from '../../sys/session/identify.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { sheetCleaning } from './cleaning.ts'
import type { ImportAnswer } from './importReport.ts'
import { readSheet } from './read.ts'

let now: number
let server: TestServer
let admin: Client
beforeEach(async () => {
  now = Date.parse('2026-11-25T02:00:00Z')
  server = await openTestServer({ now: () => new Date(now) })
  admin = await server.as('admin')
})
afterEach(() => server.close())

const owners = crudCalls(owner)
const areas = crudCalls(area)
const send = (csv: string, o: object = {}, who = admin, call = owners.import, key?: string) =>
  who.call<ImportAnswer>(
    call,
    { dryRun: 'false', mode: 'INSERT', ...o },
    { file: { name: '货主.csv', data: csv }, ...(key && { key }) },
  )
const codes = async () =>
  (await admin.call<{ records: { code: string }[] }>(owners.query, { orderBy: 'code' })).records.map((r) => r.code)
interface Shown {
  id: string
  state: string
  created: number
  errorCount: number
  sourceId: string | null
  fileId: string | null
}
const records = async (who = admin) => (await who.call<{ records: Shown[] }>(calls.imports as never, {})).records
const mixed = '代码 *,名称,类型\nA1,甲,自营\nA2,,自营\nA3,丙,无此类\nA4,丁,三方\n'

test('the good rows go in and the bad ones come back, by the headings of the file; all or nothing stays as it was', async () => {
  const none = await send(mixed)
  expect(none).toMatchObject({ created: 0, rows: 4 })
  expect(none.errors.map((e) => [e.row, e.title])).toEqual([
    [3, '名称'],
    [4, '类型'],
  ])
  expect(await codes()).toEqual([])
  const trial = await send(mixed, { rows: 'GOOD', dryRun: 'true' })
  expect(trial).toMatchObject({ created: 2, rows: 4, dryRun: true })
  expect(await codes()).toEqual([])
  const done = await send(mixed, { rows: 'GOOD' }, admin, owners.import, 'k-1')
  expect(done).toMatchObject({ created: 2, updated: 0, rows: 4 })
  expect(done.errors.map((e) => e.row).sort()).toEqual([3, 4])
  expect(await codes()).toEqual(['A1', 'A4'])
  expect((await records())[0]).toMatchObject({ state: 'PARTIAL', created: 2, errorCount: 2 })
  // Sent again under the same key it is the same import.
  expect(await send(mixed, { rows: 'GOOD' }, admin, owners.import, 'k-1')).toMatchObject({ created: 2 })
  const back = await readSheet({ name: 'a.xlsx', data: Buffer.from(done.errorFile ?? '', 'base64') })
  expect(back.map((r) => r.cells[0])).toEqual(['代码 *', 'A2', 'A3'])
  const said = back.map((r) => String(r.cells.at(-1)))
  expect(said[1]).toContain('名称')
  expect(said[2]).toContain('类型')
  for (const text of said) expect(text).not.toMatch(/\b(?:name|kind|code|\d{15,})\b/)
})

test('what hangs below a row that is left out is left out with it', async () => {
  const dc = await server.as('admin', 'DC01')
  const csv = '代码,名称,上级\nZ1,区一,W1\nW1,,\nW2,仓二,\nZ2,区二,W2\nY1,位一,Z1\n'
  const done = await send(csv, { rows: 'GOOD' }, dc, areas.import)
  expect(done).toMatchObject({ created: 2, rows: 5 })
  expect([...new Set(done.errors.map((e) => e.row))].sort()).toEqual([2, 3, 6])
})

test('a file without one good row changes nothing and says so', async () => {
  const done = await send('代码,名称,类型\nA1,,自营\n,乙,自营\n', { rows: 'GOOD' })
  expect(done).toMatchObject({ created: 0, updated: 0 })
  expect((await records())[0]).toMatchObject({ state: 'REFUSED' })
})

test('the same file within a day is asked about, whoever sends it, and goes in when he says so', async () => {
  const csv = '代码,名称,类型\nA1,甲,自营\n'
  await send(csv)
  const again = { mode: 'UPSERT' }
  await expect(send(csv, again)).rejects.toMatchObject({ code: 42826, message: '该文件已导入过，是否继续?' })
  const clerk = await server.as('clerk', 'DC01')
  expect((await records()).length).toBe(1)
  await expect(send(csv, { ...again, dryRun: 'true' })).resolves.toMatchObject({ errors: [] })
  await expect(send(csv, { ...again, again: 'true' })).resolves.toMatchObject({ created: 0, updated: 0, errors: [] })
  now += (limits.readyHours + 1) * 3_600_000
  admin = await server.as('admin')
  await expect(send(csv, again)).resolves.toMatchObject({ errors: [] })
  expect(clerk.userId).not.toBe(admin.userId)
})

test('what was checked waits a day to be confirmed, is checked once more then, and goes in once', async () => {
  const csv = '代码,名称,类型\nA1,甲,自营\nA2,乙,自营\n'
  await send(csv, { dryRun: 'true' })
  const [checked] = await records()
  expect(checked).toMatchObject({ state: 'CHECKED', sourceId: expect.any(String) })
  const rows = await admin.call(calls.importedRows, { id: checked?.id })
  expect(rows).toMatchObject({ columns: ['代码', '名称', '类型'], total: 2, records: [{ row: 2 }, { row: 3 }] })
  for (const who of [await server.as('clerk', 'DC01'), await server.as('admin', 'G', 'two')]) {
    await expect(who.call(calls.confirmImport, { id: checked?.id })).rejects.toMatchObject({ code: 40400 })
    await expect(who.call(calls.importedRows, { id: checked?.id })).rejects.toMatchObject({ code: 40400 })
  }
  await expect((await server.as('admin', 'DC01')).call(calls.confirmImport, { id: checked?.id })).rejects.toMatchObject(
    {
      code: 40302,
    },
  )
  expect(await admin.call(calls.confirmImport, { id: checked?.id })).toMatchObject({ created: 2, errors: [] })
  expect(await codes()).toEqual(['A1', 'A2'])
  expect((await records()).map((r) => r.state)).toEqual(['DONE'])
  await expect(admin.call(calls.confirmImport, { id: checked?.id })).rejects.toMatchObject({ code: 40400 })
  // What was free then is taken now.
  await send('代码,名称,类型\nA3,丙,自营\n', { dryRun: 'true' })
  const [late] = await records()
  await admin.call(owners.create, { code: 'A3', name: 'x', kind: 'SELF' })
  expect(await admin.call(calls.confirmImport, { id: late?.id })).toMatchObject({ created: 0, errors: [{ row: 2 }] })
})

test('a confirmation needs the right to import, and comes too late after a day', async () => {
  await send('代码,名称,类型\nA1,甲,自营\n', { dryRun: 'true' })
  const [checked] = await records()
  now += (limits.readyHours + 1) * 3_600_000
  await server.inside('G', (ctx) => sheetCleaning.run(ctx, {}))
  admin = await server.as('admin')
  expect((await records())[0]).toMatchObject({ state: 'EXPIRED', sourceId: null })
  await expect(admin.call(calls.confirmImport, { id: checked?.id })).rejects.toMatchObject({ code: 42827 })
  await send('代码,名称,类型\nA2,甲,自营\n', { dryRun: 'true' })
  const [next] = await records()
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(sql`
      delete from sys_role_permission where tenant_id = ${ctx.tenantId} and permission = 'wms:basic.owner:import'`)
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  await expect(admin.call(calls.confirmImport, { id: next?.id })).rejects.toMatchObject({ code: 40301 })
  expect(await codes()).toEqual([])
})

test('the rows of a file are shown with what was said of each, all of them or those alone', async () => {
  await send(mixed)
  const [record] = await records()
  const all = await admin.call(calls.importedRows, { id: record?.id, pageSize: 2 })
  expect(all).toMatchObject({ total: 4, columns: ['代码 *', '名称', '类型'] })
  expect(all.records.map((r) => [r.row, r.cells[0], r.message === null])).toEqual([
    [2, 'A1', true],
    [3, 'A2', false],
  ])
  const wrong = await admin.call(calls.importedRows, { id: record?.id, onlyWrong: true })
  expect(wrong.records.map((r) => r.row)).toEqual([3, 4])
  expect(await admin.call(calls.dropImport, { ids: [record?.id] })).toMatchObject({ ok: 1 })
  expect(await records()).toEqual([])
})

import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { sheetRecordCalls as calls, sheetRecordLimits } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { sheetCleaning } from './cleaning.ts'
import type { ImportAnswer } from './importReport.ts'
import { readSheet } from './read.ts'

let server: TestServer
let admin: Client
let clerk: Client
let now = Date.parse('2026-11-20T02:00:00Z')
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(now) })
  admin = await server.as('admin')
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const owners = crudCalls(owner)
const send = (csv: string, dryRun: boolean, key?: string) =>
  admin.call<ImportAnswer>(
    owners.import,
    { dryRun: String(dryRun), mode: 'INSERT' },
    { file: { name: '货主.csv', data: csv }, ...(key && { key }) },
  )
const records = async (who: Client, call: typeof calls.exports | typeof calls.imports, language?: 'en-US') =>
  (await who.call<{ records: Record<string, unknown>[] }>(call as never, {}, language && { language })).records
const fetched = async (who: Client, call: typeof calls.exportTicket, id: unknown) => {
  const { url } = await who.call(call, { id })
  const answer = await server.app.inject({ method: 'GET', url })
  const name = /filename\*=UTF-8''([^;]+)/.exec(String(answer.headers['content-disposition']))?.[1] ?? ''
  return { url, name: decodeURIComponent(name), data: answer.rawPayload }
}
const good = '代码,名称,类型\nA1,甲,自营\nA2,乙,自营\n'

test('an import is noted once per request, however it ends, and its errors are kept', async () => {
  const bad = await send('代码,名称,类型\nA1,,自营\n', true)
  expect(bad.errors).toHaveLength(1)
  expect((await send(good, true)).errors).toEqual([])
  await send(good, false, 'k-1')
  await send(good, false, 'k-1')
  await expect(send(good.replace('甲', '丙'), false, 'k-1')).rejects.toMatchObject({ code: 40901 })
  await expect(send('nothing,known\n1,2\n', true)).rejects.toMatchObject({ code: 42819 })
  const found = await records(admin, calls.imports)
  expect(found).toMatchObject([
    { state: 'FAILED', fileName: '货主.csv', message: expect.stringContaining('模板版本不正确'), fileId: null },
    { state: 'DONE', trial: false, rowCount: 2, created: 2, updated: 0, errorCount: 0, subject: '货主' },
    { state: 'REFUSED', trial: true, rowCount: 1, created: 0, errorCount: 1 },
  ])
  const { name, data } = await fetched(admin, calls.errorTicket, found[2]?.id)
  expect(name).toBe('货主-errors.xlsx')
  expect(data.toString('base64')).toBe(bad.errorFile)
  expect((await readSheet({ name, data }))[1]?.cells.at(-1)).toContain('名称')
  await expect(fetched(admin, calls.errorTicket, found[1]?.id)).rejects.toMatchObject({ code: 42824 })
})

test('an export is noted with its filter, and comes again byte for byte', async () => {
  const filter = { code: 'A', kind: ['SELF', 'CLIENT'], disabled: false }
  const sent = await admin.bytes(owners.export, { filter, format: 'xlsx' })
  const [record] = await records(admin, calls.exports)
  expect(record).toMatchObject({
    state: 'DONE',
    subject: '货主',
    fileName: sent.name,
    rowCount: 2,
    size: sent.data.length,
    filters: '代码: A; 类型: 自营, 三方; 停用: 否',
  })
  const again = await fetched(admin, calls.exportTicket, record?.id)
  expect(again.name).toBe(sent.name)
  expect(again.data.equals(sent.data)).toBe(true)
  expect((await records(admin, calls.exports, 'en-US'))[0]).toMatchObject({ subject: 'Owner' })
})

test('a ticket opens a file once, within half a minute, and is of no use to whoever guesses', async () => {
  const [record] = await records(admin, calls.exports)
  const { url } = await fetched(admin, calls.exportTicket, record?.id)
  const open = (at: string) => server.app.inject({ method: 'GET', url: at })
  expect((await open(url)).statusCode).toBe(410)
  expect((await open(url)).json()).toMatchObject({ code: 41010, message: '下载链接已使用或已过期，请重新下载' })
  const fresh = (await admin.call(calls.exportTicket, { id: record?.id })).url
  expect((await open(fresh.replace('tenant=one', 'tenant=two'))).statusCode).toBe(410)
  expect((await open(fresh.replace('tenant=one', 'tenant=nobody'))).statusCode).toBe(410)
  now += 31_000
  expect((await open(fresh)).statusCode).toBe(410)
  const { rows } = await server.db.owner.query<{ hash: string }>('select hash from sys_file_ticket')
  expect(rows.every(({ hash }) => !fresh.includes(hash))).toBe(true)
})

test('a refused export leaves no record', async () => {
  const before = (await records(admin, calls.exports)).length
  await expect(admin.bytes(owners.export, { columns: ['passwordHash'] })).rejects.toMatchObject({ code: 42821 })
  await expect(admin.bytes(owners.export, { filter: { nonsense: 1 } })).rejects.toMatchObject({ code: 40000 })
  expect(await records(admin, calls.exports)).toHaveLength(before)
})

test('nobody sees or fetches the records of another, in his tenant or elsewhere', async () => {
  const [mine] = await records(admin, calls.exports)
  const stranger = await server.as('admin', 'G', 'two')
  for (const who of [clerk, stranger]) {
    expect(await records(who, calls.exports)).toEqual([])
    expect(await records(who, calls.imports)).toEqual([])
    for (const call of [calls.exportTicket, calls.errorTicket])
      await expect(who.call(call, { id: mine?.id })).rejects.toMatchObject({ code: 40400 })
    for (const call of [calls.cancelExport, calls.retryExport, calls.dropExport, calls.dropImport])
      expect((await who.call(call, { ids: [mine?.id] })).failed, call.path).toMatchObject([{ code: 40400 }])
  }
  const shown = await clerk.call<{ records: unknown[] }>(calls.exports as never, { filter: { userId: admin.userId } })
  expect(shown.records).toEqual([])
})

test('a user keeps so many files, the newest; the records stay', async () => {
  for (let i = 0; i <= sheetRecordLimits.filesPerUser; i++) await clerk.bytes(owners.export, { format: 'csv' })
  const { filesPerUser } = sheetRecordLimits
  const { records: found } = await clerk.call<{ records: { fileId: string | null }[] }>(calls.exports as never, {
    pageSize: 50,
  })
  expect(found.map((r) => r.fileId !== null)).toEqual([...Array(filesPerUser).fill(true), false])
  await expect(
    server.inside('G', (ctx) =>
      ctx.tx.one(sql`select count(*)::int as n from sys_sheet_file where user_id = ${clerk.userId}`),
    ),
  ).resolves.toEqual({ n: filesPerUser })
})

test('files expire before their records do, and what was cut off with its process is told', async () => {
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      insert into sys_export_record (tenant_id, id, created_at, user_id, org_id, subject, file_name, state)
      values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${admin.userId}, ${ctx.org.id}, 'wms.owner', 'cut.csv', 'RUNNING')`),
  )
  now += 2 * 86_400_000
  await server.inside('G', (ctx) => sheetCleaning.run(ctx, {}))
  admin = await server.as('admin')
  const cut = (await records(admin, calls.exports)).find((r) => r.fileName === 'cut.csv')
  expect(cut).toMatchObject({ state: 'FAILED', message: expect.stringMatching(/中断/) })
  const [kept] = (await records(admin, calls.exports)).filter((r) => r.fileId !== null)
  expect(kept).toBeDefined()
  now += 6 * 86_400_000
  await server.inside('G', (ctx) => sheetCleaning.run(ctx, {}))
  admin = await server.as('admin')
  await expect(fetched(admin, calls.exportTicket, kept?.id)).rejects.toMatchObject({ code: 42824 })
  expect((await records(admin, calls.exports)).map((r) => r.fileId)).toEqual([null, null])
  now += 90 * 86_400_000
  await server.inside('G', (ctx) => sheetCleaning.run(ctx, {}))
  admin = await server.as('admin')
  expect([...(await records(admin, calls.exports)), ...(await records(admin, calls.imports))]).toEqual([])
})

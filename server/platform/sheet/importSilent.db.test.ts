import { createHash } from 'node:crypto'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { sheetRecordCalls as calls } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { beginImport } from './importRecords.ts'
import type { ImportAnswer } from './importReport.ts'

let now: number
let server: TestServer
let admin: Client
beforeEach(async () => {
  now = Date.parse('2026-11-25T02:00:00Z')
  server = await openTestServer({ now: () => new Date(now) })
  admin = await server.as('admin')
})
afterEach(() => server.close())

const data = '代码,名称,类型\nW1,甲,三方\nW2,乙,三方\nW3,丙,三方'
const send = (key?: string) =>
  admin.call<ImportAnswer>(
    crudCalls(owner).import,
    { dryRun: 'false', mode: 'INSERT' },
    { file: { name: '货主.csv', data }, ...(key && { key }) },
  )
const task = (id: string) => admin.call(calls.importTask, { id })
const records = async () => (await admin.call<{ records: { state: string }[] }>(calls.imports as never, {})).records

/** An import that its call works off itself; its process dies when its record has been noted. */
const dead = async (): Promise<string> => {
  const hash = createHash('sha256').update(data).digest('hex')
  const o = { name: '货主.csv', trial: false, key: 'dead', mode: 'INSERT', rows: 'ALL', hash } as const
  return server.inside('G', (ctx) => beginImport({ ...ctx, userId: server.one.users.get('admin') ?? '' }, owner, o))
}

test('an import whose process died is over when nothing was heard of it, and its file is not asked about', async () => {
  const id = await dead()
  expect(await task(id)).toMatchObject({ state: 'RUNNING' })
  await expect(send()).rejects.toMatchObject({ code: 42826 })
  now += 61_000
  expect(await send()).toMatchObject({ created: 3, errors: [] })
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'FAILED', message: '服务中断，未完成' })
  // What is over stays so.
  await server.sheets.tick()
  expect((await records()).map((r) => r.state).toSorted()).toEqual(['DONE', 'FAILED'])
})

test('an import that gives signs of life goes on, and ends as it ended though it was given up', async () => {
  const id = await dead()
  now += 61_000
  await server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update sys_import_record set updated_at = ${new Date(now - 1_000)} where tenant_id = ${ctx.tenantId}`,
    ),
  )
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'RUNNING' })
  now += 61_000
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'FAILED' })
  // The same request, sent again by who had no answer.
  expect(await send('dead')).toMatchObject({ created: 3, recordId: id })
  expect(await task(id)).toMatchObject({ state: 'DONE', created: 3, message: null })
})

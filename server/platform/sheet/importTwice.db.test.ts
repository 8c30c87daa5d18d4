import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausing } from '../../testing/paused.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import type { ImportAnswer } from './importReport.ts'

let server: TestServer
let admin: Client
let other: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  other = await server.as('admin')
})
afterAll(() => server.close())

const owners = crudCalls(owner)
const send = (who: Client, csv: string, key: string) =>
  who.call<ImportAnswer>(
    owners.import,
    { dryRun: 'false', mode: 'UPSERT' },
    { file: { name: 'a.csv', data: csv }, key },
  )
/** A moment in which whoever need not wait gets somewhere. */
const momentMs = 120

test('of two who import the same file at the same moment one is asked first, wherever the other has got to', async () => {
  const paused = pausing(server.db)
  let isOver = false
  let stood = 0
  // Each second statement: what the two would do to each other does not hang on one.
  for (let at = 2; !isOver; at += 2) {
    const csv = `代码,名称,类型\nT${at},甲,自营\n`
    const first = paused(at, () => send(admin, csv, `first-${at}`))
    isOver = !(await first.reached)
    if (!isOver) stood += 1
    const second = Promise.allSettled([send(other, csv, `second-${at}`)])
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, momentMs))])
    first.go()
    const [one, [two]] = await Promise.all([first.done, second])
    const refused = [one, two].filter((r) => r?.status === 'rejected')
    expect(refused, `at statement ${at}`).toMatchObject([
      { reason: { code: 42826, message: '该文件已导入过，是否继续?' } },
    ])
  }
  expect(stood).toBeGreaterThan(3)
  const { n } = await server.inside('G', (ctx) =>
    ctx.tx.one<{ n: number }>(sql`
      select count(*)::int as n from sys_import_record where tenant_id = ${ctx.tenantId} and state = 'DONE'`),
  )
  expect(n).toBe(stood + 1)
})

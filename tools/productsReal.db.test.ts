import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { oneWritten } from '@lading/contract/mdm/goodsCode.ts'
import { hasCheckDigit } from '@lading/contract/mdm/gs1.ts'
import { packProduct, product } from '@lading/contract/mdm/product.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportAnswer } from '../server/platform/sheet/importReport.ts'
import { type Client, openTestServer, type TestServer } from '../server/testing/server.ts'
import { readCsv, toCsv } from './day/files.ts'

/*
 * The products of a real supermarket, as its till exports them: codes of its own beside GTINs, packs and units that are missing.
 * All of them come in; what is wrong with their codes is told as a warning, and stands in the list of issues until it is put right.
 */
const data = process.env.DAY_DATA ?? join(import.meta.dirname, '../../shared/data')
const file = 'cn_supermarket_products.csv'
const isThere = existsSync(join(data, file))

let server: TestServer
let group: Client
beforeAll(async () => {
  if (!isThere) return
  server = await openTestServer()
  group = await server.as('admin')
})
afterAll(() => server?.close())

const columns = ['code', 'name', 'brand', 'baseUnit', 'spec', 'price', 'qpcs.qpc', 'barcodes.code']
/** Units that are missing are filled in: they alone would be more remarks than a record keeps. */
const sheetOf = (rows: readonly Record<string, string>[]) =>
  toCsv(
    columns,
    rows.map((r) => [
      ...[r.code ?? '', r.name_zh ?? '', (r.brand ?? '').slice(0, 32), r.unit || '个', (r.spec ?? '').slice(0, 64)],
      ...[r.retail_price_cny ?? '', r.pack_in ?? '', r.code ?? ''],
    ]),
  )

/** What came of a file that is worked off in the background. */
async function imported(text: string, dryRun: string): Promise<ImportAnswer> {
  const sent = { file: { name: file, data: text } }
  const answer = await group.call<ImportAnswer>(crudCalls(product).import, { dryRun, mode: 'INSERT' }, sent)
  if (answer.taskId === undefined) return answer
  await server.sheets.tick()
  await server.sheets.tick()
  return group.call<ImportAnswer>(sheetRecordCalls.importTask as never, { id: answer.taskId })
}

test.runIf(isThere)('6,403 real products come in, and those without a valid GTIN are issues', async () => {
  const rows = readCsv(data, file)
  const bad = rows.filter((r) => r.gtin_valid === '0').map((r) => r.code ?? '')
  expect([rows.length, bad.length]).toEqual([6403, 529])
  const text = sheetOf(rows)
  expect(await imported(text, 'true')).toMatchObject({ errors: [] })
  const done = await imported(text, 'false')
  expect(done).toMatchObject({ rows: 6403, created: 6403, errors: [] })
  // A wrong digit of a number as long as a GTIN is told; what is shorter is a code of the shop's own, and no surprise.
  const wrong = bad.filter((code) => /^(\d{8}|\d{12,14})$/.test(code) && !hasCheckDigit(code))
  expect(done.warnings.filter((w) => w.message.startsWith('条码校验位错误'))).toHaveLength(wrong.length)
  const list = async (filter: object) => {
    const asked = { filter, pageSize: 5000, orderBy: 'code' }
    const { records } = await group.call<{ records: { code: string; issues: string[] }[] }>(
      crudCalls(packProduct).query,
      asked,
    )
    return records
  }
  const issues = await list({ issues: ['NO_GTIN'] })
  expect(issues.map((r) => r.code).toSorted()).toEqual(bad.toSorted())
  expect(issues.every((r) => r.issues.includes('NO_GTIN'))).toBe(true)
  const { total } = await group.call<{ total: number }>(crudCalls(packProduct).query, { filter: {}, pageSize: 1 })
  expect(total).toBe(6403)
  // None is lost: each is found by its code as a scanner sends it.
  for (const { code = '' } of rows.filter((_, i) => i % 400 === 0))
    expect((await list({ barcode: code })).map((r) => r.code)).toContain(code)
  expect(new Set(rows.map((r) => oneWritten(r.code ?? ''))).size).toBe(6403)
})

import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { ImportAnswer } from '../../platform/sheet/importReport.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { writeSheet } from '../../platform/sheet/write.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
const order = documentCalls(orderBill)
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: ctx.newId(), code: 'V1', name: '甲' }])
    await buildYard(ctx, {
      bins: {},
      owners: ['O1'],
      products: [{ code: '00242', qpc: '12' }, { code: '00300' }, { code: 'W', isWeigh: true }],
    })
    const other = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_owner', [{ tenantId: ctx.tenantId, id: other, code: 'O2', name: 'O2' }])
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const head = ['上游单号', '供应商', '货主', '优先级', '明细.商品', '明细.规格', '明细.计划数量', '明细.单价']
type Cell = string | null
/** The same rows as a file of either kind. */
async function file(format: 'csv' | 'xlsx', rows: readonly (readonly Cell[])[]) {
  const columns = head.map((title) => ({ title }))
  return { file: { name: `a.${format}`, data: await writeSheet(format, { name: 'a', columns, rows }) } }
}
const send = async (format: 'csv' | 'xlsx', rows: readonly (readonly Cell[])[], o: object = {}) =>
  clerk.call<ImportAnswer>(order.import, { dryRun: 'false', mode: 'INSERT', ...o }, await file(format, rows))
type Bill = Record<string, unknown> & { id: string; version: number; lines: Record<string, unknown>[] }
const bills = async (upstreamNo: string): Promise<Bill[]> => {
  const page = await clerk.call<{ records: Bill[] }>(order.query, { filter: { upstreamNo }, orderBy: 'upstreamNo' })
  return Promise.all(page.records.map((r) => clerk.call<Bill>(order.getById, { id: r.id })))
}

const good = (no: string): Cell[][] => [
  [`${no}-1`, 'V1', 'O1', '10', '00242', '1*12', '24', '1.0005'],
  [`${no}-2`, 'V1', 'O1', null, 'W', null, '0.125', null],
  [`${no}-1`, null, null, null, '00300', null, '5', null],
]

test.each(['csv', 'xlsx'] as const)(
  'orders of a %s file: a dry run leaves no trace, then all come at once',
  async (format) => {
    const dry = await send(format, good(format), { dryRun: 'true' })
    expect(dry).toMatchObject({ rows: 3, created: 2, updated: 0, dryRun: true, errors: [], warnings: [] })
    expect(await bills(format)).toEqual([])
    expect(await send(format, good(format))).toMatchObject({ rows: 3, created: 2, dryRun: false, errors: [] })
    const [first, second] = await bills(format)
    expect(first).toMatchObject({ state: 'SAVED', priority: 10, planQty: '29.000', lineCount: 2, amount: '24.0120' })
    expect(first?.billNo).toMatch(/^DH\d+$/)
    expect(first?.lines.map((l) => [l.lineNo, l.planQty, l.unitPrice, l.state])).toEqual([
      [1, '24.000', '1.0005', 'OPEN'],
      [2, '5.000', null, 'OPEN'],
    ])
    expect(first?.lines.every((l) => l.qpcId !== null)).toBe(true)
    expect(second).toMatchObject({ priority: 50, planQty: '0.125', lineCount: 1, amount: null })
    expect(second?.bizDate).toBe(first?.bizDate)
  },
)

test('one wrong row and nothing of the file is imported; each wrong row says what is wrong with it', async () => {
  const rows: Cell[][] = [
    ...good('bad'),
    ['bad-3', 'none', 'O1', null, '00242', null, '1', null],
    ['bad-4', 'V1', 'O1', null, '00242', null, '0.0001', null],
    ['bad-5', 'V1', 'O1', null, '00242', null, '0', null],
    ['bad-6', 'V1', 'O2', null, '00242', null, '1', null],
    ['bad-7', 'V1', 'O1', null, null, null, null, null],
    [null, 'V1', 'O1', null, '00242', null, '1', null],
    ['bad-1', 'V1', 'O1', '20', '00242', null, '1', null],
  ]
  const answer = await send('xlsx', rows)
  expect(answer).toMatchObject({ rows: 10, created: 0, updated: 0 })
  expect([...new Set(answer.errors.map((e) => `${e.row} ${e.field}`))].sort()).toEqual([
    '10 upstreamNo',
    '11 priority',
    '5 vendorId',
    '6 lines.planQty',
    '7 lines.0.planQty',
    '8 lines.0.productId',
    '9 lines',
  ])
  const marked = await readSheet({ name: 'a.xlsx', data: Buffer.from(answer.errorFile ?? '', 'base64') })
  const marks = marked.map((r) => r.cells.at(head.length) ?? null)
  expect(marks[0]).toBe('错误与提示')
  expect(marks.slice(1, 4)).toEqual([null, null, null])
  expect(marks.slice(4).every((m) => typeof m === 'string' && m.length > 0)).toBe(true)
  expect(marks[4]).toBe('供应商[none]不存在')
  expect(await bills('bad')).toEqual([])
})

test.each(['INSERT', 'UPSERT'])('%s of a part of a piece is refused at its row', async (mode) => {
  const rows: Cell[][] = [...good('part'), ['part-3', 'V1', 'O1', null, '00300', null, '10.5', null]]
  const answer = await send('csv', rows, { mode })
  expect(answer).toMatchObject({ created: 0, errors: [{ row: 5, field: 'lines.0.planQty' }] })
  expect(answer.errors[0]?.message).toContain('不是称重商品')
  expect(await bills('part')).toEqual([])
})

test('a file sent again makes no order twice; a saved order may be changed by one, an approved one not', async () => {
  const again = await send('csv', good('csv'), { again: 'true' })
  expect(again).toMatchObject({ created: 0 })
  expect(again.errors.map((e) => `${e.row} ${e.message}`)).toEqual([
    '2 上游单号[csv-1]已存在',
    '2 订货通知单已有订货通知单明细，不能通过导入修改',
    '3 上游单号[csv-2]已存在',
    '3 订货通知单已有订货通知单明细，不能通过导入修改',
  ])
  expect(await bills('csv')).toHaveLength(2)
  const change = [['csv-2', null, null, '1', null, null, null, null]]
  expect(await send('csv', change, { mode: 'UPDATE' })).toMatchObject({ updated: 1, errors: [] })
  const [, second] = await bills('csv')
  expect(second).toMatchObject({ priority: 1, version: 1, planQty: '0.125' })
  await clerk.call(order.approve, { rows: [{ id: second?.id, version: 1 }] })
  const late = await send('csv', [['csv-2', null, null, '2', null, null, null, null]], { mode: 'UPDATE' })
  expect(late).toMatchObject({ updated: 0, errors: [{ row: 2 }] })
  expect(late.errors[0]?.message).toContain('已审核')
})

test('who may not import, or does not work in a logistics centre, is refused before the file is read', async () => {
  const viewer = await server.as('viewer', 'DC01')
  const sent = await file('csv', good('no'))
  await expect(viewer.call(order.import, { dryRun: 'false' }, sent)).rejects.toMatchObject({ code: 40301 })
  const group = await server.as('admin', 'G')
  await expect(group.call(order.import, { dryRun: 'false' }, sent)).rejects.toMatchObject({ code: 40303 })
})

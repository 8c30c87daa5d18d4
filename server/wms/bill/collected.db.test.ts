import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls, collectionFaults, interactiveCalls } from '@lading/contract/sys/collectionCalls.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { collectBelow } from '../../sys/collection/folder.ts'
import { allCollected } from '../../sys/collection/runs.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

/** Orders that another system delivers: often, wrongly, too late, by two ways at once. */
let server: TestServer
let admin: Client
let clerk: Client
let yard: Yard
let root = ''
const operate = documentCalls(operateBill)
const order = documentCalls(orderBill)
beforeAll(async () => {
  server = await openTestServer()
  root = mkdtempSync(join(tmpdir(), 'lading-orders-'))
  collectBelow(root)
  yard = await server.inside('DC01', async (ctx) => {
    const { tenantId } = ctx
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId, id: ctx.newId(), code: 'S010', name: '人民路店' }])
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId, id: ctx.newId(), code: 'V1', name: '甲' }])
    return buildYard(ctx, { bins: {}, owners: ['O1', 'O2'], products: [{ code: 'A', qpc: '12' }, { code: 'B' }] })
  })
  admin = await server.as('admin')
  clerk = await server.as('clerk', 'DC01')
})
afterAll(async () => {
  collectBelow(undefined)
  rmSync(root, { recursive: true, force: true })
  await server.close()
})

const orgId = (code: string) => server.one.orgs.get(code)?.id ?? ''
let number = 0
const mappings = [
  { target: 'upstreamNo', path: 'no' },
  { target: 'storeId', path: 'store' },
  { target: 'ownerId', path: 'owner', fixed: 'O1' },
  { target: 'lines.productId', path: 'lines[].sku' },
  { target: 'lines.planQty', path: 'lines[].qty' },
]
interface Made {
  readonly id: string
  readonly code: string
}
const make = async (more: object = {}): Promise<Made> => {
  number += 1
  const code = `OMS${number}`
  const seen = await admin.call<{ id: string }>(crudCalls(dataCollection).create, {
    code,
    name: `OMS ${number}`,
    sourceKind: 'REST_PUSH',
    object: 'wms.operateBill',
    orgId: orgId('DC01'),
    versionPath: 'rev',
    mappings,
    ...more,
  })
  return { id: seen.id, code }
}
const work = async () => {
  await server.relay.drain()
  await allCollected()
}
const push = async ({ code }: Made, ...records: object[]) => {
  const { runId: _, ...answer } = await admin.call(calls.push, { code, records })
  await work()
  return answer
}
const so = (no: string, lines: readonly (readonly [sku: string, qty: unknown])[], more: object = {}) => ({
  no,
  store: 'S010',
  lines: lines.map(([sku, qty]) => ({ sku, qty })),
  ...more,
})
type Row = Record<string, unknown> & { id: string; version: number }
const billsOf = async (upstreamNo: string, of = operate) => {
  const { records } = await clerk.call<{ records: Row[] }>(of.query, { filter: { upstreamNo } })
  // The list finds parts of numbers.
  const own = records.filter((row) => row.upstreamNo === upstreamNo)
  return Promise.all(own.map(({ id }) => clerk.call<Row & { lines: Row[] }>(of.getById, { id })))
}
const linesOf = async (upstreamNo: string, of = operate) => {
  const [bill, ...others] = await billsOf(upstreamNo, of)
  expect(others).toEqual([])
  return bill?.lines.map((l) => {
    const { code } = (l.refs as Record<string, { code: string }>).productId ?? { code: '' }
    return `${l.lineNo} ${code} ${l.planQty}`
  })
}
const logOf = async ({ id }: Made) =>
  (await admin.call<{ records: Row[] }>(crudCalls(dataInteractive).query, { filter: { configId: id }, orderBy: 'id' }))
    .records
const runOf = async ({ id }: Made) => (await admin.call<{ records: Row[] }>(calls.runs, { configId: id })).records[0]

test('an order with its lines comes in once, however often it is delivered, and is found by its number', async () => {
  const oms = await make()
  const one = so('SO-1', [
    ['A', 3],
    ['B', '2'],
  ])
  expect(await push(oms, one)).toEqual({ read: 1, same: 0, ignored: 0, queued: 1 })
  const [bill] = await billsOf('SO-1')
  expect(bill).toMatchObject({ state: 'SAVED', lineCount: 2, planQty: '5.000', upstreamNo: 'SO-1', version: 0 })
  expect(await linesOf('SO-1')).toEqual(['1 A 3.000', '2 B 2.000'])
  for (let n = 0; n < 2; n++) expect(await push(oms, one)).toMatchObject({ same: 1, queued: 0 })
  // By another way, in which nobody knows what this one has brought.
  expect(await push(await make(), one)).toMatchObject({ queued: 1 })
  expect(await billsOf('SO-1')).toEqual([bill])
})

test('what changes before the order is begun takes its lines’ place; an older version does not', async () => {
  const oms = await make()
  const first = so('SO-2', [['A', 3], ['B', 2], ['A', 12]], { rev: 2 }) // biome-ignore format: lines
  await push(oms, first)
  const [before] = await billsOf('SO-2')
  await push(oms, so('SO-2', [['A', 3], ['B', 5]], { rev: 3 })) // biome-ignore format: lines
  expect(await linesOf('SO-2')).toEqual(['1 A 3.000', '2 B 5.000'])
  const [after] = await billsOf('SO-2')
  expect(after).toMatchObject({ id: before?.id, version: 1, planQty: '8.000', lineCount: 2, billNo: before?.billNo })
  // What says nothing new is the line that was there.
  expect(after?.lines[0]).toEqual(before?.lines[0])
  expect(await push(oms, first)).toMatchObject({ ignored: 1, queued: 0 })
  expect(await linesOf('SO-2')).toEqual(['1 A 3.000', '2 B 5.000'])
  expect((await logOf(oms)).map(({ status }) => status)).toEqual(['OK', 'OK', 'IGNORED'])
})

test('an order in work keeps what it says: the message fails in words, and may be restarted', async () => {
  const oms = await make()
  await push(oms, so('SO-3', [['A', 3]]))
  const [bill] = await billsOf('SO-3')
  await clerk.call(operate.approve, { rows: [{ id: bill?.id, version: 0 }] })
  await push(oms, so('SO-3', [['A', 4]]))
  const failed = (await logOf(oms)).find(({ status }) => status === 'FAILED')
  expect(failed).toMatchObject({
    businessNo: 'SO-3',
    message: `${bill?.billNo}当前状态为[待配货]，不能编辑`,
    messageEn: `${bill?.billNo} has status [To allocate]: Edit is not possible`,
  })
  expect(await linesOf('SO-3')).toEqual(['1 A 3.000'])
  expect(await admin.call(interactiveCalls.restart, { ids: [failed?.id] })).toEqual({ count: 1 })
  await work()
  expect((await logOf(oms)).map(({ status, tries }) => `${status} ${tries}`)).toEqual(['OK 1', 'FAILED 2'])
  // What says what the order says is no change of it.
  const other = await make()
  await push(other, so('SO-3', [['A', '3.0']]))
  expect(await logOf(other)).toMatchObject([{ status: 'OK' }])
  expect((await billsOf('SO-3'))[0]).toMatchObject({ state: 'APPROVED', version: 1, lineCount: 1 })
})

test('a moment said in another zone is the same moment: an order in work is not touched by it', async () => {
  const timed = { mappings: [...mappings, { target: 'expectAt', path: 'at' }] }
  const oms = await make(timed)
  await push(oms, so('SO-Z', [['A', 3]], { at: '2026-12-01T08:00:00+08:00' }))
  const [bill] = await billsOf('SO-Z')
  await clerk.call(operate.approve, { rows: [{ id: bill?.id, version: 0 }] })
  await push(oms, so('SO-Z', [['A', 3]], { at: '2026-12-01T00:00:00Z' }))
  await push(oms, so('SO-Z', [['A', 3]], { at: '2026-12-01T00:01:00Z' }))
  expect((await logOf(oms)).map(({ status }) => status)).toEqual(['OK', 'OK', 'FAILED'])
  expect((await billsOf('SO-Z'))[0]).toMatchObject({ version: 1, expectAt: bill?.expectAt })
})

test('a wrong order keeps no other out, and its sender reads where it is wrong in his own words', async () => {
  const oms = await make()
  const records = [
    so('SO-4', [['A', 1]]),
    so('SO-5', [['A', 1], ['X9', 2]]), // biome-ignore format: lines
    so('SO-6', [['B', '0.5']]),
    so('SO-7', [['B', 'many']], { store: 'S999' }),
    so('SO-8', []),
    so('SO-9', [['B', 7]]),
  ]
  await push(oms, ...records)
  expect(await runOf(oms)).toMatchObject({ status: 'DONE', readCount: 6, okCount: 2, failedCount: 4 })
  const log = new Map((await logOf(oms)).map((row) => [row.businessNo, row]))
  const said = ['SO-5', 'SO-6', 'SO-7', 'SO-8'].map((no) => String(log.get(no)?.message))
  expect(said[0]).toBe('lines[1].sku：商品[X9]不存在')
  expect(log.get('SO-5')?.messageEn).toMatch(/^lines\[1\]\.sku: .*X9/)
  expect(said[1]).toMatch(/^lines\[0\]\.qty：.*不是称重商品/)
  expect(said[2]).toMatch(/store：门店\[S999\]不存在/)
  expect(said[2]).toMatch(/lines\[0\]\.qty：/)
  expect(said.join(' ')).not.toMatch(/\d{12}|lines\.\d/)
  expect(await Promise.all(['SO-4', 'SO-5', 'SO-6', 'SO-8', 'SO-9'].map((no) => linesOf(no)))).toEqual([
    ['1 A 1.000'],
    undefined,
    undefined,
    undefined,
    ['1 B 7.000'],
  ])
})

test('of two ways that bring one order at the same moment one makes it, the other finds it', async () => {
  const [one, other] = [await make(), await make()]
  const numbers = Array.from({ length: 12 }, (_, i) => `SO-T${i}`)
  const send = (to: Made, qty: number) =>
    admin.call(calls.push, { code: to.code, records: numbers.map((no) => so(no, [['A', qty]])) })
  await Promise.all([send(one, 1), send(other, 1)])
  await Promise.all([server.relay.drain(), server.relay.drain()])
  await allCollected()
  await work()
  for (const way of [one, other])
    expect(await runOf(way)).toMatchObject({ status: 'DONE', okCount: 12, failedCount: 0 })
  for (const no of numbers) expect(await linesOf(no)).toEqual(['1 A 1.000'])
})

const flat = [
  { target: 'upstreamNo', path: '采购单号' },
  { target: 'vendorId', path: '供应商' },
  { target: 'ownerId', fixed: 'O1' },
  { target: 'lines.productId', path: '商品' },
  { target: 'lines.planQty', path: '数量' },
]
test('a file with a row for each line brings orders, by their numbers, wherever the rows stand', async () => {
  const srm = await make({ sourceKind: 'CSV_FOLDER', folder: 'po', object: 'wms.orderBill', mappings: flat, batchSize: 1, versionPath: null }) // biome-ignore format: one
  const folder = join(root, 'one', 'po')
  const put = (name: string, rows: readonly string[]) => {
    writeFileSync(join(folder, name), ['采购单号,供应商,商品,数量', ...rows].join('\n'))
    utimesSync(join(folder, name), new Date(0), new Date(0))
  }
  const run = async () => {
    await admin.call(calls.run, { id: srm.id })
    await work()
    return runOf(srm)
  }
  // The folder is made by the first look into it.
  expect(await run()).toMatchObject({ status: 'DONE', readCount: 0 })
  const rows = ['PO-1,V1,A,24', 'PO-2,V1,B,1', 'PO-1,,B,5', 'PO-3,V1,A,1', 'PO-3,V2,B,1', 'PO-4,V1,A,1', 'PO-4,V1,X9,1']
  put('a.csv', rows)
  expect(await admin.call(calls.test, { id: srm.id }).catch((error: unknown) => error)).toMatchObject({ code: collectionFaults.elsewhere.code }) // biome-ignore format: one
  const dc = await server.as('admin', 'DC01')
  const tried = await dc.call(calls.test, { id: srm.id })
  expect(tried).toMatchObject({
    count: 4,
    mapped: [
      { title: '上游单号', value: 'PO-1' },
      { title: '供应商', value: 'V1' },
      { title: '货主', value: 'O1' },
    ],
    lines: [
      { title: '明细.商品', values: ['A', 'B'] },
      { title: '明细.计划数量', values: ['24', '5'] },
    ],
  })
  expect(tried.errors.map(({ record, message }) => `${record} ${message}`)).toEqual([
    '3 第2行[供应商]与前面的行不一致',
    '4 第2行[商品]：商品[X9]不存在',
  ])
  expect(await run()).toMatchObject({ status: 'DONE', readCount: 4, okCount: 2, failedCount: 2 })
  expect(await linesOf('PO-1', order)).toEqual(['1 A 24.000', '2 B 5.000'])
  expect(await linesOf('PO-2', order)).toEqual(['1 B 1.000'])
  expect(await billsOf('PO-3', order)).toEqual([])
  expect(readdirSync(join(folder, 'done'))).toHaveLength(1)
  put('b.csv', rows.slice(0, 3))
  expect(await run()).toMatchObject({ readCount: 2, sameCount: 2 })
  put('c.csv', ['PO-1,V1,A,24'])
  expect(await run()).toMatchObject({ readCount: 1, okCount: 1 })
  expect(await linesOf('PO-1', order)).toEqual(['1 A 24.000'])
})

test('a number is its centre’s own, and taken also where its keeper may not see by what', async () => {
  const here = await make()
  await push(here, so('SO-L', [['A', 1]], { owner: 'O2' }))
  await server.inside('G', async (ctx) => {
    const userId = server.one.users.get('admin')
    await bulkInsert(ctx.tx, 'sys_user_owner', [
      { tenantId: ctx.tenantId, id: ctx.newId(), userId, ownerId: yard.owners.get('O1') },
    ])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  admin = await server.as('admin')
  await push(here, so('SO-L', [['B', 9]]), so('SO-M', [['B', 9]]))
  expect(await logOf(here)).toMatchObject([
    { status: 'OK' },
    { status: 'FAILED', message: 'no：上游单号[SO-L]已存在' },
    { status: 'OK', businessNo: 'SO-M' },
  ])
  expect(await linesOf('SO-L')).toEqual(['1 A 1.000'])
})

test('a collection of orders that could never work is not saved', async () => {
  const faultOf = (more: object) => make(more).then(() => 0, (error: { code: number }) => error.code) // biome-ignore format: one
  const rows = mappings.map((m) => (m.path?.startsWith('lines') ? { ...m, path: m.path.replace('lines[].', '') } : m))
  expect(await faultOf({ mappings: rows })).toBe(collectionFaults.flat.code)
  expect(await faultOf({ mappings: mappings.slice(0, 4) })).toBe(collectionFaults.noLines.code)
  expect(await faultOf({ mappings: mappings.slice(1) })).toBe(collectionFaults.noKey.code)
  expect(await faultOf({ orgId: orgId('G') })).toBe(40303)
  expect(await faultOf({ object: 'wms.shipBill' })).toBe(collectionFaults.object.code)
  const offered = await admin.call(calls.objects)
  const papers = offered.filter(({ isPaper }) => isPaper)
  expect(papers.map(({ key }) => key).sort()).toEqual([
    ...['wms.operateBill', 'wms.orderBill', 'wms.pickBinBill', 'wms.storeReturnBill', 'wms.vendorReturnBill'],
  ])
  const column = (name: string) => papers.find(({ key }) => key === 'wms.operateBill')?.columns.find((c) => c.name === name) // biome-ignore format: one
  expect(column('upstreamNo')).toMatchObject({ isKey: true, group: '' })
  expect(column('lines.productId')).toMatchObject({ isNeeded: true, group: '明细' })
})

import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { packFaults } from '@lading/contract/mdm/packFaults.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { searchCalls } from '@lading/contract/sys/search.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { verifyBarcode } from '@lading/contract/wms/productCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { createRow } from '../../kernel/crud.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { isProduct } from '../task/scan.ts'
import { goodsByCode } from './scanned.ts'

/** 一码一物: one number, however long it is written, is one thing, wherever it is asked for. */
let server: TestServer
let group: Client
let cola: { id: string; version: number }
const calls = crudCalls(product)
const make = (code: string, more: object) =>
  group.envelope(calls.create, { code, name: code, qpcs: [{ qpc: '1' }], ...more })
beforeAll(async () => {
  server = await openTestServer()
  group = await server.as('admin')
  cola = await group.call(calls.create, {
    code: 'COLA',
    name: '可乐',
    barcodes: [{ code: '012345678905' }, { code: '40170725' }],
    qpcs: [{ qpc: '24', barcode: '16901234567899', palletTi: 8, palletHi: 5, palletBarcode: 'PAL-COLA' }],
  })
})
afterAll(() => server.close())

const forms = ['012345678905', '0012345678905', '00012345678905', '(01)00012345678905(17)271130(10)B-1']
test.each([...forms, ...['40170725', '0000040170725', '16901234567899', '(02)16901234567899(37)5', 'PAL-COLA']])(
  '%s is cola in a scan, in search, in the list and where a barcode is verified',
  async (code) => {
    await server.inside('DC01', async (ctx) => {
      expect(await isProduct(ctx, cola.id, code)).toBe(true)
      expect((await goodsByCode(ctx, code)).productId).toBe(cola.id)
    })
    const { kinds } = await group.call(searchCalls.records, { word: code })
    expect(kinds.find(({ key }) => key === product.key)?.hits.map((h) => h.code)).toEqual(['COLA'])
    const { records } = await group.call<{ records: { code: string }[] }>(calls.query, { filter: { barcode: code } })
    expect(records.map((r) => r.code)).toEqual(['COLA'])
    const { holders } = await group.call(verifyBarcode, { code })
    expect(holders.map((h) => h.code)).toEqual(['COLA'])
  },
)

test.each([
  ['a piece of another', { barcodes: [{ code: '0012345678905' }] }],
  ['a case of another', { qpcs: [{ qpc: '6', barcode: '16901234567899' }] }],
  ['a piece of another, as a case', { qpcs: [{ qpc: '6', barcode: '00012345678905' }] }],
  ['a case of another, as a piece', { barcodes: [{ code: '16901234567899' }] }],
  ['a pallet of another', { qpcs: [{ qpc: '6', midQpc: '2', midBarcode: 'PAL-COLA' }] }],
])('a code that is %s is refused, in new products as in changed ones, and nothing is written', async (_, more) => {
  expect(await make('TEA', more)).toMatchObject({ code: masterFaults.codeTaken.code })
  const tea = await group.call<{ id: string; version: number }>(calls.create, { code: 'TEA', name: '茶' })
  expect(await group.envelope(calls.update, { ...tea, ...more })).toMatchObject({ code: masterFaults.codeTaken.code })
  await group.call(calls.remove, tea)
})

test('the own code of goods is a code as any other: no barcode of others, and none of its barcodes theirs', async () => {
  expect(await make('0012345678905', {})).toMatchObject({ code: masterFaults.codeTaken.code })
  expect(await make('JUICE', { barcodes: [{ code: 'COLA' }] })).toMatchObject({ code: masterFaults.codeTaken.code })
  expect(await make('6923450657713', { barcodes: [{ code: '6923450657713' }] })).toMatchObject({ code: 0 })
})

test('what two packs are known by from earlier days books neither of them', async () => {
  await server.inside('G', async (ctx) => {
    const old = async (no: string, barcode: string) => {
      const { id } = await createRow(ctx, product, { code: no, name: no })
      const pack = { tenantId: ctx.tenantId, id: ctx.newId(), productId: id, name: '1*6', qpc: '6', caseUnit: '箱' }
      await bulkInsert(ctx.tx, 'mdm_product_qpc', [{ ...pack, barcode, isDefault: true }])
    }
    await old('OLD-1', '76901234567891')
    await old('OLD-2', '76901234567891')
  })
  await server.inside('DC01', (ctx) =>
    expect(goodsByCode(ctx, '76901234567891')).rejects.toMatchObject({ refusal: packFaults.codeAmbiguous }),
  )
})

test('two levels of one product never share a number', async () => {
  const twice = { barcodes: [{ code: '6901234567892' }], qpcs: [{ qpc: '6', barcode: '06901234567892' }] }
  expect(await make('MILK', twice)).toMatchObject({ code: faults.duplicate.code })
})

test('a product keeps its own codes, and its packs theirs', async () => {
  const { version, barcodes } = await group.call<{ version: number; barcodes: unknown }>(calls.getById, { id: cola.id })
  expect(await group.envelope(calls.update, { id: cola.id, version, barcodes })).toMatchObject({ code: 0 })
  const { records } = await group.call<{ records: { id: string; version: number }[] }>(crudCalls(qpc).query, {
    filter: { productId: [cola.id] },
  })
  const [pack] = records
  expect(
    await group.envelope(crudCalls(qpc).update, { id: pack?.id, version: pack?.version, barcode: '16901234567899' }),
  ).toMatchObject({ code: 0 })
})

test('of two products that are given one code at the same time, one is made', async () => {
  const both = await Promise.all(
    ['R1', 'R2'].map((code) => make(code, { qpcs: [{ qpc: '6', barcode: '36901234567893' }] })),
  )
  expect(both.map((b) => b.code).sort()).toEqual([0, masterFaults.codeTaken.code])
})

test('of two rows of a file that claim one number the second is refused by its line, and nothing is written', async () => {
  const numbered = ['K1', 'K2', 'K3']
  for (const code of numbered) await make(code, { barcodes: [{ code: `OWN-${code}` }] })
  const shown = () =>
    Promise.all(
      numbered.map(async (word) => {
        const { records } = await group.call<{ records: { id: string }[] }>(calls.query, { filter: { code: word } })
        const { qpcs, barcodes } = await group.call<{
          qpcs: { barcode: string | null }[]
          barcodes: { code: string }[]
        }>(calls.getById, { id: records[0]?.id })
        return [qpcs.map((q) => q.barcode), barcodes.map((b) => b.code)]
      }),
    )
  const before = await shown()
  const send = (mode: string, rows: string) =>
    group.call<{ created: number; updated: number; errors: { row: number; field: string; message: string }[] }>(
      calls.import,
      { dryRun: 'false', mode },
      { file: { name: 'a.csv', data: `代码,名称,规格.规格,规格.每箱数量,规格.箱条码,条码.条码\n${rows}` } },
    )
  const told = (field: string, title: string, code: string, row: number) => ({
    created: 0,
    updated: 0,
    errors: [{ row, field, message: `${title}[${code}]与第2行重复` }],
  })
  const cases = ['K1,甲,1*1,1,CASE-1,', 'K3,丙,1*1,1,CASE-3,', 'K2,乙,1*1,1,CASE-1,'].join('\n')
  expect(await send('UPDATE', cases)).toMatchObject(told('qpcs.barcode', '箱条码', 'CASE-1', 4))
  // However long it is written, and whether as a case or as a piece; a new product beside a changed one.
  const levels = 'K1,甲,1*1,1,04006381333931,\nK2,乙,,,,4006381333931\n'
  expect(await send('UPDATE', levels)).toMatchObject(told('barcodes.code', '条码', '4006381333931', 3))
  const pieces = 'K1,甲,,,,PIECE-1\nK2,乙,,,,PIECE-1\n'
  expect(await send('UPDATE', pieces)).toMatchObject(told('barcodes.code', '条码', 'PIECE-1', 3))
  const fresh = 'K1,甲,1*1,1,5901234123457,\nK9,新,1*1,1,05901234123457,\n'
  expect(await send('UPSERT', fresh)).toMatchObject(told('qpcs.barcode', '箱条码', '05901234123457', 3))
  expect(await shown()).toEqual(before)
  expect(await send('UPDATE', cases.replace('CASE-1,\nK3', 'CASE-9,\nK3'))).toMatchObject({ updated: 3, errors: [] })
})

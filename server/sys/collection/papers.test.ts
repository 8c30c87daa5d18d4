import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { expect, test } from 'vitest'
import { type Mapping, mapRecord, markOf } from './mapping.ts'
import { contradiction, papersIn, placeOf } from './papers.ts'

const m = (target: string, path: string | null, fixed: string | null = null): Mapping => ({
  target,
  path,
  fixed,
  words: null,
})
const flat = [
  m('upstreamNo', '单号'),
  m('storeId', '门店'),
  m('lines.productId', '商品'),
  m('lines.planQty', '数量', '1'),
]
const row = (no: string, sku: string, more: object = {}) => ({ 单号: no, 门店: 'S1', 商品: sku, ...more })
const reading = { object: operateBill.header, mappings: flat, sourceKind: 'SFTP', versionPath: '版本' } as const

test('rows of one number and one version are one paper, wherever they stand', () => {
  const rows = [row('1', 'A', { 版本: 2 }), row('2', 'B'), row('1', 'C', { 版本: 2 }), row('1', 'A', { 版本: 1 })]
  const papers = papersIn(rows, reading)
  expect(papers.map((one) => mapRecord(one, flat))).toEqual([
    [
      ['1', 'S1', 'A', '1'],
      ['1', 'S1', 'C', '1'],
    ],
    [['2', 'S1', 'B', '1']],
    [['1', 'S1', 'A', '1']],
  ])
  expect(papers.map((one) => markOf(one, '版本'))).toEqual(['2', null, '1'])
})

test('what is no file, or opens an array, has a paper in each record', () => {
  const rows = [row('1', 'A'), row('1', 'B')]
  expect(papersIn(rows, { ...reading, sourceKind: 'REST_PUSH' })).toBe(rows)
  const nested = flat.map((one) => (one.target.startsWith('lines') ? { ...one, path: `items[].${one.path}` } : one))
  expect(papersIn(rows, { ...reading, mappings: nested })).toBe(rows)
})

test('a row that says another thing of the whole is found; one that says nothing is none', () => {
  const papers = papersIn([row('1', 'A'), { ...row('1', 'B'), 门店: '' }, { ...row('1', 'C'), 门店: 'S2' }], reading)
  expect(papers.map((one) => contradiction(mapRecord(one, flat), flat))).toEqual([{ row: 3, path: '门店' }])
  expect(contradiction([['1', null, 'A', '1'], ['1', 'S2', 'B', '1']], flat)).toBeUndefined() // biome-ignore format: rows
})

test('what is wrong is told where its sender has it', () => {
  const nested = [m('upstreamNo', 'head.no'), m('lines.productId', 'items[].sku'), m('ownerId', null, 'O1')]
  const record = { head: { no: '1' }, items: [{ sku: 'A' }, { sku: 'B' }] }
  const at = (field: string, line: number) => placeOf(record, nested, { field, line }, 'zh-CN')
  expect([at('lines.productId', 1), at('lines.0.productId', 0)]).toEqual(['items[1].sku', 'items[0].sku'])
  expect([at('upstreamNo', 1), at('ownerId', 0), at('lines', 0), at('', 0)]).toEqual(['head.no', undefined, undefined, undefined]) // biome-ignore format: one
  const [paper = {}] = papersIn([row('1', 'A'), row('1', 'B')], reading)
  expect(placeOf(paper, flat, { field: 'lines.productId', line: 1 }, 'en-US')).toBe('Row 2 [商品]')
})

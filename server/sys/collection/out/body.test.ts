import { messagePaths, messageSample } from '@lading/contract/sys/businessEvent.ts'
import { expect, test } from 'vitest'
import type { Mapping, OutsideRecord } from '../mapping.ts'
import { csvBody, demandOutMappings, jsonBody } from './body.ts'

const [line] = messageSample.lines
const message = {
  ...messageSample,
  lines: [line, { ...line, lineNo: 2, product: 'P2', qty: '3.5' }],
} as unknown as OutsideRecord
const to = (target: string, path: string | null, more: Partial<Mapping> = {}): Mapping => ({
  target,
  path,
  fixed: null,
  words: null,
  ...more,
})

test('without a mapping the message goes as it is documented', () => {
  expect(JSON.parse(jsonBody(message, []))).toEqual(message)
})

test('a mapping makes the other side’s JSON: objects, arrays of lines, dictionaries and fixed values', () => {
  const body = jsonBody(message, [
    to('doc.no', 'source.billNo'),
    to('doc.kind', 'type', { words: 'received=101;shipped=601' }),
    to('sender', null, { fixed: 'WMS' }),
    to('note', 'reason'),
    to('doc.items[].line', 'lines[].lineNo'),
    to('doc.items[].sku', 'lines[].product'),
    to('doc.items[].menge.value', 'lines[].qty'),
  ])
  expect(JSON.parse(body)).toEqual({
    doc: {
      no: 'R260105000001',
      kind: '101',
      items: [
        { line: 1, sku: 'P1001', menge: { value: '24' } },
        { line: 2, sku: 'P2', menge: { value: '3.5' } },
      ],
    },
    sender: 'WMS',
    note: null,
  })
})

test('a file has a row for each line, under its own headings or those of the message', async () => {
  const own = await csvBody(message, [to('单号', 'source.billNo'), to('商品', 'lines[].product')])
  expect(own.toString('utf8').replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    '单号,商品',
    'R260105000001,P1001',
    'R260105000001,P2',
  ])
  const [head = '', ...rows] = (await csvBody(message, [])).toString('utf8').replace('\uFEFF', '').trim().split(/\r?\n/)
  expect(head.split(',')).toHaveLength(messagePaths.length)
  expect(head).toContain('org.code')
  expect(rows).toHaveLength(2)
})

test('a mapping that finds nothing, or writes over itself, is refused', () => {
  const refused = (mappings: Mapping[], isJson = true) => {
    try {
      demandOutMappings(mappings, isJson)
    } catch (error) {
      return (error as { refusal?: { code: number } }).refusal?.code
    }
    return 0
  }
  expect(refused([to('a', 'nothing')])).toBe(42513)
  expect(refused([to('a', null)])).toBe(42512)
  expect(refused([to('a', 'type', { words: 'x' })])).toBe(42514)
  expect(refused([to('a', 'type'), to('a.b', 'id')])).toBe(42513)
  expect(refused([to('a', 'lines[].qty')])).toBe(42513)
  expect(refused([to('a[].b', 'type')])).toBe(42513)
  expect(refused([to('__proto__.x', 'type')])).toBe(42513)
  expect(refused([to('a[].b', 'lines[].qty'), to('c[].d', 'lines[].unit')])).toBe(42532)
  // A heading of a file is any text.
  expect(refused([to('a. b', 'lines[].qty')], false)).toBe(0)
})

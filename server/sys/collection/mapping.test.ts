import { expect, test } from 'vitest'
import { contentHash, furthest, isBehind, type Mapping, mapRecord, readPath, readWords, recordsIn } from './mapping.ts'

const m = (target: string, path: string | null, o: Partial<Mapping> = {}): Mapping => ({
  target,
  path,
  fixed: null,
  words: null,
  ...o,
})

test('a record becomes a row, by paths, values of our own and a dictionary', () => {
  const mappings = [
    m('code', 'sku.code'),
    m('name', 'title'),
    m('kind', 'type', { words: '1=OWN; 2=CLIENT' }),
    m('unit', 'u', { fixed: '件' }),
  ]
  const record = { sku: { code: 'A-1' }, title: '苹果', type: 2, u: '' }
  expect(mapRecord(record, mappings)).toEqual([['A-1', '苹果', 'CLIENT', '件']])
  expect(mapRecord({ ...record, type: 9 }, mappings)[0]?.[2]).toBe('9')
  expect(mapRecord({ 'sku.code': 'B' }, [m('code', 'sku.code')])).toEqual([['B']])
  expect(mapRecord({ sku: 'text' }, [m('code', 'sku.code')])).toEqual([[null]])
  expect(mapRecord({}, [m('code', 'constructor.name')])).toEqual([[null]])
})

test('an array becomes a row for each of its lines, what stands above them repeated', () => {
  const mappings = [m('code', 'no'), m('qpcs.name', 'packs[].spec'), m('qpcs.qpc', 'packs[].n')]
  expect(
    mapRecord(
      {
        no: 7,
        packs: [
          { spec: '1*12', n: 12 },
          { spec: '1*24', n: 24 },
        ],
      },
      mappings,
    ),
  ).toEqual([
    ['7', '1*12', '12'],
    ['7', '1*24', '24'],
  ])
  expect(mapRecord({ no: 7, packs: [] }, mappings)).toEqual([['7', null, null]])
  expect(mapRecord({ no: 7, tags: ['x', 'y'] }, [m('code', 'no'), m('tag', 'tags[]')])).toEqual([
    ['7', 'x'],
    ['7', 'y'],
  ])
  expect(() => mapRecord({}, [m('a', 'x[].a'), m('b', 'y[].b')])).toThrow()
  expect(() => mapRecord({}, [m('a', 'x[].y[].a')])).toThrow()
})

test('paths, dictionaries and answers that are none are refused', () => {
  for (const bad of ['', 'a..b', '.a', 'a[0]', 'a[]b']) expect(() => readPath(bad), bad).toThrow()
  expect(readPath('a.b[].c')).toEqual(['a', 'b[]', 'c'])
  expect(() => readWords('1')).toThrow()
  expect(() => readWords('=x')).toThrow()
  expect([...readWords('a=b=c；d=')]).toEqual([
    ['a', 'b=c'],
    ['d', ''],
  ])
  expect(recordsIn('{"data":{"items":[{"a":1}]}}', 'data.items')).toEqual([{ a: 1 }])
  expect(recordsIn('[]', null)).toEqual([])
  for (const [body, path] of [
    ['<html>', null],
    ['{"a":1}', 'a'],
    ['[1]', null],
    ['{}', null],
  ] as const)
    expect(() => recordsIn(body, path)).toThrow()
})

test('a content is known again in whatever order its names stand, and a mark only moves on', () => {
  const by = [m('code', 'a')]
  expect(contentHash({ a: 1, b: { c: 2, d: 3 } }, by)).toBe(contentHash({ b: { d: 3, c: 2 }, a: 1 }, by))
  expect(contentHash({ a: 1 }, by)).not.toBe(contentHash({ a: '1' }, by))
  expect(contentHash({ a: 1 }, by)).not.toBe(contentHash({ a: 1 }, [m('code', 'b')]))
  expect(isBehind('10', '9')).toBe(true)
  expect(isBehind('9', '10')).toBe(false)
  expect(isBehind('9007199254740993', '9007199254740992')).toBe(true)
  expect(isBehind('2026-11-26', '2026-11-25')).toBe(true)
  const records = [{ at: '3' }, { at: '12' }, {}, { at: null }]
  expect(furthest(records, 'at', '5')).toBe('12')
  expect(furthest(records, 'at', '20')).toBe('20')
  expect(furthest(records, null, '5')).toBe('5')
})

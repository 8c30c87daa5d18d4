import { parseCaseText } from '@lading/contract/kernel/caseText.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { kinds } from '@lading/contract/kernel/field.ts'
import { normaliseQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { valueSchema } from '@lading/contract/kernel/schema.ts'
import { parseScan } from '@lading/contract/wms/barcode.ts'
import { parseGs1 } from '@lading/contract/wms/gs1.ts'
import { parseScaleBarcode } from '@lading/contract/wms/scaleBarcode.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../kernel/http/input.ts'
import { disposition } from '../kernel/http/pipeline.ts'
import { hostileBodies, hostileTexts } from '../testing/hostile.ts'

const pack = { qpc: 24_000n, mid: 6_000n }
const scan = { prefixes: [], scalePatterns: [{ pattern: '2PPPPPWWWWWWC' }], today: '2026-11-20' }
/** Everything that reads what a person, a scanner or a partner wrote. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  parseQty,
  normaliseQtyText,
  parseCaseText: (text) => parseCaseText(text, pack),
  parseGs1: (text) => parseGs1(text, '2026-11-20'),
  parseScan: (text) => parseScan(text, scan as never),
  parseScaleBarcode: (text) => parseScaleBarcode(text, [{ pattern: '2PPPPPWWWWWWC' }]),
  parseJson,
  disposition,
  ...Object.fromEntries(
    kinds.map((kind) => [
      `field ${kind}`,
      (text: string) =>
        valueSchema({ kind, title: ['', ''], required: true, choices: { A: ['', ''] } }).safeParse(text),
    ]),
  ),
}
const size = 1_000_000
const adverse = [
  'a'.repeat(size),
  '1'.repeat(size),
  `${'1'.repeat(size)}!`,
  '0'.repeat(size),
  `1.${'0'.repeat(size)}x`,
  ' '.repeat(size),
  `${' '.repeat(size)}x`,
  '('.repeat(size),
  '(01)'.repeat(size / 4),
  '01'.repeat(size / 2),
  '\x1d'.repeat(size),
  `]C1${'10ABC\x1d'.repeat(size / 6)}`,
  '+'.repeat(size),
  '1+'.repeat(size / 2),
  '1*'.repeat(size / 2),
  '"'.repeat(size),
  '\\'.repeat(size),
  `"${'\\u0000'.repeat(size / 6)}"`,
  '['.repeat(size),
  '{"a":'.repeat(size / 5),
  '😀'.repeat(size / 2),
  '\ud800'.repeat(size),
  '٣'.repeat(size),
  `${'2026-11-20T00:00:00'.repeat(size / 20)}Z`,
]

/** A refusal is an answer, as long as it is one of ours. */
const run = (parse: (text: string) => unknown, text: string): void => {
  try {
    parse(text)
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(RangeError)
    expect(error).not.toBeInstanceOf(TypeError)
  }
}

describe('T50 parsers under adverse input', () => {
  // A parser that goes back over its input needs minutes for a megabyte, and the test ends before.
  test.each(Object.keys(parsers))('T50 %s takes a megabyte of anything in its stride', (name) => {
    const parse = parsers[name] as (text: string) => unknown
    for (const text of adverse) run(parse, text)
  })

  test.each(Object.keys(parsers))('T50 %s answers or refuses whatever it is given', (name) => {
    const parse = parsers[name] as (text: string) => unknown
    const runs = { numRuns: process.env.LADING_FULL ? 5_000 : 200 }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => run(parse, text)),
      runs,
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+*.-()\x1d]C '), maxLength: 60 }), (text) =>
        run(parse, text),
      ),
      runs,
    )
    for (const text of hostileTexts) run(parse, text)
  })
})

test('T46 JSON that cannot be read, that is too deep or that holds what no column can is a refusal', () => {
  for (const { body } of hostileBodies('{"a":1}'))
    try {
      parseJson(String(body))
    } catch (error) {
      expect(error).toBeInstanceOf(Fault)
    }
  for (const text of [
    '{"a":"\\u0000"}',
    '{"a\\u0000":1}',
    '{"a":["\\ud800"]}',
    '{"__proto__":1}',
    '['.repeat(51) + ']'.repeat(51),
  ])
    expect(() => parseJson(text), text.slice(0, 20)).toThrow(Fault)
  for (const text of [
    '{"a":"\\\\u0000"}',
    '{"a":"\\ud83d\\ude00"}',
    '['.repeat(50) + ']'.repeat(50),
    '{"a":"[[[[[{{{{"}',
  ])
    expect(parseJson(text)).toEqual(JSON.parse(text))
})

describe('T55 names of files', () => {
  test.each([...hostileTexts, 'a\r\nset-cookie: x=1', '商品 导出 "2026".xlsx', "it's (1).csv", '\ud800', '%0d%0a', ''])(
    'T55 %j travels as one header of plain characters',
    (name) => {
      const header = disposition(name)
      expect(header).toMatch(/^attachment; filename="[\w.-]*"; filename\*=UTF-8''[\w.!~%&+^`|$#-]*$/)
      expect(decodeURIComponent(/UTF-8''(.*)$/.exec(header)?.[1] ?? '')).toBe(name.toWellFormed())
    },
  )
})

import { Fault } from '@lading/contract/kernel/fault.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../kernel/http/input.ts'
import { disposition } from '../kernel/http/pipeline.ts'
import { adverse, parsers } from '../testing/adverse.ts'
import { isFull } from '../testing/full.ts'
import { hostileBodies, hostileTexts } from '../testing/hostile.ts'

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
    const runs = { numRuns: isFull ? 5_000 : 200 }
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

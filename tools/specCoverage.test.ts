import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { behaviours } from './spec/behaviours.ts'
import { coverageFile, coverageText, provenIn, testSources } from './specCoverage.ts'

test('the ids are those of the specification, from first to last', () => {
  expect(Object.keys(behaviours)).toEqual(Array.from({ length: 100 }, (_, i) => `S-${i + 1}`))
})

test('titles prove the ids that they begin with, and no others', () => {
  const source = `test('S-1 S-2 both', a)\ntest.each(x)("S-3 one of S-4", b)\n// S-5 is told only\n`
  const proven = provenIn(new Map([['a.test.ts', source]]))
  expect([...proven].filter(([, files]) => files.length > 0).map(([id]) => id)).toEqual(['S-1', 'S-2', 'S-3'])
  expect(() => provenIn(new Map([['a.test.ts', "test('S-101 none', a)"]]))).toThrow('S-101')
})

test('docs/spec-coverage.md is what the tests say now: `node tools/specCoverage.ts` writes it', () => {
  expect(readFileSync(coverageFile, 'utf8')).toBe(coverageText(provenIn(testSources())))
})

test('every behaviour of the specification is proven by a test', () => {
  const open = [...provenIn(testSources())].filter(([, files]) => files.length === 0).map(([id]) => id)
  expect(open).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { behaviours } from './spec/behaviours.ts'
import { choices, deviations } from './spec/choices.ts'
import { coverageFile, coverageText, decidedOtherwise, provenIn, testSources, unproven } from './specCoverage.ts'

test('the ids are those of the specification, from first to last', () => {
  expect(Object.keys(behaviours)).toEqual(Array.from({ length: 100 }, (_, i) => `S-${i + 1}`))
  expect(Object.keys(choices)).toEqual(Array.from({ length: 53 }, (_, i) => `C-${i + 1}`))
})

test('titles prove the ids that they begin with, and no others', () => {
  const source = `test('S-1 C-2 both', a)\ntest.each(x)("C-3 T30 one of S-4", b)\n// S-5 is told only\n`
  const proven = provenIn(new Map([['a.test.ts', source]]))
  expect([...proven].filter(([, files]) => files.length > 0).map(([id]) => id)).toEqual(['S-1', 'C-2', 'C-3'])
  expect(() => provenIn(new Map([['a.test.ts', "test('S-101 none', a)"]]))).toThrow('S-101')
  expect(() => provenIn(new Map([['a.test.ts', "test('C-54 none', a)"]]))).toThrow('C-54')
})

test('docs/spec-coverage.md is what the tests say now: `node tools/specCoverage.ts` writes it', () => {
  expect(readFileSync(coverageFile, 'utf8')).toBe(coverageText(provenIn(testSources())))
})

test('every behaviour of the specification is proven by a test, and every choice of ours by one or by a reading', () => {
  expect(unproven(provenIn(testSources()))).toEqual([])
})

test('a reading names its choice in the first cell; the specification cannot be read away', () => {
  expect(decidedOtherwise('| C-7 | told by the focus |\n| C-70 | more |\n| S-1 | no |\nC-8 | no |')).toEqual([
    'C-7',
    'C-70',
  ])
  expect(decidedOtherwise().filter((id) => !choices[id])).toEqual([])
})

test('what contradicts the specification stands under its own heading with its reason, and not among what is silent', () => {
  const decisions = readFileSync(join(root, 'docs/spec-decisions.md'), 'utf8')
  const told = /^## Deviations\n([\s\S]*?)^## /m.exec(decisions)?.[1] ?? ''
  expect([...new Set(told.match(/C-\d+/g))].toSorted()).toEqual([...deviations].toSorted())
  const silent = /where it is silent\n([\s\S]*?)^## /m.exec(readFileSync(coverageFile, 'utf8'))?.[1] ?? ''
  expect(deviations.filter((id) => silent.includes(`| ${id} |`))).toEqual([])
})

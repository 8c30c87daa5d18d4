import { expect, test } from 'vitest'
import { fileNameOf, oddPart } from './exportFileName.ts'

const facts = { title: '货主', org: 'DC01', user: 'admin', at: '2026-11-27 08:15:09' }

test('a file is called by the parts of its pattern, and words alone are followed by the moment', () => {
  expect(fileNameOf('{TITLE}', facts)).toBe('货主')
  expect(fileNameOf('门店清单', facts)).toBe('门店清单_20261127081509')
  expect(fileNameOf('{ORG}-{TITLE}-{yyyyMMdd}-{HHmmss}', facts)).toBe('DC01-货主-20261127-081509')
  expect(fileNameOf('{USER}_{yyMM}{HHmm}', facts)).toBe('admin_26110815')
  expect(fileNameOf('{ORG}', { ...facts, org: 'A/B' })).toBe('A_B')
})

test('a part that there is not is told', () => {
  expect(oddPart('{TITLE}{ORG}{yyyyMMdd}x')).toBeUndefined()
  for (const part of ['{SEQ6}', '{TYPE}', '{title}', '{', '}']) expect(oddPart(`a${part}b`), part).toBe(part)
})

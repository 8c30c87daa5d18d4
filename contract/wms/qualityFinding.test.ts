import { expect, test } from 'vitest'
import { type Checked, findingOf, isMissing } from './qualityFinding.ts'

const check = (kind: Checked['kind'], more: Partial<Checked> = {}): Checked => ({
  ...{ lineNo: 1, item: 'DATE', kind, least: null, most: null, amount: null, said: null, finding: null },
  ...{ needed: true, photos: 0, ...more },
})

test.each([
  ['nothing was said', check('BOOL'), undefined, true],
  ['somebody said so', check('BOOL', { finding: 'BAD' }), 'BAD', false],
  ['a number within its range', check('RANGE', { least: '0', most: '4', amount: '3.5' }), 'GOOD', false],
  ['a number above it', check('RANGE', { least: '0', most: '4', amount: '4.5' }), 'BAD', false],
  ['a number that was not typed', check('NUMBER', { amount: '' }), undefined, true],
  ['a document by its number', check('DOC', { said: 'SH-1' }), 'GOOD', false],
  ['a document that is called good and not named', check('DOC', { finding: 'GOOD' }), 'GOOD', true],
  ['a photo that nobody took', check('PHOTO', { finding: 'GOOD' }), 'GOOD', true],
  ['a photo', check('PHOTO', { photos: 1 }), 'GOOD', false],
  ['a photo of something bad', check('PHOTO', { photos: 1, finding: 'BAD' }), 'BAD', false],
  ['a photo that need not be', check('PHOTO', { needed: false }), undefined, false],
] as const)('%s', (_, of, finding, missing) => {
  expect([findingOf(of), isMissing(of)]).toEqual([finding, missing])
})

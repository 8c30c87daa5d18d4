import { expect, test } from 'vitest'
import { type LotFacts, lotIdentity } from './lot.ts'

const facts: LotFacts = {
  productionDate: '2026-01-01',
  expireDate: '2027-01-31',
  productionBatch: 'B7',
  vendorId: '42',
  receiptId: '77',
}
const all = ['EXPIRY', 'BATCH', 'VENDOR', 'RECEIPT']

/** Lots that were made are found again by this text: it never changes. */
test.each([
  [[], {}, '-'],
  [['EXPIRY'], {}, 'E2027-01-31'],
  [['BATCH', 'EXPIRY'], {}, 'E2027-01-31|BB7'],
  [all, {}, 'E2027-01-31|BB7|V42|R77'],
  [['EXPIRY'], { expireDate: null }, 'E'],
  [all, { expireDate: null, productionBatch: null, vendorId: null }, 'E|B|V|R77'],
  [['EXPIRY'], { attrs: {} }, 'E2027-01-31'],
  [['EXPIRY'], { attrs: { colour: 'red', size: 'L' } }, 'E2027-01-31|Ad1k75awJZe7DL8QrCGqpFT'],
])('goods that differ in %j are one lot or two: %j', (dimensions, more, identity) =>
  expect(lotIdentity({ ...facts, ...more }, dimensions)).toBe(identity),
)

test('attributes tell lots apart by name and value, in whatever order they are given', () => {
  const of = (attrs: Readonly<Record<string, string>>) => lotIdentity({ ...facts, attrs }, [])
  expect(of({ size: 'L', colour: 'red' })).toBe(of({ colour: 'red', size: 'L' }))
  const different = [{ colour: 'red' }, { colour: 'L' }, { size: 'red' }, { colour: 'L', size: 'red' }].map(of)
  expect(new Set(different).size).toBe(4)
})

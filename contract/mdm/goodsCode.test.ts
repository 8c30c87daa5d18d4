import { expect, test } from 'vitest'
import { formatQty } from '../kernel/qty.ts'
import { allWritten, codesOf, levelOf, oneWritten, readGoods } from './goodsCode.ts'

const scan = (text: string) => readGoods(text, '2026-11-28')
const cola = {
  code: 'COLA',
  barcodes: ['6901234567892', '012345678905'],
  packCodes: [
    { code: '16901234567899', qty: '24' },
    { code: 'PAL-COLA', qty: null },
  ],
}

test('the same number is one in each of its lengths, and a shop’s own code is none', () => {
  expect(allWritten('06901234567892')).toEqual(['6901234567892', '06901234567892'])
  expect(allWritten('012345678905')).toEqual(['012345678905', '0012345678905', '00012345678905'])
  expect(allWritten('40170725')).toHaveLength(4)
  expect(oneWritten('40170725')).toBe(oneWritten('0000040170725'))
  // A wrong check digit makes it no GTIN: what looks like one with a zero more is another code.
  expect(allWritten('6901234567890')).toEqual(['6901234567890'])
  expect(allWritten('00242')).toEqual(['00242'])
})

test.each([
  ['COLA', '1'],
  ['6901234567892', '1'],
  ['06901234567892', '1'],
  ['012345678905', '1'],
  ['0012345678905', '1'],
  ['(01)06901234567892(17)270101(10)B-1', '1'],
  [']C101069012345678921727010110B-1', '1'],
  ['16901234567899', '24'],
  ['(01)16901234567899(10)B-1', '24'],
  ['(02)16901234567899(37)5', '24'],
  ['PAL-COLA', undefined],
])('%s stands for %s of the goods', (text, qty) => {
  const level = levelOf(cola, scan(text))
  expect(level).toBeDefined()
  expect(level?.qty ? formatQty(level.qty) : undefined).toBe(qty)
})

test.each(['6901234567893', '26901234567896', 'COLA2', '', 'PAL'])('%j is other goods', (text) =>
  expect(levelOf(cola, scan(text))).toBeUndefined(),
)

test('whatever is scanned or typed is looked for as master data may have it', () => {
  expect(codesOf('(02)16901234567899(37)5')).toContain('16901234567899')
  expect(codesOf(']E06901234567892')).toEqual(['6901234567892', '06901234567892'])
  expect(codesOf(' 00242 ')).toEqual(['00242'])
  // An in-store code that could be the label of a scale is not also the item that such a label would tell.
  expect(codesOf('2000007000128')).not.toContain('2000007000005')
})

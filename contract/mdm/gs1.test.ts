import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQty } from '../kernel/qty.ts'
import { checkDigit, gs1Date, gs1TextMax, hasCheckDigit, parseGs1 } from './gs1.ts'

const today = '2026-11-20'

test.each(['73513537', '036000291452', '4006381333931', '09506000134352', '106141412345678908'])(
  '%s has its check digit',
  (digits) => {
    expect(hasCheckDigit(digits)).toBe(true)
    expect(hasCheckDigit(digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10))).toBe(false)
  },
)

test.each(['', '7', 'abc', '40063813339３1', '1'.repeat(1_000_000)])('%# is no checked number', (text) => {
  expect(hasCheckDigit(text)).toBe(false)
})

test('every single wrong digit is found', () => {
  const number = fc.stringMatching(/^\d{13}$/)
  fc.assert(
    fc.property(number, fc.nat(12), fc.integer({ min: 1, max: 9 }), (digits, at, change) => {
      const right = digits + checkDigit(digits)
      const wrong = right.slice(0, at) + ((Number(right[at]) + change) % 10) + right.slice(at + 1)
      return hasCheckDigit(right) && !hasCheckDigit(wrong)
    }),
  )
})

test.each([
  ['261120', '2026-11-20'],
  ['270200', '2027-02-28'],
  ['280200', '2028-02-29'],
  ['260631', undefined],
  ['261301', undefined],
  ['260001', undefined],
  ['26112', undefined],
  ['761231', '2076-12-31'],
  ['770101', '1977-01-01'],
])('date %s is %s', (digits, date) => expect(gs1Date(digits, today)).toBe(date))

test.each([
  ['500101', '2098-06-01', '2050-01-01'],
  ['470101', '2098-06-01', '2147-01-01'],
  ['480101', '2098-06-01', '2148-01-01'],
])('date %s seen in %s is %s', (digits, seen, date) => expect(gs1Date(digits, seen)).toBe(date))

const full = {
  gtin: '09506000134352',
  expireDate: '2027-11-10',
  productionDate: '2026-11-10',
  batch: 'AB-1/x',
  count: parseQty('24'),
  netWeightKg: parseQty('1.234'),
}

test.each([
  ['fixed first', '010950600013435211261110172711103103001234' + '10AB-1/x\x1d3724'],
  ['leading FNC1', '\x1d010950600013435211261110172711103103001234' + '3724\x1d10AB-1/x'],
  ['needless FNC1', '0109506000134352\x1d11261110\x1d17271110\x1d3103001234\x1d10AB-1/x\x1d3724\x1d'],
  ['as people read it', '(01)09506000134352(11)261110(17)271110(3103)001234(10)AB-1/x(37)24'],
])('reads %s', (_, text) => expect(parseGs1(text, today)).toMatchObject(full))

test.each([
  ['00106141412345678908', { sscc: '106141412345678908' }],
  ['020950600013435237' + '12', { contentGtin: '09506000134352', count: parseQty('12') }],
  ['3922' + '1250', { price: '12.5' }],
  ['3900' + '77', { price: '77' }],
  ['3100000012', { netWeightKg: parseQty('12') }],
  ['3105123400', { netWeightKg: parseQty('1.234') }],
  ['3302001250', { grossWeightKg: parseQty('12.5') }],
  ['15270200', { bestBeforeDate: '2027-02-28' }],
  ['2001\x1d21S1', { variant: '01', serial: 'S1' }],
  ['(10)A(B)(88)C', { batch: 'A(B)(88)C' }],
  [
    '240REF\x1d4109506000134352',
    {
      elements: [
        { ai: '240', data: 'REF' },
        { ai: '410', data: '9506000134352' },
      ],
    },
  ],
])('reads %j', (text, meaning) => expect(parseGs1(text, today)).toMatchObject(meaning))

/** Identifiers that others need: what we know beside them is read all the same. */
test.each([
  ['99', 'INTERN'],
  ['90', '12-A'],
  ['235', 'TPX'],
  ['3202', '000123'],
  ['3932', '978001250'],
  ['415', '9506000134352'],
  ['422', '156'],
  ['7003', '2611101230'],
  ['7030', '156ABC'],
  ['710', 'NHRN1'],
  ['714', 'NHRN2'],
  ['8005', '001250'],
])('(%s) is skipped', (ai, data) => {
  const isFixed = ['3202', '415'].includes(ai)
  const known = { gtin: '09506000134352', expireDate: '2027-11-10', batch: 'B1' }
  for (const text of [
    `0109506000134352${ai}${data}${isFixed ? '' : '\x1d'}1727111010B1`,
    `${ai}${data}\x1d\x1d01095060001343521727111010B1`,
    `01095060001343521727111010B1\x1d${ai}${data}`,
    `(01)09506000134352(${ai})${data}(17)271110(10)B1`,
  ])
    expect(parseGs1(text, today), text).toMatchObject(known)
})

test.each([
  '',
  '\x1d',
  '0109506000134353',
  '010950600013435',
  '01095060001343AB',
  '9912',
  '17261301',
  '10',
  '10\x1d17271110',
  `10${'x'.repeat(21)}`,
  '37ab',
  '3105123456',
  '(99)1',
  '(01)123',
  '()',
  '(',
  '10A\x1d10B',
  '__proto__',
  '10käse',
  `(10)${'('.repeat(gs1TextMax)}`,
  '9'.repeat(1_000_000),
])('refuses %#', (text) => expect(parseGs1(text, today)).toHaveProperty('refusal'))

test('whatever comes in, an answer comes out', () => {
  const piece = fc.constantFrom('01', '10', '17', '310', '(', ')', '(01)', '\x1d', '09506000134352', '0', 'x', '271110')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const answer = parseGs1(pieces.join(''), today)
      return 'refusal' in answer || answer.elements.length > 0
    }),
    { numRuns: 500 },
  )
})

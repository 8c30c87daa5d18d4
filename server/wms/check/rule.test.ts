import { parseQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { type CheckRule, drawn, inGrams, type Picked, weighed, weightOf, whyChecked } from './rule.ts'

const rule: CheckRule = { checkPct: 0, checkShort: false, checkValue: null, checkNewDays: null }
const box: Picked = { id: '7', uses: 3, isShort: false, value: '120', pickerDays: 400 }

test.each<[string, Partial<CheckRule>, Partial<Picked>, string | undefined]>([
  ['no rule', {}, {}, undefined],
  ['all', { checkPct: 100 }, {}, 'ALL'],
  ['all goes before the others', { checkPct: 100, checkShort: true }, { isShort: true }, 'ALL'],
  ['a short', { checkShort: true }, { isShort: true }, 'SHORT'],
  ['no short', { checkShort: true }, {}, undefined],
  ['a short that nobody asks for', {}, { isShort: true }, undefined],
  ['exactly the value', { checkValue: '120' }, {}, 'VALUE'],
  ['just below', { checkValue: '120.01' }, {}, undefined],
  ['no value', { checkValue: '0' }, {}, undefined],
  ['a new picker', { checkNewDays: 30 }, { pickerDays: 29 }, 'NEW'],
  ['not new any more', { checkNewDays: 30 }, { pickerDays: 30 }, undefined],
])('%s', (_, r, b, why) => {
  expect(whyChecked({ ...rule, ...r }, { ...box, ...b })).toBe(why)
})

test('a sample is as large as its share, and another one with each use', () => {
  const of = (pct: number, uses: number) =>
    Array.from({ length: 2000 }, (_, i) => whyChecked({ ...rule, checkPct: pct }, { ...box, id: `${9000 + i}`, uses }))
  const share = (pct: number) => of(pct, 1).filter((why) => why === 'SHARE').length / 20
  for (const pct of [5, 20, 50]) expect(Math.abs(share(pct) - pct)).toBeLessThan(4)
  expect(of(20, 1)).toEqual(of(20, 1))
  expect(of(20, 2)).not.toEqual(of(20, 1))
  expect(drawn('1:1')).toBeLessThan(100)
})

test.each<[string, string, { net: string; lightest: string | null; grams: string; pct: bigint }, boolean]>([
  ['exact', '3.2', { net: '1.2', lightest: '0.4', grams: '20', pct: 100n }, true],
  ['within the grams', '3.22', { net: '1.2', lightest: '0.4', grams: '20', pct: 100n }, true],
  ['beyond them', '3.221', { net: '1.2', lightest: '0.4', grams: '20', pct: 100n }, false],
  ['within the share', '22.1', { net: '20', lightest: '0.4', grams: '20', pct: 100n }, true],
  ['too light', '21.79', { net: '20', lightest: '0.4', grams: '20', pct: 100n }, false],
  ['half of the lightest is too much', '22.02', { net: '20', lightest: '0.04', grams: '20', pct: 100n }, false],
  ['less than half is not', '22.019', { net: '20', lightest: '0.04', grams: '20', pct: 100n }, true],
  ['goods by weight have no piece', '22.2', { net: '20', lightest: null, grams: '20', pct: 100n }, true],
])('on the scales: %s', (_, gross, o, passes) => {
  const kg = (text: string) => inGrams(parseQty(text))
  expect(
    weighed({
      gross: kg(gross),
      tare: kg('2'),
      net: kg(o.net),
      lightest: o.lightest === null ? null : kg(o.lightest),
      most: parseQty(o.grams),
      pctHundredths: o.pct,
    }).passes,
  ).toBe(passes)
})

test('so many pieces weigh so much', () => {
  expect(weightOf(parseQty('24'), parseQty('0.55'))).toBe(parseQty('13200'))
})

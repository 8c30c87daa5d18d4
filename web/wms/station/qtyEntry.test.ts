import type { Pack } from '@lading/contract/kernel/caseText.ts'
import { expect, test } from 'vitest'
import { entryOf, type QtyEntry, qtyOfEntry, turnedTo, typedInto } from './qtyEntry.ts'

const box: Pack = { qpc: 24_000n, mid: 24_000n }
const inner: Pack = { qpc: 12_000n, mid: 6_000n }
/** Presses keys as the keypad does: a figure is appended unless the field is fresh, `+` turns to the loose goods. */
const press = (keys: string, e: QtyEntry): QtyEntry =>
  [...keys].reduce((x, key) => {
    if (key === '+') return turnedTo(x, 'loose')
    const before = x.fresh === 'none' ? x[x.at] : ''
    return typedInto(x, key === '<' ? before.slice(0, -1) : before + key)
  }, e)

test.each([
  // planned, keys, fields, base units
  ['72', '', '3', '', '72'],
  ['74', '', '3', '2', '74'],
  ['72', '2', '2', '', '48'],
  ['74', '2', '2', '', '48'],
  ['74', '2+5', '2', '5', '53'],
  ['72', '+5', '3', '5', '77'],
  ['74', '+', '3', '2', '74'],
  ['74', '12', '12', '', '288'],
  ['74', '12<', '1', '', '24'],
  ['74', '1<', '', '', ''],
  ['72', '0+30', '0', '30', '30'],
  ['6', '', '', '6', '6'],
  ['6', '4', '', '4', '4'],
  ['0', '1', '1', '', '24'],
  ['', '1', '1', '', '24'],
])('of %s in cases of 24 the keys [%s] make %s+%s, %s pieces', (planned, keys, cases, loose, qty) => {
  const e = press(keys, entryOf(planned, box))
  expect([e.cases, e.loose, qtyOfEntry(e, box)]).toEqual([cases, loose, qty])
})

test('less than a case is typed in pieces, as it is shown; a tap turns to the cases', () => {
  const e = entryOf('6', box)
  expect(e.at).toBe('loose')
  expect(qtyOfEntry(press('2', turnedTo(e, 'cases')), box)).toBe('54')
  expect(entryOf('74', box).at).toBe('cases')
})

test('with inner packs the loose goods are still counted in base units', () => {
  expect(entryOf('20', inner)).toMatchObject({ cases: '1', loose: '8' })
  expect(qtyOfEntry(press('1+8', entryOf('24', inner)), inner)).toBe('20')
})

test('goods without a case are typed in base units, weights with a point', () => {
  const e = entryOf('12.5', undefined)
  expect(e).toMatchObject({ loose: '12.5', at: 'loose' })
  expect(qtyOfEntry(press('5.25', e), undefined)).toBe('5.25')
})

test('what no quantity can be is none', () => {
  expect(qtyOfEntry(press('99999999999999', entryOf('72', box)), box)).toBe('')
})

import { expect, test } from 'vitest'
import { formatQty, parseQty } from '../kernel/qty.ts'
import { boxesLeft, boxesTogether } from './pickBoxes.ts'

const box = (code: string, planQty: string, doneQty = '0') => ({ code, planQty, doneQty })

test.each([
  ['all of it where it was planned', [box('A', '12'), box('B', '6')], '18', ['A 12', 'B 6']],
  ['what is in a container already is not told again', [box('A', '12', '12'), box('B', '6', '2')], '4', ['B 4']],
  ['what came into another is missing in the last', [box('A', '12', '14'), box('B', '6')], '4', ['B 4']],
  ['what nobody planned goes into none', [box('A', '12')], '20', ['A 12']],
  ['what came into one that was not planned', [box('A', '12', '4'), box('C', '0', '6')], '2', ['A 2']],
  ['nothing is left', [box('A', '12', '4')], '0', []],
])('%s', (_, boxes, rest, told) => {
  expect(boxesLeft(boxes, parseQty(rest)).map(({ code, qty }) => `${code} ${formatQty(qty)}`)).toEqual(told)
})

test('lines that are one thing to do share their containers', () => {
  expect(boxesTogether([[box('A', '4', '4')], null, [box('A', '2'), box('B', '6', '1')]])).toEqual([
    box('A', '6', '4'),
    box('B', '6', '1'),
  ])
})

import { parseQty } from '@lading/contract/kernel/qty.ts'
import { describe, expect, test } from 'vitest'
import { type Counted, type Tolerance, verdictOf } from './verdict.ts'

const of = (book: string, counted: string, key = 'A', pieces = 0): Counted => ({
  key,
  book: parseQty(book),
  diff: parseQty(counted) - parseQty(book),
  pieces,
  moved: false,
})
const moved = (c: Counted): Counted => ({ ...c, moved: true })
const strict: Tolerance = { qty: 0n, pctHundredths: 0n, rounds: 3 }
const loose: Tolerance = { qty: parseQty('2'), pctHundredths: 100n, rounds: 3 }

describe('what becomes of a bin after a round', () => {
  const cases: readonly [string, readonly (readonly Counted[])[], Tolerance, ReturnType<typeof verdictOf>][] = [
    ['an empty bin that is empty', [[]], strict, 'MATCHED'],
    ['as the book says', [[of('7', '7')]], strict, 'MATCHED'],
    ['one piece less is counted again', [[of('7', '6')]], strict, 'RECOUNT'],
    ['nothing of seven, twice', [[of('7', '0')], [of('7', '0')]], strict, 'DIFFERS'],
    ['the second finds them', [[of('7', '0')], [of('7', '7')]], strict, 'MATCHED'],
    ['the second says something else', [[of('7', '0')], [of('7', '5')]], strict, 'RECOUNT'],
    ['the third decides', [[of('7', '0')], [of('7', '5')], [of('7', '6')]], strict, 'DIFFERS'],
    ['the same difference after picks in between', [[of('20', '18')], [of('10', '8')]], strict, 'DIFFERS'],
    ['two missing within the tolerance', [[of('100', '98')]], loose, 'DIFFERS'],
    ['three of a hundred exceed both', [[of('100', '97')]], loose, 'RECOUNT'],
    ['three of a thousand exceed one only', [[of('1000', '997')]], loose, 'DIFFERS'],
    ['goods that no book knows', [[of('0', '5')]], strict, 'RECOUNT'],
    ['found once, and not again', [[of('0', '5')], []], strict, 'MATCHED'],
    [
      'one good agrees, another does not',
      [
        [of('7', '6'), of('9', '8', 'B')],
        [of('7', '6'), of('9', '7', 'B')],
      ],
      strict,
      'RECOUNT',
    ],
    ['one round only', [[of('7', '0')]], { ...strict, rounds: 1 }, 'DIFFERS'],
    ['what moved meanwhile is never the last word', [[moved(of('90', '100'))]], { ...strict, rounds: 1 }, 'RECOUNT'],
    ['not when it agrees either', [[moved(of('90', '90'))]], strict, 'RECOUNT'],
    ['nor a second opinion', [[moved(of('90', '89'))], [of('90', '89')]], strict, 'RECOUNT'],
    [
      'and takes no round from the others',
      [[moved(of('9', '8'))], [of('9', '9')]],
      { ...strict, rounds: 1 },
      'MATCHED',
    ],
    ['the weight agrees, the pieces do not', [[of('7.5', '7.5', 'A', -1)]], strict, 'RECOUNT'],
  ]
  test.each(cases)('%s', (_, rounds, t, expected) => {
    expect(verdictOf(rounds, t)).toBe(expected)
  })
})

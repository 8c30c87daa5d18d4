import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveBefore, moveBy } from './arrange.ts'

const items = (ids: string) => [...ids].map((id) => ({ id }))
const said = (order: readonly { id: string }[]) => order.map(({ id }) => id).join('')
const before = (order: string, chosen: string, to?: string) => said(moveBefore(items(order), new Set(chosen), to))
const by = (order: string, chosen: string, step: -1 | 1) => said(moveBy(items(order), new Set(chosen), step))

test('what is chosen comes before one of the others, together and in its order', () => {
  expect(before('abcdef', 'e', 'b')).toBe('aebcdf')
  expect(before('abcdef', 'fb', 'd')).toBe('acbfde')
  expect(before('abcdef', 'a')).toBe('bcdefa')
  // Before one of its own, or where it stands already.
  expect(before('abcdef', 'cd', 'd')).toBe('abcdef')
  expect(before('abcdef', 'ac', 'c')).toBe('bacdef')
  expect(before('abcdef', 'ef', 'f')).toBe('abcdef')
})

test('it goes one place up or down, and no further than the ends', () => {
  expect(by('abcdef', 'c', -1)).toBe('acbdef')
  expect(by('abcdef', 'c', 1)).toBe('abdcef')
  expect([by('abcdef', 'a', -1), by('abcdef', 'f', 1), by('abcdef', '', 1)]).toEqual(['abcdef', 'abcdef', 'abcdef'])
  // Bins that stand apart come together first.
  expect(by('abcdef', 'be', -1)).toBe('beacdf')
  expect(by('abcdef', 'ad', 1)).toBe('bceadf')
  expect(by('abcdef', 'df', 1)).toBe('abcedf')
})

test('no bin is lost or doubled, whatever is moved', () => {
  const order = items('abcdefgh')
  const ids = fc.constantFrom(...order.map(({ id }) => id))
  fc.assert(
    fc.property(
      fc.uniqueArray(ids),
      fc.option(ids, { nil: undefined }),
      fc.constantFrom(-1 as const, 1 as const),
      (of, to, step) => {
        for (const next of [moveBefore(order, new Set(of), to), moveBy(order, new Set(of), step)])
          expect([...next].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(order)
      },
    ),
  )
})

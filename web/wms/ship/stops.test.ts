import { expect, test } from 'vitest'
import { nextStop, stopsOf } from './stops.ts'

const line = (code: string, stop: number | null, state: string) => ({
  state,
  store: { id: code, code, name: code, stop },
})

test('the last stop stands first, and the first that is not through is next', () => {
  const lines = [
    line('A', 1, 'OPEN'),
    line('B', 2, 'DONE'),
    line('C', 3, 'DONE'),
    line('C', 3, 'SHORT'),
    line('C', 3, 'CANCELED'),
    line('B', 2, 'OPEN'),
  ]
  const stops = stopsOf(lines)
  expect(stops.map((s) => [s.code, s.expected, s.loaded, s.kept])).toEqual([
    ['C', 2, 1, 1],
    ['B', 2, 1, 0],
    ['A', 1, 0, 0],
  ])
  expect(nextStop(stops)?.code).toBe('B')
  // A store that was added while loading comes after the others on the way, and goes in before them.
  expect(nextStop(stopsOf([...lines, line('D', 4, 'OPEN')]))?.code).toBe('D')
})

test('when all is loaded or left behind nothing is next', () => {
  expect(nextStop(stopsOf([line('A', 1, 'DONE'), line('B', 2, 'SHORT')]))).toBeUndefined()
  expect(stopsOf([{ state: 'OPEN', store: null }])).toEqual([])
})

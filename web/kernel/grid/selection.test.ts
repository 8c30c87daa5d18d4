import { expect, test } from 'vitest'
import { createSelection } from './selection.ts'

interface Line {
  readonly id: string
  readonly part?: string
}

test('what is said of a ticked row is kept with it, and goes with its tick', () => {
  const selection = createSelection<Line>()
  selection.tick([{ id: '1' }, { id: '2' }], true)
  selection.tick([{ id: '2', part: '3' }], true)
  expect(selection.rows()).toEqual([{ id: '1' }, { id: '2', part: '3' }])
  expect([selection.has('2'), selection.has('3')]).toEqual([true, false])
  selection.tick([{ id: '2' }], false)
  expect(selection.rows()).toEqual([{ id: '1' }])
})

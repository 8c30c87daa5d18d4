import { expect, test } from 'vitest'
import { movedRow, numbered } from './order.ts'

const rows = [
  { name: 'a', seq: 10 },
  { name: 'b', seq: 20 },
  { name: 'c', seq: 30 },
]
const names = (list: readonly { name: string; seq: number }[]) => list.map((r) => `${r.seq}${r.name}`).join(' ')

test('rows change places, and are numbered by where they stand', () => {
  expect(names(numbered(movedRow(rows, 2, -1), 10))).toBe('10a 20c 30b')
  expect(names(numbered(movedRow(rows, 0, 1), 10))).toBe('10b 20a 30c')
})

test('what stands first cannot go up, what stands last not down', () => {
  expect(movedRow(rows, 0, -1)).toBe(rows)
  expect(movedRow(rows, 2, 1)).toBe(rows)
})

test('rows that have their numbers stay as they are', () => {
  const next = numbered([...rows, { name: 'd', seq: 10 }], 10)
  expect(next[0]).toBe(rows[0])
  expect(names(next)).toBe('10a 20b 30c 40d')
})

import { expect, test } from 'vitest'
import { type WalkBin, walkOrder } from './walkOrder.ts'

/** `1-2-1`: aisle, bay, level. */
const bin = (code: string): WalkBin => {
  const [aisle = '', bay, level] = code.includes('-') ? code.split('-') : []
  return {
    id: code,
    code,
    aisle: aisle === '' ? null : aisle,
    bay: bay ? Number(bay) : null,
    level: level ? Number(level) : null,
    pos: null,
  }
}
const order = (method: Parameters<typeof walkOrder>[1], ...codes: string[]) =>
  walkOrder(codes.map(bin), method)
    .map((b) => b.code)
    .join(' ')
const rack = ['2-1', '1-3', '1-1', '2-3', '1-2', '2-2', '1-4', '2-4']

test.each([
  ['SERPENTINE', '1-1 1-2 1-3 1-4 2-4 2-3 2-2 2-1'],
  ['RETURN', '1-1 1-3 1-4 1-2 2-1 2-3 2-4 2-2'],
  ['AISLE', '1-1 1-2 1-3 1-4 2-1 2-2 2-3 2-4'],
] as const)('%s', (method, expected) => {
  expect(order(method, ...rack)).toBe(expected)
})

test('a bay is picked from the floor up, whichever way the aisle is walked', () => {
  expect(order('SERPENTINE', '2-1-2', '2-1-1', '2-2-1', '1-1-2', '1-1-1')).toBe('1-1-1 1-1-2 2-2-1 2-1-1 2-1-2')
})

test('aisles are counted, not spelled, and turns follow the aisles that there are', () => {
  expect(order('SERPENTINE', '10-1', '10-2', '9-1', '9-2')).toBe('9-1 9-2 10-2 10-1')
  expect(order('SERPENTINE', 'B-1', 'B-2', 'A-2', 'A-1')).toBe('A-1 A-2 B-2 B-1')
})

test('what has no place on the plan comes last, by its code', () => {
  expect(order('SERPENTINE', 'X', '-7', '1-1', '', '1-')).toBe('1-1 1- -7  X')
})

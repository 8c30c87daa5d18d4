import { expect, test } from 'vitest'
import { createGrowth } from './growth.ts'

test('a table is looked at when it has taken more than anybody believes it holds, however small the parts', () => {
  const growth = createGrowth()
  const add = (rows: number) => growth.add(new Map([['wms_stock', rows]]))
  expect(add(49)).toEqual([])
  expect(add(1)).toEqual(['wms_stock'])
})

test('after a look only as much again asks for another', () => {
  const growth = createGrowth()
  const add = (rows: number) => growth.add(new Map([['t', rows]]))
  expect(add(600)).toEqual(['t'])
  expect(growth.demandsLook('t', 0)).toBe(true)
  expect(add(499)).toEqual([])
  expect(add(1)).toEqual(['t'])
  // Somebody else has looked meanwhile: it is known to be large.
  expect(growth.demandsLook('t', 5_000)).toBe(false)
  expect(add(4_000)).toEqual([])
  expect(add(500)).toEqual(['t'])
  expect(growth.demandsLook('t', 5_000)).toBe(true)
})

test('of those who come at the same moment only one looks', () => {
  const growth = createGrowth()
  const add = (rows: number) => growth.add(new Map([['t', rows]]))
  expect(add(60)).toEqual(['t'])
  expect([add(1), add(1), add(20)]).toEqual([[], [], []])
  // The look has failed: as many again ask for another.
  expect(add(60)).toEqual(['t'])
})

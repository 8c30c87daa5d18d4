import { expect, test } from 'vitest'
import { wholeQty } from '../kernel/qty.ts'
import { countedAs, countOf } from './units.ts'

test.each([
  ['1', 'box', '1 box'],
  ['3', 'box', '3 boxes'],
  ['18', 'case', '18 cases'],
  ['0', 'pc', '0 pcs'],
  ['1,200', 'bottle', '1,200 bottles'],
  ['3', 'kg', '3 kg'],
  ['3', '箱', '3 箱'],
  ['3', 'drum', '3 drum'],
])('%s of %s is %s', (count, unit, said) => expect(countOf(count, unit)).toBe(said))

test.each([
  [27, 12, '箱', ['2 箱 + 3 瓶', '2 cases + 3 bottles']],
  [24, 12, '箱', ['2 箱', '2 cases']],
  [5, 12, '箱', ['5 瓶', '5 bottles']],
  [5, 1, undefined, ['5 瓶', '5 bottles']],
] as const)('%i in packs of %i are counted in them', (n, qpc, caseUnit, said) =>
  expect(countedAs(wholeQty(n), { unit: '瓶', isWeigh: false, qpc: wholeQty(qpc), caseUnit })).toEqual(said),
)

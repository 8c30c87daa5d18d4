import { expect, test } from 'vitest'
import { countOf } from './units.ts'

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

import { expect, test } from 'vitest'
import { statuses, statusOf } from './status.ts'

test.each([
  ['ON', '启用'],
  ['OFF', '停用'],
  [false, '启用'],
  [true, '停用'],
  [undefined, '启用'],
])('S-98 a record that tells %s is shown as %s', (told, shown) => {
  expect(statuses[statusOf(told)][0]).toBe(shown)
})

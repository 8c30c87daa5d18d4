import { expect, test } from 'vitest'
import { recentFirst } from './lately.ts'

test('C-11 organisations of late come first, the newest before the others, which stay in their order', () => {
  const orgs = ['1', '2', '3', '4'].map((id) => ({ id }))
  expect(recentFirst(orgs, ['4', '2', '9']).map((o) => o.id)).toEqual(['4', '2', '1', '3'])
  expect(recentFirst(orgs, [])).toEqual(orgs)
})

import { solve } from '@lading/server/tms/routing/solve.ts'
import { validate } from '@lading/server/tms/routing/validate.ts'
import { expect, test } from 'vitest'
import { hasStores, storeDay } from './stores.ts'

test.skipIf(!hasStores)('749 real shops of three cities go on 60 trucks, and nothing is broken', () => {
  const day = storeDay(1)
  expect(day.orders).toHaveLength(749)
  const first = solve(day, { seed: 1, iterations: 1 })
  const { plan, cost, leftOut } = solve(day, { seed: 1, iterations: 3000 })
  expect([validate(day, plan), leftOut]).toEqual([[], 0])
  expect(cost).toBeLessThan(first.cost)
})

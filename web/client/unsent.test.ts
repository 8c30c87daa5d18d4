import { expect, test } from 'vitest'
import { countUnsent, unsent, unsentNote } from './unsent.ts'

test('what waits on this device is counted over all that keep it, and who cannot count stops nobody', async () => {
  expect(await unsentNote()).toBeUndefined()
  let n = 2
  countUnsent(async () => n)
  countUnsent(async () => {
    throw new Error('no database')
  })
  countUnsent(async () => n)
  expect(await unsent()).toBe(4)
  expect(await unsentNote()).toMatchObject({ args: { n: 4 }, danger: true })
  n = 0
  expect(await unsentNote()).toBeUndefined()
})

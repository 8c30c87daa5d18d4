import { expect, test } from 'vitest'
import { once } from './once.ts'

test('what is under way is not begun again, and may be afterwards, also when it failed', async () => {
  let begun = 0
  let finish = () => {}
  const work = () => {
    begun += 1
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  }
  const first = once('approve 1', work)
  await once('approve 1', work)
  expect(begun).toBe(1)
  const other = once('approve 2', async () => {
    begun += 1
  })
  await other
  expect(begun).toBe(2)
  finish()
  await first
  await expect(once('approve 1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await once('approve 1', async () => {
    begun += 1
  })
  expect(begun).toBe(3)
})

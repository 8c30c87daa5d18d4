import { expect, test } from 'vitest'
import { createNonces } from './nonces.ts'

test('a nonce is good once per session for as long as a request may arrive', () => {
  let at = 0
  const nonces = createNonces(() => new Date(at))
  expect([nonces.take('s', '1'), nonces.take('s', '1'), nonces.take('t', '1')]).toEqual([true, false, true])
  at = 600_000
  expect(nonces.take('s', '1')).toBe(false)
  at = 600_001
  nonces.take('s', '2')
  expect(nonces.take('s', '1')).toBe(false)
})

test('a flood does not fill the memory, and what came just before it is still known', () => {
  const nonces = createNonces(() => new Date(0), 10)
  for (let i = 0; i < 10; i++) nonces.take('s', String(i))
  expect(nonces.take('s', 'last')).toBe(true)
  expect(nonces.take('s', '9')).toBe(false)
  for (let i = 0; i < 20; i++) nonces.take('s', `more ${i}`)
  expect(nonces.take('s', '0')).toBe(true)
})

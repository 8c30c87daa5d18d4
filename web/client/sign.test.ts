import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256, sign } from './sign.ts'

test.each([0, 1, 55, 56, 63, 64, 65, 200])('sha256 of %i bytes equals the platform’s', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 256)
  expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('a signature is half of the digest in hex', async () => {
  expect(await sign('token')).toBe(createHash('sha256').update('token').digest('hex').slice(0, 32))
})

import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { signedText } from '@lading/contract/sys/signature.ts'
import { expect, test, vi } from 'vitest'
import { hmac, sha256 } from './sha256.ts'
import { makeKeyPair, sign } from './sign.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31) % 256)

test.each([0, 1, 55, 56, 63, 64, 65, 200])('sha256 and hmac of %i bytes equal the platform’s', (length) => {
  const message = bytes(length)
  expect(Buffer.from(sha256(message)).toString('hex')).toBe(createHash('sha256').update(message).digest('hex'))
  const key = bytes(43)
  expect(Buffer.from(hmac(key, message)).toString('hex')).toBe(createHmac('sha256', key).update(message).digest('hex'))
})

const sent = { method: 'POST', url: '/a?b=2&a=1', body: '{"值":1}', isUpload: false, traceId: '1'.repeat(18), key: 'k' }
const text = (token: string) =>
  signedText({
    ...sent,
    bodyHash: createHash('sha256').update(sent.body).digest('hex'),
    time: '1700000000000',
    tokenHash: createHash('sha256').update(token).digest('base64'),
  })

test('what is signed is the text that was agreed upon', () => {
  expect(text('t').split('\n')).toEqual([
    'POST',
    '/a',
    'a=1&b=2',
    createHash('sha256').update(sent.body).digest('hex'),
    '1'.repeat(18),
    '1700000000000',
    createHash('sha256').update('t').digest('base64'),
    'k',
  ])
})

test('a pair’s private half cannot be read, and the public one proves what it signs', async () => {
  const pair = await makeKeyPair()
  if (!pair) throw new Error('no Web Crypto')
  await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow()
  const headers = await sign(pair.privateKey, 't', sent, 1_700_000_000_000)
  const key = createPublicKey({ key: JSON.parse(pair.publicKey), format: 'jwk' })
  const mark = Buffer.from(headers['X-Access-Token-Sign'] ?? '', 'base64url')
  expect(verify('sha256', Buffer.from(text('t')), { key, dsaEncoding: 'ieee-p1363' }, mark)).toBe(true)
  expect(headers['X-Sign-Body']).toBeUndefined()
})

test('without Web Crypto the secret of the log-in signs', async () => {
  const secret = 'x'.repeat(43)
  const expected = createHmac('sha256', secret).update(text('t')).digest('base64url')
  expect((await sign(secret, 't', sent, 1_700_000_000_000))['X-Access-Token-Sign']).toBe(expected)
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(await makeKeyPair()).toBeUndefined()
  expect((await sign(secret, 't', sent, 1_700_000_000_000))['X-Access-Token-Sign']).toBe(expected)
  vi.unstubAllGlobals()
})

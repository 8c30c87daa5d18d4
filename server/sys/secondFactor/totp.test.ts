import { expect, test } from 'vitest'
import { acceptedStep, base32, codeOf, hotp, otpauthUrl, stepOf } from './totp.ts'

const seed = '12345678901234567890'
const keys = { sha1: seed, sha256: `${seed}${seed.slice(0, 12)}`, sha512: `${seed}${seed}${seed}1234` } as const

/** RFC 6238, appendix B. */
const vectors: readonly (readonly [number, keyof typeof keys, string])[] = [
  [59, 'sha1', '94287082'],
  [59, 'sha256', '46119246'],
  [59, 'sha512', '90693936'],
  [1111111109, 'sha1', '07081804'],
  [1111111109, 'sha256', '68084774'],
  [1111111109, 'sha512', '25091201'],
  [1111111111, 'sha1', '14050471'],
  [1111111111, 'sha256', '67062674'],
  [1111111111, 'sha512', '99943326'],
  [1234567890, 'sha1', '89005924'],
  [1234567890, 'sha256', '91819424'],
  [1234567890, 'sha512', '93441116'],
  [2000000000, 'sha1', '69279037'],
  [2000000000, 'sha256', '90698825'],
  [2000000000, 'sha512', '38618901'],
  [20000000000, 'sha1', '65353130'],
  [20000000000, 'sha256', '77737706'],
  [20000000000, 'sha512', '47863826'],
]

test.each(vectors)('RFC 6238: at %i s with %s the code is %s', (seconds, hash, code) => {
  expect(hotp(Buffer.from(keys[hash]), stepOf(new Date(seconds * 1000)), 8, hash)).toBe(code)
})

/** RFC 4226, appendix D. */
test('RFC 4226: the first ten codes of six digits', () => {
  const key = Buffer.from(seed)
  expect(Array.from({ length: 10 }, (_, counter) => codeOf(key, counter))).toEqual(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
  )
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: %j is %j', (plain, encoded) => {
  expect(base32(Buffer.from(plain))).toBe(encoded)
})

test('a code counts one step before and after its own, never twice, and never after a later one', () => {
  const key = Buffer.from(seed)
  const now = new Date(1_700_000_000_000)
  const step = stepOf(now)
  const accepted = (of: number, last = 0) => acceptedStep(key, codeOf(key, of), now, last)
  expect([-2, -1, 0, 1, 2].map((d) => accepted(step + d))).toEqual([undefined, step - 1, step, step + 1, undefined])
  expect(accepted(step, step)).toBeUndefined()
  expect(accepted(step, step - 1)).toBe(step)
  expect(accepted(step - 1, step)).toBeUndefined()
  for (const typed of ['', '12345', '1234567', 'abcdef']) expect(acceptedStep(key, typed, now, 0)).toBeUndefined()
})

test('an app finds account, issuer and secret in the address', () => {
  const url = new URL(otpauthUrl('li.lei@demo', 'MZXW6YTBOI'))
  expect(url.protocol + url.host).toBe('otpauth:totp')
  expect(decodeURIComponent(url.pathname)).toBe('/Lading:li.lei@demo')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: 'MZXW6YTBOI',
    issuer: 'Lading',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

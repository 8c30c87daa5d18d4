import { generateKeyPairSync, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derOf } from './derSignature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const raw = (text: Buffer): Buffer => sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' })
const isGood = (text: Buffer, signature: Buffer): boolean => {
  const der = derOf(signature)
  return der !== undefined && verify('sha256', text, publicKey, der)
}

test('what a browser signs is good in the other form, whatever its integers begin with', () => {
  const firsts = new Set<string>()
  // One in 128 begins with so many zeros that a byte falls away.
  for (let i = 0; i < 3000; i++) {
    const text = Buffer.from(`text ${i}`)
    const signature = raw(text)
    if (!isGood(text, signature)) throw new Error(signature.toString('hex'))
    for (const first of [signature.readUInt8(0), signature.readUInt8(32)])
      firsts.add(first === 0 ? 'shorter' : first >= 0x80 ? 'longer' : 'as long')
  }
  expect([...firsts].sort()).toEqual(['as long', 'longer', 'shorter'])
})

const bytes = (of: { length: number }) => fc.uint8Array({ minLength: of.length, maxLength: of.length })

test('whatever 64 bytes come, Node judges both forms alike', () => {
  const text = Buffer.from('a text')
  const signed = raw(text)
  fc.assert(
    fc.property(bytes(signed), fc.nat(63), fc.nat(255), (any, at, byte) => {
      const changed = Buffer.from(signed)
      changed[at] = byte
      for (const signature of [Buffer.from(any), changed])
        expect(isGood(text, signature)).toBe(
          verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature),
        )
    }),
  )
})

test.each([
  ['nothing', ''],
  ['zeros', '00'.repeat(64)],
  ['the largest that fit', 'ff'.repeat(64)],
  ['a byte too few', 'ab'.repeat(63)],
  ['a byte too many', 'ab'.repeat(65)],
])('%s is no signature', (_, hex) => {
  expect(isGood(Buffer.from('a text'), Buffer.from(hex, 'hex'))).toBe(false)
})

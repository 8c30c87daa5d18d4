import {
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify as verifyWith,
} from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { OpenAlgorithm } from '@lading/contract/sys/openAccount.ts'
import { openAccountFaults } from '@lading/contract/sys/openCalls.ts'

const secretBytes = 32
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'
const letters = (bytes: Buffer): string => [...bytes].map((b) => base32[b % base32.length]).join('')

/** Names the account and its tenant: a call has no other word of the tenant. */
export const newAppKey = (tenantId: string): string => `lk${BigInt(tenantId).toString(36)}-${letters(randomBytes(16))}`
const appKeyForm = /^lk([0-9a-z]{1,13})-[a-z2-7]{16}$/
const idMax = 2n ** 63n - 1n
/** Whose an app key says it is; undefined: nobody's. */
export function tenantIn(appKey: string): string | undefined {
  const [, digits] = appKeyForm.exec(appKey) ?? []
  if (digits === undefined) return undefined
  const id = [...digits].reduce((sum, d) => sum * 36n + BigInt(Number.parseInt(d, 36)), 0n)
  return id > 0n && id <= idMax ? String(id) : undefined
}

export const newSecret = (): string => randomBytes(secretBytes).toString('base64url')

/** How the DER of an Ed25519 public key begins; the key itself follows, 32 bytes. */
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex')
const keyBytes = 32
const keyOf = (raw: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiStart, Buffer.from(raw, 'base64')]), format: 'der', type: 'spki' })

/** An Ed25519 public key as it is kept, in Base64, however it was written: PEM, DER or the bare key. */
export function readPublicKey(text: string): string {
  const bare = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '')
  const all = Buffer.from(bare, 'base64')
  const isDer = all.length === spkiStart.length + keyBytes && all.subarray(0, spkiStart.length).equals(spkiStart)
  const raw = isDer ? all.subarray(spkiStart.length) : all
  if (raw.length !== keyBytes || /PRIVATE/.test(text)) refuse(openAccountFaults.publicKey)
  try {
    keyOf(raw.toString('base64'))
  } catch {
    refuse(openAccountFaults.publicKey)
  }
  return raw.toString('base64')
}

export const hmacOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

const form: Readonly<Record<OpenAlgorithm, RegExp>> = {
  'HMAC-SHA256': /^[A-Za-z0-9+/]{43}=$/,
  ED25519: /^[A-Za-z0-9+/]{86}==$/,
}
/**
 * Whether one of the keys has signed the text. All are tried, whichever fits, so that the time tells nothing.
 * @param keys secrets, or public keys in Base64
 */
export function isSignedBy(
  algorithm: OpenAlgorithm,
  keys: readonly string[],
  text: string,
  signature: string,
): boolean {
  if (!form[algorithm].test(signature)) return false
  const given = Buffer.from(signature, 'base64')
  const found = keys.map((key) =>
    algorithm === 'ED25519'
      ? verifyWith(null, Buffer.from(text), keyOf(key), given)
      : timingSafeEqual(hmacOf(key, text), given),
  )
  return found.includes(true)
}

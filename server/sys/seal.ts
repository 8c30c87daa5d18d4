import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What a value is sealed for; each has a key of its own. */
export type Purpose = 'option' | 'second factor' | 'open account' | 'collection' | 'platform mail' | 'message robot'
const keyOf = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `lading ${purpose}`, 32))

/** AES-256-GCM under a key of the installation's secret: a copy of the database alone does not open it. */
export function seal(value: string, secret: string, purpose: Purpose): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv)
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** @returns null when it was sealed under another secret or for something else, or changed */
export function unseal(sealed: string, secret: string, purpose: Purpose): string | null {
  const all = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), all.subarray(0, 12))
    decipher.setAuthTag(all.subarray(12, 28))
    return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

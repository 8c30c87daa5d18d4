import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'lading option', 32))

/** AES-256-GCM under a key of the installation's secret: a copy of the database alone does not open it. */
export function sealOption(value: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** @returns null when it was sealed under another secret, or changed */
export function unsealOption(sealed: string, secret: string): string | null {
  const all = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), all.subarray(0, 12))
    decipher.setAuthTag(all.subarray(12, 28))
    return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

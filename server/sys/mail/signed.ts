import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'

/** What an address that needs no log-in is good for; each has a key of its own. */
type Purpose = 'mail page' | 'mail leave'

const macOf = (secret: string, purpose: Purpose, body: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `lading ${purpose}`, 32)))
    .update(body)
    .digest()

/** A word of the installation's that whoever has it may bring back; it is not secret, and nobody else can make one. */
export function signed(secret: string, purpose: Purpose, value: object): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${macOf(secret, purpose, body).toString('base64url')}`
}

/** @returns undefined where it was not made here, for this purpose and in this shape */
export function readSigned<T>(secret: string, purpose: Purpose, token: string, shape: z.ZodType<T>): T | undefined {
  const [body = '', mac = '', ...more] = token.split('.')
  const [want, got] = [macOf(secret, purpose, body), Buffer.from(mac, 'base64url')]
  if (more.length > 0 || got.length !== want.length || !timingSafeEqual(got, want)) return undefined
  return shape.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))).data
}

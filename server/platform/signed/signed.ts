import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/**
 * What an address that needs no log-in names. No two kinds share a name: each has a key of its own, so that what was made
 * for one opens no other.
 */
export interface SignedKind<F extends object> {
  readonly kind: string
  /** What it is about, the tenant apart. Whoever has the address can read it: nothing secret. `t` and `until` are taken. */
  readonly fields: z.ZodType<F>
}
/** `ever`, where an address may be followed as long as what it is about is there. */
export type Until = Date | 'ever'
interface Meant<F> {
  readonly tenantId: string
  readonly about: F
}
const head = z.object({ t: z.string(), until: z.number().optional() })

const macOf = (secret: string, kind: string, body: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `lading ${kind}`, 32)))
    .update(body)
    .digest()

/** A word of the installation's that whoever has it may bring back; it is not secret, and nobody else can make one. */
export function signed<F extends object>(
  secret: string,
  of: SignedKind<F>,
  { tenantId, about }: Meant<F>,
  until: Until,
) {
  const value = { t: tenantId, ...about, ...(until !== 'ever' && { until: until.getTime() }) }
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${macOf(secret, of.kind, body).toString('base64url')}`
}

/** @returns undefined where it was not made here, for this kind and in this shape, or its time is over */
export function readSigned<F extends object>(
  secret: string,
  of: SignedKind<F>,
  token: string,
  now: Date,
): Meant<F> | undefined {
  const [body = '', mac = '', ...more] = token.split('.')
  const [want, got] = [macOf(secret, of.kind, body), Buffer.from(mac, 'base64url')]
  if (more.length > 0 || got.length !== want.length || !timingSafeEqual(got, want)) return undefined
  const value: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
  const [named, about] = [head.safeParse(value).data, of.fields.safeParse(value).data]
  if (!named || !about || (named.until !== undefined && named.until < now.getTime())) return undefined
  return { tenantId: named.t, about }
}

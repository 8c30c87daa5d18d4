import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Of what is as long as a key and drawn by chance a plain hash tells nothing. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const isHashOf = (hash: string | null | undefined, secret: string): boolean =>
  typeof hash === 'string' && hash.length === 64 && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(secret)))

const form = /^lda-(\d{1,19})-(\d{1,19})-[\w-]{43}$/
/** A key names tenant and centre, so that it is found without any other word. */
export const newAgentKey = (tenantId: string, orgId: string): string => `lda-${tenantId}-${orgId}-${newSecret()}`
/** Whose an agent's key says it is; undefined: nobody's. */
export function centreIn(key: string): { readonly tenantId: string; readonly orgId: string } | undefined {
  const [, tenantId, orgId] = form.exec(key) ?? []
  return tenantId && orgId ? { tenantId, orgId } : undefined
}

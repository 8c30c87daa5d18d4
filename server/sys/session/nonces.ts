import { signWindowMs } from '@lading/contract/sys/signature.ts'

/** A request may be signed up to one window ahead, and is good for one window from then. */
const rememberMs = 2 * signWindowMs
const nonceMax = 100_000

export interface Nonces {
  /** False when the session has used the trace id before. */
  take(sessionId: string, traceId: string): boolean
}

/**
 * Which requests this process has seen. Two generations, so that forgetting costs nothing; a flood makes them shorter
 * rather than larger. Other processes do not know them: there a read that is sent again tells its sender what he has
 * seen, and a write is stopped by its idempotency key, which is signed and in the database that they share.
 */
export function createNonces(now: () => Date, max = nonceMax): Nonces {
  let young = new Set<string>()
  let old = new Set<string>()
  let since = now().getTime()
  return {
    take(sessionId, traceId) {
      const nonce = `${sessionId}:${traceId}`
      if (young.has(nonce) || old.has(nonce)) return false
      const at = now().getTime()
      if (at - since > rememberMs || young.size >= max) {
        old = young
        young = new Set()
        since = at
      }
      young.add(nonce)
      return true
    },
  }
}

import { createHash, createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { type SignAlgorithm, signedText, signHeaders, signWindowMs } from '@lading/contract/sys/signature.ts'
import { z } from 'zod'
import type { Proof } from '../../kernel/http/serve.ts'
import { derOf } from './derSignature.ts'
import { createNonces } from './nonces.ts'

const jwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.base64url().length(43),
  y: z.base64url().length(43),
})
export type PublicKey = z.infer<typeof jwk>

/** What a session says about how its requests are signed. */
export interface SessionKey {
  readonly sessionId: string
  readonly signAlgorithm: string | null
  readonly publicKey: unknown
}

export interface Signatures {
  /** Refuses a request that the session's key did not sign, that is too old, or that was sent before. */
  demand(proof: Proof, session: SessionKey, token: string): void
  /** The key that a log-in brings; without one the session is signed with a secret of its own. */
  keyOf(proof: Proof): PublicKey | undefined
  /** A session's own secret, told once by the log-in. It follows from the installation's and is kept nowhere. */
  secretOf(sessionId: string): string
}

const keysMax = 5_000
const hash = (text: string, encoding: 'hex' | 'base64'): string => createHash('sha256').update(text).digest(encoding)

export function createSignatures(secret: string, now: () => Date): Signatures {
  const nonces = createNonces(now)
  const keys = new Map<string, KeyObject>()
  /** A transaction that runs again asks again; its own trace id is no repetition. */
  const proven = new WeakSet<Proof>()
  const secretOf = (sessionId: string): string =>
    createHmac('sha256', secret).update(`request signature ${sessionId}`).digest('base64url')
  const publicOf = ({ sessionId, publicKey }: SessionKey): KeyObject => {
    let key = keys.get(sessionId)
    if (!key) {
      key = createPublicKey({ key: jwk.parse(publicKey), format: 'jwk' })
      if (keys.size >= keysMax) keys.clear()
      keys.set(sessionId, key)
    }
    return key
  }
  const isSigned = (session: SessionKey, text: string, signature: Buffer): boolean => {
    // The column holds what `openSession` wrote there.
    const algorithm = session.signAlgorithm as SignAlgorithm | null
    if (algorithm === 'ES256') {
      const der = derOf(signature)
      return der !== undefined && verify('sha256', Buffer.from(text), publicOf(session), der)
    }
    if (algorithm !== 'HS256') return false
    const expected = createHmac('sha256', secretOf(session.sessionId)).update(text).digest()
    return expected.length === signature.length && timingSafeEqual(expected, signature)
  }
  const isGood = (proof: Proof, session: SessionKey, token: string): boolean => {
    const [sign, time, traceId] = [signHeaders.sign, signHeaders.time, 'x-trace-id'].map(proof.header)
    if (!sign || !time || !traceId || !/^\d{13}$/.test(time) || !/^[1-9]\d{17}$/.test(traceId)) return false
    if (Math.abs(now().getTime() - Number(time)) > signWindowMs) return false
    const { method, url, bodyHash, key } = proof
    const text = signedText({ method, url, bodyHash, traceId, time, tokenHash: hash(token, 'base64'), key })
    return isSigned(session, text, Buffer.from(sign, 'base64url')) && nonces.take(session.sessionId, traceId)
  }
  return {
    secretOf,
    keyOf(proof) {
      const given = proof.header(signHeaders.key)
      if (given === undefined) return undefined
      try {
        const key = jwk.parse(JSON.parse(given))
        createPublicKey({ key, format: 'jwk' })
        return key
      } catch {
        throw new Fault(faults.malformed)
      }
    },
    demand(proof, session, token) {
      if (proven.has(proof)) return
      if (!isGood(proof, session, token)) throw new Fault(faults.badSignature)
      proven.add(proof)
    },
  }
}

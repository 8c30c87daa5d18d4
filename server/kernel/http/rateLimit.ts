import { Fault, faults } from '@lading/contract/kernel/fault.ts'

/** How fast a bucket refills, and how much it holds: a short burst above the rate is no abuse. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}
export interface RateLimits {
  /** Calls of one session: far above what a scanner or a script of ours sends. */
  readonly session: Rate
  /** Calls of one network without a session, such as log-ins. */
  readonly open: Rate
  /** Calls of one network with tokens that were not yet known to be good: guesses, and everybody after a restart. */
  readonly stranger: Rate
}
export const usualLimits: RateLimits = {
  session: { perSecond: 500, burst: 2_000 },
  open: { perSecond: 10, burst: 60 },
  stranger: { perSecond: 50, burst: 500 },
}

interface Bucket {
  left: number
  at: number
}
const bucketsMax = 20_000

export interface RateLimit {
  /** Refuses a call without a session that is one too many. */
  readonly open: (network: string) => void
  /** Refuses a call with a token that is one too many. */
  readonly session: (token: string, network: string) => void
  /** From now on the token counts as its session's, not as its network's. */
  readonly known: (token: string) => void
}

/** Token buckets in this process's memory; each process allows the rate anew. */
export function createRateLimit(now: () => number, limits: RateLimits): RateLimit {
  const buckets = new Map<string, Bucket>()
  const take = (kind: keyof RateLimits, key: string): void => {
    const { perSecond, burst } = limits[kind]
    const at = now()
    const bucket = buckets.get(key) ?? { left: burst, at }
    // A clock that steps back takes nothing away.
    bucket.left = Math.min(burst, bucket.left + (Math.max(at - bucket.at, 0) / 1000) * perSecond)
    bucket.at = at
    // The one asked last stands last, so that the first of the map is the one that has been quiet longest.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > bucketsMax) buckets.delete(buckets.keys().next().value ?? '')
    if (bucket.left < 1) throw new Fault(faults.rateLimited)
    bucket.left -= 1
  }
  // A caller writes his token as he likes: it must never name another's bucket.
  const own = (token: string): string => `session ${token}`
  return {
    open: (network) => take('open', `open ${network}`),
    session: (token, network) =>
      buckets.has(own(token)) ? take('session', own(token)) : take('stranger', `stranger ${network}`),
    known: (token) => {
      if (!buckets.has(own(token))) buckets.set(own(token), { left: limits.session.burst, at: now() })
    },
  }
}

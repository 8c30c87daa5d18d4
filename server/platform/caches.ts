import { serialize } from 'node:v8'
import type { Text } from '@lading/contract/kernel/text.ts'

/** What this process keeps in memory, and how often that was of use. */
export interface Watched {
  readonly name: string
  readonly title: Text
  /** How long it is believed; none: until news say otherwise. */
  readonly ttlMs: number | undefined
  /** Of one tenant, by what its keys begin with. */
  readonly entries: (tenantId: string) => number
  readonly size: () => number
  /** Keys of one tenant, without it, and what parts of them name. */
  readonly keys: (tenantId: string) => readonly string[]
  readonly keyOf: readonly KeyPart[]
  /** About how much memory these keys hold, in bytes as they would be written down. */
  readonly bytes: (tenantId: string, keys: readonly string[]) => number
  /** Forgets what belongs to a tenant, or one key of it. @returns how many entries */
  readonly forget: (tenantId: string, key?: string) => number
  readonly counts: { hits: number; misses: number }
}

/** What a part of a key says. */
export type KeyPart = 'user' | 'org' | 'version'

const watched = new Map<string, Watched>()

/** Lets a cache be seen. Keys begin with the tenant and a colon. @returns counts, to be raised when it is asked */
export function watch(
  name: string,
  o: Pick<Watched, 'title' | 'ttlMs' | 'keyOf'> & { readonly cache: Map<string, unknown> },
): Watched['counts'] {
  const counts = { hits: 0, misses: 0 }
  const own = (tenantId: string): string[] => [...o.cache.keys()].filter((key) => key.startsWith(`${tenantId}:`))
  const keys = (tenantId: string): string[] => own(tenantId).map((key) => key.slice(tenantId.length + 1))
  watched.set(name, {
    name,
    title: o.title,
    ttlMs: o.ttlMs,
    keyOf: o.keyOf,
    counts,
    keys,
    bytes: (tenantId, some) =>
      some.reduce((sum, key) => sum + serialize(o.cache.get(`${tenantId}:${key}`)).length + key.length, 0),
    entries: (tenantId) => own(tenantId).length,
    size: () => o.cache.size,
    forget: (tenantId, key) => {
      const gone = key === undefined ? own(tenantId) : own(tenantId).filter((k) => k === `${tenantId}:${key}`)
      for (const k of gone) o.cache.delete(k)
      return gone.length
    },
  })
  return counts
}
export const allWatched = (): readonly Watched[] => [...watched.values()]
export const watchedBy = (name: string): Watched | undefined => watched.get(name)

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
  /** Forgets what belongs to a tenant. */
  readonly forget: (tenantId: string) => void
  readonly counts: { hits: number; misses: number }
}

const watched = new Map<string, Watched>()

/** Lets a cache be seen. Keys begin with the tenant and a colon. @returns counts, to be raised when it is asked */
export function watch(
  name: string,
  o: Pick<Watched, 'title' | 'ttlMs'> & { readonly cache: Map<string, unknown> },
): Watched['counts'] {
  const counts = { hits: 0, misses: 0 }
  const own = (tenantId: string): string[] => [...o.cache.keys()].filter((key) => key.startsWith(`${tenantId}:`))
  watched.set(name, {
    name,
    title: o.title,
    ttlMs: o.ttlMs,
    counts,
    entries: (tenantId) => own(tenantId).length,
    size: () => o.cache.size,
    forget: (tenantId) => {
      for (const key of own(tenantId)) o.cache.delete(key)
    },
  })
  return counts
}
export const allWatched = (): readonly Watched[] => [...watched.values()]
export const watchedBy = (name: string): Watched | undefined => watched.get(name)

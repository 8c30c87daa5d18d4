import type { Watched } from '@lading/contract/tms/watch.ts'

/** What is new takes the place of what was known of the same trucks; the others stay as they are. */
export function merged(known: readonly Watched[], fresh: readonly Watched[]): readonly Watched[] {
  if (fresh.length === 0) return known
  const byId = new Map(fresh.map((k) => [k.truckId, k]))
  const kept = known.map((k) => byId.get(k.truckId) ?? k)
  const added = fresh.filter((f) => !known.some((k) => k.truckId === f.truckId))
  return [...kept, ...added]
}

export type Standing = 'bad' | 'off' | 'late' | 'on' | 'idle'
/** What a truck asks for, the most urgent first. */
export function standingOf(k: Watched, offlineMin: number, now: number): Standing {
  if (!k.trip) return 'idle'
  if (k.abnormals > 0) return 'bad'
  if (k.at === null || now - Date.parse(k.at) > offlineMin * 60_000) return 'off'
  return (k.trip.lateMin ?? 0) > 15 ? 'late' : 'on'
}

/** A truck with what it asks for. */
export interface Seen extends Watched {
  readonly standing: Standing
}

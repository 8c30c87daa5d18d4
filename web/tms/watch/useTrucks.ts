import { readsOf } from '@lading/contract/kernel/call.ts'
import { truckWatch, type Watched } from '@lading/contract/tms/watch.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../client/client.ts'
import { serverTime } from '../../client/serverTime.ts'
import { callKey } from '../../kernel/useCall.ts'

/** News bring differences at once; without a socket they come this often. */
const askMs = 3_000
/** What is no longer there is found out by asking for all of it. */
const wholeMs = 300_000

interface Known {
  readonly at: string
  readonly wholeAt: number
  readonly offlineMin: number
  readonly trucks: readonly Watched[]
}

/** What is new takes the place of what was known of the same trucks; the others stay as they are. */
export function merged(known: readonly Watched[], fresh: readonly Watched[]): readonly Watched[] {
  if (fresh.length === 0) return known
  const byId = new Map(fresh.map((k) => [k.truckId, k]))
  const kept = known.map((k) => byId.get(k.truckId) ?? k)
  const added = fresh.filter((f) => !known.some((k) => k.truckId === f.truckId))
  return [...kept, ...added]
}

/** Where all trucks are: asked for once, then only what is new of them. */
export function useTrucks() {
  const last = useRef<Known>(undefined)
  return useQuery({
    queryKey: callKey(truckWatch),
    queryFn: async ({ signal }): Promise<Known> => {
      const now = serverTime.now().getTime()
      const known = last.current && now - last.current.wholeAt < wholeMs ? last.current : undefined
      const answer = await call(truckWatch, known ? { since: known.at } : {}, { signal })
      const trucks = known ? merged(known.trucks, answer.trucks) : answer.trucks
      last.current = { at: answer.at, offlineMin: answer.offlineMin, trucks, wholeAt: known?.wholeAt ?? now }
      return last.current
    },
    refetchInterval: askMs,
    meta: { shows: readsOf(truckWatch) },
  })
}

export type Standing = 'bad' | 'off' | 'late' | 'on' | 'idle'
/** What a truck asks for, the most urgent first. */
export function standingOf(k: Watched, offlineMin: number, now: number): Standing {
  if (!k.trip) return 'idle'
  if (k.abnormals > 0) return 'bad'
  if (k.at === null || now - Date.parse(k.at) > offlineMin * 60_000) return 'off'
  return (k.trip.lateMin ?? 0) > 15 ? 'late' : 'on'
}

import { readsOf } from '@lading/contract/kernel/call.ts'
import { truckWatch, type Watched } from '@lading/contract/tms/watch.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../client/client.ts'
import { serverTime } from '../../client/serverTime.ts'
import { callKey } from '../../kernel/useCall.ts'
import { merged } from './standing.ts'

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

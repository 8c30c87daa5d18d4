import { type FoundHit, type FoundKind, searchCalls, searchedMax } from '@lading/contract/sys/search.ts'
import { useEffect, useState } from 'react'
import { call } from '../client/client.ts'
import { asRefused } from '../client/errors.ts'
import type { Place } from '../client/location.ts'
import { queryClient } from '../client/query.ts'
import { detailOf } from '../kernel/registry.ts'
import { callKey } from '../kernel/useCall.ts'

const waitMs = 200
const keptMs = 15_000

/** What is asked of the server for what was typed; nothing where that finds nothing. */
export const wordOf = (typed: string): string => {
  const word = typed.trim()
  return [...word].length <= searchedMax ? word : ''
}

/** Asks, or takes what was answered a moment ago. @throws Refused */
export const findRecords = (word: string): Promise<readonly FoundKind[]> =>
  queryClient.fetchQuery({
    queryKey: callKey(searchCalls.records, { word }),
    queryFn: async ({ signal }) => (await call(searchCalls.records, { word }, { signal })).kinds,
    staleTime: keptMs,
    gcTime: keptMs,
  })

export const placeOf = (kind: FoundKind, { id }: FoundHit): Place | undefined => detailOf(kind.key, id)

/** The one row that has exactly this code, where there is no other: what a scan means. */
export function scanned(kinds: readonly FoundKind[]): Place | undefined {
  const exact = kinds.flatMap((kind) => kind.hits.filter((h) => h.isExact).map((h) => placeOf(kind, h)))
  return exact.length === 1 ? exact[0] : undefined
}

export interface Records {
  readonly kinds: readonly FoundKind[]
  readonly isAsking: boolean
  /** Why there is no answer. */
  readonly problem: string
}
const none: Records = { kinds: [], isAsking: false, problem: '' }

/** The records that what is typed finds, once its typing pauses. What was found before stays until then. */
export function useRecords(typed: string): Records {
  const word = wordOf(typed)
  const [found, setFound] = useState(none)
  useEffect(() => {
    let isCurrent = true
    if (word === '') {
      setFound(none)
      return
    }
    setFound((before) => ({ ...before, isAsking: true, problem: '' }))
    const timer = setTimeout(() => {
      findRecords(word).then(
        (kinds) => isCurrent && setFound({ kinds, isAsking: false, problem: '' }),
        (error: unknown) => isCurrent && setFound({ ...none, problem: asRefused(error).message }),
      )
    }, waitMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [word])
  return found
}

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Query } from '../../client/location.ts'
import { setQuery, stepQuery, usePlace, useTabKey } from '../../client/tabStore.ts'

/** What a list is asked, and how that changes: without a step of the history, or as one that Back undoes. */
interface Asked {
  readonly query: Query
  readonly set: (query: Query) => void
  readonly step: (query: Query) => void
}
const Within = createContext<Asked | undefined>(undefined)

/** Lists below it keep what they are asked to themselves: the address is that of the page that they stand in. */
export function AskedWithin({ children }: { readonly children: ReactNode }) {
  const [query, set] = useState<Query>({})
  const asked = useMemo(() => ({ query, set, step: set }), [query])
  return <Within.Provider value={asked}>{children}</Within.Provider>
}

/** Where a list that is a page of its own finds what it is asked: in the address of its tab. */
export function useAsked(): Asked {
  const key = useTabKey()
  const { query } = usePlace()
  const within = useContext(Within)
  return useMemo(
    () =>
      within ?? {
        query,
        set: (next: Query) => setQuery(key, next),
        step: (next: Query) => stepQuery(key, next),
      },
    [within, key, query],
  )
}

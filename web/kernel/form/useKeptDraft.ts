import { useEffect, useRef, useState } from 'react'
import { dropDrafts, keepDraft, readDraft } from '../../client/drafts.ts'
import { report } from '../../client/errors.ts'
import { useTabKey } from '../../client/tabStore.ts'
import type { Draft } from './draft.ts'

const restMs = 400

export interface Offered {
  readonly at: number
  readonly draft: Draft
}

/**
 * Keeps a draft while it is typed, and finds the one that an earlier page left: after a reload, a log-out by time, a crash.
 * @returns what was left, until it is taken or given up
 */
export function useKeptDraft(draft: Draft, isDirty: boolean): { offered: Offered | undefined; settle: () => void } {
  const tab = useTabKey()
  const [offered, setOffered] = useState<Offered>()
  const isLooked = useRef(false)
  useEffect(() => {
    if (isLooked.current) return
    isLooked.current = true
    readDraft(tab)
      // What stands there was kept below.
      .then((kept) => kept && setOffered({ at: kept.at, draft: kept.draft as Draft }))
      .catch(report)
  }, [tab])

  const wasDirty = useRef(false)
  useEffect(() => {
    if (!isDirty) {
      // Only what was typed here is given up here: what an earlier page left is still to be offered.
      if (wasDirty.current) dropDrafts([tab]).catch(report)
      wasDirty.current = false
      return
    }
    wasDirty.current = true
    const keep = () => void keepDraft(tab, draft).catch(report)
    const timer = setTimeout(keep, restMs)
    // A page that goes is not waited for.
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [tab, draft, isDirty])
  return { offered, settle: () => setOffered(undefined) }
}

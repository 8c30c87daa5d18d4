import { arrangePlan, type Drawn, type drawPlan, type Kpi } from '@lading/contract/tms/planCalls.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { type Arranged, arrangedOf } from './board.ts'

export type Look = z.output<typeof drawPlan.output>
/** What a hand does: gives the whole plan as it shall be. */
export type Arrange = (change: (trips: readonly Arranged[]) => readonly Arranged[]) => void
type Trips = readonly Arranged[]

interface Shown {
  readonly drawn: Drawn
  /** Figures before the last change. */
  readonly before?: Kpi
  readonly past: readonly Trips[]
  readonly future: readonly Trips[]
}

/** A plan under a hand: each change is worked out by the server, and taking back gives what was before. */
export function usePlan(id: string, first: Look) {
  const [shown, setShown] = useState<Shown>({ drawn: first, past: [], future: [] })
  const [isBusy, setBusy] = useState(false)
  const { drawn, past, future } = shown
  const put = async (trips: Trips, then: Pick<Shown, 'past' | 'future'>): Promise<void> => {
    setBusy(true)
    try {
      const given = trips.map((trip) => ({ ...trip, visits: [...trip.visits] }))
      const next = await call(arrangePlan, { id, version: drawn.version, trips: given })
      setShown({ drawn: next, before: drawn.kpi, ...then })
    } catch (error) {
      report(error)
    } finally {
      setBusy(false)
    }
  }
  const now = arrangedOf(drawn)
  const arrange: Arrange = (change) => void put(change(now), { past: [...past, now], future: [] })
  const [last, next] = [past.at(-1), future.at(-1)]
  return {
    drawn,
    before: shown.before,
    isBusy,
    arrange: drawn.state === 'COMPUTED' || drawn.state === 'ADJUSTED' ? arrange : undefined,
    undo: last && (() => void put(last, { past: past.slice(0, -1), future: [...future, now] })),
    redo: next && (() => void put(next, { past: [...past, now], future: future.slice(0, -1) })),
  }
}

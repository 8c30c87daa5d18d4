import type { Drawn, drawPlan, Kpi } from '@lading/contract/tms/planCalls.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { report } from '../../client/errors.ts'
import { type Arranged, arrangedOf } from './board.ts'

export type Look = z.output<typeof drawPlan.output>
/** What the cards and the map call things by. */
export type Around = Pick<Look, 'sites' | 'orders' | 'trucks' | 'depotId'>
/** What a hand does: gives the whole plan as it shall be. */
export type Arrange = (change: (trips: readonly Arranged[]) => readonly Arranged[]) => void
type Trips = readonly Arranged[]
type Given = (Omit<Arranged, 'visits'> & { visits: Arranged['visits'][number][] })[]
/** Works a plan out and keeps it. @param version of the plan that is changed */
export type Save<D extends Drawn = Drawn> = (version: number, trips: Given) => Promise<D>

interface Shown<D extends Drawn> {
  readonly drawn: D
  /** Figures before the last change. */
  readonly before?: Kpi
  readonly past: readonly Trips[]
  readonly future: readonly Trips[]
}
type Then<D extends Drawn> = Pick<Shown<D>, 'past' | 'future'> & { readonly trips: Trips }
const back = <D extends Drawn>({ past, future, drawn }: Shown<D>): Then<D> | undefined => {
  const trips = past.at(-1)
  return trips && { trips, past: past.slice(0, -1), future: [...future, arrangedOf(drawn)] }
}
const forth = <D extends Drawn>({ past, future, drawn }: Shown<D>): Then<D> | undefined => {
  const trips = future.at(-1)
  return trips && { trips, past: [...past, arrangedOf(drawn)], future: future.slice(0, -1) }
}

/**
 * A plan under a hand: each change is worked out by the server, one after the other however fast they are made, and taking
 * back gives what was before.
 */
export function usePlan<D extends Drawn>(first: D, save: Save<D>) {
  const [shown, setShown] = useState<Shown<D>>({ drawn: first, past: [], future: [] })
  const [waiting, setWaiting] = useState(0)
  /** As it is when all that was done until now has been answered. */
  const latest = useRef(shown)
  /** Whether all that waits is kept, once it has been answered. */
  const last = useRef<Promise<boolean>>(Promise.resolve(true))
  const pending = useRef(0)
  const show = (next: Shown<D>): void => {
    latest.current = next
    setShown(next)
  }
  const step = async (next: (now: Shown<D>) => Then<D> | undefined): Promise<void> => {
    const now = latest.current
    const then = next(now)
    if (!then) return
    const given = then.trips.map((trip) => ({ ...trip, visits: [...trip.visits] }))
    const drawn = await save(now.drawn.version, given)
    show({ drawn, before: now.drawn.kpi, past: then.past, future: then.future })
  }
  const count = (more: 1 | -1): void => {
    pending.current += more
    setWaiting(pending.current)
  }
  const take = (next: (now: Shown<D>) => Then<D> | undefined): void => {
    if (pending.current === 0) last.current = Promise.resolve(true)
    count(1)
    last.current = last.current
      .then(async (isKept) => {
        await step(next)
        return isKept
      })
      .catch((error: unknown) => {
        report(error)
        return false
      })
      .finally(() => count(-1))
  }
  const arrange: Arrange = (change) =>
    take((now) => {
      const trips = arrangedOf(now.drawn)
      return { trips: change(trips), past: [...now.past, trips], future: [] }
    })
  const { drawn, past, future } = shown
  return {
    drawn,
    before: shown.before,
    isBusy: waiting > 0,
    arrange: drawn.state === 'COMPUTED' || drawn.state === 'ADJUSTED' ? arrange : undefined,
    undo: past.length > 0 ? () => take(back) : undefined,
    redo: future.length > 0 ? () => take(forth) : undefined,
    /** The plan when all that is under way has been answered; nothing where some of it was refused. */
    settled: async (): Promise<D | undefined> => {
      const isKept = pending.current === 0 || (await last.current)
      return isKept ? latest.current.drawn : undefined
    },
    /** Somebody else, or another window, has changed it: what was done here cannot be taken back any more. */
    renew: (next: D) => show({ drawn: next, past: [], future: [] }),
  }
}

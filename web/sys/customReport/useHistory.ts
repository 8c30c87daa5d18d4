import { useState } from 'react'

/** Steps that can be taken back. */
const mostSteps = 100

interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly next: readonly T[]
}
export interface Kept<T> {
  readonly template: T
  readonly isChanged: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly change: (work: (t: T) => T) => void
  readonly undo: () => void
  readonly redo: () => void
  /** What is there now is kept. */
  readonly wasSaved: () => void
}

/** Something that is worked on, each step of which can be taken back. */
export function useHistory<T>(kept: T): Kept<T> {
  const [history, setHistory] = useState<History<T>>({ past: [], now: kept, next: [] })
  const [saved, setSaved] = useState(history.now)
  const { now } = history
  return {
    template: now,
    isChanged: now !== saved,
    canUndo: history.past.length > 0,
    canRedo: history.next.length > 0,
    change: (work) =>
      setHistory(({ past, now: last }) => {
        const made = work(last)
        return made === last
          ? { past, now: last, next: [] }
          : { past: [...past, last].slice(-mostSteps), now: made, next: [] }
      }),
    undo: () =>
      setHistory(({ past, now: last, next }) => {
        const before = past.at(-1)
        return before === undefined
          ? { past, now: last, next }
          : { past: past.slice(0, -1), now: before, next: [last, ...next] }
      }),
    redo: () =>
      setHistory(({ past, now: last, next: [first, ...rest] }) =>
        first === undefined ? { past, now: last, next: [] } : { past: [...past, last], now: first, next: rest },
      ),
    wasSaved: () => setSaved(now),
  }
}

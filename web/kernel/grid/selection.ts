import { useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'

export interface Chosen {
  readonly id: string
}
/** Rows that were ticked, as they were last seen, in the order of ticking. */
type Ticked<R extends Chosen> = ReadonlyMap<string, R>

/**
 * What is ticked in a list. It is no state of the page: a tick redraws its own row, and whoever tells how many there are.
 */
export interface Selection<R extends Chosen> {
  readonly store: StoreApi<Ticked<R>>
  rows(): readonly R[]
  has(id: string): boolean
  /** Ticks rows, or takes their ticks away. */
  tick(rows: readonly R[], isTicked: boolean): void
  /** Ticked rows have been read again: what is done to them is done to them as they are now. */
  renew(rows: readonly R[]): void
  clear(): void
}

export function createSelection<R extends Chosen>(): Selection<R> {
  const store = createStore<Ticked<R>>()(() => new Map())
  return {
    store,
    rows: () => [...store.getState().values()],
    has: (id) => store.getState().has(id),
    tick: (rows, isTicked) => {
      const next = new Map(store.getState())
      for (const row of rows)
        if (isTicked) next.set(row.id, row)
        else next.delete(row.id)
      store.setState(next, true)
    },
    renew: (rows) => {
      const held = store.getState()
      const fresh = rows.filter((row) => held.has(row.id) && held.get(row.id) !== row)
      if (fresh.length > 0) store.setState(new Map([...held, ...fresh.map((row) => [row.id, row] as const)]), true)
    },
    clear: () => {
      if (store.getState().size > 0) store.setState(new Map(), true)
    },
  }
}

export const useIsTicked = <R extends Chosen>({ store }: Selection<R>, id: string): boolean =>
  useStore(store, (ticked) => ticked.has(id))

export const useTicked = <R extends Chosen>({ store }: Selection<R>): Ticked<R> => useStore(store)

/** How many of these rows are ticked. */
export const useTickedOf = <R extends Chosen>({ store }: Selection<R>, rows: readonly R[]): number =>
  useStore(store, (ticked) => rows.filter((row) => ticked.has(row.id)).length)

/** A row as it was ticked, with what was said of it since; undefined while it is not. */
export const useTickedRow = <R extends Chosen>({ store }: Selection<R>, id: string): R | undefined =>
  useStore(store, (ticked) => ticked.get(id))

/** A selection of one's own, and the rows that are ticked in it. */
export function useChoice<R extends Chosen>(): { selection: Selection<R>; chosen: readonly R[] } {
  const [selection] = useState(createSelection<R>)
  return { selection, chosen: [...useTicked(selection).values()] }
}

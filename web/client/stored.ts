import type { Prefs } from './prefs.ts'
import type { SavedLogin, SavedSession } from './session.ts'
import type { Link, SavedTabs } from './tabs.ts'

/** How a user arranged one list. */
export interface ListLayout {
  readonly columns?: readonly string[]
  readonly hidden?: readonly string[]
  readonly pageSize?: number
}

/** What the client keeps, all under one key. The initial password is never among it. */
export interface Stored {
  readonly prefs: Prefs
  readonly session: SavedSession
  readonly logins: readonly SavedLogin[]
  readonly tabs: SavedTabs
  /** The direct URL: where the user goes after he has logged in. */
  readonly link: Link
  readonly lists: Readonly<Record<string, ListLayout>>
  readonly menuCollapsed: boolean
}

export const storedKey = 'wl.state.v1'
/** State written by another version of this shape is discarded. */
const version = '2021-03-24'

export function readStored(): Partial<Stored> {
  try {
    const state: unknown = JSON.parse(localStorage.getItem(storedKey) ?? '{}')
    return isState(state) ? state : {}
  } catch {
    // Corrupt state is no state: the user logs in again.
    return {}
  }
}

/** Replaces one slice. The others are read again first, since another browser tab may have written them. */
export function writeStored<K extends keyof Stored>(slice: K, value: Stored[K] | undefined): void {
  const state = { ...readStored(), version, [slice]: value }
  try {
    localStorage.setItem(storedKey, JSON.stringify(state))
  } catch {
    // A full storage costs the arrangement of lists, never the session.
    const { lists: _, ...rest } = state
    localStorage.setItem(storedKey, JSON.stringify(rest))
  }
}

const isState = (state: unknown): state is Partial<Stored> =>
  typeof state === 'object' && state !== null && 'version' in state && state.version === version

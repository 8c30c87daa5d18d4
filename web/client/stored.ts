import type { SubSystem } from '@lading/contract/menu.ts'
import type { Prefs } from '@lading/contract/sys/display.ts'
import type { LoginUser } from '@lading/contract/sys/session.ts'
import type { Link, SavedTabs } from './tabs.ts'

/** Where somebody has worked lately on this computer. */
export interface Lately {
  readonly userId: string
  /** Organisations to which he has switched, the newest first. */
  readonly orgs: readonly string[]
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** By this client's clock, in milliseconds. */
  readonly expiresAt: number
  readonly lifetimeMs: number
  readonly refreshExpiresAt: number
}
export interface SavedSession {
  readonly status: 'login' | 'logout'
  readonly tenant: string
  /** What this browser calls the session: its key is kept under this name. */
  readonly sid?: string
  readonly tokens?: Tokens
  readonly user?: LoginUser
}
/** Who has logged in on this computer; never a password. */
export interface SavedLogin {
  readonly tenant: string
  readonly username: string
  readonly workingOrgId: string
  readonly companyName: string
  readonly loginBackgroundUrl: string | null
  readonly loginLogoUrl: string | null
  /** Only of a tenant that has one: else this is the specification's record. */
  readonly color?: string
}

/** How a user arranged one list. */
export interface ListLayout {
  readonly columns?: readonly string[]
  readonly hidden?: readonly string[]
  /** Columns that he made wider or narrower, in pixels. */
  readonly widths?: Readonly<Record<string, number>>
  readonly pageSize?: number
}

/** What the client keeps, all under one key. The initial password is never among it. */
export interface Stored {
  readonly prefs: Prefs
  readonly session: SavedSession
  readonly logins: readonly SavedLogin[]
  readonly lately: readonly Lately[]
  readonly tabs: SavedTabs
  /** The direct URL: where the user goes after he has logged in; nobody else goes where a user was. */
  readonly link: Link & { readonly userId?: string | undefined }
  readonly lists: Readonly<Record<string, ListLayout>>
  readonly menuCollapsed: boolean
  /** The session (`sid`) whose screen is locked. */
  readonly locked: string
  /** The sub-system that the user works in. */
  readonly sub: SubSystem
}

export const storedKey = 'wl.state.v1'
/** The specification's product setting: state of another product, or of another version of it, is discarded. */
const product = 'WMS'
const version = '2021-03-24'

/** What goes when the storage is full, first what is missed least. Who is logged in, and how he works, stays. */
const expendable = ['lists', 'lately', 'logins', 'tabs', 'link'] as const satisfies readonly (keyof Stored)[]
/** Kept beside the state, and read again from the server. */
const copies = 'wl.dict.'

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
  let state: Partial<Stored> = { ...readStored(), [slice]: value }
  if (keep(state)) return
  for (const key of Object.keys(localStorage)) if (key.startsWith(copies)) localStorage.removeItem(key)
  if (keep(state)) return
  for (const name of expendable) {
    state = { ...state, [name]: undefined }
    if (keep(state)) return
  }
}

/** False where there is no room: a storage that is full costs comfort, and never stops who is at work. */
function keep(state: Partial<Stored>): boolean {
  try {
    localStorage.setItem(storedKey, JSON.stringify({ ...state, product, version }))
    return true
  } catch {
    return false
  }
}

const windowKey = 'wl.tabs'
/** The tabs of this window alone: after a reload each has its own again, and a new one those that were stored last. */
export function readWindow(): SavedTabs | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(windowKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
export function writeWindow(tabs: SavedTabs | undefined): void {
  try {
    if (tabs) sessionStorage.setItem(windowKey, JSON.stringify(tabs))
    else sessionStorage.removeItem(windowKey)
  } catch {
    // The stored ones stand in.
  }
}

const isState = (state: unknown): state is Partial<Stored> =>
  typeof state === 'object' &&
  state !== null &&
  'version' in state &&
  state.version === version &&
  (!('product' in state) || state.product === product)

import type { Text } from '@lading/contract/kernel/text.ts'
import { hashOf, type Place, type Query } from './location.ts'

/** An open tab; what of it is stored is the specification's open-tab record. */
export interface Tab {
  readonly key: string
  readonly place: Place
  readonly title: Text
  readonly lastLookTime: number
  /** Another one builds the page anew. It begins with the time: what comes again is not what was closed. */
  readonly round: number
  /** Shown since the client was loaded: a restored tab builds its page on the first visit only. */
  readonly visited: boolean
  readonly dirty: boolean
  /** Stands first and is spared by closing others. */
  readonly pinned: boolean
}
export interface Tabs {
  readonly list: readonly Tab[]
  readonly active: string | undefined
}
export interface Link {
  readonly name: string
  readonly path: string
  readonly title: Text
  readonly keepAlive: boolean
  readonly query: Query
  /** The specification's record has them; our addresses carry everything in the query. */
  readonly params: Readonly<Record<string, never>>
}
export interface SavedTabs {
  /** Tenant, user and organisation they belong to: nobody else ever sees them. */
  readonly owner: string
  readonly active: string | undefined
  readonly list: readonly (Link & { readonly lastLookTime: number; readonly pinned?: boolean })[]
}

export const noTabs: Tabs = { list: [], active: undefined }
/** Tabs in the bar; the oldest clean one gives way. */
export const tabsMax = 50

/**
 * A list has one tab whatever its filters, a document one per record, a report one by its path, and the form of a new one
 * for each beginning: what it copies, or where it belongs.
 */
export function tabKey({ path, query }: Place): string {
  if (path.endsWith('Add')) return hashOf({ path, query }).slice(1)
  const document = query.id ?? query.path
  return document === undefined ? path : `${path}?id=${document}`
}

/**
 * Opens the place or goes to its tab. A list that is open keeps its filters unless the place brings others, or is one
 * that was left by a step within the page.
 */
export function openTab(tabs: Tabs, p: Place, title: Text, now: number, isStep = false): Tabs {
  const key = tabKey(p)
  const known = tabs.list.find((t) => t.key === key)
  // The same place stays the same object, so that nothing is rendered for it again.
  const isKept = known && ((!isStep && Object.keys(p.query).length === 0) || hashOf(known.place) === hashOf(p))
  const kept = isKept ? known.place : p
  const tab: Tab = known
    ? { ...known, place: kept, lastLookTime: now, visited: true }
    : { key, place: p, title, lastLookTime: now, round: now, visited: true, dirty: false, pinned: false }
  const list = known ? tabs.list.map((t) => (t.key === key ? tab : t)) : [...makeRoom(tabs.list), tab]
  return { list, active: key }
}

/** Closes the named tabs. When the active one is among them, the most recently used of the rest comes up. */
export function closeTabs(tabs: Tabs, keys: readonly string[]): Tabs {
  const list = tabs.list.filter((t) => !keys.includes(t.key))
  if (list.length === tabs.list.length) return tabs
  if (list.some((t) => t.key === tabs.active)) return { list, active: tabs.active }
  const active = latest(list)?.key
  // Looked at from now on: one that a reload brought back has no page before.
  return { list: list.map((t) => (t.key === active ? { ...t, visited: true } : t)), active }
}

/** The same object when nothing changes, so that nobody is told. */
export function changeTab(tabs: Tabs, key: string, change: Partial<Tab>): Tabs {
  const tab = tabs.list.find((t) => t.key === key)
  const isSame = !tab || JSON.stringify({ ...tab, ...change }) === JSON.stringify(tab)
  return isSame ? tabs : { ...tabs, list: tabs.list.map((t) => (t.key === key ? { ...t, ...change } : t)) }
}

/** Pinned tabs stand before the others, each kind in its order. */
const arranged = (list: readonly Tab[]): readonly Tab[] => [
  ...list.filter((t) => t.pinned),
  ...list.filter((t) => !t.pinned),
]
export const pinTab = (tabs: Tabs, key: string, pinned: boolean): Tabs => ({
  ...tabs,
  list: arranged(tabs.list.map((t) => (t.key === key ? { ...t, pinned } : t))),
})

/** Puts a tab where another one stands; pinned and unpinned never mix. */
export function moveTab(tabs: Tabs, key: string, to: string): Tabs {
  const [from, target] = [tabs.list.findIndex((t) => t.key === key), tabs.list.findIndex((t) => t.key === to)]
  const tab = tabs.list[from]
  if (!tab || target < 0 || tab.pinned !== tabs.list[target]?.pinned || from === target) return tabs
  const list = tabs.list.filter((t) => t !== tab)
  return { ...tabs, list: [...list.slice(0, target), tab, ...list.slice(target)] }
}

export const refreshTab = (tabs: Tabs, key: string): Tabs => ({
  ...tabs,
  list: tabs.list.map((t) => (t.key === key ? { ...t, round: t.round + 1, dirty: false } : t)),
})

/**
 * Which tabs have their page built: visited ones, as many as `max` says, every pinned one, and every one with unsaved
 * input. The least recently used beyond it are built anew when they are looked at.
 */
export function liveKeys(tabs: Tabs, max: number): ReadonlySet<string> {
  const visited = tabs.list.filter((t) => t.visited).sort((a, b) => b.lastLookTime - a.lastLookTime)
  return new Set(visited.filter((t, i) => i < max || t.dirty || t.pinned).map((t) => t.key))
}

export const saveTabs = (tabs: Tabs, owner: string): SavedTabs => ({
  owner,
  active: tabs.active,
  list: tabs.list.map((t) => ({
    ...linkOf(t.place, t.title),
    lastLookTime: t.lastLookTime,
    ...(t.pinned && { pinned: true }),
  })),
})

export const linkOf = (p: Place, title: Text): Link => ({
  name: p.name,
  path: p.path,
  title,
  keepAlive: true,
  query: p.query,
  params: {},
})

function makeRoom(list: readonly Tab[]): readonly Tab[] {
  if (list.length < tabsMax) return list
  const oldest = [...list].sort((a, b) => a.lastLookTime - b.lastLookTime).find((t) => !t.dirty && !t.pinned)
  return list.filter((t) => t !== oldest)
}

const latest = (list: readonly Tab[]): Tab | undefined =>
  list.reduce<Tab | undefined>((best, t) => (best && best.lastLookTime >= t.lastLookTime ? best : t), undefined)

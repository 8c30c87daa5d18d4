import type { Text } from '@lading/contract/kernel/text.ts'
import { createContext, useContext, useEffect } from 'react'
import { create } from 'zustand'
import { ask, dropAllQuestions, dropQuestion } from '../ui/ask.tsx'
import { leavePage } from '../ui/notices.tsx'
import { keepLink } from './directUrl.ts'
import { dropDrafts } from './drafts.ts'
import { hashOf, type Place, place, type Query } from './location.ts'
import { onGone, useSession } from './session.ts'
import { readStored, readWindow, writeStored, writeWindow } from './stored.ts'
import {
  changeTab,
  closeTabs,
  linkOf,
  moveTab,
  noTabs,
  openTab,
  pinTab,
  refreshTab,
  saveTabs,
  type Tab,
  type Tabs,
  tabKey,
} from './tabs.ts'

export const useTabs = create<Tabs>()(() => noTabs)
// Whoever comes next at this page finds nothing of whom it was before; what is stored waits for its owner.
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) useTabs.setState(noTabs, true)
})
onGone(dropAllQuestions)
export const activeTab = ({ list, active }: Tabs): Tab | undefined => list.find((tab) => tab.key === active)

const owner = (): string => {
  const { tenant, user } = useSession.getState()
  return `${tenant}/${user?.id}/${user?.workingOrg.id}`
}

/** Brings back what this user had open in this organisation and may still; pages are built when they are looked at. */
export function restoreTabs(mayOpen: (p: Place) => boolean): void {
  // Whoever logs in after somebody else finds nothing of his, neither stored nor in this page.
  const own = [readWindow(), readStored().tabs].find((saved) => saved?.owner === owner())?.list ?? []
  const list = own.flatMap(({ path, name, title, query, lastLookTime, pinned = false }): Tab[] => {
    const sub = /^\/app-([a-z]+)\//.exec(path)?.[1]
    if (!sub) return []
    // A stored path was made by `place`, so its sub-system is one.
    const p = place(sub as Place['sub'], name, query)
    if (!mayOpen(p)) return []
    return [{ key: tabKey(p), place: p, title, lastLookTime, round: 0, visited: false, dirty: false, pinned }]
  })
  useTabs.setState({ list, active: undefined })
}

function change(next: Tabs): void {
  const before = useTabs.getState()
  // Without a user there is nobody whose tabs they would be: a page that is late changes nothing any more.
  if (next === before || !useSession.getState().user) return
  useTabs.setState(next, true)
  const saved = saveTabs(next, owner())
  writeStored('tabs', saved)
  writeWindow(saved)
  if (next.active === before.active) return
  dropQuestion()
  if (before.active) leavePage()
}

export function showPlace(p: Place, title: Text): void {
  change(openTab(useTabs.getState(), p, title, Date.now(), isStep()))
  keepLink(linkOf(p, title))
  syncAddress()
}

/** Goes somewhere through the address, so that the guard, the history and "back" know of it. */
export function go(p: Pick<Place, 'path' | 'query'>): void {
  window.location.hash = hashOf(p)
}

export const leaveText: Text = ['存在未保存的内容，确定离开吗?', 'You have unsaved changes. Leave anyway?']
/** @param keys of the tabs that are asked about; left out, all */
export const hasDirty = (keys?: readonly string[]): boolean =>
  useTabs.getState().list.some((t) => t.dirty && (keys === undefined || keys.includes(t.key)))
/** True when nothing would be lost or the user accepts the loss. */
export const mayLeave = async (keys: readonly string[]): Promise<boolean> =>
  !hasDirty(keys) || (await ask({ title: leaveText, danger: true })) !== undefined

export async function close(keys: readonly string[]): Promise<void> {
  if (await mayLeave(keys)) closeNow(keys)
}
/** Ends at the landing view, wherever pinned tabs would have stayed. */
export async function closeAll(keys: readonly string[]): Promise<void> {
  if (!(await mayLeave(keys))) return
  closeNow(keys)
  window.location.hash = '#/'
}
/** Without asking, for a form that has just been saved. */
export function closeNow(keys: readonly string[]): void {
  const tabs = useTabs.getState()
  const next = closeTabs(tabs, keys)
  if (next === tabs) return
  // One that stays for all that is offered once more, and nothing is lost by it.
  void dropDrafts(keys).catch(() => undefined)
  change(next)
  syncAddress()
}
/** The page of a tab is built anew. */
export const rebuild = (key: string): void => change(refreshTab(useTabs.getState(), key))
export const pin = (key: string, pinned: boolean): void => change(pinTab(useTabs.getState(), key, pinned))
export const move = (key: string, to: string): void => change(moveTab(useTabs.getState(), key, to))
export const clearTabs = (): void => change(noTabs)

/** The address always names the active tab; without one the root decides where to go. */
function syncAddress(): void {
  if (!useSession.getState().user) return
  const tab = activeTab(useTabs.getState())
  if (!tab) {
    window.location.hash = '#/'
    return
  }
  const hash = hashOf(tab.place)
  if (hash !== window.location.hash) window.history.replaceState(null, '', hash)
}

/** Entries of the history between which only the query of one page changed: each stands for exactly what it says. */
const step = { isStep: true }
const isStep = (): boolean => (window.history.state as Partial<typeof step> | null)?.isStep === true

const TabKey = createContext<string>('')
export const TabKeyProvider = TabKey.Provider
export const useTabKey = (): string => useContext(TabKey)

/** The location of the tab that a page stands in. It never changes because another tab moves. */
export function usePlace(): Place {
  const key = useTabKey()
  const found = useTabs((s) => s.list.find((t) => t.key === key)?.place)
  return found ?? place('wms', '')
}

/** What the tab that a page stands in is called: as the menu calls it. */
export function useOwnTitle(): Text | undefined {
  const key = useTabKey()
  return useTabs((s) => s.list.find((t) => t.key === key)?.title)
}

/** Changes the query of one's own tab without a step in the history. */
export function setQuery(key: string, query: Query): void {
  const tabs = useTabs.getState()
  const tab = tabs.list.find((t) => t.key === key)
  if (!tab) return
  change(changeTab(tabs, key, { place: place(tab.place.sub, tab.place.name, query) }))
  if (tabs.active === key) syncAddress()
}

/** The same as a step in the history, which Back undoes: another filter, page or order. */
export function stepQuery(key: string, query: Query): void {
  const before = window.location.href
  setQuery(key, query)
  const after = window.location.href
  if (after === before) return
  window.history.replaceState(step, '', before)
  window.history.pushState(step, '', after)
}

/** Marks one's tab as holding unsaved input. */
export function useDirty(isDirty: boolean): void {
  const key = useTabKey()
  useEffect(() => change(changeTab(useTabs.getState(), key, { dirty: isDirty })), [key, isDirty])
}

/** Puts the number of the document into the tab's title. */
export function useTabTitle(title: Text | undefined): void {
  const key = useTabKey()
  const [zh, en] = title ?? []
  useEffect(() => {
    if (zh !== undefined && en !== undefined) change(changeTab(useTabs.getState(), key, { title: [zh, en] }))
  }, [key, zh, en])
}

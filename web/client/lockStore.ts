import { create } from 'zustand'
import { type Activity, isIdle, lastActive } from './idle.ts'
import { current, useSession } from './session.ts'
import { readStored, storedKey, writeStored } from './stored.ts'

/** Often enough for the other tabs, seldom enough for a moving mouse. */
const tellMs = 5_000
const lookMs = 2_000

/** A lock belongs to one session: whoever logs in anew is not behind it. */
const isStored = (): boolean => {
  const { sid } = current()
  return sid !== undefined && readStored().locked === sid
}

/** Whether the screen is locked, in this tab and in all others of this browser, also after a reload. */
export const useLocked = create<{ readonly isLocked: boolean }>()(() => ({ isLocked: isStored() }))

const look = (): void => {
  const isLocked = isStored()
  if (isLocked !== useLocked.getState().isLocked) useLocked.setState({ isLocked })
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('wl:lock') : undefined

function set(sid: string | undefined): void {
  writeStored('locked', sid)
  look()
  channel?.postMessage('lock')
}
export const lockScreen = (): void => set(current().sid)
export function unlockScreen(): void {
  // First, or the other tabs would lock again.
  noteHere(0)
  set(undefined)
}

/** When somebody was last here, for the other tabs and for a window that is opened later. */
const activeKey = 'wl.active'
function readActive(): Activity | undefined {
  try {
    return JSON.parse(localStorage.getItem(activeKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
function writeActive(active: Activity | undefined): void {
  try {
    if (active) localStorage.setItem(activeKey, JSON.stringify(active))
    else localStorage.removeItem(activeKey)
  } catch {
    // This tab knows it all the same.
  }
}

/** What this tab knows of it. */
let mine: Activity | undefined
/** The option's; until it has been read, those of the last time. */
let minutes = readActive()?.minutes ?? 0
let storedAt = 0

function noteHere(pauseMs: number): void {
  const { sid } = current()
  const now = Date.now()
  if (sid === undefined || minutes === 0) return
  mine = { sid, at: now, minutes }
  if (Math.abs(now - storedAt) < pauseMs) return
  storedAt = now
  writeActive(mine)
}

/** Locks when nobody was here for the minutes, in any tab. */
function lockIfIdle(): void {
  const { sid } = current()
  const now = Date.now()
  if (sid === undefined || minutes === 0 || useLocked.getState().isLocked) return
  // What the other tabs have seen matters only where this one has seen nobody.
  if (mine?.sid === sid && mine.at <= now && !isIdle(mine.at, now, minutes)) return
  mine = { sid, at: lastActive(sid, now, [mine, readActive()]), minutes }
  if (isIdle(mine.at, now, minutes)) lockScreen()
}

/** After a sleep this comes before any timer: it does not undo what is overdue. */
function noteActivity(): void {
  lockIfIdle()
  if (!useLocked.getState().isLocked) noteHere(tellMs)
}

/** While the screen is locked no key reaches what lies behind it: neither shortcuts nor what listens for a scanner. */
function holdKeys(e: KeyboardEvent): void {
  lockIfIdle()
  if (!useLocked.getState().isLocked) return
  e.stopImmediatePropagation()
  if (!(e.target instanceof Element && e.target.closest('.lock, dialog.gate'))) e.preventDefault()
}

/** Follows the other tabs, and whether somebody is here. Called once, before anything else listens to the keyboard. */
export function startLock(): void {
  window.addEventListener('keydown', holdKeys, true)
  window.addEventListener('keypress', holdKeys, true)
  window.addEventListener('storage', (e) => {
    if (e.key === storedKey || e.key === null) look()
  })
  channel?.addEventListener('message', look)
  useSession.subscribe(look)
  const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
  for (const sign of signs) window.addEventListener(sign, noteActivity, { capture: true, passive: true })
  lockIfIdle()
  setInterval(lockIfIdle, lookMs)
}

/** Locks after so many minutes in which nobody did anything in any tab; never when they are 0. */
export function lockWhenIdle(after: number): void {
  minutes = after
  const { sid } = current()
  if (sid === undefined) return
  mine = { sid, at: lastActive(sid, Date.now(), [mine, readActive()]), minutes }
  writeActive(after > 0 ? mine : undefined)
  lockIfIdle()
}

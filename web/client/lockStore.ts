import { create } from 'zustand'
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
let activeAt = Date.now()
let toldAt = 0

function set(sid: string | undefined): void {
  writeStored('locked', sid)
  activeAt = Date.now()
  look()
  channel?.postMessage('lock')
}
export const lockScreen = (): void => set(current().sid)
export const unlockScreen = (): void => set(undefined)

/** Somebody is here; the other tabs need not lock either. */
function noteActivity(): void {
  if (useLocked.getState().isLocked) return
  const now = Date.now()
  activeAt = now
  if (now - toldAt < tellMs) return
  toldAt = now
  channel?.postMessage('active')
}

/** While the screen is locked no key reaches what lies behind it: neither shortcuts nor what listens for a scanner. */
function holdKeys(e: KeyboardEvent): void {
  if (!useLocked.getState().isLocked) return
  e.stopImmediatePropagation()
  if (!(e.target instanceof Element && e.target.closest('.lock, dialog.gate'))) e.preventDefault()
}

/** Follows the other tabs. Called once, before anything else listens to the keyboard. */
export function startLock(): void {
  window.addEventListener('keydown', holdKeys, true)
  window.addEventListener('keypress', holdKeys, true)
  window.addEventListener('storage', (e) => {
    if (e.key === storedKey || e.key === null) look()
  })
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'active') activeAt = Date.now()
    else look()
  })
  useSession.subscribe(look)
}

/** Locks after so many minutes in which nobody did anything in any tab. @returns what ends it */
export function lockWhenIdle(minutes: number): () => void {
  const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
  for (const sign of signs) window.addEventListener(sign, noteActivity, { capture: true, passive: true })
  // A clock that is read, not one that runs: a computer that slept locks when it wakes.
  const timer = setInterval(() => {
    if (!useLocked.getState().isLocked && Date.now() - activeAt >= minutes * 60_000) lockScreen()
  }, lookMs)
  return () => {
    for (const sign of signs) window.removeEventListener(sign, noteActivity, { capture: true })
    clearInterval(timer)
  }
}

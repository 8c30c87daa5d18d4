import type { Display, Prefs } from '@lading/contract/sys/display.ts'
import { create } from 'zustand'
import { readStored, storedKey, writeStored } from './stored.ts'

/** Where a mouse is at hand on a large screen many rows are compared; a finger wants room. */
const isDesk = window.matchMedia('(pointer: fine) and (min-width: 1024px)')
const usual: Prefs = {
  // Who comes for the first time is spoken to in his browser's language.
  language: navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US',
  theme: 'system',
  density: isDesk.matches ? 'compact' : 'comfortable',
  fontSize: 14,
  palette: 'usual',
  isNew: false,
}
const initial: Prefs = { ...usual, ...readStored().prefs }
/** How the client looks. Kept on this computer, which paints it first, and by the server for all others. */
export const usePrefs = create<Prefs>()(() => initial)

const darkScreen = window.matchMedia('(prefers-color-scheme: dark)')
/** Paper is white, whatever the screen is. */
const paper = window.matchMedia('print')
const isDark = (theme: Prefs['theme']): boolean =>
  !paper.matches && (theme === 'dark' || (theme === 'system' && darkScreen.matches))

/** Whether dark is shown now, also when the system decides. */
export const useDark = create<boolean>()(() => isDark(initial.theme))

/** What was chosen here and the server has not been told: without a network, or before a log-in. */
export const useUntold = create<Partial<Prefs>>()(() => ({}))

/** The user's own choice. */
export function setPrefs(change: Partial<Prefs>): void {
  show(change)
  useUntold.setState(change)
}

/**
 * What the user has chosen on any device, as his log-in brings it. Only what he chose at this door is newer.
 * @param isSame whether he was the last one here: what another left is not his
 */
export function takePrefs(saved: Display, isSame: boolean): void {
  // What came as JSON holds no undefined. Whoever was here before may have been new; that says nothing of this one.
  show({ ...(!isSame && usual), isNew: false, ...(saved as Partial<Prefs>), ...useUntold.getState() })
}

// What is chosen in one tab of the browser counts in all, and no tab writes an older choice over it.
window.addEventListener('storage', ({ key }) => {
  const { prefs } = readStored()
  if (key !== storedKey || !prefs || JSON.stringify(prefs) === JSON.stringify(usePrefs.getState())) return
  usePrefs.setState(prefs)
  paint()
})

function show(change: Partial<Prefs>): void {
  usePrefs.setState(change)
  writeStored('prefs', usePrefs.getState())
  paint()
}

/** The document carries what the style sheets and the browser itself need; `boot.js` sets the same before first paint. */
function paint(): void {
  const { language, theme, density, fontSize, palette } = usePrefs.getState()
  const root = document.documentElement
  root.lang = language
  const colours = isDark(theme) ? 'dark' : 'light'
  if (colours !== root.dataset.theme) changeAtOnce()
  root.dataset.theme = colours
  root.dataset.density = density
  root.dataset.font = String(fontSize)
  root.dataset.palette = palette
  useDark.setState(isDark(theme), true)
}

let painted = 0
/**
 * Thousands of elements that fade at the same time would fade for a second: another theme is there with one frame. Whoever
 * draws in its colours calls this again when they stand, since on a slow machine that is several frames later.
 */
export function changeAtOnce(): void {
  const { dataset } = document.documentElement
  dataset.painted = 'anew'
  const turn = ++painted
  const twoFrames = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => turn === painted && delete dataset.painted))
  // Kept pages are drawn when there is nothing else to do. Not every browser tells when that is.
  if ('requestIdleCallback' in window) requestIdleCallback(twoFrames, { timeout: 1_000 })
  else twoFrames()
}
for (const medium of [darkScreen, paper]) medium.addEventListener('change', paint)

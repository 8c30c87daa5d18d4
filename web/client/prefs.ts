import type { Display, Prefs } from '@lading/contract/sys/display.ts'
import { create } from 'zustand'
import { readStored, writeStored } from './stored.ts'

const initial: Prefs = {
  // Who comes for the first time is spoken to in his browser's language.
  language: navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US',
  theme: 'system',
  density: 'comfortable',
  fontSize: 14,
  palette: 'usual',
  isNew: false,
  ...readStored().prefs,
}
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

/** What the user has chosen on any device, as his log-in brings it. Only what he chose at this door is newer. */
export function takePrefs(saved: Display): void {
  // What came as JSON holds no undefined. Whoever was here before may have been new; that says nothing of this one.
  show({ isNew: false, ...(saved as Partial<Prefs>), ...useUntold.getState() })
}

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
  if (colours !== root.dataset.theme) changeAtOnce(root)
  root.dataset.theme = colours
  root.dataset.density = density
  root.dataset.font = String(fontSize)
  root.dataset.palette = palette
  useDark.setState(isDark(theme), true)
}

let painted = 0
/** Thousands of elements that fade at the same time would fade for a second: another theme is there with one frame. */
function changeAtOnce(root: HTMLElement): void {
  root.dataset.painted = 'anew'
  cancelAnimationFrame(painted)
  painted = requestAnimationFrame(() => {
    painted = requestAnimationFrame(() => delete root.dataset.painted)
  })
}
for (const medium of [darkScreen, paper]) medium.addEventListener('change', paint)

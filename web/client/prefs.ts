import type { Language } from '@lading/contract/kernel/text.ts'
import { create } from 'zustand'
import { readStored, writeStored } from './stored.ts'

export type Theme = 'light' | 'dark' | 'system'
export type Density = 'comfortable' | 'compact'
/** Pixels of running text. */
export const fontSizes = [12, 14, 16] as const
/** Colours of states: the usual ones, or those that weak colour vision tells apart. */
export type Palette = 'usual' | 'weak'
export interface Prefs {
  readonly language: Language
  readonly theme: Theme
  readonly density: Density
  readonly fontSize: (typeof fontSizes)[number]
  readonly palette: Palette
}

/** Who comes for the first time is spoken to in his browser's language. */
const browserLanguage: Language = navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US'
const initial: Prefs = {
  language: browserLanguage,
  theme: 'system',
  density: 'comfortable',
  fontSize: 14,
  palette: 'usual',
  ...readStored().prefs,
}
export const usePrefs = create<Prefs>()(() => initial)

const darkScreen = window.matchMedia('(prefers-color-scheme: dark)')
/** Paper is white, whatever the screen is. */
const paper = window.matchMedia('print')
const isDark = (theme: Theme): boolean =>
  !paper.matches && (theme === 'dark' || (theme === 'system' && darkScreen.matches))

/** Whether dark is shown now, also when the system decides. */
export const useDark = create<boolean>()(() => isDark(initial.theme))

export function setPrefs(change: Partial<Prefs>): void {
  usePrefs.setState(change)
  writeStored('prefs', usePrefs.getState())
  paint()
}

/** The document carries what the style sheets and the browser itself need; `boot.js` sets the same before first paint. */
function paint(): void {
  const { language, theme, density, fontSize, palette } = usePrefs.getState()
  const root = document.documentElement
  root.lang = language
  root.dataset.theme = isDark(theme) ? 'dark' : 'light'
  root.dataset.density = density
  root.dataset.font = String(fontSize)
  root.dataset.palette = palette
  useDark.setState(isDark(theme), true)
}
for (const medium of [darkScreen, paper]) medium.addEventListener('change', paint)

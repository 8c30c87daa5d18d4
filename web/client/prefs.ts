import type { Language } from '@lading/contract/kernel/text.ts'
import { create } from 'zustand'
import { readStored, writeStored } from './stored.ts'

export type Theme = 'light' | 'dark' | 'system'
export type Density = 'comfortable' | 'compact'
export interface Prefs {
  readonly language: Language
  readonly theme: Theme
  readonly density: Density
}

const initial: Prefs = { language: 'zh-CN', theme: 'system', density: 'comfortable', ...readStored().prefs }
export const usePrefs = create<Prefs>()(() => initial)

const darkScreen = window.matchMedia('(prefers-color-scheme: dark)')
const isDark = (theme: Theme): boolean => theme === 'dark' || (theme === 'system' && darkScreen.matches)

/** Whether dark is shown now, also when the system decides. */
export const useDark = create<boolean>()(() => isDark(initial.theme))

export function setPrefs(change: Partial<Prefs>): void {
  usePrefs.setState(change)
  writeStored('prefs', usePrefs.getState())
  paint()
}

/** The document carries what the style sheets and the browser itself need; `boot.js` sets the same before first paint. */
function paint(): void {
  const { language, theme, density } = usePrefs.getState()
  const root = document.documentElement
  root.lang = language
  root.dataset.theme = isDark(theme) ? 'dark' : 'light'
  root.dataset.density = density
  useDark.setState(isDark(theme), true)
}
darkScreen.addEventListener('change', paint)

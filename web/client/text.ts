import type { Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { useMemo } from 'react'
import { usePrefs } from './prefs.ts'

/** Says a text in the user's language. */
export type Say = (text: Text, args?: Readonly<Record<string, unknown>>) => string

export function useText(): Say {
  const language = usePrefs((p) => p.language)
  return useMemo(() => (text: Text, args?: Readonly<Record<string, unknown>>) => say(text, language, args), [language])
}

/** The same outside components. */
export const sayNow: Say = (text, args) => say(text, usePrefs.getState().language, args)

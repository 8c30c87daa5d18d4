import type { Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { useMemo } from 'react'
import { noteSaid, useCalled } from './called.ts'
import { usePrefs } from './prefs.ts'

/** Says a text in the user's language, a choice as his organisation calls it. */
export type Say = (text: Text, args?: Readonly<Record<string, unknown>>) => string

export function useText(): Say {
  const language = usePrefs((p) => p.language)
  const called = useCalled()
  return useMemo(
    () => (text: Text, args?: Readonly<Record<string, unknown>>) => {
      noteSaid(text)
      return say(called.names.get(text) ?? text, language, args)
    },
    [language, called],
  )
}

/** The same outside components. */
export const sayNow: Say = (text, args) =>
  say(useCalled.getState().names.get(text) ?? text, usePrefs.getState().language, args)

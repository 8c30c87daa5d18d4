import { useSyncExternalStore } from 'react'

/** Below this a page is one column: handhelds. The same number stands in the style sheets. */
const narrow = window.matchMedia('(max-width: 640px)')
const subscribe = (changed: () => void) => {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)

import { useSyncExternalStore } from 'react'

/** A hook that tells whether the screen is like this. */
function media(query: string): () => boolean {
  const list = window.matchMedia(query)
  const subscribe = (changed: () => void) => {
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }
  return function useMedia() {
    return useSyncExternalStore(subscribe, () => list.matches)
  }
}

/** A page is one column: handhelds. The same number stands in the style sheets. */
export const useNarrow = media('(max-width: 640px)')
/** The menu has no room beside the page and is drawn over it. */
export const useMenuOver = media('(max-width: 1023px)')

import { useLayoutEffect, useState } from 'react'

/*
 * Every dialog of a page goes through TabModal or TabDrawer. antd 6 throws when an open Modal is shown again inside a React
 * `<Activity>`, which loses the whole page, and a guard by `open` does not help. Effects of a hidden tab are taken
 * back, so this flag is false again before the tab is next drawn, and the dialog is built anew. What was typed into
 * it must therefore live in the page, not in the dialog.
 */
export function useIsShown(): boolean {
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [])
  return isShown
}

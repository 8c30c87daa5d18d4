import { useCallback, useState } from 'react'

/** The width and height that an element has now. What uses it is rendered again only when they change. */
export function useSize() {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      // A hidden tab has no size; it keeps the last, so that it is drawn right at once when it is shown.
      const width = Math.floor(entry?.contentRect.width ?? 0)
      const height = Math.floor(entry?.contentRect.height ?? 0)
      if (width > 0) setSize((last) => (last.width === width && last.height === height ? last : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}

import { useEffect, useState } from 'react'

/** The width and height that an element has now. */
export function useSize() {
  const [element, ref] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      // A hidden tab has no size; it keeps the last, so that it is drawn right at once when it is shown.
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0) setSize({ width: Math.floor(width), height: Math.floor(height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return { ref, ...size }
}

import { useEffect, useState } from 'react'

/** A value as it was when it was last painted: what costs much can follow what is seen at once. */
export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    // What React is told within a frame it does after it.
    const frame = requestAnimationFrame(() => setPainted(() => value))
    return () => cancelAnimationFrame(frame)
  }, [value])
  return painted
}

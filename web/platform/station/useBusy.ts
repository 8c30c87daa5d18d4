import { useRef, useState } from 'react'

/** One thing at a time, known at once: what is drawn follows a moment later. Holds the one scan that comes meanwhile. */
export function useBusy() {
  const [isShown, setShown] = useState(false)
  const now = useRef(false)
  const early = useRef<string | undefined>(undefined)
  return {
    /** For what is drawn. */
    isShown,
    isBusy: () => now.current,
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      now.current = true
      setShown(true)
      try {
        return await work()
      } finally {
        now.current = false
        setShown(false)
      }
    },
    /** @returns false where one waits already */
    hold: (text: string): boolean => {
      const isFree = early.current === undefined
      if (isFree) early.current = text
      return isFree
    },
    release: (): string | undefined => {
      const held = early.current
      early.current = undefined
      return held
    },
  }
}

import { useEffect } from 'react'
import { create } from 'zustand'
import { onGone } from '../client/session.ts'

const useMaximised = create<boolean>()(() => false)
export const maximise = (): void => useMaximised.setState(true, true)
export const restore = (): void => useMaximised.setState(false, true)
onGone(restore)

/** Whether header, menu and tabs give way to the page. Escape brings them back. */
export function useIsMaximised(): boolean {
  const isMaximised = useMaximised()
  useEffect(() => {
    if (!isMaximised) return
    const leave = (e: KeyboardEvent) => e.key === 'Escape' && !e.defaultPrevented && restore()
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [isMaximised])
  return isMaximised
}

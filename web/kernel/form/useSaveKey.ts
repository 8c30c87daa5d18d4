import { useEffect, useRef } from 'react'

/** Ctrl+S saves the form that is looked at. What is being typed is left first, so that it counts. */
export function useSaveKey(save: () => void): void {
  const last = useRef(save)
  useEffect(() => {
    last.current = save
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // A question or a drawer before the form has keys of its own.
      if (event.repeat || document.querySelector('[role=dialog]:not([aria-hidden=true])')?.checkVisibility()) return
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      setTimeout(() => last.current())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

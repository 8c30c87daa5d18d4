import { useEffect, useEffectEvent } from 'react'
import { scanReader } from './scanner.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Hears a scanner while the page is in sight, wherever the focus is. */
export function useScanner(onScan: (text: string) => void): void {
  const hear = useEffectEvent(onScan)
  useEffect(() => {
    const read = scanReader()
    const listen = (e: KeyboardEvent) => {
      const heard = read({
        key: e.key,
        code: e.code,
        shiftKey: e.shiftKey,
        ctrlKey: e.ctrlKey,
        altKey: e.altKey,
        metaKey: e.metaKey,
        timeStamp: e.timeStamp,
        isComposing: e.isComposing || e.keyCode === 229,
        isCapsLock: e.getModifierState('CapsLock'),
      })
      if (heard.kind === 'none') return
      // Neither the button that has the focus nor the browser's own shortcuts may take a part of a code.
      if (heard.kind === 'scan' || !isField(e.target)) e.preventDefault()
      e.stopPropagation()
      if (heard.kind === 'scan') hear(heard.text)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

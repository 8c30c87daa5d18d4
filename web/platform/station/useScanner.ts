import { useEffect, useEffectEvent } from 'react'
import { scanReader } from './scanner.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** What a scanner typed into a field, beside being heard, is no input of the person's. */
function takeBack(target: EventTarget | null, text: string): void {
  if (!(target instanceof HTMLInputElement) || !target.value.endsWith(text)) return
  // React keeps a field's value to itself: only its own setter with the event of typing tells it.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(target, target.value.slice(0, -text.length))
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

/**
 * Hears a scanner while the page is in sight, wherever the focus is. Of a page and the dialog over it only one hears:
 * that in which the focus is. A field of a dialog that hears nothing takes what is scanned as if it were typed.
 */
export function useScanner(onScan: (text: string) => void, place: 'page' | 'dialog' = 'page'): void {
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
      const isElsewhere = isInDialog(e.target) !== (place === 'dialog')
      if (heard.kind === 'none' || (isElsewhere && isField(e.target))) return
      // Neither the button that has the focus nor the browser's own shortcuts may take a part of a code.
      if (heard.kind === 'scan' || !isField(e.target)) e.preventDefault()
      e.stopPropagation()
      if (heard.kind !== 'scan' || isElsewhere) return
      takeBack(e.target, heard.text)
      hear(heard.text)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [place])
}

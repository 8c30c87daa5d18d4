import type { Text } from '@lading/contract/kernel/text.ts'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../client/text.ts'
import { notify } from '../../ui/notices.tsx'
import { feedback } from './feedback.ts'
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

type Place = 'page' | 'dialog'
const isElsewhereIn = (target: EventTarget | null, place: Place): boolean => isInDialog(target) !== (place === 'dialog')
const cut: Text = ['扫描不完整，请再扫一次', 'The scan came in pieces: scan again']

/**
 * Hears a scanner while the page is in sight, wherever the focus is. Of a page and the dialog over it only one hears:
 * that in which the focus is. A field of a dialog that hears nothing takes what is scanned as if it were typed.
 */
export function useScanner(onScan: (text: string) => void, place: Place = 'page'): void {
  const t = useText()
  const hear = useEffectEvent(onScan)
  const tellCut = useEffectEvent(() => {
    feedback('bad')
    notify('bad', t(cut))
  })
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
      if (heard.kind === 'cut') {
        // Of a person who types into a field nothing is cut. Elsewhere its Enter must not press what has the focus.
        if (isField(e.target) || isElsewhereIn(e.target, place)) return
        e.preventDefault()
        e.stopPropagation()
        return tellCut()
      }
      const isElsewhere = isElsewhereIn(e.target, place)
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

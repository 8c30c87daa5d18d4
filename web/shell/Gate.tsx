import type { Text } from '@lading/contract/kernel/text.ts'
import { useEffect, useRef } from 'react'
import { catalogue, sessionTexts } from '../client/catalogue.ts'
import { type GateKind, showGate, useGate } from '../client/gate.ts'
import { forget } from '../client/session.ts'
import { useText } from '../client/text.ts'
import './gate.css'

const words = {
  ok: ['确定', 'OK'],
  cancel: ['取消', 'Cancel'],
  refresh: ['刷新', 'Refresh'],
} as const satisfies Record<string, Text>

const reloadMs = 1_500
const reload = () => window.location.reload()
/** At the default view: the page that is open here may be none of his who works here now, who would be logged out by it. */
const startOver = () => {
  window.history.replaceState(null, '', '#/')
  reload()
}
const leave = () => {
  forget()
  reload()
}

const questions: Record<GateKind, { text: Text; ok: Text; onOk: () => void; canCancel: boolean }> = {
  // The address is kept, so that who logs in again comes back to where he was.
  expired: { text: catalogue.expired, ok: words.ok, onOk: leave, canCancel: true },
  otherAccount: { text: catalogue.otherAccount, ok: words.refresh, onOk: startOver, canCancel: false },
  orgSwitched: { text: sessionTexts.orgSwitched, ok: words.refresh, onOk: startOver, canCancel: false },
}

/** What must be answered before anything else. Drawn by the browser itself, over everything, with or without the frame. */
export function Gate() {
  const kind = useGate((g) => g.kind)
  return kind ? <Question key={kind} kind={kind} /> : null
}

function Question({ kind }: { kind: GateKind }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const okButton = useRef<HTMLButtonElement>(null)
  const { text, ok, onOk, canCancel } = questions[kind]
  useEffect(() => {
    dialog.current?.showModal()
    // The browser would choose the first button.
    okButton.current?.focus()
    if (kind !== 'orgSwitched') return
    const timer = setTimeout(startOver, reloadMs)
    return () => clearTimeout(timer)
  }, [kind])
  const cancel = () => showGate(undefined)
  return (
    <dialog
      ref={dialog}
      className="gate"
      role="alertdialog"
      aria-labelledby="gate-text"
      onCancel={(e) => {
        e.preventDefault()
        if (canCancel) cancel()
      }}
      // A browser lets a second Esc through.
      onClose={() => dialog.current?.showModal()}
    >
      <p id="gate-text">{t(text)}</p>
      <div className="gate-actions">
        {canCancel && (
          <button type="button" onClick={cancel}>
            {t(words.cancel)}
          </button>
        )}
        <button type="button" className="gate-ok" ref={okButton} onClick={onOk}>
          {t(ok)}
        </button>
      </div>
    </dialog>
  )
}

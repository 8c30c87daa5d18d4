import type { Call } from '@lading/contract/kernel/call.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { type ReactNode, useRef, useState } from 'react'
import { notify } from '../ui/notices.tsx'
import { call, isPermission, newKey, Refused } from './client.ts'
import { sayNow } from './text.ts'

let lastNoAnswer = 0
/** How a refusal is shown: by its words, until the kernel, which knows pages, makes links of what it names. */
let saying = (refused: Refused): ReactNode => refused.message
export const sayRefusals = (by: typeof saying): void => {
  saying = by
}

/** Shows what went wrong as a toast. A lacking permission is not shown again: the page says so in its place. */
export function report(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  const refused = asRefused(error)
  if (isPermission(refused)) return
  if (refused.status === 0) {
    if (Date.now() - lastNoAnswer < 5000) return
    lastNoAnswer = Date.now()
  }
  notify('bad', saying(refused), refused.status >= 500 ? refused.traceId : undefined)
}

/** Anything else that is thrown is our own mistake; the user reads the same text as for the server's. */
export const asRefused = (error: unknown): Refused =>
  error instanceof Refused
    ? error
    : new Refused(sayNow(faults.internal.text), { code: faults.internal.code, status: 500, traceId: '' })

/** A writing call as an action of the user: one at a time, and the same key when the same thing is sent again. */
export function useWrite<I, O>(c: Call<I, O>) {
  const [isBusy, setBusy] = useState(false)
  const sent = useRef({ body: '', key: '' })
  const run = async (input: I, file?: File): Promise<O> => {
    const body = JSON.stringify(input)
    if (sent.current.body !== body) sent.current = { body, key: newKey() }
    setBusy(true)
    try {
      const answer = await call(c, input, { key: sent.current.key, file })
      sent.current = { body: '', key: '' }
      return answer
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { type ReactNode, useState } from 'react'
import { create } from 'zustand'
import { copyText } from './copy.ts'
import { Mark } from './Mark.tsx'
import './notices.css'

export interface Notice {
  readonly id: number
  readonly at: number
  readonly tone: 'good' | 'bad' | 'warn'
  readonly content: ReactNode
  /** Offered for copying, so that a user can quote it to his administrator. */
  readonly traceId?: string | undefined
}
const useNotices = create<readonly Notice[]>()(() => [])
const noticesMax = 4
let last = 0

/** Errors stay until they are closed or their page is left; the rest goes by itself, later when there is something to press. */
export function notify(tone: Notice['tone'], content: ReactNode, traceId?: string): void {
  const notice: Notice = { id: ++last, at: Date.now(), tone, content, traceId }
  // What went well before is old news, and would only lie in the way.
  useNotices.setState((all) => [...all.filter((n) => n.tone !== 'good'), notice].slice(-noticesMax), true)
  if (tone === 'good') setTimeout(() => leave(notice.id), typeof content === 'string' ? 4_000 : 12_000)
}
/** Not from under a hand. */
function leave(id: number): void {
  if (document.querySelector(`.notice[data-id="${id}"]:is(:hover, :focus-within)`)) setTimeout(() => leave(id), 1_000)
  else close(id)
}
const close = (id: number): void => useNotices.setState((all) => all.filter((n) => n.id !== id), true)

const carried = 'wl.notice'
/** Said now, and again once the page has loaded anew, which is before anybody could read it. */
export function notifyOver(tone: Notice['tone'], text: string): void {
  notify(tone, text)
  try {
    sessionStorage.setItem(carried, JSON.stringify([tone, text]))
  } catch {
    // Said once is better than not at all.
  }
}
/** What was said right before the page was loaded anew. */
export function sayCarried(): void {
  try {
    const said = sessionStorage.getItem(carried)
    sessionStorage.removeItem(carried)
    if (said) notify(...(JSON.parse(said) as [Notice['tone'], string]))
  } catch {
    // Nothing was kept.
  }
}

/** What is said while a page is being left is told to whoever arrives at the next. */
const saidInPassing = 1_000
/** Another page is looked at: what went wrong on the one before is not its concern. */
export const leavePage = (): void => {
  const now = Date.now()
  useNotices.setState((all) => all.filter((n) => n.tone === 'good' || now - n.at < saidInPassing), true)
}

/** For who comes next: they were told to somebody else. */
export const clearNotices = (): void => useNotices.setState([], true)

const words = {
  more: ['另有{n}条', '{n} more'],
  fewer: ['收起', 'Less'],
  close: ['关闭', 'Close'],
  copy: ['复制跟踪号', 'Copy trace id'],
} as const satisfies Record<string, Text>

/** Where notices appear: the last one, so that they cover nothing, and the others where they are asked for. Mounted once. */
export function Notices() {
  const all = useNotices()
  const [isOpen, setOpen] = useState(false)
  const language = document.documentElement.lang === 'en-US' ? 'en-US' : 'zh-CN'
  return (
    <div className="notices" aria-live="polite">
      {all.slice(isOpen ? 0 : -1).map((n) => (
        <div
          key={n.id}
          data-id={n.id}
          className={`notice tone-${n.tone}`}
          role={n.tone === 'good' ? 'status' : 'alert'}
        >
          <Mark tone={n.tone} />
          <div className="notice-text">
            {n.content}
            {n.traceId && (
              <button
                type="button"
                className="linkish"
                onClick={() => void copyText(n.traceId ?? '').catch(() => undefined)}
              >
                {say(words.copy, language)} {n.traceId}
              </button>
            )}
          </div>
          <button
            type="button"
            className="notice-close"
            aria-label={say(words.close, language)}
            onClick={() => close(n.id)}
          >
            ×
          </button>
        </div>
      ))}
      {all.length > 1 && (
        <button type="button" className="notices-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {say(isOpen ? words.fewer : words.more, language, { n: all.length - 1 })}
        </button>
      )}
    </div>
  )
}

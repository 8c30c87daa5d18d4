import { type ReactNode, useState } from 'react'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { Mark } from '../../ui/Mark.tsx'
import type { Outbox } from './outbox.ts'
import './station.css'

export interface Flash {
  readonly tone: 'good' | 'bad' | 'warn'
  readonly text: string
}

/** A workstation over the whole screen: what it is, whether it reaches the server, one thing to do, what to press. */
export function StationFrame({
  title,
  sends,
  flash,
  onBack,
  foot,
  children,
}: {
  title: ReactNode
  sends: Outbox
  flash?: Flash | undefined
  onBack: () => void
  foot?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  return (
    <section className="station">
      <header className="station-head">
        <button type="button" className="station-icon" aria-label={t(['返回', 'Back'])} onClick={onBack}>
          ‹
        </button>
        <h1>{title}</h1>
        <Line sends={sends} />
      </header>
      <div className={`station-flash${flash ? ` tone-${flash.tone}` : ''}`} role="status" aria-live="assertive">
        {flash && (
          <>
            <Mark tone={flash.tone} />
            <span>{flash.text}</span>
          </>
        )}
      </div>
      <Refused sends={sends} />
      <div className="station-body">{children}</div>
      {foot && <footer className="station-foot">{foot}</footer>}
    </section>
  )
}

/** Whether the server is reached and the device has room, and how much waits. */
function Line({ sends }: { sends: Outbox }) {
  const t = useText()
  const { waiting, isOnline, hasRoom } = sends.useState()
  const n = waiting.length
  const tone = isOnline && hasRoom ? (n > 1 ? 'busy' : 'good') : 'warn'
  const line = !isOnline
    ? t(['离线，{n}条待发', 'Offline, {n} waiting'], { n })
    : n > 1
      ? t(['{n}条待发', '{n} waiting'], { n })
      : t(['在线', 'Online'])
  return (
    <span className={`station-line status tone-${tone}`}>
      <Mark tone={tone} />
      {line}
      {!hasRoom && ` · ${t(['本机存储已满', 'Device storage is full'])}`}
    </span>
  )
}

/** What was refused after the worker had gone on: one at a time, with what to do about it. */
function Refused({ sends }: { sends: Outbox }) {
  const t = useText()
  const { refused } = sends.useState()
  const [isBusy, setBusy] = useState(false)
  const [first] = refused
  if (!first) return null
  const run = async (act: (id: string) => Promise<void>) => {
    setBusy(true)
    await act(first.id).catch(report)
    setBusy(false)
  }
  return (
    <div className="station-refused tone-bad" role="alert">
      <b>
        <Mark tone="bad" />{' '}
        {t(['离线期间的确认被拒绝（{n}）', 'Refused while you were offline ({n})'], { n: refused.length })}
      </b>
      <div>{first.title}</div>
      <div>{first.refusal}</div>
      <p>
        {t([
          '请核对实物：排除原因后重试；若货物不该移动，请放回原处后放弃。',
          'Check the goods: once the cause is resolved, try again; if they should not have moved, put them back and discard this.',
        ])}
      </p>
      <div className="station-row">
        <button type="button" className="big" disabled={isBusy} onClick={() => void run(sends.again)}>
          {t(words.retry)}
        </button>
        <button type="button" className="big" disabled={isBusy} onClick={() => void run(sends.forget)}>
          {t(['放弃', 'Discard'])}
        </button>
      </div>
    </div>
  )
}

/** A target that a glove hits. */
export const Big = ({
  main = false,
  danger = false,
  disabled = false,
  onClick,
  children,
}: {
  main?: boolean
  danger?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    className={`big${main ? ' big-main' : ''}${danger ? ' big-danger' : ''}`}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </button>
)

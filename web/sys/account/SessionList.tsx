import type { Text } from '@lading/contract/kernel/text.ts'
import type { OwnSession } from '@lading/contract/sys/session.ts'
import { Button } from 'antd'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import './account.css'

const texts = {
  current: ['当前登录', 'This session'],
  lastSeen: ['最近活动 {time}', 'Last seen {time}'],
  end: ['退出', 'Sign out'],
} as const satisfies Record<string, Text>

const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const
const named = (names: readonly (readonly [RegExp, string])[], agent: string) => names.find(([p]) => p.test(agent))?.[1]
/** What a person would call the device. */
export const deviceOf = ({ userAgent, source }: Pick<OwnSession, 'userAgent' | 'source'>): string =>
  [named(browsers, userAgent ?? '') ?? source, named(systems, userAgent ?? '')].filter(Boolean).join(' · ')

/** Where somebody is logged in; for who may, each with the button that ends it. */
export function SessionList({
  sessions,
  onEnd,
  isBusy = false,
}: {
  sessions: readonly OwnSession[]
  onEnd?: ((id: string) => void) | undefined
  isBusy?: boolean
}) {
  const t = useText()
  return (
    <ul className="sessions">
      {sessions.map((s) => (
        <li key={s.id}>
          <div>
            <strong>{deviceOf(s)}</strong> {s.isCurrent && <span className="session-current">{t(texts.current)}</span>}
            <div className="muted">
              {[s.workingOrgName, s.ip, t(texts.lastSeen, { time: shownTime(s.lastSeen) })].filter(Boolean).join(' · ')}
            </div>
          </div>
          {!s.isCurrent && onEnd && (
            <Button onClick={() => onEnd(s.id)} disabled={isBusy}>
              {t(texts.end)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

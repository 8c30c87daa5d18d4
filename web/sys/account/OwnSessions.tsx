import type { Text } from '@lading/contract/kernel/text.ts'
import { endSessions, getSessions, type OwnSession } from '@lading/contract/sys/session.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../client/client.ts'
import { asRefused, report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/Page.tsx'

const texts = {
  title: ['登录情况', 'Where you are logged in'],
  current: ['当前登录', 'This session'],
  lastSeen: ['最近活动 {time}', 'Last seen {time}'],
  end: ['退出', 'Sign out'],
  endAll: ['退出其他登录', 'Sign out elsewhere'],
  ask: ['确定退出其他 {count} 处登录吗?', 'Sign out at {count} other place(s)?'],
  done: ['已退出 {count} 处登录', 'Signed out at {count} place(s)'],
} as const satisfies Record<string, Text>

const key = [getSessions.path]
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
const deviceOf = ({ userAgent, source }: OwnSession): string =>
  [named(browsers, userAgent ?? '') ?? source, named(systems, userAgent ?? '')].filter(Boolean).join(' · ')

/** Where the user is logged in, and how he ends what he does not know. */
export function OwnSessions() {
  const t = useText()
  const client = useQueryClient()
  const write = useWrite(endSessions)
  const { data = [], error } = useQuery({ queryKey: key, queryFn: ({ signal }) => call(getSessions, {}, { signal }) })
  const others = data.filter((s) => !s.isCurrent).map((s) => s.id)
  const end = async (ids: string[]) => {
    if ((await ask({ title: texts.ask, args: { count: ids.length } })) === undefined) return
    try {
      const { count } = await write.run({ ids })
      notify('good', t(texts.done, { count }))
    } catch (failed) {
      report(failed)
    }
    await client.invalidateQueries({ queryKey: key })
  }
  const endAll = others.length > 0 && (
    <Button danger loading={write.isBusy} onClick={() => void end(others)}>
      {t(texts.endAll)}
    </Button>
  )
  return (
    <Card title={t(texts.title)} extra={endAll}>
      {error && <p className="problem">{asRefused(error).message}</p>}
      <ul className="sessions">
        {data.map((s) => (
          <li key={s.id}>
            <div>
              <strong>{deviceOf(s)}</strong>{' '}
              {s.isCurrent && <span className="session-current">{t(texts.current)}</span>}
              <div className="muted">
                {[s.workingOrgName, s.ip, t(texts.lastSeen, { time: shownTime(s.lastSeen) })]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            {!s.isCurrent && (
              <Button onClick={() => void end([s.id])} disabled={write.isBusy}>
                {t(texts.end)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

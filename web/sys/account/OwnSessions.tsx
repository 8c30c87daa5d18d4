import type { Text } from '@lading/contract/kernel/text.ts'
import { endSessions, getSessions } from '@lading/contract/sys/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { asRefused, report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { callKey, useCall } from '../../kernel/useCall.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/Page.tsx'
import { SessionList } from './SessionList.tsx'

const texts = {
  title: ['登录情况', 'Where you are logged in'],
  endAll: ['退出其他登录', 'Sign out elsewhere'],
  ask: ['确定退出其他 {count} 处登录吗?', 'Sign out of other sessions ({count})?'],
  done: ['已退出 {count} 处登录', 'Sessions signed out: {count}'],
} as const satisfies Record<string, Text>

/** Where the user is logged in, and how he ends what he does not know. */
export function OwnSessions() {
  const t = useText()
  const client = useQueryClient()
  const write = useWrite(endSessions)
  const { data = [], error } = useCall(getSessions, {})
  const others = data.filter((s) => !s.isCurrent).map((s) => s.id)
  const end = async (ids: string[]) => {
    if ((await ask({ title: texts.ask, args: { count: ids.length } })) === undefined) return
    try {
      const { count } = await write.run({ ids })
      notify('good', t(texts.done, { count }))
    } catch (failed) {
      report(failed)
    }
    await client.invalidateQueries({ queryKey: callKey(getSessions) })
  }
  const endAll = others.length > 0 && (
    <Button danger loading={write.isBusy} onClick={() => void end(others)}>
      {t(texts.endAll)}
    </Button>
  )
  return (
    <Card title={t(texts.title)} extra={endAll}>
      {error && <p className="problem">{asRefused(error).message}</p>}
      <SessionList sessions={data} onEnd={(id) => void end([id])} isBusy={write.isBusy} />
    </Card>
  )
}

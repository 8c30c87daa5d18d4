import type { Text } from '@lading/contract/kernel/text.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import { Button } from 'antd'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { SessionList } from '../account/SessionList.tsx'

const texts = {
  none: ['该用户现在没有登录', 'This user is not logged in'],
  endAll: ['全部退出', 'Sign out everywhere'],
  askOne: ['退出用户[{name}]的这处登录？', 'Sign [{name}] out of this session?'],
  askAll: ['退出用户[{name}]的所有登录？', 'Sign [{name}] out everywhere?'],
  detail: ['他没有保存的输入会丢失。', 'Unsaved changes will be lost.'],
  done: ['已退出 {count} 处登录', 'Sessions signed out: {count}'],
} as const satisfies Record<string, Text>

/** Where a user is logged in; who may reset his password may also just sign him out. */
export function UserSessions({ row }: { row: Row }) {
  const t = useText()
  const { can } = useVerbs(userView)
  const write = useWrite(userAccessCalls.endSessions)
  const list = useCall(userAccessCalls.getSessions, { id: row.id })
  if (list.error) return <NotRead of={list} />
  if (!list.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  const end = async (ids?: string[]) => {
    const title = ids ? texts.askOne : texts.askAll
    if ((await ask({ title, detail: texts.detail, args: { name: row.username }, danger: true })) === undefined) return
    try {
      const { count } = await write.run({ id: row.id, ...(ids && { ids }) })
      notify('good', t(texts.done, { count }))
    } catch (failed) {
      report(failed)
    }
    await changed(userView)
  }
  const beyond = row.isStronger === true ? t(sysFaults.strongerUser.text) : undefined
  const mayEnd = can(userView, 'reset_pwd') && beyond === undefined
  const others = list.data.filter((s) => !s.isCurrent)
  return (
    <>
      {mayEnd && others.length > 0 && (
        <Button danger loading={write.isBusy} onClick={() => void end()}>
          {t(texts.endAll)}
        </Button>
      )}
      {beyond && can(userView, 'reset_pwd') && <p className="hint">{beyond}</p>}
      {list.data.length === 0 && <p className="muted">{t(texts.none)}</p>}
      <SessionList sessions={list.data} onEnd={mayEnd ? (id) => void end([id]) : undefined} isBusy={write.isBusy} />
    </>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { session } from '@lading/contract/sys/tables.ts'
import { userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { labelText, type Row } from '../../kernel/records.ts'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { deviceOf } from '../account/SessionList.tsx'

const texts = {
  end: ['强制退出', 'Sign out'],
  askOne: ['强制退出[{name}]的这处登录？', 'Sign [{name}] out of this session?'],
  askMany: ['强制退出选中的{n}处登录？', 'Sign out the {n} selected sessions?'],
  detail: ['没有保存的输入会丢失。', 'Unsaved changes will be lost.'],
  done: ['已退出 {count} 处登录', 'Sessions signed out: {count}'],
} as const satisfies Record<string, Text>
/** Who did something so lately is there. */
const activeMs = 5 * 60_000

const cells: Readonly<Record<string, Column['render']>> = {
  userAgent: (row) => (
    <span title={String(row.userAgent ?? '')}>
      {deviceOf({ userAgent: String(row.userAgent ?? ''), source: String(row.source) })}
    </span>
  ),
  lastSeen: (row) => (
    <StatusTag tone={Date.now() - Date.parse(String(row.lastSeen)) < activeMs ? 'good' : 'idle'}>
      {shownTime(String(row.lastSeen))}
    </StatusTag>
  ),
}

/** 在线用户: who is logged in, where and since when; who may, signs them out. */
export function OnlineList() {
  const t = useText()
  const { can } = useVerbs(session)
  const end = async (rows: readonly Row[]): Promise<boolean> => {
    const [first] = rows
    const args = { n: rows.length, name: first ? labelText(first.refs.userId) : '' }
    const title = rows.length === 1 ? texts.askOne : texts.askMany
    const reason = await ask({ title, args, detail: texts.detail, ok: texts.end, danger: true, reason: true })
    if (reason === undefined) return false
    try {
      const { count } = await call(userAccessCalls.revoke, { ids: rows.map(({ id }) => id), reason })
      notify('good', t(texts.done, { count }))
    } catch (error) {
      report(error)
    }
    await changed(session)
    return true
  }
  const mayEnd = can(session, 'stop')
  return (
    <SheetList
      of={session}
      cells={cells}
      link={false}
      rowActions={(row) =>
        mayEnd
          ? [
              {
                key: 'end',
                title: texts.end,
                danger: true,
                run: () => void end([row]),
                refused: row.isCurrent === true ? t(sysFaults.ownSession.text) : undefined,
              },
            ]
          : []
      }
      bulkActions={() => (mayEnd ? [{ key: 'end', title: texts.end, danger: true, run: end }] : [])}
    />
  )
}

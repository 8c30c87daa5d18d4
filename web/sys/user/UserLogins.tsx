import { type LoginEntry, loginEvents, userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

const pageSize = 20
/** What somebody who is not the user may have done. */
const odd: readonly string[] = ['LOGIN_FAIL', 'CODE_FAIL', 'REFRESH_REUSE', 'LOGIN_DISABLED']

/** When and from where a user logged in, and who tried to in his name. */
export function UserLogins({ row }: { row: Row }) {
  const [page, setPage] = useState(1)
  const input = { id: row.id, page, pageSize }
  const log = useCall(userAccessCalls.getLoginLog, input, { placeholderData: (before) => before })
  return <Logins log={log} page={page} go={setPage} />
}

/** The same of whoever is logged in. */
export function OwnLogins() {
  const [page, setPage] = useState(1)
  const log = useCall(userAccessCalls.getOwnLogins, { page, pageSize }, { placeholderData: (before) => before })
  return <Logins log={log} page={page} go={setPage} />
}

interface LoginsProps {
  readonly log: UseQueryResult<{ records: LoginEntry[]; total: number | null }>
  readonly page: number
  readonly go: (page: number) => void
}
function Logins({ log, page, go }: LoginsProps) {
  const t = useText()
  if (log.error) return <NotRead of={log} />
  if (!log.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  return (
    <ReadTable<LoginEntry>
      label={t(['登录记录', 'Logins'])}
      rows={log.data.records}
      columns={columns}
      none={['还没有登录过', 'Never logged in']}
      isBusy={log.isPlaceholderData}
      pages={{ page, pageSize, total: log.data.total ?? 0, go }}
    />
  )
}

const wordOf = ({ event }: LoginEntry, t: Say): string =>
  t(Object.entries(loginEvents).find(([key]) => key === event)?.[1] ?? [event, event])
const columns: readonly ReadColumn<LoginEntry>[] = [
  { name: 'time', title: ['时间', 'Time'], width: 180, said: (e) => shownTime(e.createTime) },
  {
    name: 'event',
    title: ['事件', 'Event'],
    width: 240,
    said: wordOf,
    beside: 30,
    render: (e, t) => (odd.includes(e.event) ? <StatusTag tone="bad">{wordOf(e, t)}</StatusTag> : wordOf(e, t)),
  },
  { name: 'address', title: ['地址', 'Address'], width: 240, said: (e) => e.ip ?? '' },
  { name: 'source', title: ['来源', 'Source'], width: 120, said: (e) => e.source ?? '' },
  { name: 'detail', title: ['说明', 'Detail'], width: 240, said: (e) => e.detail ?? '', wraps: true },
]

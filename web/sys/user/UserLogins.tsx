import { type LoginEntry, loginEvents, userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { Table } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

const pageSize = 20
/** What somebody who is not the user may have done. */
const odd: readonly string[] = ['LOGIN_FAIL', 'CODE_FAIL', 'REFRESH_REUSE']

/** When and from where a user logged in, and who tried to in his name. */
export function UserLogins({ row }: { row: Row }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const log = useCall(
    userAccessCalls.getLoginLog,
    { id: row.id, page, pageSize },
    { placeholderData: (before) => before },
  )
  if (log.error) return <NotRead of={log} />
  const wordOf = (event: string) => t(Object.entries(loginEvents).find(([key]) => key === event)?.[1] ?? [event, event])
  return (
    <Table<LoginEntry>
      size="small"
      rowKey="id"
      loading={log.isPending}
      dataSource={log.data?.records ?? []}
      scroll={{ x: 520 }}
      columns={[
        {
          title: t(['时间', 'Time']),
          width: 180,
          render: (_, e) => <time className="num">{shownTime(e.createTime)}</time>,
        },
        {
          title: t(['事件', 'Event']),
          width: 180,
          render: (_, e) =>
            odd.includes(e.event) ? <StatusTag tone="bad">{wordOf(e.event)}</StatusTag> : wordOf(e.event),
        },
        { title: t(['地址', 'Address']), width: 150, render: (_, e) => e.ip ?? '–' },
        { title: t(['来源', 'Source']), width: 90, render: (_, e) => e.source ?? '–' },
      ]}
      pagination={{
        size: 'small',
        current: page,
        pageSize,
        total: log.data?.total ?? 0,
        hideOnSinglePage: true,
        showSizeChanger: false,
        onChange: setPage,
      }}
      locale={{ emptyText: <span className="muted">{t(['还没有登录过', 'Never logged in'])}</span> }}
    />
  )
}

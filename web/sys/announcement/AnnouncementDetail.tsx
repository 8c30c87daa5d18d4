import { announcement, announcementCalls, type Receipt } from '@lading/contract/sys/announcement.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { useAnnouncementActions } from './useAnnouncementActions.ts'

/** One announcement, and who has read it. */
export function AnnouncementDetail() {
  const t = useText()
  const actionsOf = useAnnouncementActions()
  return (
    <EntityDetail
      of={announcement}
      actions={actionsOf}
      tabs={(row) => [
        { key: 'read', title: t(['阅读情况', 'Read by']), content: <Receipts key={row.id} id={row.id} /> },
      ]}
    />
  )
}

const pageSize = 20
const columns: readonly ReadColumn<Receipt>[] = [
  { name: 'username', title: ['用户名', 'User name'], width: 140, said: (r) => r.username },
  { name: 'realName', title: ['姓名', 'Name'], width: 140, said: (r) => r.realName },
  { name: 'org', title: ['所属组织', 'Home organisation'], width: 200, said: (r) => r.orgName },
  {
    name: 'readAt',
    title: ['阅读时间', 'Read at'],
    width: 180,
    said: (r, t) => (r.readAt === null ? t(['未读', 'Not yet']) : shownTime(r.readAt)),
    isFilled: () => true,
  },
]

function Receipts({ id }: { id: string }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [which, setWhich] = useState<'all' | 'true' | 'false'>('all')
  const read = useCall(
    announcementCalls.receipts,
    { id, page, pageSize, ...(which !== 'all' && { unread: which }) },
    { placeholderData: (before) => before },
  )
  if (read.error) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  return (
    <>
      <Segmented<'all' | 'true' | 'false'>
        value={which}
        options={[
          { value: 'all', label: t(words.all) },
          { value: 'true', label: t(['未读', 'Not yet']) },
          { value: 'false', label: t(['已读', 'Read']) },
        ]}
        onChange={(next) => {
          setWhich(next)
          setPage(1)
        }}
      />
      <ReadTable<Receipt>
        label={t(['阅读情况', 'Read by'])}
        rows={read.data.records}
        columns={columns}
        isBusy={read.isPlaceholderData}
        pages={{ page, pageSize, total: read.data.total ?? 0, go: setPage }}
      />
    </>
  )
}

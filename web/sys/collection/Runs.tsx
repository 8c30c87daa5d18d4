import type { Page } from '@lading/contract/kernel/call.ts'
import { collectionRun } from '@lading/contract/sys/collection.ts'
import { collectionCalls } from '@lading/contract/sys/collectionCalls.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { RunTag } from '../job/cells.tsx'

const pageSize = 30
/** So soon it is read again, should no news of it come. */
const againMs = 5_000
const { fields } = collectionRun
const time = (value: unknown): string => (value ? shownTime(String(value)) : '')
const figure = (name: 'readCount' | 'sameCount' | 'ignoredCount' | 'okCount' | 'failedCount'): ReadColumn<Row> => ({
  name,
  title: fields[name].title,
  width: 80,
  isFigure: true,
  said: (r) => String(r[name]),
  isFilled: () => true,
})
const columns: readonly ReadColumn<Row>[] = [
  { name: 'createTime', title: ['时间', 'Time'], width: 170, said: (r) => time(r.createTime) },
  {
    name: 'trigger',
    title: fields.trigger.title,
    width: 100,
    said: (r, t) => t(fields.trigger.choices?.[String(r.trigger)] ?? ['', '']),
  },
  {
    name: 'status',
    title: fields.status.title,
    width: 100,
    render: (r, t) => <RunTag state={r.status} t={t} />,
    isFilled: () => true,
  },
  figure('readCount'),
  figure('sameCount'),
  figure('ignoredCount'),
  figure('okCount'),
  figure('failedCount'),
  { name: 'endedAt', title: fields.endedAt.title, width: 170, said: (r) => time(r.endedAt) },
  {
    name: 'message',
    title: fields.message.title,
    width: 320,
    said: (r, t) => t([String(r.message ?? ''), String(r.messageEn ?? r.message ?? '')]),
    wraps: true,
  },
]

/** How often its source was read, or sent something, and what came of it. */
export function Runs({ id }: { id: string }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const read = useCall(
    collectionCalls.runs,
    { configId: id, filter: {}, page, pageSize, searchCount: true },
    { placeholderData: (before) => before, refetchInterval: againMs },
  )
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  // Erased by the declaration of the call.
  const { records, total } = read.data as unknown as Page<Row>
  return (
    <ReadTable<Row>
      label={t(['执行记录', 'Runs'])}
      rows={records}
      columns={columns}
      none={['还没有执行过', 'It has not run yet']}
      isBusy={read.isPlaceholderData}
      pages={{ page, pageSize, total: total ?? 0, go: setPage }}
    />
  )
}

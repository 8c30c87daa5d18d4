import type { Page } from '@lading/contract/kernel/call.ts'
import { openCallLog } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { Segmented } from 'antd'
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

const pageSize = 30
const { fields } = openCallLog
const Outcome = ({ code, t }: { code: unknown; t: Say }) =>
  code === 0 ? (
    <StatusTag tone="good">{t(['成功', 'Done'])}</StatusTag>
  ) : (
    <StatusTag tone="bad">{String(code)}</StatusTag>
  )
const columns: readonly ReadColumn<Row>[] = [
  { name: 'at', title: ['时间', 'Time'], width: 170, said: (r) => shownTime(String(r.createTime)) },
  {
    name: 'code',
    title: fields.code.title,
    width: 100,
    render: (r, t) => <Outcome code={r.code} t={t} />,
    isFilled: () => true,
  },
  { name: 'path', title: fields.path.title, width: 300, said: (r) => `${r.method} ${r.path}` },
  { name: 'message', title: fields.message.title, width: 220, said: (r) => String(r.message ?? '') },
  { name: 'cost', title: fields.costMs.title, width: 110, isFigure: true, said: (r) => String(r.costMs) },
  { name: 'bytes', title: fields.bytes.title, width: 110, isFigure: true, said: (r) => String(r.bytes) },
  { name: 'ip', title: fields.ip.title, width: 140, said: (r) => String(r.ip ?? '') },
  { name: 'trace', title: fields.traceId.title, width: 190, said: (r) => String(r.traceId ?? '') },
]

/** The calls of an account in the last thirty days, latest first. */
export function CallLog({ id }: { id: string }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [which, setWhich] = useState<'all' | 'refused'>('all')
  const read = useCall(
    openAccountCalls.calls,
    { accountId: id, filter: which === 'refused' ? { code: { from: '1' } } : {}, page, pageSize, searchCount: true },
    { placeholderData: (before) => before },
  )
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  // Erased by the declaration of the call.
  const { records, total } = read.data as unknown as Page<Row>
  return (
    <>
      <Segmented<'all' | 'refused'>
        value={which}
        options={[
          { value: 'all', label: t(words.all) },
          { value: 'refused', label: t(['被拒绝', 'Refused']) },
        ]}
        onChange={(next) => {
          setWhich(next)
          setPage(1)
        }}
      />
      <ReadTable<Row>
        label={t(['调用日志', 'Calls'])}
        rows={records}
        columns={columns}
        none={['没有调用', 'No calls']}
        isBusy={read.isPlaceholderData}
        pages={{ page, pageSize, total: total ?? 0, go: setPage }}
      />
    </>
  )
}

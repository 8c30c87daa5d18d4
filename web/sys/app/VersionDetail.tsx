import type { Page } from '@lading/contract/kernel/call.ts'
import { appVersion, appVersionRecord } from '@lading/contract/sys/app.ts'
import { type AppLogRow, appCalls } from '@lading/contract/sys/appCalls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { once } from '../../ui/once.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { useVersionActions } from './useVersionActions.tsx'
import { VersionState } from './VersionState.tsx'
import '../sys.css'

const pageSize = 20
const { fields } = appVersionRecord
const installed: readonly ReadColumn<Row>[] = [
  { name: 'at', title: ['时间', 'Time'], width: 170, said: (r) => shownTime(String(r.createTime)) },
  { name: 'device', title: fields.device.title, width: 160, said: (r) => String(r.device) },
  { name: 'user', title: fields.userId.title, width: 140, said: (r) => r.refs.userId?.name ?? '' },
  {
    name: 'from',
    title: fields.fromVersionCode.title,
    width: 100,
    isFigure: true,
    said: (r) => String(r.fromVersionCode ?? ''),
  },
  { name: 'to', title: fields.toVersionCode.title, width: 100, isFigure: true, said: (r) => String(r.toVersionCode) },
  { name: 'name', title: fields.versionName.title, width: 120, said: (r) => String(r.versionName ?? '') },
]
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} kB`
const fetchLog = (id: string) => void once(`app log ${id}`, () => download(appCalls.downloadLog, { id }).catch(report))
const sent: readonly ReadColumn<AppLogRow>[] = [
  { name: 'at', title: ['时间', 'Time'], width: 170, said: (r) => shownTime(r.createTime) },
  { name: 'device', title: fields.device.title, width: 160, said: (r) => r.device ?? '' },
  { name: 'user', title: fields.userId.title, width: 140, said: (r) => r.userName ?? '' },
  {
    name: 'name',
    title: ['文件', 'File'],
    width: 240,
    render: (r) => (
      <Button type="link" size="small" onClick={() => fetchLog(r.id)}>
        {r.name}
      </Button>
    ),
    isFilled: () => true,
  },
  { name: 'size', title: ['大小', 'Size'], width: 100, isFigure: true, said: (r) => kilobytes(r.size) },
]

/** One version: to whom it is offered, which devices have installed it or another, and what they have written. */
export function VersionDetail() {
  const t = useText()
  const { rowActions } = useVersionActions()
  return (
    <EntityDetail
      of={appVersion}
      actions={rowActions}
      note={(row) => <VersionState row={row} />}
      tabs={(row) => [
        {
          key: 'records',
          title: t(['安装记录', 'Installations']),
          content: <Records key={row.id} appName={String(row.appName)} />,
        },
        {
          key: 'logs',
          title: t(['设备日志', 'Device logs']),
          content: <Logs key={row.id} appName={String(row.appName)} />,
        },
      ]}
    />
  )
}

function Records({ appName }: { appName: string }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const read = useCall(
    appCalls.queryRecords,
    { filter: { appName: [appName] }, page, pageSize, searchCount: true },
    { placeholderData: (before) => before },
  )
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  // Erased by the declaration of the call.
  const { records, total } = read.data as unknown as Page<Row>
  return (
    <ReadTable<Row>
      label={t(['安装记录', 'Installations'])}
      rows={records}
      columns={installed}
      none={['还没有设备安装', 'No device has installed it yet']}
      isBusy={read.isPlaceholderData}
      pages={{ page, pageSize, total: total ?? 0, go: setPage }}
    />
  )
}

function Logs({ appName }: { appName: string }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const read = useCall(appCalls.queryLogs, { appName, page, pageSize }, { placeholderData: (before) => before })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  return (
    <ReadTable<AppLogRow>
      label={t(['设备日志', 'Device logs'])}
      rows={read.data.records}
      columns={sent}
      none={['没有设备上传日志', 'No device has sent a log']}
      isBusy={read.isPlaceholderData}
      pages={{ page, pageSize, total: read.data.total ?? 0, go: setPage }}
    />
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { dataInteractive } from '@lading/contract/sys/collection.ts'
import { job, type RunState } from '@lading/contract/sys/job.ts'
import {
  monitorCalls as calls,
  type ErrorGroup,
  type ServerState,
  type SlowStatement,
} from '@lading/contract/sys/monitor.ts'
import { tenantBackupCalls } from '@lading/contract/sys/tenantBackup.ts'
import { Tabs } from 'antd'
import { useState } from 'react'
import { hashOf, type Place } from '../../client/location.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { listOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { ExchangeLog } from '../collection/ExchangeLog.tsx'
import { Backups } from './Backups.tsx'
import { Caches } from './Caches.tsx'
import { Database } from './Database.tsx'
import { againMs, number, Read } from './Read.tsx'
import { Sockets } from './Sockets.tsx'
import { Waves } from './Waves.tsx'
import '../sys.css'
import './monitor.css'

const texts = {
  title: ['缓存与监控', 'Cache and monitoring'],
  server: ['服务器', 'Server'],
  caches: ['缓存', 'Caches'],
  database: ['数据库', 'Database'],
  slow: ['慢语句', 'Slow statements'],
  errors: ['错误', 'Errors'],
  sockets: ['实时连接', 'Sockets'],
  waves: ['波次监控', 'Waves'],
  exchange: dataInteractive.title,
  backups: ['备份', 'Backups'],
} as const satisfies Record<string, Text>

/** These tell of all tenants together: the platform's, or his who is alone. */
const ofAll: ReadonlySet<string> = new Set(['database', 'slow', 'errors'])

/** These have a permission of their own. */
const ownRight: Readonly<Record<string, string>> = {
  waves: calls.waves.permission,
  backups: tenantBackupCalls.query.permission,
}

/** 缓存与监控: what the server keeps and how it is. */
export function Monitor() {
  const t = useText()
  const [tab, setTab] = useState('server')
  const { can } = useVerbs(dataInteractive)
  const { permissions } = useUser()
  const isWhole = useCall(calls.server, {}, { refetchInterval: againMs }).data?.whole === true
  const isShown = (key: keyof typeof parts): boolean =>
    key === 'exchange'
      ? can(dataInteractive, 'view')
      : key in ownRight
        ? permissions === null || permissions.includes(ownRight[key] ?? '')
        : isWhole || !ofAll.has(key)
  const shown = (Object.keys(parts) as (keyof typeof parts)[]).filter(isShown)
  return (
    <Page title={t(texts.title)}>
      <Card>
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={shown.map((key) => ({
            key,
            label: t(texts[key]),
            children: tab === key ? parts[key]() : null,
          }))}
        />
      </Card>
    </Page>
  )
}

const parts = {
  server: () => <Server />,
  caches: () => <Caches />,
  database: () => <Database />,
  slow: () => <Slow />,
  errors: () => <Errors />,
  sockets: () => <Sockets />,
  waves: () => <Waves />,
  exchange: () => <ExchangeLog />,
  backups: () => <Backups />,
} as const

/** What it is called, what it says, and where its parts are seen by whoever may. */
type Figure = readonly [title: Text, value: (s: ServerState) => string, listed?: () => Place | undefined]
const sessions = () => listOf('sys.session', {})
const jobsBy = (lastStatus: RunState) => () => listOf(job.key, { lastStatus })
const gigabytes = (mb: number): string => (mb / 1024).toFixed(1)
const diskText = ({ disk }: ServerState): string =>
  disk ? `${gigabytes(disk.freeMb)} / ${gigabytes(disk.totalMb)} GB` : '–'
const figures: readonly Figure[] = [
  [['节点', 'Node'], (s) => s.node],
  [['版本', 'Version'], (s) => s.version],
  [['启动时间', 'Started at'], (s) => shownTime(s.startedAt)],
  [['处理器', 'CPU'], (s) => `${s.cpuPercent} %`],
  [['堆内存', 'Heap'], (s) => `${s.heapMb} MB`],
  [['总内存', 'Memory'], (s) => `${s.memoryMb} MB`],
  [['磁盘可用', 'Disk space left'], (s) => diskText(s)],
  [['事件循环延迟（中位）', 'Event-loop lag, median'], (s) => `${s.lagP50Ms} ms`],
  [['事件循环延迟（P99）', 'Event-loop lag, P99'], (s) => `${s.lagP99Ms} ms`],
  [['事件循环延迟（最大）', 'Event-loop lag, most'], (s) => `${s.lagMaxMs} ms`],
  [['在线会话', 'Sessions'], (s) => number(s.sessions), sessions],
  [['在线用户', 'Users logged in'], (s) => number(s.users)],
  [['实时连接', 'Sockets'], (s) => number(s.sockets)],
  [['待处理事件', 'Events waiting'], (s) => number(s.outboxWaiting)],
  [['停滞事件', 'Events stuck'], (s) => number(s.outboxStuck)],
  [['运行中的任务', 'Jobs running'], (s) => number(s.jobsRunning), jobsBy('RUNNING')],
  [['24小时失败任务', 'Jobs failed in 24 hours'], (s) => number(s.jobsFailedToday), jobsBy('FAILED')],
]
function Server() {
  const t = useText()
  return (
    <Read of={calls.server}>
      {(state) => (
        <dl className="monitor-figures">
          {figures.map(([title, value, listed]) => {
            const to = listed?.()
            return (
              <div key={title[1]}>
                <dt>{t(title)}</dt>
                <dd>{to ? <a href={hashOf(to)}>{value(state)}</a> : value(state)}</dd>
              </div>
            )
          })}
        </dl>
      )}
    </Read>
  )
}

const slowColumns: readonly ReadColumn<SlowStatement>[] = [
  { name: 'verb', title: ['操作', 'Kind'], width: 100, said: (s) => s.verb },
  { name: 'tables', title: ['表', 'Tables'], width: 420, said: (s) => s.tables.join(', '), wraps: true },
  { name: 'fingerprint', title: ['指纹', 'Fingerprint'], width: 140, said: (s) => s.fingerprint },
  { name: 'count', title: ['次数', 'Times'], width: 80, isFigure: true, said: (s) => number(s.count) },
  { name: 'average', title: ['平均ms', 'Average ms'], width: 100, isFigure: true, said: (s) => number(s.averageMs) },
  { name: 'max', title: ['最长ms', 'Longest ms'], width: 100, isFigure: true, said: (s) => number(s.maxMs) },
  { name: 'at', title: ['最近', 'Last'], width: 170, said: (s) => shownTime(s.lastAt) },
]
function Slow() {
  const t = useText()
  return (
    <Read of={calls.slow}>
      {(rows) => (
        <ReadTable<SlowStatement>
          label={t(texts.slow)}
          rows={rows}
          columns={slowColumns}
          none={['没有超过200毫秒的语句', 'No statement took more than 200 ms']}
        />
      )}
    </Read>
  )
}

const errorColumns: readonly ReadColumn<ErrorGroup>[] = [
  {
    name: 'level',
    title: ['级别', 'Level'],
    width: 90,
    render: (e, t) => (
      <StatusTag tone={e.level === 'error' ? 'bad' : 'warn'}>
        {t(e.level === 'error' ? ['错误', 'Error'] : ['警告', 'Warning'])}
      </StatusTag>
    ),
    isFilled: () => true,
  },
  { name: 'message', title: ['内容', 'Message'], width: 380, said: (e) => `${e.kind}: ${e.message}`, wraps: true },
  { name: 'place', title: ['位置', 'Place'], width: 240, said: (e) => e.place, wraps: true },
  { name: 'count', title: ['次数', 'Times'], width: 80, isFigure: true, said: (e) => number(e.count) },
  { name: 'last', title: ['最近', 'Last'], width: 170, said: (e) => shownTime(e.lastAt) },
  { name: 'trace', title: ['跟踪号', 'Trace id'], width: 170, said: (e) => e.lastTrace ?? '' },
]
function Errors() {
  const t = useText()
  return (
    <Read of={calls.errors}>
      {(rows) => (
        <ReadTable<ErrorGroup>
          label={t(texts.errors)}
          rows={rows}
          columns={errorColumns}
          none={['启动以来没有错误', 'No errors since the start']}
        />
      )}
    </Read>
  )
}

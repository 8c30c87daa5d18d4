import type { Call } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { dataInteractive } from '@lading/contract/sys/collection.ts'
import {
  monitorCalls as calls,
  type DatabaseState,
  type ErrorGroup,
  type ServerState,
  type SlowStatement,
  type WatchedCache,
} from '@lading/contract/sys/monitor.ts'
import { Button, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { ExchangeLog } from '../collection/ExchangeLog.tsx'
import './monitor.css'

const texts = {
  title: ['缓存与监控', 'Cache and monitoring'],
  server: ['服务器', 'Server'],
  caches: ['缓存', 'Caches'],
  database: ['数据库', 'Database'],
  slow: ['慢语句', 'Slow statements'],
  errors: ['错误', 'Errors'],
  exchange: dataInteractive.title,
  clear: ['清除', 'Clear'],
  clearAll: ['清除全部缓存', 'Clear all caches'],
  askClear: ['清除缓存[{name}]？', 'Clear the cache [{name}]?'],
  detail: ['只清除本企业的内容，之后会重新读取。', 'Only what belongs to your company is cleared; it is read again.'],
  cleared: ['已清除{cleared}条', 'Entries cleared: {cleared}'],
} as const satisfies Record<string, Text>
const againMs = 10_000

/** 缓存与监控: what the server keeps and how it is. */
export function Monitor() {
  const t = useText()
  const [tab, setTab] = useState('server')
  const { can } = useVerbs(dataInteractive)
  const shown = (Object.keys(parts) as (keyof typeof parts)[]).filter(
    (key) => key !== 'exchange' || can(dataInteractive, 'view'),
  )
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
  exchange: () => <ExchangeLog />,
} as const

/** What a call answers, asked again and again while it is looked at. */
function Read<O>({ of, children }: { of: Call<object, O>; children: (data: O, again: () => void) => ReactNode }) {
  const t = useText()
  const read = useCall(of, {}, { refetchInterval: againMs })
  if (read.data === undefined)
    return read.error ? <NotRead of={read} /> : <SkeletonRows rows={5} label={t(words.loading)} />
  return children(read.data, () => void read.refetch())
}

type Figure = readonly [title: Text, value: (s: ServerState) => string]
const number = (n: number): string => n.toLocaleString()
const figures: readonly Figure[] = [
  [['节点', 'Node'], (s) => s.node],
  [['版本', 'Version'], (s) => s.version],
  [['启动时间', 'Started at'], (s) => shownTime(s.startedAt)],
  [['处理器', 'CPU'], (s) => `${s.cpuPercent} %`],
  [['堆内存', 'Heap'], (s) => `${s.heapMb} MB`],
  [['总内存', 'Memory'], (s) => `${s.memoryMb} MB`],
  [['事件循环延迟（中位）', 'Event-loop lag, median'], (s) => `${s.lagP50Ms} ms`],
  [['事件循环延迟（P99）', 'Event-loop lag, P99'], (s) => `${s.lagP99Ms} ms`],
  [['事件循环延迟（最大）', 'Event-loop lag, most'], (s) => `${s.lagMaxMs} ms`],
  [['在线会话', 'Sessions'], (s) => number(s.sessions)],
  [['在线用户', 'Users logged in'], (s) => number(s.users)],
  [['实时连接', 'Sockets'], (s) => number(s.sockets)],
  [['待处理事件', 'Events waiting'], (s) => number(s.outboxWaiting)],
  [['停滞事件', 'Events stuck'], (s) => number(s.outboxStuck)],
  [['运行中的任务', 'Jobs running'], (s) => number(s.jobsRunning)],
  [['24小时失败任务', 'Jobs failed in 24 hours'], (s) => number(s.jobsFailedToday)],
]
function Server() {
  const t = useText()
  return (
    <Read of={calls.server}>
      {(state) => (
        <dl className="monitor-figures">
          {figures.map(([title, value]) => (
            <div key={title[1]}>
              <dt>{t(title)}</dt>
              <dd>{value(state)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Read>
  )
}

const share = ({ hits, misses }: WatchedCache): string =>
  hits + misses === 0 ? '–' : `${Math.round((hits * 1000) / (hits + misses)) / 10} %`
function Caches() {
  const t = useText()
  const { permissions } = useUser()
  const mayClear = permissions === null || permissions.includes(calls.evict.permission)
  const clear = async (again: () => void, of?: WatchedCache): Promise<void> => {
    const title = of ? texts.askClear : texts.clearAll
    const question = { title, args: { name: of?.title ?? '' }, detail: texts.detail, ok: texts.clear }
    if ((await ask(question)) === undefined) return
    try {
      notify('good', t(texts.cleared, await call(calls.evict, of ? { name: of.name } : {})))
    } catch (error) {
      report(error)
    }
    again()
  }
  const columns = (again: () => void): readonly ReadColumn<WatchedCache>[] => [
    { name: 'title', title: ['缓存', 'Cache'], width: 180, said: (c) => c.title },
    {
      name: 'entries',
      title: ['本企业条数', 'Entries'],
      width: 110,
      isFigure: true,
      said: (c) => number(c.entries),
      isFilled: () => true,
    },
    {
      name: 'size',
      title: ['总条数', 'Of all'],
      width: 100,
      isFigure: true,
      said: (c) => number(c.size),
      isFilled: () => true,
    },
    { name: 'share', title: ['命中率', 'Hit rate'], width: 100, isFigure: true, said: share, isFilled: () => true },
    {
      name: 'ttl',
      title: ['有效期（秒）', 'Kept (s)'],
      width: 120,
      isFigure: true,
      said: (c) => (c.ttlSec === null ? '∞' : String(c.ttlSec)),
    },
    {
      name: 'actions',
      title: words.actions,
      width: 100,
      render: (c) => (
        <RowButtons actions={mayClear ? [{ key: 'clear', title: texts.clear, run: () => void clear(again, c) }] : []} />
      ),
      isFilled: () => mayClear,
    },
  ]
  return (
    <Read of={calls.list}>
      {(caches, again) => (
        <>
          <ReadTable<WatchedCache> label={t(texts.caches)} rows={caches} columns={columns(again)} />
          {mayClear && <Button onClick={() => void clear(again)}>{t(texts.clearAll)}</Button>}
        </>
      )}
    </Read>
  )
}

type TableState = DatabaseState['tables'][number]
const tableColumns: readonly ReadColumn<TableState>[] = [
  { name: 'table', title: ['表', 'Table'], width: 220, said: (r) => r.table },
  {
    name: 'size',
    title: ['大小MB', 'Size MB'],
    width: 110,
    isFigure: true,
    said: (r) => number(r.sizeMb),
    isFilled: () => true,
  },
  {
    name: 'rows',
    title: ['行数（估计）', 'Rows, about'],
    width: 120,
    isFigure: true,
    said: (r) => number(r.rows),
    isFilled: () => true,
  },
  {
    name: 'dead',
    title: ['死行', 'Dead rows'],
    width: 100,
    isFigure: true,
    said: (r) => number(r.dead),
    isFilled: () => true,
  },
  {
    name: 'cleaned',
    title: ['最近清理', 'Last vacuum'],
    width: 170,
    said: (r) => (r.cleanedAt ? shownTime(r.cleanedAt) : ''),
  },
]
function Database() {
  const t = useText()
  return (
    <Read of={calls.database}>
      {(d) => (
        <>
          <p>
            {t(
              [
                '{kind} {version}，{size} MB，连接{connections}个（忙碌{busy}，等锁{locks}）',
                '{kind} {version}, {size} MB, {connections} connections ({busy} busy, {locks} waiting for locks)',
              ],
              {
                kind: d.kind,
                version: d.version,
                size: d.sizeMb,
                connections: d.connections,
                busy: d.busy,
                locks: d.waitingForLocks,
              },
            )}
          </p>
          <ReadTable<TableState> label={t(texts.database)} rows={d.tables} columns={tableColumns} />
        </>
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

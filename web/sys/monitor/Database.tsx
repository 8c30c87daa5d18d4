import type { Text } from '@lading/contract/kernel/text.ts'
import { monitorCalls as calls, type DatabaseState } from '@lading/contract/sys/monitor.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { number, Read } from './Read.tsx'

const texts = {
  nodes: ['服务器进程', 'Server processes'],
  noNodes: ['内置数据库只有一个进程', 'The embedded database serves one process'],
  locks: ['锁等待', 'Waiting for locks'],
  noLocks: ['没有语句在等锁', 'No statement waits for a lock'],
  tables: ['最大的表', 'Largest tables'],
} as const satisfies Record<string, Text>

type Node = DatabaseState['nodes'][number]
const nodeColumns: readonly ReadColumn<Node>[] = [
  { name: 'node', title: ['节点', 'Node'], width: 260, said: (n) => n.node },
  {
    name: 'connections',
    title: ['数据库连接', 'Connections'],
    width: 120,
    isFigure: true,
    said: (n) => number(n.connections),
  },
  {
    name: 'busy',
    title: ['忙碌', 'Busy'],
    width: 90,
    isFigure: true,
    said: (n) => number(n.busy),
    isFilled: () => true,
  },
  { name: 'since', title: ['最早连接', 'Since'], width: 170, said: (n) => shownTime(n.since) },
]

type Lock = DatabaseState['locks'][number]
const shapeSaid = (s: Lock['by']): string => (s ? `${s.verb} ${s.tables.join(', ')} · ${s.fingerprint}` : '')
const lockColumns: readonly ReadColumn<Lock>[] = [
  { name: 'waiting', title: ['等待的语句', 'Waits'], width: 380, said: (l) => shapeSaid(l.waiting), wraps: true },
  { name: 'by', title: ['被谁占用', 'Held by'], width: 380, said: (l) => shapeSaid(l.by), wraps: true },
  { name: 'waits', title: ['已等ms', 'For ms'], width: 100, isFigure: true, said: (l) => number(l.waitsMs) },
  { name: 'node', title: ['节点', 'Node'], width: 200, said: (l) => l.node },
]

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
export function Database() {
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
          <h3 className="monitor-part">{t(texts.nodes)}</h3>
          <ReadTable<Node> label={t(texts.nodes)} rows={d.nodes} columns={nodeColumns} none={texts.noNodes} />
          <h3 className="monitor-part">{t(texts.locks)}</h3>
          <ReadTable<Lock> label={t(texts.locks)} rows={d.locks} columns={lockColumns} none={texts.noLocks} />
          <h3 className="monitor-part">{t(texts.tables)}</h3>
          <ReadTable<TableState> label={t(texts.tables)} rows={d.tables} columns={tableColumns} />
        </>
      )}
    </Read>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { monitorCalls as calls, type OpenSocket } from '@lading/contract/sys/monitor.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { Read } from './Read.tsx'

const texts = {
  sockets: ['实时连接', 'Sockets'],
  of: [
    '进程{node}上共{total}个连接，同一浏览器中同一登录的窗口共用一个；多个进程时，各自只知道自己的连接。',
    'Process {node} holds {total}, one for all windows of a browser in the same session; where several run, each knows its own.',
  ],
  none: ['没有连接', 'No sockets'],
} as const satisfies Record<string, Text>

const columns: readonly ReadColumn<OpenSocket>[] = [
  { name: 'user', title: ['用户', 'User'], width: 150, said: (s) => s.user },
  { name: 'org', title: ['工作组织', 'Working organisation'], width: 170, said: (s) => s.org },
  { name: 'source', title: ['来源', 'Source'], width: 90, said: (s) => s.source },
  { name: 'ip', title: ['地址', 'Address'], width: 150, said: (s) => s.ip ?? '' },
  { name: 'since', title: ['连接时间', 'Since'], width: 170, said: (s) => shownTime(s.since) },
  {
    name: 'topics',
    title: ['关注', 'Hears of'],
    width: 140,
    // Most hear of everything that they may see: how much it is says enough, and which stands beside it.
    render: (s, t) => (
      <span title={s.topics.join(', ')}>{t(['{n}类数据', '{n} kinds of records'], { n: s.topics.length })}</span>
    ),
    isFilled: (s) => s.topics.length > 0,
  },
]

/** 实时连接: whose pages are connected to the process that answers, from where, since when, and what they wait for. */
export function Sockets() {
  const t = useText()
  return (
    <Read of={calls.sockets}>
      {({ node, total, sockets }) => (
        <>
          <p className="hint">{t(texts.of, { node, total })}</p>
          <ReadTable<OpenSocket> label={t(texts.sockets)} rows={sockets} columns={columns} none={texts.none} />
        </>
      )}
    </Read>
  )
}

import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { logWord } from '@lading/contract/kernel/entity.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumnType } from 'antd'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { getLog, type LogEntry } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { baseText } from './lineText.ts'
import { type Scanned, scansIn } from './scans.ts'

/** What was scanned for each confirm of a task, by whom and on which device; what was confirmed without a scan says so. */
export function ScanTable({ of, id, lines }: { of: AnyEntity; id: string; lines: readonly WorkLine[] }) {
  const t = useText()
  const log = useQuery({
    queryKey: [of.key, 'log', id],
    queryFn: ({ signal }): Promise<readonly LogEntry[]> => getLog(of, id, signal),
  })
  if (log.error) return <NotRead of={log} />
  if (!log.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  const column = (
    key: string,
    title: readonly [string, string],
    width: number,
    render: (s: Scanned) => React.ReactNode,
    o: TableColumnType<Scanned> = {},
  ): TableColumnType<Scanned> => ({ key, title: t(title), width, render: (_, s) => render(s), ...o })
  const code = (text: string | undefined) =>
    text ? <span className="num">{text}</span> : <span className="muted">–</span>
  const amount = (s: Scanned) => {
    const line = lines.find((l) => l.lineNo === s.lineNo)
    return s.qty === undefined ? null : <span className="num">{line ? baseText(parseQty(s.qty), line) : s.qty}</span>
  }
  const columns = [
    column('at', ['时间', 'At'], 170, (s) => code(shownTime(s.at))),
    column('line', ['行', 'Line'], 60, (s) => <span className="num">{s.lineNo}</span>, { align: 'right' }),
    column('what', ['动作', 'What'], 100, (s) => t(logWord(of, s.action) ?? [s.action, s.action])),
    column('qty', ['数量', 'Quantity'], 120, amount, { align: 'right' }),
    column('bin', ['货位', 'Bin'], 120, (s) => code(s.bin)),
    column('product', ['商品', 'Product'], 150, (s) => code(s.product)),
    column('container', ['容器', 'Container'], 140, (s) => code(s.container)),
    column('by', ['操作人', 'By'], 110, (s) => s.user),
    column('device', ['终端', 'Device'], 140, (s) => code(s.device)),
  ]
  return (
    <Table<Scanned>
      size="small"
      rowKey="key"
      pagination={false}
      columns={columns}
      dataSource={scansIn(log.data)}
      scroll={{ x: columns.reduce((sum, c) => sum + Number(c.width), 0) }}
      locale={{ emptyText: <span className="muted">{t(['还没有扫描记录', 'Nothing was scanned yet'])}</span> }}
    />
  )
}

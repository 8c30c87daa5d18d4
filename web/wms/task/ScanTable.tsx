import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { LogEntry } from '@lading/contract/kernel/log.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { getLog } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { baseText } from './lineText.ts'
import { type Scanned, scansIn } from './scans.ts'

/** What was scanned for each confirm of a task, by whom and on which device; what was confirmed without a scan says so. */
export function ScanTable({ of, id, lines }: { of: AnyEntity; id: string; lines: readonly WorkLine[] }) {
  const t = useText()
  const columns = useMemo(() => columnsOf(lines), [lines])
  const log = useQuery({
    queryKey: [of.key, 'log', id],
    queryFn: ({ signal }): Promise<readonly LogEntry[]> => getLog(of, id, signal),
  })
  if (log.error) return <NotRead of={log} />
  if (!log.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  return (
    <ReadTable<Scanned>
      label={t(['扫描记录', 'Scans'])}
      rows={scansIn(log.data)}
      columns={columns}
      none={['还没有扫描记录', 'Nothing scanned yet']}
    />
  )
}

const code = (name: 'bin' | 'product' | 'container' | 'device', title: Text): ReadColumn<Scanned> => ({
  name,
  title,
  width: 160,
  said: (s) => s[name] ?? '',
})

function columnsOf(lines: readonly WorkLine[]): readonly ReadColumn<Scanned>[] {
  const amount = (s: Scanned): string => {
    const line = lines.find((l) => l.lineNo === s.lineNo)
    return s.qty === undefined ? '' : line ? baseText(parseQty(s.qty), line) : s.qty
  }
  return [
    { name: 'at', title: ['时间', 'At'], width: 180, said: (s) => shownTime(s.at) },
    { name: 'line', title: ['行', 'Line'], width: 60, isFigure: true, said: (s) => String(s.lineNo) },
    {
      name: 'what',
      title: ['动作', 'What'],
      width: 140,
      said: (s, t) => t(s.what),
    },
    { name: 'qty', title: ['数量', 'Quantity'], width: 130, isFigure: true, said: amount },
    code('bin', ['货位', 'Bin']),
    code('product', ['商品', 'Product']),
    code('container', ['容器', 'Container']),
    { name: 'by', title: ['操作人', 'By'], width: 140, said: (s) => s.user },
    code('device', ['终端', 'Device']),
  ]
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { type OpenUsage, openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { laterPart } from '../../kernel/laterPart.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

const BarChart = laterPart(
  async () => (await import('../../platform/BarChart.tsx')).BarChart,
  () => null,
)
const titles = {
  calls: ['调用次数', 'Calls'],
  refused: ['被拒绝次数', 'Refused'],
} as const satisfies Record<string, Text>
const chart = { title: ['每日调用', 'Calls by day'] as Text, by: 'at', bars: ['calls', 'refused'] as const }
const chartFields = {
  calls: { kind: 'int', title: titles.calls, required: false },
  refused: { kind: 'int', title: titles.refused, required: false },
} as const

type Day = OpenUsage['days'][number]
const columns: readonly ReadColumn<Day>[] = [
  { name: 'day', title: ['日期', 'Day'], width: 140, said: (d) => d.day },
  { name: 'calls', title: titles.calls, width: 110, isFigure: true, said: (d) => String(d.calls) },
  { name: 'refused', title: titles.refused, width: 110, isFigure: true, said: (d) => String(d.refused) },
]

/** How often an account calls, by day. */
export function Usage({ id }: { id: string }) {
  const t = useText()
  const read = useCall(openAccountCalls.usage, { id })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  const { days, today, quota } = read.data
  const busy = days.filter((d) => d.calls > 0 || d.refused > 0)
  return (
    <>
      <p>{t(['今日已调用 {today} / {quota} 次', '{today} of {quota} calls used today'], { today, quota })}</p>
      {busy.length > 0 && (
        <BarChart of={chart} fields={chartFields} rows={days.slice(-14).map((d) => ({ ...d, at: d.day.slice(5) }))} />
      )}
      <ReadTable<Day>
        label={t(chart.title)}
        rows={busy.toReversed()}
        columns={columns}
        none={['近30天没有调用', 'No calls in the last 30 days']}
      />
    </>
  )
}

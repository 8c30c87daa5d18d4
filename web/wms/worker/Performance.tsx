import { isTaskType, taskTitles } from '@lading/contract/wms/taskTypes.ts'
import { performanceDays, workerPerformance } from '@lading/contract/wms/worker.ts'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import { SkeletonRows } from '../../ui/states.tsx'

type Day = z.output<typeof workerPerformance.output>['rows'][number]
const figure = (n: number): string => grouped(String(n))
const minutes = (seconds: number): string => figure(Math.round(seconds / 60))
const columns: readonly ReadColumn<Day>[] = [
  { name: 'day', title: ['日期', 'Day'], width: 110, said: (d) => d.day },
  {
    name: 'taskType',
    title: ['任务类型', 'Task type'],
    width: 130,
    said: (d, t) => (isTaskType(d.taskType) ? t(taskTitles[d.taskType]) : d.taskType),
  },
  { name: 'tasks', title: ['任务数', 'Tasks'], width: 90, isFigure: true, said: (d) => figure(d.tasks) },
  { name: 'lines', title: ['行数', 'Lines'], width: 90, isFigure: true, said: (d) => figure(d.lines) },
  { name: 'cases', title: ['整件数', 'Full cases'], width: 100, isFigure: true, said: (d) => figure(d.cases) },
  {
    name: 'perHour',
    title: ['行/小时', 'Lines per hour'],
    width: 110,
    isFigure: true,
    said: (d) => (d.actualS > 0 ? String(Math.round((d.lines * 36_000) / d.actualS) / 10) : '–'),
  },
  {
    name: 'standardS',
    title: ['标准(分)', 'Standard (min)'],
    width: 120,
    isFigure: true,
    said: (d) => minutes(d.standardS),
  },
  { name: 'actualS', title: ['实际(分)', 'Taken (min)'], width: 110, isFigure: true, said: (d) => minutes(d.actualS) },
  {
    name: 'efficiency',
    title: ['效率%', 'Efficiency %'],
    width: 110,
    isFigure: true,
    said: (d) => (d.actualS > 0 ? String(Math.round((d.standardS * 1000) / d.actualS) / 10) : '–'),
  },
]

/** What somebody did of late, by day and type of work. */
export function Performance({ id }: { id: string }) {
  const t = useText()
  const read = useCall(workerPerformance, { id })
  if (read.error) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={5} label={t(words.loading)} />
  return (
    <ReadTable<Day>
      label={t(['绩效', 'Performance'])}
      rows={read.data.rows}
      columns={columns}
      none={[`最近${performanceDays}天没有作业`, `No work in the last ${performanceDays} days`]}
    />
  )
}

import type { Page } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { job, jobCalls, jobFaults, jobRun } from '@lading/contract/sys/job.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { laterPart } from '../../kernel/laterPart.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { duration, RunTag } from './cells.tsx'
import { RunLog } from './RunLog.tsx'
import { TriggerDialog } from './TriggerDialog.tsx'
import { useStop } from './useJobActions.tsx'

const pageSize = 30
/** So soon a page with a run under way is read again, should no news of it come. */
const againMs = 5_000
const open: readonly unknown[] = ['WAITING', 'RUNNING']
const broken: readonly unknown[] = ['FAILED', 'TIMEOUT']

const BarChart = laterPart(
  async () => (await import('../../platform/BarChart.tsx')).BarChart,
  () => null,
)
const chart = { title: ['耗时（秒）', 'Duration (seconds)'] as Text, by: 'at', bars: ['seconds'] as const }
const chartFields = { seconds: { kind: 'int', title: chart.title, required: false } } as const

/** Never less than nothing, also where the clock was set back meanwhile. */
const took = (run: Row): number | undefined =>
  run.startedAt && run.endedAt
    ? Math.max(Date.parse(String(run.endedAt)) - Date.parse(String(run.startedAt)), 0)
    : undefined

/** What a job has done, and how long it took each time. */
export function JobRuns({ row }: { row: Row }) {
  const t = useText()
  const { can } = useVerbs(job)
  const stop = useStop()
  const [page, setPage] = useState(1)
  const [logged, setLogged] = useState<Row>()
  const [again, setAgain] = useState<Row>()
  const read = useCall(
    jobCalls.runs,
    { jobId: row.id, filter: {}, page, pageSize, searchCount: true },
    { placeholderData: (before) => before, refetchInterval: againMs },
  )
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  // Erased by the declaration of the call.
  const { records, total } = read.data as unknown as Page<Row>
  const actions = (run: Row): RowAction[] => [
    { key: 'log', title: ['日志', 'Log'], run: () => setLogged(run) },
    ...(open.includes(run.status) && can(job, 'stop')
      ? [{ key: 'stop', title: ['终止', 'Stop'] as Text, danger: true, run: () => void stop(run.id, String(row.code)) }]
      : []),
    ...(broken.includes(run.status) && can(job, 'trigger')
      ? [
          {
            key: 'retry',
            title: ['重试', 'Run again'] as Text,
            run: () => setAgain(run),
            refused: row.lastStatus === 'RUNNING' ? t(jobFaults.busy.text) : undefined,
          },
        ]
      : []),
  ]
  const done = records.filter((r) => took(r) !== undefined)
  return (
    <>
      {page === 1 && done.length > 1 && (
        <BarChart
          of={chart}
          fields={chartFields}
          rows={done.toReversed().map((r) => ({
            at: shownTime(String(r.planned)).slice(5, 16),
            seconds: Math.round((took(r) ?? 0) / 100) / 10,
          }))}
        />
      )}
      <ReadTable<Row>
        label={t(['执行记录', 'Runs'])}
        rows={records}
        columns={columnsOf(actions)}
        none={['还没有执行过', 'It has not run yet']}
        isBusy={read.isPlaceholderData}
        pages={{ page, pageSize, total: total ?? 0, go: setPage }}
      />
      {logged && <RunLog run={logged} onClose={() => setLogged(undefined)} />}
      {again && <TriggerDialog row={row} params={paramsOf(again)} onClose={() => setAgain(undefined)} />}
    </>
  )
}

/** With what a run was started. */
const paramsOf = ({ params }: Row): Readonly<Record<string, unknown>> =>
  typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {}

const time = (value: unknown): string => (value ? shownTime(String(value)) : '')
const columnsOf = (actions: (run: Row) => readonly RowAction[]): readonly ReadColumn<Row>[] => [
  { name: 'planned', title: jobRun.fields.planned.title, width: 170, said: (r) => time(r.planned) },
  {
    name: 'status',
    title: jobRun.fields.status.title,
    width: 110,
    render: (r, t) => <RunTag state={r.status} t={t} />,
    isFilled: () => true,
  },
  { name: 'took', title: ['耗时', 'Duration'], width: 90, said: (r, t) => duration(took(r), t) },
  {
    name: 'trigger',
    title: jobRun.fields.trigger.title,
    width: 90,
    said: (r, t) => t(jobRun.fields.trigger.choices?.[String(r.trigger)] ?? ['', '']),
  },
  { name: 'attempt', title: jobRun.fields.attempt.title, width: 70, isFigure: true, said: (r) => String(r.attempt) },
  { name: 'steps', title: jobRun.fields.steps.title, width: 70, isFigure: true, said: (r) => String(r.steps) },
  { name: 'node', title: jobRun.fields.node.title, width: 160, said: (r) => String(r.node ?? '') },
  {
    name: 'message',
    title: jobRun.fields.message.title,
    width: 320,
    said: (r) => String(r.message ?? ''),
    wraps: true,
  },
  {
    name: 'actions',
    title: words.actions,
    width: 150,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

import { task, taskFlow } from '@lading/contract/wms/task.ts'
import { isTaskType, type TaskType, taskTitles } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useQueries } from '@tanstack/react-query'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { labelText, queryRows, type Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { words } from '../../kernel/words.ts'
import { Progress } from '../../platform/bill/BillProgress.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

const shownMax = 200
const time = (value: unknown): string => (value ? shownTime(String(value)) : '')

const columns: readonly ReadColumn<Row>[] = [
  {
    name: 'taskNo',
    title: task.fields.taskNo.title,
    width: 200,
    said: (row) => String(row.taskNo),
    render: (row) => <TaskLink row={row} />,
  },
  {
    name: 'type',
    title: ['类型', 'Type'],
    width: 140,
    said: (row, t) => t(taskTitles[row.taskType as TaskType]),
  },
  { name: 'state', title: words.state, width: 120, render: (row) => <StateTag flow={taskFlow} state={row.state} /> },
  {
    name: 'progress',
    title: ['完成行数', 'Lines done'],
    width: 120,
    render: (row) => <Progress done={row.doneLines} all={row.lineCount} of={row.lineCount} />,
  },
  { name: 'assignee', title: ['作业人', 'Worker'], width: 160, said: (row) => labelText(row.refs.assigneeId) },
  { name: 'startedAt', title: ['开始时间', 'Started at'], width: 180, said: (row) => time(row.startedAt) },
  { name: 'finishedAt', title: ['完成时间', 'Finished at'], width: 180, said: (row) => time(row.finishedAt) },
]

/** The tasks that serve one bill, of the types that the user may see. */
export function BillTasks({ bill, types }: { bill: Row; types: readonly TaskType[] }) {
  const t = useText()
  const may = useMay()
  const seen = types.map(viewOf).filter((view) => may(view, 'view'))
  const lists = useQueries({
    queries: seen.map((view) => ({
      queryKey: [view.key, 'list', 'bill', bill.id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        queryRows(view, { filter: { billId: [bill.id] }, pageSize: shownMax, orderBy: 'taskNo' }, signal),
    })),
  })
  const failed = lists.find((l) => l.error)
  if (failed) return <NotRead of={failed} />
  if (lists.some((l) => l.isPending)) return <SkeletonRows rows={3} label={t(words.loading)} />
  const rows = lists.flatMap((l) => l.data?.records ?? [])
  return <ReadTable<Row> label={t(task.title)} rows={rows} columns={columns} none={['还没有任务', 'No tasks yet']} />
}

/** A task's number, leading to the page of its type. */
export function TaskLink({
  row,
}: {
  row: Pick<Row, 'id'> & { readonly taskNo?: unknown; readonly taskType?: unknown }
}) {
  const type = String(row.taskType)
  const place = isTaskType(type) ? detailOf(viewOf(type).key, row.id) : undefined
  const no = String(row.taskNo)
  return place ? <a href={hashOf(place)}>{no}</a> : <span>{no}</span>
}

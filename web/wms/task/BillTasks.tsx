import { taskFlow } from '@lading/contract/wms/task.ts'
import { isTaskType, type TaskType, taskTitles } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useQueries } from '@tanstack/react-query'
import { Table } from 'antd'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { labelText, queryRows, type Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { words } from '../../kernel/words.ts'
import { Progress } from '../../platform/bill/BillProgress.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

const shownMax = 200

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
  const time = (value: unknown) => (value ? <span className="num">{shownTime(String(value))}</span> : null)
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={rows}
      scroll={rows.length > 0 ? { x: 900 } : {}}
      locale={{ emptyText: <span className="muted">{t(['还没有任务', 'No tasks yet'])}</span> }}
      columns={[
        { key: 'no', title: t(['任务号', 'Task']), width: 160, render: (_, row) => <TaskLink row={row} /> },
        {
          key: 'type',
          title: t(['类型', 'Type']),
          width: 100,
          render: (_, row) => t(taskTitles[row.taskType as TaskType]),
        },
        {
          key: 'state',
          title: t(words.state),
          width: 120,
          render: (_, row) => <StateTag flow={taskFlow} state={row.state} />,
        },
        {
          key: 'progress',
          title: t(['完成行数', 'Lines done']),
          width: 120,
          render: (_, row) => <Progress isOf done={row.doneLines} all={row.lineCount} />,
        },
        { key: 'who', title: t(['作业人', 'Worker']), width: 140, render: (_, row) => labelText(row.refs.assigneeId) },
        { key: 'start', title: t(['开始时间', 'Started at']), width: 170, render: (_, row) => time(row.startedAt) },
        { key: 'end', title: t(['完成时间', 'Finished at']), width: 170, render: (_, row) => time(row.finishedAt) },
      ]}
    />
  )
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

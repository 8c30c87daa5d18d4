import type { Text } from '@lading/contract/kernel/text.ts'
import { task, taskFlow } from '@lading/contract/wms/task.ts'
import { taskTitles } from '@lading/contract/wms/taskTypes.ts'
import { taskViews, viewOf } from '@lading/contract/wms/taskViews.ts'
import { Button } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { Progress } from '../../platform/bill/BillProgress.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { TaskLink } from '../task/BillTasks.tsx'
import { useTaskDialog } from '../task/TaskDialogs.tsx'
import { priorityTitle } from '../task/useTaskActions.ts'
import type { Data } from './taskViewData.ts'

type Next = Data['tasks'][number]
const shown: readonly ReadColumn<Next>[] = [
  {
    name: 'taskNo',
    title: task.fields.taskNo.title,
    width: 200,
    said: (r) => r.taskNo,
    render: (r) => <TaskLink row={r} />,
  },
  { name: 'taskType', title: ['类型', 'Type'], width: 140, said: (r, t) => t(taskTitles[r.taskType]) },
  { name: 'state', title: words.state, width: 120, render: (r) => <StateTag flow={taskFlow} state={r.state} /> },
  { name: 'priority', title: ['优先级', 'Priority'], width: 90, isFigure: true, said: (r) => String(r.priority) },
  {
    name: 'dueAt',
    title: ['要求完成', 'Due'],
    width: 190,
    isFilled: (r) => r.dueAt !== null,
    render: (r) => (
      <>
        {r.isLate && <Mark tone="warn" />} <span className="num">{r.dueAt === null ? '–' : shownTime(r.dueAt)}</span>
      </>
    ),
  },
  {
    name: 'progress',
    title: ['完成行数', 'Lines done'],
    width: 120,
    render: (r) => <Progress done={r.doneLines} all={r.lines} of={r.lines} />,
  },
  { name: 'assignee', title: ['作业人', 'Worker'], width: 140, said: (r) => r.assignee ?? '' },
]
const openStates = 'READY,ASSIGNED,RUNNING'

/** What is next, to be handed out or hurried up by who may. */
export function TasksNext({ tasks, title }: { tasks: readonly Next[]; title: Text }) {
  const t = useText()
  const may = useMay()
  const blocked = useBlocked(task)
  const { askFor, dialog } = useTaskDialog()
  const mayAct = !blocked && taskViews.some((view) => may(view, 'update'))
  // The dialogs ask of a row no more than its id and number.
  const rowOf = (r: Next): Row => ({ ...r, version: 0, refs: {} }) as unknown as Row
  const columns: readonly ReadColumn<Next>[] = mayAct
    ? [
        ...shown,
        {
          name: 'act',
          title: words.actions,
          width: 220,
          isFilled: () => true,
          render: (r) =>
            may(viewOf(r.taskType), 'update') && (
              <>
                <Button
                  type="link"
                  size="small"
                  disabled={!taskFlow.steps.assign.from.some((s) => s === r.state)}
                  onClick={() => void askFor('assign', [rowOf(r)])}
                >
                  {t(taskFlow.steps.assign.title)}
                </Button>
                <Button type="link" size="small" onClick={() => void askFor('priority', [rowOf(r)])}>
                  {t(priorityTitle)}
                </Button>
              </>
            ),
        },
      ]
    : shown
  return (
    <>
      <ReadTable<Next>
        label={t(title)}
        rows={tasks}
        columns={columns}
        none={['没有待作业的任务', 'No tasks to work on']}
      />
      {may(task, 'view') && tasks.length > 0 && (
        <p>
          <a href={hashOf(place('wms', 'taskList', { state: openStates }))}>{t(['全部任务', 'All tasks'])}</a>
        </p>
      )}
      {dialog}
    </>
  )
}

import { closedFlow, historyTask } from '@lading/contract/wms/historyTask.ts'
import { task } from '@lading/contract/wms/task.ts'
import { undoTask } from '@lading/contract/wms/taskCalls.ts'
import { isTaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction, whyNot } from '../../kernel/verbs.tsx'
import { StateChips } from '../../platform/bill/StateChips.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { askUndoTask } from './askUndo.ts'
import { taskCells } from './TaskList.tsx'

const of = { header: historyTask, flow: closedFlow }
const cells: Readonly<Record<string, Column['render']>> = taskCells
const omit = ['state', 'billId', 'queue', 'overdue', 'dueAt'] as const

/** Tasks that are over: how long each took beside what it should have taken, and the way back. */
export function TaskHistory() {
  const may = useMay()
  const blocked = useBlocked(task)
  const undo = (row: Row): readonly RowAction[] => {
    const type = String(row.taskType)
    if (!isTaskType(type) || taskTypes[type].noUndo || row.state !== 'DONE' || !may(viewOf(type), 'cancel')) return []
    return [{ key: 'undo', title: undoTask.title, refused: blocked, danger: true, run: () => void takeBack(row) }]
  }
  return (
    <SheetList
      of={historyTask}
      cells={cells}
      omit={omit}
      above={(list) => <StateChips of={of} list={list} />}
      none={[
        ['还没有结束的任务', 'No closed tasks yet'],
        ['任务完成或取消后在这里查看。', 'Tasks are found here once they are done or cancelled.'],
      ]}
      rowActions={undo}
    />
  )
}

async function takeBack(row: Row): Promise<void> {
  const { id } = row
  const foreseen = () => whyNot(() => call(undoTask, { id, foresee: true }))
  if ((await askUndoTask(String(row.taskNo), foreseen)) === undefined) return
  await call(undoTask, { id }).catch(report)
  await changed(task)
}

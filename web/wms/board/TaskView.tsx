import { dashboardTaskView } from '@lading/contract/wms/dashboardTaskView.ts'
import { task } from '@lading/contract/wms/task.ts'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Board, BoardActions, BoardCard, BoardRead } from '../../platform/Board.tsx'
import { PickHeat } from './PickHeat.tsx'
import { TaskPeople } from './TaskPeople.tsx'
import { TasksNext } from './TasksNext.tsx'
import { TaskTypesTable } from './TaskTypesTable.tsx'
import './board.css'

/** Time passes without news: what becomes late, and who becomes idle, is so within a minute. */
const refreshMs = 60_000

/** 作业任务看板: what is still to be done, by whom, and until when. */
export function TaskView() {
  const t = useText()
  const board = useCall(dashboardTaskView, {}, { refetchInterval: refreshMs })
  return (
    <Board title={t(dashboardTaskView.title)} actions={<BoardActions of={board} />}>
      <BoardRead of={board}>
        {(data) => (
          <>
            <div className="board-all">
              <BoardCard title={t(['未完成任务', 'Open tasks'])}>
                <TaskTypesTable types={data.types} />
              </BoardCard>
            </div>
            <div className="board-all">
              <BoardCard title={t(['人员', 'People'])}>
                <TaskPeople people={data.people} />
              </BoardCard>
            </div>
            <div className="board-all">
              <BoardCard title={t(['今日每小时拣货行数', 'Lines picked today, by hour'])}>
                <PickHeat heat={data.heat} />
              </BoardCard>
            </div>
            <div className="board-all">
              <BoardCard title={t(['优先任务', 'Next tasks'])}>
                <TasksNext tasks={data.tasks} title={task.title} />
              </BoardCard>
            </div>
          </>
        )}
      </BoardRead>
    </Board>
  )
}

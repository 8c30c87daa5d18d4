import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type TaskType, task } from '@lading/contract/wms/task.ts'
import type { Row } from '../../kernel/records.ts'
import type { BulkAction, RowAction } from '../../kernel/verbs.tsx'
import { usePrint } from '../../platform/print/usePrint.ts'
import { printings } from '../printings.ts'
import { isTaskType, viewOf } from './views.ts'

const sheetsTitle: Text = ['打印作业单', 'Print work sheets']

/** What may be printed of tasks: each type has papers of its own, the first of which is its sheet. */
export function useTaskPrints(of: AnyEntity) {
  const prints: Readonly<Record<TaskType, ReturnType<typeof usePrint>>> = {
    PICK: usePrint(viewOf('PICK'), printings.pickTask),
    RECEIVE: usePrint(viewOf('RECEIVE'), [printings.receiveTask, printings.receivedLots, printings.receivedContainers]),
    PUTAWAY: usePrint(viewOf('PUTAWAY'), printings.putAwayTask),
    ENTER_TRUCK: usePrint(viewOf('ENTER_TRUCK'), printings.enterTruckTask),
    DESPATCH: usePrint(viewOf('DESPATCH'), printings.despatchTask),
  }
  const all = Object.entries(prints) as [TaskType, ReturnType<typeof usePrint>][]
  const printsOf = (row: Row): readonly RowAction[] => {
    const type = String(row.taskType)
    return isTaskType(type) ? prints[type].rowActions(row) : []
  }
  const bulkPrints: readonly BulkAction[] = all.flatMap(([type, p]) =>
    of.key === viewOf(type).key ? p.bulkActions : [],
  )
  return { printsOf, bulkPrints: of.key === task.key ? everySheet(all) : bulkPrints }
}

/** Tasks of several types at once: a file of sheets for each type. */
function everySheet(all: readonly (readonly [TaskType, ReturnType<typeof usePrint>])[]): readonly BulkAction[] {
  const sheets = all.flatMap(([type, p]) => p.bulkActions.slice(0, 1).map((sheet) => ({ type, sheet })))
  if (sheets.length === 0) return []
  const run = async (rows: readonly Row[]) => {
    let isDone = false
    for (const { type, sheet } of sheets) {
      const own = rows.filter((row) => row.taskType === type)
      if (own.length > 0) isDone = (await sheet.run(own)) || isDone
    }
    return isDone
  }
  return [{ key: 'print', title: sheetsTitle, run }]
}

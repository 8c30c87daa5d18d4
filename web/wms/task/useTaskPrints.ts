import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { task } from '@lading/contract/wms/task.ts'
import { taskTypeNames } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import type { BulkAction, RowAction } from '../../kernel/verbs.tsx'
import { type Prints, printsFor } from '../../platform/print/usePrint.ts'
import { taskPrintings } from './taskPrintings.ts'

const sheetsTitle: Text = ['打印作业单', 'Print work sheets']
/** What may be printed of tasks, by the permissions of each one's own type. */
export function useTaskPrints(of: AnyEntity) {
  const may = useMay()
  const blocked = useBlocked(task)
  const all = new Map<string, Prints>(
    taskTypeNames.map((type) => [type, printsFor(viewOf(type), taskPrintings(type), may, blocked)]),
  )
  const printsOf = (row: Row): readonly RowAction[] => all.get(String(row.taskType))?.rowActions(row) ?? []
  const own = taskTypeNames.find((type) => viewOf(type).key === of.key)
  /** On the task's own page. */
  const ownPrintsOf = (row: Row): readonly RowAction[] => all.get(String(row.taskType))?.detailActions(row) ?? []
  return { printsOf, ownPrintsOf, bulkPrints: own ? (all.get(own)?.bulkActions ?? []) : everySheet(all) }
}

/** Tasks of several types at once: a file of sheets for each type. */
function everySheet(all: ReadonlyMap<string, Prints>): readonly BulkAction[] {
  const sheets = [...all].flatMap(([type, p]) => p.bulkActions.slice(0, 1).map((sheet) => ({ type, sheet })))
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

import { type AnyEntity, entityPath } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { task } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTypeNames } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import type { BulkAction, RowAction } from '../../kernel/verbs.tsx'
import { type Printing, type Prints, printsFor } from '../../platform/print/usePrint.ts'
import { printings } from '../printings.ts'

const sheetsTitle: Text = ['打印作业单', 'Print work sheets']
/** What is printed of a type by its page's own calls: its sheet first. */
const printed = new Map<TaskType, readonly Printing[]>(
  taskTypeNames.map((type) => [
    type,
    Object.values<Printing>(printings).filter((p) => p.call.path.startsWith(`${entityPath(viewOf(type))}/`)),
  ]),
)

/** What may be printed of tasks, by the permissions of each one's own type. */
export function useTaskPrints(of: AnyEntity) {
  const may = useMay()
  const blocked = useBlocked(task)
  const all = new Map<string, Prints>(
    [...printed].map(([type, kinds]) => [type, printsFor(viewOf(type), kinds, may, blocked)]),
  )
  const printsOf = (row: Row): readonly RowAction[] => all.get(String(row.taskType))?.rowActions(row) ?? []
  const own = taskTypeNames.find((type) => viewOf(type).key === of.key)
  return { printsOf, bulkPrints: own ? (all.get(own)?.bulkActions ?? []) : everySheet(all) }
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

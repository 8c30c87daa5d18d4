import { entityPath } from '@lading/contract/kernel/entity.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import type { Printing } from '../../platform/print/papers.ts'
import { printings } from '../printings.ts'

/** What is printed of a type by its page's own calls: its sheet first. */
export const taskPrintings = (type: TaskType): readonly Printing[] =>
  Object.values<Printing>(printings).filter((p) => p.call.path.startsWith(`${entityPath(viewOf(type))}/`))

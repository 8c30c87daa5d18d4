import type { AnyEntity } from '../kernel/entity.ts'
import { task } from './task.ts'
import { type TaskType, taskTypeNames, taskTypes } from './taskTypes.ts'

/** Pages and calls of one type: the same table under the type's own name and permissions. */
function viewed(type: TaskType): AnyEntity {
  const { noun, page, module, list, fields, actions = [] } = taskTypes[type]
  return {
    ...task,
    key: `wms.${noun}`,
    noun,
    title: page,
    module,
    permit: `wms:${module}`,
    list,
    only: { taskType: type },
    fields: { ...task.fields, ...fields },
    actions: [...task.actions, ...actions],
  }
}
const views = Object.fromEntries(taskTypeNames.map((type) => [type, viewed(type)])) as Readonly<
  Record<TaskType, AnyEntity>
>

/** The page's declaration of a type of task: its own name, list and permissions. */
export const viewOf = (type: TaskType): AnyEntity => views[type]
export const taskViews: readonly AnyEntity[] = Object.values(views)

import type { AnyEntity, Fields } from '../kernel/entity.ts'
import type { Field } from '../kernel/field.ts'
import { view } from '../kernel/view.ts'
import { task } from './task.ts'
import { type TaskType, taskTypeNames, taskTypes } from './taskTypes.ts'

/** Pages and calls of one type: the same table under the type's own name and permissions. */
function viewed(type: TaskType): AnyEntity {
  const { noun, page, module, list, fields, form, approved, actions = [] } = taskTypes[type]
  return view(task, 'wms', noun, {
    title: page,
    module,
    list,
    only: { taskType: type },
    fields: { ...(form ? onlyTyped(form) : task.fields), ...fields },
    form: form ?? task.form,
    // A file never changes what was written down.
    unique: form ? [] : task.unique,
    // It is ready as soon as it has been approved.
    actions: [...task.actions.filter((action) => !approved || action !== 'release'), ...actions],
  })
}
/** The engine's own fields, of which a form takes those that it names. */
const onlyTyped = (form: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries<Field>(task.fields).map(([name, f]) => [
      name,
      form.includes(name) ? { ...f, required: name === 'ownerId' } : { ...f, derived: true },
    ]),
  )

const views = Object.fromEntries(taskTypeNames.map((type) => [type, viewed(type)])) as Readonly<
  Record<TaskType, AnyEntity>
>

/** The page's declaration of a type of task: its own name, list and permissions. */
export const viewOf = (type: TaskType): AnyEntity => views[type]
export const taskViews: readonly AnyEntity[] = Object.values(views)

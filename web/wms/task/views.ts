import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type TaskType, taskViews } from '@lading/contract/wms/task.ts'

const views = new Map<string, AnyEntity>(taskViews.map((v) => [v.taskType, v.entity]))

/** The page's declaration of a type of task: its own name, list and permissions. */
export function viewOf(type: TaskType): AnyEntity {
  const view = views.get(type)
  if (!view) throw new Error(`no view of ${type}`)
  return view
}
export const isTaskType = (text: string): text is TaskType => views.has(text)

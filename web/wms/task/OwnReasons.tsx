import { isTaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { type InputProps, inputs } from '../../kernel/field/inputs.tsx'

/** The reasons of the type that is set, not those of all. */
export function OwnReasons(p: InputProps) {
  const type = String(p.record.taskType ?? '')
  const choices = isTaskType(type) ? taskTypes[type].reasons : {}
  const Choices = inputs.choices
  return <Choices {...p} field={{ ...p.field, choices }} />
}

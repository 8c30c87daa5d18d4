import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { TaskType } from '@lading/contract/wms/task.ts'
import { TaskList } from './TaskList.tsx'
import '../wms.css'

/** The tasks of a type. */
export const TaskPage = ({ of, type }: { of: AnyEntity; type: TaskType }) => <TaskList of={of} type={type} />

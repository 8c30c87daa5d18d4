import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { type ComponentType, createElement } from 'react'
import type { Row } from '../../kernel/records.ts'
import { later } from '../../platform/later.ts'

const BillTasks = later(async () => (await import('./BillTasks.tsx')).BillTasks)

/** The tasks of these types that a bill has. */
export const tasksOf =
  (...types: readonly TaskType[]): ComponentType<{ bill: Row }> =>
  ({ bill }) =>
    createElement(BillTasks, { bill, types })

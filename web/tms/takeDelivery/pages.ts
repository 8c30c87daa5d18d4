import { takeDeliveryTask } from '@lading/contract/tms/takeDeliveryTask.ts'
import type { PageSet } from '../../kernel/page.ts'

/** Nobody types a task in, and all of one stands in its row. */
export const takeTaskPages: PageSet = {
  entity: takeDeliveryTask,
  views: { List: async () => ({ default: (await import('./TakeTasks.tsx')).TakeTasks }) },
}

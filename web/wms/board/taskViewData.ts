import type { dashboardTaskView } from '@lading/contract/wms/dashboardTaskView.ts'
import type { z } from 'zod'
/** What the board of tasks shows: each of its parts takes one of these. */
export type Data = z.output<typeof dashboardTaskView.output>

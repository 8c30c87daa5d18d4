import { areaJobs } from './areas.ts'
import { demoMorning } from './demo/morning.ts'
import type { JobHandlers } from './platform/job/run.ts'
import { upkeepJobs } from './platform/job/upkeep.ts'
import { sheetCleaning } from './platform/sheet/cleaning.ts'

/** Everything that is done by the clock. */
export const jobHandlers: JobHandlers = { demoMorning, ...upkeepJobs, sheetCleaning, ...areaJobs }

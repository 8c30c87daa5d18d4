import { demoMorning } from './demo/morning.ts'
import type { JobHandlers } from './platform/job/jobs.ts'
import { upkeepJobs } from './platform/job/upkeep.ts'
import { sheetCleaning } from './platform/sheet/cleaning.ts'
import { tellStockHits } from './sys/message/messages.ts'
import { stockReconcile } from './wms/stock/reconcile.ts'
import { sweepEmpty } from './wms/stock/sweep.ts'

/** Everything that is done by the clock. */
export const jobHandlers: JobHandlers = {
  demoMorning,
  ...upkeepJobs,
  sheetCleaning,
  /** Whether the stock of each centre still adds up; the dashboard shows what does not. */
  stockReconcile: {
    cron: '30 2 * * *',
    perDc: true,
    run: async (ctx) => {
      const hits = await stockReconcile(ctx)
      await tellStockHits(ctx, hits)
      return `${hits} hits`
    },
  },
  /** Rows of places that have been empty for a day. */
  stockSweep: { cron: '50 2 * * *', perDc: true, run: async (ctx) => `${await sweepEmpty(ctx)} rows` },
}

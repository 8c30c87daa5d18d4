import { demoMorning } from './demo/morning.ts'
import type { JobHandlers } from './platform/job/run.ts'
import { upkeepJobs } from './platform/job/upkeep.ts'
import { sheetCleaning } from './platform/sheet/cleaning.ts'
import { tellStockHits } from './sys/message/messages.ts'
import { readOption } from './sys/options/read.ts'
import { signDelivered } from './wms/ship/sign.ts'
import { stockReconcile } from './wms/stock/reconcile.ts'
import { sweepEmpty } from './wms/stock/sweep.ts'

/** Everything that is done by the clock. */
export const jobHandlers = {
  demoMorning,
  ...upkeepJobs,
  sheetCleaning,
  /** Whether the stock of each centre still adds up; the dashboard shows what does not. */
  stockReconcile: {
    cron: '30 2 * * *',
    perDc: true,
    steps: (by) => stockReconcile(by.perform, tellStockHits),
  },
  /** 签收 of what left long enough ago; trucks that nobody follows would stay under way for ever. */
  shipSign: {
    cron: '10 3 * * *',
    perDc: true,
    run: async (ctx) => `${await signDelivered(ctx, await readOption(ctx, 'wms_sign_days'))} shipments`,
  },
  /** Rows of places that have been empty for a day. */
  stockSweep: { cron: '50 2 * * *', perDc: true, run: async (ctx) => `${await sweepEmpty(ctx)} rows` },
} satisfies JobHandlers

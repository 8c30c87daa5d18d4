import type { JobHandlers } from '../../platform/job/run.ts'
import { clear, oldest } from '../../platform/job/upkeep.ts'
import { readOption } from '../../platform/option.ts'

/** What came from outside goes when nobody looks for it any more. */
export const collectionJobs = {
  collectionCleaning: {
    title: ['清理数据交互日志', 'Clear out the log of data exchange'],
    cron: '55 3 * * *',
    steps: async (by) => {
      const keptDays = await by.perform((ctx) => readOption(ctx, 'interactive_retention_days'))
      const records = await clear(by, 'sys_data_interactive', oldest('sys_data_interactive', 'updated_at', keptDays))
      await clear(by, 'sys_collection_run', oldest('sys_collection_run', 'created_at', keptDays))
      return `${records} records`
    },
  },
} satisfies JobHandlers

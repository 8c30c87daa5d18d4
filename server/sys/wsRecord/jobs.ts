import sql from 'sql-template-tag'
import type { JobHandlers } from '../../platform/job/run.ts'
import { clear, oldest } from '../../platform/job/upkeep.ts'
import { readOption } from '../../platform/option.ts'
import { waitMs } from '../../platform/push/records.ts'

const rateDays = 2

/** What nobody took in a day has expired, and what is old goes. */
export const wsJobs = {
  wsRecordCleaning: {
    title: ['清理消息发送记录', 'Clear out push records'],
    cron: '35 * * * *',
    steps: async (by) => {
      const expired = await by.perform((ctx) =>
        ctx.tx.run(sql`
          update sys_ws_record set status = 'EXPIRED', updated_at = ${ctx.now()}
          where tenant_id = ${ctx.tenantId} and status in ('PENDING', 'SENT') and queued_at < ${new Date(ctx.now().getTime() - waitMs)}`),
      )
      const days = await by.perform((ctx) => readOption(ctx, 'ws_retention_days'))
      const gone = await clear(by, 'sys_ws_record', oldest('sys_ws_record', 'created_at', days))
      await clear(by, 'sys_ws_rate', oldest('sys_ws_rate', 'created_at', rateDays))
      return `${expired} expired, ${gone} removed`
    },
  },
} satisfies JobHandlers

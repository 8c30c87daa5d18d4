import sql from 'sql-template-tag'
import type { JobHandlers } from '../../platform/job/run.ts'
import { clear, oldest } from '../../platform/job/upkeep.ts'
import { readOption } from '../../platform/option.ts'

const usageDays = 90

/** What calls of API accounts leave, and messages to others' systems and robots, goes when it is of no more use. */
export const openJobs = {
  openCallCleaning: {
    title: ['清理开放账号调用日志', 'Clear out the log of API calls'],
    cron: '50 3 * * *',
    steps: async (by) => {
      const [callDays, deliveryDays] = await by.perform(async (ctx) => [
        await readOption(ctx, 'open_call_retention_days'),
        await readOption(ctx, 'delivery_retention_days'),
      ])
      const calls = await clear(by, 'sys_open_call_log', oldest('sys_open_call_log', 'created_at', callDays))
      await clear(by, 'sys_open_usage', oldest('sys_open_usage', 'created_at', usageDays))
      await clear(by, 'sys_open_delivery', oldest('sys_open_delivery', 'created_at', deliveryDays))
      await clear(by, 'sys_robot_delivery', oldest('sys_robot_delivery', 'created_at', deliveryDays))
      return `${calls} calls`
    },
  },
  /** Nonces and the counts of minutes: needed for minutes only. */
  openNonceCleaning: {
    title: ['清理请求随机数', 'Clear out used nonces'],
    cron: '25 * * * *',
    steps: async (by) => {
      const nonces = await clear(
        by,
        'sys_open_nonce',
        (ctx) => sql`
          select id from sys_open_nonce where tenant_id = ${ctx.tenantId} and expires_at < ${ctx.now()} order by expires_at limit 2000`,
      )
      await clear(
        by,
        'sys_open_usage',
        (ctx) => sql`
          select id from sys_open_usage where tenant_id = ${ctx.tenantId} and length(slot) = 16
            and created_at < ${new Date(ctx.now().getTime() - 3_600_000)} limit 2000`,
      )
      return `${nonces} nonces`
    },
  },
} satisfies JobHandlers

import sql from 'sql-template-tag'
import type { JobHandlers } from '../../platform/job/run.ts'
import { clear, oldest } from '../../platform/job/upkeep.ts'
import { readOption } from '../../platform/option.ts'
import { quotaDay } from './quota.ts'

const keptDays = { proofs: 2, usage: 90 } as const

/** Mails that are of no more use, and what they were made of. */
export const mailJobs = {
  mailCleaning: {
    title: ['清理邮件记录', 'Clear out mails'],
    cron: '55 3 * * *',
    steps: async (by) => {
      const mailDays = await by.perform((ctx) => readOption(ctx, 'mail_retention_days'))
      await clear(by, 'sys_mail_item', oldest('sys_mail_item', 'created_at', mailDays))
      await clear(by, 'sys_email_proof', oldest('sys_email_proof', 'created_at', keptDays.proofs))
      const gone = await clear(by, 'sys_mail', oldest('sys_mail', 'created_at', mailDays))
      // A table of the platform's, of which each tenant clears his own out.
      await by.perform((ctx) =>
        ctx.tx.run(sql`
          delete from sys_mail_usage where tenant = ${ctx.tenantId}
            and day < ${quotaDay(new Date(ctx.now().getTime() - keptDays.usage * 86_400_000))}`),
      )
      return `${gone} mails`
    },
  },
} satisfies JobHandlers

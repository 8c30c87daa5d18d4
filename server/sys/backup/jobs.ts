import { backupLimits as limits } from '@lading/contract/sys/tenantBackup.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { JobHandlers } from '../../platform/job/run.ts'
import { clear, oldest } from '../../platform/job/upkeep.ts'
import { queueBackup } from './served.ts'
import { expire } from './tasks.ts'

/** How the last one by the schedule ended. */
const lastOf = (ctx: Ctx) =>
  ctx.tx.maybe<{ state: string; message: string | null }>(sql`
    select state, message from sys_tenant_backup where tenant_id = ${ctx.tenantId} and trigger = 'CRON'
    order by id desc limit 1`)

export const backupJobs = {
  /** One that failed since is told of by this run, so that a schedule that yields nothing does not stay unnoticed. */
  tenantBackup: {
    title: ['企业备份', "Back up the company's data"],
    cron: '30 2 * * *',
    isOff: true,
    steps: async (by) => {
      const last = await by.perform(lastOf)
      const id = await by.perform((ctx) => queueBackup(ctx, 'CRON'))
      if (last?.state === 'FAILED') throw new Error(`the backup before this one failed: ${last.message ?? ''}`)
      return id === undefined ? 'one is being taken already' : 'asked for'
    },
  },
  backupCleaning: {
    title: ['清理备份', 'Clear out old backups'],
    cron: '50 3 * * *',
    steps: async (by) => {
      const expired = await by.perform(async (ctx) => {
        const old = await ctx.tx.query<{ id: string; fileId: string | null }>(sql`
          select id, file_id from sys_tenant_backup
          where tenant_id = ${ctx.tenantId} and state = 'DONE' and expires_at < ${ctx.now()} for update`)
        await expire(ctx, old)
        return old.length
      })
      const gone = await clear(
        by,
        'sys_tenant_backup',
        (ctx) => sql`${oldest('sys_tenant_backup', 'created_at', limits.recordDays)(ctx)}`,
      )
      return `${expired} expired, ${gone} records`
    },
  },
} satisfies JobHandlers

import { reportRun } from '@lading/contract/sys/reportRun.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Served } from '../../kernel/http/serve.ts'
import type { LongJob } from '../../platform/job/run.ts'
import { clear, oldest } from '../../platform/job/upkeep.ts'
import { readOption } from '../../platform/option.ts'
import { seenServed } from '../../platform/sheet/seenServed.ts'
import { withinReach } from '../rights.ts'

/** Runs `t` at organisations within reach; who is limited to some owners' goods sees what he ran himself. */
const runsSeen = (ctx: Ctx): Sql[] => [
  ctx.owners !== null ? sql`t.user_id = ${ctx.userId}` : withinReach(ctx, sql`t.org_id`),
]
export const reportRunServed = (): Served[] => seenServed(reportRun, runsSeen)

export const reportRunCleaning: LongJob = {
  title: ['清理报表运行记录', 'Clear out runs of reports'],
  cron: '5 4 * * *',
  steps: async (by) => {
    const days = await by.perform((ctx) => readOption(ctx, 'report_run_retention_days'))
    return `${await clear(by, 'sys_report_run', oldest('sys_report_run', 'created_at', days))} runs`
  },
}

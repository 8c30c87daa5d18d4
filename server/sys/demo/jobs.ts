import { jobRun } from '@lading/contract/sys/job.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { hashNumber } from '../../platform/demo/site.ts'

const nights = 7
const dayMs = 86_400_000

/** How the demo's jobs ran in the last nights: one of them failed once. */
export async function seedJobRuns(ctx: Ctx): Promise<void> {
  const jobs = await ctx.tx.query<{ id: string; handler: string; nextTime: Date }>(sql`
    select id, handler, next_time from sys_job where tenant_id = ${ctx.tenantId} and cron !~ '[/*] [*] [*] [*]$' order by id`)
  const runs = jobs.flatMap(({ id, handler, nextTime }) =>
    Array.from({ length: nights }, (_, i) => {
      const planned = new Date(nextTime.getTime() - (nights - i) * dayMs)
      const isBroken = handler === 'messageCleaning' && i === nights - 3
      const endedAt = new Date(planned.getTime() + 400 + (hashNumber(`${handler} ${i}`) % 9_000))
      const status = isBroken ? ('FAILED' as const) : ('DONE' as const)
      const message = isBroken ? 'the database was restarted' : null
      return { jobId: id, planned, startedAt: planned, endedAt, status, steps: 1, node: 'demo:1', message }
    }),
  )
  await insert(ctx, jobRun, runs)
  await ctx.tx.run(sql`
    update sys_job j set last_time = r.planned, last_status = r.status from sys_job_run r
    where j.tenant_id = ${ctx.tenantId} and r.tenant_id = j.tenant_id and r.job_id = j.id
      and r.planned = (select max(planned) from sys_job_run m where m.tenant_id = j.tenant_id and m.job_id = j.id)`)
}

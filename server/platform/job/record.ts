import { say } from '@lading/contract/kernel/text.ts'
import { jobRun } from '@lading/contract/sys/job.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { tellWho } from '../tellWho.ts'
import { averageMs } from './average.ts'
import type { Job, Outcome, Run } from './run.ts'

/** A run of less than that is never told of as slow. */
const slowLeastMs = 60_000
const slowTimes = 2
const minuteMs = 60_000

interface JobRow {
  readonly title: string | null
  readonly orgId: string
  readonly retryMax: number
  readonly retryMinutes: number
  readonly isAlerting: boolean
  readonly disabled: boolean
  readonly nextTime: Date
  readonly attempt: number
  readonly average: number | null
}

/**
 * Writes how a run ended, plans another try where the job wants one, and tells who looks after jobs.
 * @returns when the job is due again
 */
export async function record(ctx: Ctx, job: Job, run: Run, { status, message }: Outcome): Promise<Date | undefined> {
  const t = ctx.tenantId
  const row = await ctx.tx.maybe<JobRow>(sql`
    select t.title, t.org_id, t.retry_max, t.retry_minutes, t.is_alerting, t.disabled, t.next_time, r.attempt, (${averageMs}) as average
    from sys_job t join sys_job_run r on r.tenant_id = t.tenant_id and r.job_id = t.id and r.id = ${run.runId}
    where t.tenant_id = ${t} and t.id = ${run.jobId} for update of t`)
  if (!row) return undefined
  await ctx.tx.run(sql`
    update sys_job_run set ended_at = ${ctx.now()}, status = ${status}, message = ${message.slice(0, 2000)}, updated_at = ${ctx.now()}
    where tenant_id = ${t} and id = ${run.runId}`)
  await ctx.tx.run(sql`
    update sys_job set last_status = ${status}, updated_at = ${ctx.now()} where tenant_id = ${t} and id = ${run.jobId}`)
  ctx.tell('sys.job')
  const tookMs = ctx.now().getTime() - run.startedAt.getTime()
  const isBroken = status === 'FAILED' || status === 'TIMEOUT'
  if (row.isAlerting) tellOf(ctx, job, run, { row, tookMs, message, isBroken })
  if (isBroken && row.attempt <= row.retryMax) {
    const waitMs = row.retryMinutes * minuteMs * 2 ** (row.attempt - 1)
    const planned = new Date(ctx.now().getTime() + waitMs)
    const again = {
      jobId: run.jobId,
      trigger: 'RETRY',
      attempt: row.attempt + 1,
      planned,
      status: 'WAITING',
      params: run.params,
    } as const
    await insert(ctx, jobRun, [again], sql`on conflict do nothing`)
  }
  const { at } = await ctx.tx.one<{ at: Date }>(sql`
    select least(${row.nextTime}::timestamptz, min(planned)) as at from sys_job_run
    where tenant_id = ${t} and job_id = ${run.jobId} and status = 'WAITING'`)
  return at
}

interface Told {
  readonly row: JobRow
  readonly tookMs: number
  readonly message: string
  readonly isBroken: boolean
}
/** To whoever may see jobs where it worked: that it failed, or that it took much longer than it does. */
function tellOf(ctx: Ctx, job: Job, run: Run, { row, tookMs, message, isBroken }: Told): void {
  const isSlow = tookMs > slowLeastMs && row.average !== null && tookMs > slowTimes * row.average
  if (!isBroken && !isSlow) return
  const own = row.title ?? undefined
  tellWho(ctx, {
    orgId: row.orgId,
    kind: isBroken ? 'JOB_FAILED' : 'JOB_SLOW',
    about: run.runId,
    args: {
      job: own ?? say(job.title, 'zh-CN'),
      jobEn: own ?? say(job.title, 'en-US'),
      message: message.slice(0, 200),
      minutes: String(Math.round(tookMs / minuteMs)),
    },
    link: `sys.job?id=${run.jobId}`,
    to: { permission: 'sys:job:view', ownerId: null },
  })
}

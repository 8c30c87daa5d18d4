import { type due as dueTable, job, jobRun } from '@lading/contract/sys/tables.ts'
import { Cron } from 'croner'
import sql from 'sql-template-tag'
import { usualZone } from '../../kernel/clock.ts'
import { type Ctx, type Kernel, systemOrg } from '../../kernel/ctx.ts'
import { transaction } from '../../kernel/database.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type Claim, createDue, type Due } from '../due/queue.ts'
import { execute, inTenant, type JobHandlers, type Run } from './run.ts'
import { refreshStatistics } from './statistics.ts'

export interface Jobs {
  /** From now on by the clock. */
  start(): void
  /** Runs what is due, once. */
  tick(): Promise<void>
  stop(): Promise<void>
}

const tickMs = 15_000
/** How soon the jobs of a new tenant are planned, and those of a tenant that is back. */
const planMs = 60_000

export const nextRun = (cron: string, after: Date): Date => {
  const next = new Cron(cron, { timezone: usualZone, paused: true }).nextRun(after)
  if (!next) throw new Error(`the schedule ${cron} never comes`)
  return next
}

/**
 * Runs jobs by the clock of the kernel. Any number of processes may do so on one database: each takes one job at a time
 * from the queue of what is due, so that none that waits its turn is anybody's, and one whose process died comes back
 * there. Times that were missed while nothing ran are made up for by one run.
 */
export function createJobs(kernel: Kernel, handlers: JobHandlers, tenants: () => Promise<readonly string[]>): Jobs {
  const due = createDue(kernel)
  const codes = Object.keys(handlers)
  let running: Promise<void> | undefined
  let isStopped = false
  let plannedAt = 0
  const runOne = async ({ tenantId, key: code }: Claim): Promise<Date | undefined> => {
    const job = handlers[code]
    if (!job || !(await tenants()).includes(tenantId)) return undefined
    const { run, next } = await inTenant(kernel, tenantId, systemOrg, (ctx) => claim(ctx, code))
    if (!run || (await execute(kernel, job, run, () => isStopped))) return next
    return kernel.now()
  }
  const work = async (): Promise<void> => {
    await refreshStatistics(kernel.db)
    if (kernel.now().getTime() - plannedAt >= planMs) {
      plannedAt = kernel.now().getTime()
      for (const tenantId of await unplanned(kernel, codes, await tenants()))
        await due.put(await inTenant(kernel, tenantId, systemOrg, (ctx) => plan(ctx, handlers)))
    }
    while (!isStopped) if (!(await due.workOne('job', codes, runOne))) return
  }
  const tick = (): Promise<void> => {
    running ??= work()
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'jobs could not be run'))
      .finally(() => {
        running = undefined
      })
    return running
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => {
      timer ??= setInterval(tick, tickMs).unref()
    },
    tick,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** Which of the tenants do not stand in the queue with every job. */
async function unplanned(
  kernel: Kernel,
  codes: readonly string[],
  tenants: readonly string[],
): Promise<readonly string[]> {
  const planned = await transaction(
    kernel.db,
    '0',
    (tx) =>
      tx.query<RowOf<typeof dueTable, 'tenant'>>(sql`
        select tenant from sys_due where kind = 'job' and key = any(${codes}::text[])
        group by tenant having count(*) = ${codes.length}`),
    { read: true },
  )
  const known = new Set(planned.map(({ tenant }) => tenant))
  return tenants.filter((id) => !known.has(id))
}

/** Makes what jobs the tenant lacks. @returns when each is due */
async function plan(ctx: Ctx, handlers: JobHandlers): Promise<Due[]> {
  const rows = Object.entries(handlers).map(([code, { cron }]) => ({
    code,
    cron,
    nextTime: nextRun(cron, ctx.now()),
  }))
  await insert(ctx, job, rows, sql`on conflict do nothing`)
  const jobs = await ctx.tx.query<RowOf<typeof job, 'code' | 'nextTime'>>(sql`
    select code, next_time from sys_job where tenant_id = ${ctx.tenantId} and code = any(${Object.keys(handlers)}::text[])`)
  return jobs.map(({ code, nextTime }) => ({ tenantId: ctx.tenantId, kind: 'job', key: code, at: nextTime }))
}

/**
 * Moves the job on from the time that has come, or takes over a run whose process died in the middle.
 * @returns the run to do, if any, and when to look again; neither when the job is gone
 */
async function claim(ctx: Ctx, code: string): Promise<{ run?: Run; next: Date | undefined }> {
  const t = ctx.tenantId
  const planned = await ctx.tx.maybe<RowOf<typeof job, 'id' | 'cron' | 'enabled' | 'nextTime'>>(sql`
    select id, cron, enabled, next_time from sys_job where tenant_id = ${t} and code = ${code} for update`)
  if (!planned) return { next: undefined }
  const last = await ctx.tx.maybe<RowOf<typeof jobRun, 'id' | 'status'>>(sql`
    select id, status from sys_job_run where tenant_id = ${t} and job_id = ${planned.id} order by planned desc limit 1`)
  const runOf = (runId: string): Run => ({ tenantId: t, runId, jobId: planned.id, code })
  if (last?.status === 'RUNNING') {
    await ctx.tx.run(sql`
      update sys_job_run set updated_at = ${ctx.now()}, started_at = ${ctx.now()} where tenant_id = ${t} and id = ${last.id}`)
    return { run: runOf(last.id), next: planned.nextTime }
  }
  const next = planned.nextTime > ctx.now() ? planned.nextTime : nextRun(planned.cron, ctx.now())
  if (next === planned.nextTime || !planned.enabled) return { next }
  await ctx.tx.run(sql`
    update sys_job set next_time = ${next}, last_time = ${ctx.now()}, last_status = 'RUNNING', updated_at = ${ctx.now()}
    where tenant_id = ${t} and id = ${planned.id}`)
  const run = { jobId: planned.id, planned: planned.nextTime, startedAt: ctx.now(), status: 'RUNNING' }
  const { ids, count } = await insert(ctx, jobRun, [run], sql`on conflict do nothing`)
  return { ...(count === 1 && { run: runOf(ids[0] ?? '') }), next }
}

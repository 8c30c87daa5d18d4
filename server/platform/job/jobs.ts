import { Cron } from 'croner'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import { usualZone } from '../../kernel/clock.ts'
import { type Ctx, type Kernel, type Org, perform, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { refreshStatistics } from './statistics.ts'

/** Work that the clock asks for. It must be harmless to repeat: one that is cut off is run again. */
export interface Job {
  /** Five fields, in the usual zone: a tenant has one row per job, so centres in other zones run at the same moment. */
  readonly cron: string
  /** Runs once per logistics centre, each in a transaction of its own; else once per tenant. */
  readonly perDc?: boolean
  /** @returns what the run's record shall say */
  run(ctx: Ctx): Promise<string | undefined>
}
export type JobHandlers = Readonly<Record<string, Job>>

export interface Jobs {
  /** From now on by the clock. */
  start(): void
  /** Runs what is due, once. */
  tick(): Promise<void>
  stop(): Promise<void>
}

const tickMs = 15_000
/** A run whose process has not been heard of for so long is taken over by another. */
const silentMs = 40_000
const heartbeatMs = 10_000

export const nextRun = (cron: string, after: Date): Date => {
  const next = new Cron(cron, { timezone: usualZone, paused: true }).nextRun(after)
  if (!next) throw new Error(`the schedule ${cron} never comes`)
  return next
}

interface Due {
  id: string
  code: string
  cron: string
  nextTime: Date
}
interface Run {
  readonly tenantId: string
  readonly runId: string
  readonly jobId: string
  readonly code: string
}

/**
 * Runs jobs by the clock of the kernel. Any number of processes may do so on one database: whoever moves a job's next
 * time wins it. Times that were missed while nothing ran are made up for by one run.
 */
export function createJobs(kernel: Kernel, handlers: JobHandlers, tenants: () => Promise<readonly string[]>): Jobs {
  let running: Promise<void> | undefined
  let stopped = false
  const tick = (): Promise<void> => {
    running ??= runDue(kernel, handlers, tenants, () => stopped)
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
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

async function runDue(
  kernel: Kernel,
  handlers: JobHandlers,
  tenants: () => Promise<readonly string[]>,
  isStopped: () => boolean,
): Promise<void> {
  await refreshStatistics(kernel.db)
  for (const tenantId of await tenants()) {
    const due = await inTenant(kernel, tenantId, systemOrg, async (ctx) => {
      await addMissing(ctx, handlers)
      return ctx.tx.query<Due>(sql`
        select id, code, cron, next_time from sys_job
        where tenant_id = ${tenantId} and enabled and next_time <= ${ctx.now()} order by next_time`)
    })
    const runs: Run[] = []
    for (const job of due) {
      const run = handlers[job.code] && (await inTenant(kernel, tenantId, systemOrg, (ctx) => claim(ctx, job)))
      if (run) runs.push(run)
    }
    runs.push(...(await inTenant(kernel, tenantId, systemOrg, takeOver)))
    for (const run of runs) if (!isStopped()) await execute(kernel, handlers, run)
  }
}

const inTenant = <T>(kernel: Kernel, tenantId: string, org: Org, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  perform(kernel, tenantId, systemOrigin(kernel.newId()), systemIdentity(tenantId, org), work)

async function addMissing(ctx: Ctx, handlers: JobHandlers): Promise<void> {
  const known = await ctx.tx.query<{ code: string }>(sql`select code from sys_job where tenant_id = ${ctx.tenantId}`)
  const missing = Object.entries(handlers).filter(([code]) => !known.some((k) => k.code === code))
  const rows = missing.map(([code, { cron }]) => ({
    tenantId: ctx.tenantId,
    id: ctx.newId(),
    code,
    cron,
    nextTime: nextRun(cron, ctx.now()),
  }))
  await bulkInsert(ctx.tx, 'sys_job', rows, sql`on conflict do nothing`)
}

/** Moves the job on from the time that was seen: only one can. @returns the run to do, or undefined for the others */
async function claim(ctx: Ctx, job: Due): Promise<Run | undefined> {
  const won = await ctx.tx.run(sql`
    update sys_job set next_time = ${nextRun(job.cron, ctx.now())}, last_time = ${ctx.now()}, last_status = 'RUNNING', updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${job.id} and next_time = ${job.nextTime}`)
  if (won === 0) return undefined
  const runId = ctx.newId()
  const made = await bulkInsert(
    ctx.tx,
    'sys_job_run',
    [
      {
        tenantId: ctx.tenantId,
        id: runId,
        jobId: job.id,
        planned: job.nextTime,
        startedAt: ctx.now(),
        status: 'RUNNING',
        updatedAt: ctx.now(),
      },
    ],
    sql`on conflict do nothing`,
  )
  return made === 1 ? { tenantId: ctx.tenantId, runId, jobId: job.id, code: job.code } : undefined
}

/** Runs whose process died in the middle. Whoever changes the time of its last sign of life has it. */
async function takeOver(ctx: Ctx): Promise<Run[]> {
  const silent = await ctx.tx.query<{ id: string; jobId: string; code: string; updatedAt: Date }>(sql`
    select r.id, r.job_id, j.code, r.updated_at from sys_job_run r
    join sys_job j on j.tenant_id = r.tenant_id and j.id = r.job_id
    where r.tenant_id = ${ctx.tenantId} and r.status = 'RUNNING' and r.updated_at < ${new Date(ctx.now().getTime() - silentMs)}`)
  const taken: Run[] = []
  for (const run of silent) {
    const won = await ctx.tx.run(sql`
      update sys_job_run set updated_at = ${ctx.now()}, started_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${run.id} and status = 'RUNNING' and updated_at = ${run.updatedAt}`)
    if (won === 1) taken.push({ tenantId: ctx.tenantId, runId: run.id, jobId: run.jobId, code: run.code })
  }
  return taken
}

async function execute(kernel: Kernel, handlers: JobHandlers, run: Run): Promise<void> {
  const { tenantId, runId } = run
  const heartbeat = setInterval(() => {
    inTenant(kernel, tenantId, systemOrg, (ctx) =>
      ctx.tx.run(
        sql`update sys_job_run set updated_at = ${ctx.now()} where tenant_id = ${tenantId} and id = ${runId} and status = 'RUNNING'`,
      ),
    ).catch((error: unknown) => kernel.log.warn({ err: error }, 'a job gave no sign of life'))
  }, heartbeatMs)
  const outcome = await work(kernel, handlers, run)
  clearInterval(heartbeat)
  await inTenant(kernel, tenantId, systemOrg, async (ctx) => {
    await ctx.tx.run(sql`
      update sys_job_run set ended_at = ${ctx.now()}, status = ${outcome.status}, message = ${outcome.message.slice(0, 2000)}, updated_at = ${ctx.now()}
      where tenant_id = ${tenantId} and id = ${runId}`)
    await ctx.tx.run(sql`
      update sys_job set last_status = ${outcome.status}, updated_at = ${ctx.now()} where tenant_id = ${tenantId} and id = ${run.jobId}`)
  })
}

/** One centre that fails does not hold the others. */
async function work(kernel: Kernel, handlers: JobHandlers, run: Run): Promise<{ status: string; message: string }> {
  const job = handlers[run.code]
  if (!job) return { status: 'FAILED', message: `this program has no job ${run.code}` }
  const said: string[] = []
  let status = 'DONE'
  for (const org of job.perDc ? await centres(kernel, run.tenantId) : [systemOrg]) {
    try {
      const words = await inTenant(kernel, run.tenantId, org, (ctx) => job.run(ctx))
      if (words) said.push(org.code ? `${org.code}: ${words}` : words)
    } catch (error) {
      status = 'FAILED'
      said.push(`${org.code}: ${error instanceof Error ? error.message : String(error)}`)
      kernel.log.error({ err: error, job: run.code, org: org.code }, 'a job failed')
    }
  }
  return { status, message: said.join('\n') }
}

const centres = (kernel: Kernel, tenantId: string): Promise<Org[]> =>
  inTenant(kernel, tenantId, systemOrg, (ctx) =>
    ctx.tx.query<Org & object>(sql`
      select id, code, type, time_zone from sys_org where tenant_id = ${tenantId} and type = 'DC' and not disabled order by id`),
  )

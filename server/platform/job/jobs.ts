import { isRoot } from '@lading/contract/kernel/org.ts'
import { jobRun } from '@lading/contract/sys/job.ts'
import sql from 'sql-template-tag'
import { type Ctx, type Org, systemOrg } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { type Claim, createDue } from '../due/queue.ts'
import { record } from './record.ts'
import { execute, inTenant, type JobHandlers, nodeName, type Run } from './run.ts'
import { jobIdOf, nextRun, planJobs, unplanned } from './schedule.ts'
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
/** A time that came longer ago was missed: nothing ran then. */
const missedMs = 5 * 60_000

/**
 * Runs jobs by the clock of the kernel. Any number of processes may do so on one database: each takes one job at a time
 * from the queue of what is due, so that none that waits its turn is anybody's, and one whose process died comes back
 * there. Times that were missed while nothing ran are made up for by one run, or skipped, as the job says.
 */
export function createJobs(kernel: Kernel, handlers: JobHandlers, tenants: () => Promise<readonly string[]>): Jobs {
  const due = createDue(kernel)
  const codes = Object.keys(handlers)
  let running: Promise<void> | undefined
  let isStopped = false
  let plannedAt = 0
  const runOne = async ({ tenantId, key }: Claim): Promise<Date | undefined> => {
    if (!(await tenants()).includes(tenantId)) return undefined
    const { run, next } = await inTenant(kernel, tenantId, systemOrg, (ctx) => claim(ctx, jobIdOf(key)))
    const handler = run && handlers[run.handler]
    if (!run || !handler) return next
    const outcome = await execute(kernel, handler, run, () => isStopped)
    if (!outcome) return kernel.now()
    return inTenant(kernel, tenantId, systemOrg, async (ctx) => {
      await outcome.record(ctx)
      return record(ctx, handler, run, outcome)
    })
  }
  const work = async (): Promise<void> => {
    await refreshStatistics(kernel.db)
    if (kernel.now().getTime() - plannedAt >= planMs) {
      plannedAt = kernel.now().getTime()
      for (const tenantId of await unplanned(kernel, handlers, await tenants()))
        await inTenant(kernel, tenantId, systemOrg, (ctx) => planJobs(ctx, handlers))
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

interface JobRow {
  readonly id: string
  readonly handler: string
  readonly orgId: string
  readonly cron: string
  readonly misfire: string
  readonly timeoutMinutes: number
  readonly disabled: boolean
  readonly nextTime: Date
}
interface RunRow {
  readonly id: string
  readonly status: string
  readonly stopAsked: boolean
  readonly params: Run['params'] | null
}

/** Where a job works: its organisation, or none at all, by the clocks of the enterprise. Nowhere: it is closed. */
async function placeOf(ctx: Ctx, orgId: string): Promise<Org | undefined> {
  const org = await ctx.tx.maybe<Org & { disabled: boolean }>(sql`
    select id, code, type, time_zone, disabled from sys_org where tenant_id = ${ctx.tenantId} and id = ${orgId}`)
  if (!org) return systemOrg
  if (org.disabled) return undefined
  const { id, code, type, timeZone } = org
  return isRoot(type) ? { ...systemOrg, timeZone } : { id, code, type, timeZone }
}

/** What is to be done, if anything, and when to look again; neither when the job is gone. */
interface Claimed {
  readonly run?: Run
  readonly next: Date | undefined
}

/** Takes over a run whose process died, takes one that was asked for, or moves the job on from the time that has come. */
async function claim(ctx: Ctx, jobId: string): Promise<Claimed> {
  const row = await ctx.tx.maybe<JobRow>(sql`
    select id, handler, org_id, cron, misfire, timeout_minutes, disabled, next_time from sys_job
    where tenant_id = ${ctx.tenantId} and id = ${jobId} for update`)
  if (!row) return { next: undefined }
  const org = await placeOf(ctx, row.orgId)
  const open = await ctx.tx.maybe<RunRow>(sql`
    select id, status, stop_asked, params from sys_job_run where tenant_id = ${ctx.tenantId} and job_id = ${row.id}
      and (status = 'RUNNING' or (status = 'WAITING' and planned <= ${ctx.now()}))
    order by status, planned limit 1`)
  if (open && (open.stopAsked || !org)) {
    await ctx.tx.run(sql`
      update sys_job_run set status = ${org ? 'CANCELLED' : 'SKIPPED'}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${open.id}`)
    return { next: ctx.now() }
  }
  if (open && org) return { run: await take(ctx, row, org, open), next: row.nextTime }
  return claimPlanned(ctx, row, org)
}

/** The time that has come, unless somebody has it, it was missed by a job that skips such, or nobody shall work now. */
async function claimPlanned(ctx: Ctx, row: JobRow, org: Org | undefined): Promise<Claimed> {
  if (row.nextTime > ctx.now()) return { next: row.nextTime }
  const next = nextRun(row.cron, ctx.now(), (org ?? systemOrg).timeZone)
  if (row.disabled || !org) return { next }
  await ctx.tx.run(sql`
    update sys_job set next_time = ${next}, updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  const isMissed = ctx.now().getTime() - row.nextTime.getTime() > missedMs
  const planned = { jobId: row.id, planned: row.nextTime }
  if (isMissed && row.misfire === 'SKIP') {
    await insert(ctx, jobRun, [{ ...planned, endedAt: ctx.now(), status: 'SKIPPED' }], sql`on conflict do nothing`)
    return { next }
  }
  const made = await insert(ctx, jobRun, [{ ...planned, status: 'RUNNING' }], sql`on conflict do nothing`)
  const [id] = made.ids
  return made.count === 1 && id ? { run: await take(ctx, row, org, { id, params: null }), next } : { next }
}

async function take(ctx: Ctx, row: JobRow, org: Org, of: Pick<RunRow, 'id' | 'params'>): Promise<Run> {
  await ctx.tx.run(sql`
    update sys_job_run set status = 'RUNNING', node = ${nodeName}, started_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${of.id}`)
  await ctx.tx.run(sql`
    update sys_job set last_time = ${ctx.now()}, last_status = 'RUNNING', updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  ctx.tell('sys.job')
  const { handler, timeoutMinutes } = row
  const what = { tenantId: ctx.tenantId, runId: of.id, jobId: row.id, handler, timeoutMinutes }
  return { ...what, org, startedAt: ctx.now(), params: of.params ?? {} }
}

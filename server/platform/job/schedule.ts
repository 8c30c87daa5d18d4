import { createHash } from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { isRoot } from '@lading/contract/kernel/org.ts'
import { job, jobFaults } from '@lading/contract/sys/job.ts'
import { Cron } from 'croner'
import sql from 'sql-template-tag'
import { usualZone } from '../../kernel/clock.ts'
import type { Ctx, Org } from '../../kernel/ctx.ts'
import { transaction } from '../../kernel/database.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { type Due, putDue } from '../due/queue.ts'
import type { JobHandlers } from './run.ts'

/** The next time of a schedule by the clocks of a zone. @throws the refusal of an expression that is none, or never comes */
export function nextRun(cron: string, after: Date, timeZone: string = usualZone): Date {
  return nextRuns(cron, after, timeZone, 1)[0] ?? refuse(jobFaults.cron)
}

/** The coming times, at most so many. */
export function nextRuns(cron: string, after: Date, timeZone: string, count: number): Date[] {
  // Seconds, and names of schedules, are no part of what is offered.
  if (cron.trim().split(/\s+/).length !== 5) return refuse(jobFaults.cron)
  try {
    return new Cron(cron.trim(), { timezone: timeZone, paused: true }).nextRuns(count, after)
  } catch {
    return refuse(jobFaults.cron)
  }
}

/** What people call a handler by: `ship-sign`. */
const kebab = (handler: string): string => handler.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)

export const dueKey = (handler: string, jobId: string): string => `${handler}:${jobId}`
export const jobIdOf = (key: string): string => key.slice(key.indexOf(':') + 1)

/** Lets a job be looked at then, or now; earlier where it is due before. */
export const putJob = (ctx: Ctx, handler: string, jobId: string, at: Date): Promise<void> =>
  putDue(ctx.tx, ctx.newId, [{ tenantId: ctx.tenantId, kind: 'job', key: dueKey(handler, jobId), at }])

const planKey = (handlers: JobHandlers): string =>
  createHash('sha256').update(Object.keys(handlers).sort().join(' ')).digest('hex').slice(0, 40)
/** Nobody works on it: it says that a tenant has all jobs that there are. */
const never = new Date('9999-01-01T00:00:00Z')

/** Which of the tenants do not have all jobs of these handlers yet. */
export async function unplanned(
  kernel: Kernel,
  handlers: JobHandlers,
  tenants: readonly string[],
): Promise<readonly string[]> {
  const planned = await transaction(
    kernel.db,
    '0',
    (tx) =>
      tx.query<{ tenant: string }>(sql`
        select tenant from sys_due where kind = 'plan' and key = ${planKey(handlers)}`),
    { read: true },
  )
  const known = new Set(planned.map(({ tenant }) => tenant))
  return tenants.filter((id) => !known.has(id))
}

/** Makes what jobs the tenant lacks: one for the enterprise, or one for each organisation where it works. */
export async function planJobs(ctx: Ctx, handlers: JobHandlers): Promise<void> {
  const orgs = await ctx.tx.query<Pick<Org, 'id' | 'type' | 'timeZone'>>(sql`
    select id, type, time_zone from sys_org where tenant_id = ${ctx.tenantId} order by level, id`)
  const root = orgs.find(({ type }) => isRoot(type)) ?? { id: '0', type: 'GROUP', timeZone: usualZone }
  const rows = Object.entries(handlers).flatMap(([handler, { cron, worksAt, isOff }]) =>
    (worksAt ? orgs.filter(({ type }) => worksAt.some((t) => t === type)) : [root]).map((org) => ({
      code: kebab(handler),
      handler,
      orgId: org.id,
      cron,
      isSystem: true,
      disabled: isOff ?? false,
      nextTime: nextRun(cron, ctx.now(), org.timeZone),
    })),
  )
  await insert(ctx, job, rows, sql`on conflict do nothing`)
  const jobs = await ctx.tx.query<{ id: string; handler: string; nextTime: Date }>(sql`
    select id, handler, next_time from sys_job where tenant_id = ${ctx.tenantId} and handler = any(${Object.keys(handlers)}::text[])`)
  const due = jobs.map(
    ({ id, handler, nextTime }): Due => ({
      tenantId: ctx.tenantId,
      kind: 'job',
      key: dueKey(handler, id),
      at: nextTime,
    }),
  )
  await putDue(ctx.tx, ctx.newId, [...due, { tenantId: ctx.tenantId, kind: 'plan', key: planKey(handlers), at: never }])
}

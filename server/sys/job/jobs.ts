import type { Page } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { type OrgType, orgTypes } from '@lading/contract/kernel/org.ts'
import { inputSchema } from '@lading/contract/kernel/schema.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { jobCalls as calls, job, jobFaults, jobRun, previewTimes } from '@lading/contract/sys/job.ts'
import { org } from '@lading/contract/sys/org.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, getRow, updateRow } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { inputErrors } from '../../kernel/http/input.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import type { JobHandlers } from '../../platform/job/run.ts'
import { nextRun, nextRuns, putJob } from '../../platform/job/schedule.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { demandReach, withinReach } from '../rights.ts'
import { readRunLog } from './log.ts'

const rootText: Text = ['企业', 'the enterprise']
const placesText = (types: readonly OrgType[]): Text => [
  types.map((type) => orgTypes[type][0]).join('或'),
  types.map((type) => orgTypes[type][1].toLowerCase()).join(' or '),
]

interface Place {
  readonly type: string
  readonly timeZone: string
  readonly upperOrgId: string | null
}
const placeOf = async (ctx: Ctx, orgId: string): Promise<Place> =>
  found(
    await ctx.tx.maybe<Place>(sql`
      select type, time_zone, upper_org_id from sys_org where tenant_id = ${ctx.tenantId} and id = ${orgId}`),
    org.title,
  )

function rulesOf(handlers: JobHandlers): Rules<typeof job> {
  const handlerOf = (code: string) =>
    Object.hasOwn(handlers, code) ? handlers[code] : refuse(jobFaults.handler, { handler: code })
  return {
    beforeCreate: async (ctx, input) => {
      const handler = handlerOf(input.handler)
      const { orgId } = input
      await demandReach(ctx, [orgId])
      const { type, timeZone, upperOrgId } = await placeOf(ctx, orgId)
      const worksAt = handler?.worksAt
      const isThere = worksAt ? worksAt.some((t) => t === type) : upperOrgId === null
      if (!isThere)
        refuse(jobFaults.place, { handler: handler?.title ?? '', where: worksAt ? placesText(worksAt) : rootText })
      input.nextTime = nextRun(input.cron, ctx.now(), timeZone)
    },
    beforeUpdate: async (ctx, input, before) => {
      await demandReach(ctx, [before.orgId])
      if (input.cron === undefined || input.cron === before.cron) return
      await planAnew(ctx, before, input.cron, (at) => {
        input.nextTime = at
      })
    },
    // Times that went by while it was paused were not missed.
    beforeEnable: async (ctx, row) => {
      await demandReach(ctx, [row.orgId])
      await planAnew(ctx, row, row.cron, (at) =>
        ctx.tx.run(sql`update sys_job set next_time = ${at} where tenant_id = ${ctx.tenantId} and id = ${row.id}`),
      )
    },
    beforeDisable: (ctx, row) => demandReach(ctx, [row.orgId]),
    beforeRemove: async (ctx, row) => {
      await demandReach(ctx, [row.orgId])
      if (row.isSystem) refuse(jobFaults.builtIn)
      if (await isBusy(ctx, row.id)) refuse(jobFaults.busy)
      await ctx.tx.run(sql`delete from sys_job_run where tenant_id = ${ctx.tenantId} and job_id = ${row.id}`)
    },
  }
}

type Planned = RowOf<typeof job, 'id' | 'orgId' | 'handler'>
async function planAnew(ctx: Ctx, row: Planned, cron: string, use: (at: Date) => unknown): Promise<void> {
  const { timeZone } = await placeOf(ctx, row.orgId)
  const at = nextRun(cron, ctx.now(), timeZone)
  await use(at)
  await putJob(ctx, row.handler, row.id, at)
}

/** Whether a run of it is under way, or waits for its turn. */
const isBusy = async (ctx: Ctx, id: unknown): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from sys_job_run where tenant_id = ${ctx.tenantId} and job_id = ${id}
      and (status = 'RUNNING' or (status = 'WAITING' and trigger <> 'RETRY')) limit 1`)) !== undefined

type JobRow = RowOf<typeof job, 'id' | 'code' | 'handler' | 'orgId'>
/** The job, locked, within the caller's reach. */
async function lockJob(ctx: Ctx, id: string): Promise<JobRow> {
  const row = found(
    await ctx.tx.maybe<JobRow>(sql`
      select id, code, handler, org_id from sys_job where tenant_id = ${ctx.tenantId} and id = ${id} for update`),
    job.title,
  )
  await demandReach(ctx, [row.orgId])
  return row
}

/** Lets a job be run as soon as a process is free, also while it is paused. */
async function trigger(ctx: Ctx, handlers: JobHandlers, input: z.output<typeof calls.trigger.input>) {
  const row = await lockJob(ctx, input.id)
  if (await isBusy(ctx, row.id)) refuse(jobFaults.busy)
  const asked = inputSchema(handlers[row.handler]?.params ?? {}).safeParse(input.params ?? {})
  if (!asked.success) throw new Fault(faults.invalid, {}, inputErrors(input.params, asked.error, ctx.language))
  const params = Object.fromEntries(Object.entries(asked.data).filter(([, value]) => value !== null))
  const run = { jobId: row.id, trigger: 'MANUAL', planned: ctx.now(), status: 'WAITING', params } as const
  const { ids } = await insert(ctx, jobRun, [run])
  const runId = ids[0] ?? ''
  await putJob(ctx, row.handler, row.id, ctx.now())
  ctx.audit({
    subject: job.key,
    subjectId: row.id,
    subjectNo: row.code,
    action: 'trigger',
    after: { runId: `#${runId}` },
  })
  return { runId }
}

/** What waits is taken back at once; what runs ends with its present step, which is undone. */
async function stop(ctx: Ctx, { runId }: { runId: string }) {
  const seen = found(
    await ctx.tx.maybe<{ jobId: string }>(sql`
      select job_id from sys_job_run where tenant_id = ${ctx.tenantId} and id = ${runId}`),
    jobRun.title,
  )
  const row = await lockJob(ctx, seen.jobId)
  const run = await ctx.tx.maybe<{ status: string }>(sql`
    update sys_job_run set stop_asked = true, updated_at = ${ctx.now()},
      status = case when status = 'WAITING' then 'CANCELLED' else status end,
      ended_at = case when status = 'WAITING' then ${ctx.now()}::timestamptz end
    where tenant_id = ${ctx.tenantId} and id = ${runId} and status in ('WAITING', 'RUNNING') returning status`)
  if (!run) return refuse(jobFaults.over)
  // One whose process died is nobody's any more: whoever looks next ends it.
  await putJob(ctx, row.handler, row.id, ctx.now())
  ctx.audit({ subject: job.key, subjectId: row.id, subjectNo: row.code, action: 'stop', after: { runId: `#${runId}` } })
  return { status: run.status }
}

async function preview(ctx: Ctx, { cron, orgId, timeZone }: z.output<typeof calls.previewCron.input>) {
  const zone = orgId === undefined ? (timeZone ?? ctx.org.timeZone) : (await placeOf(ctx, orgId)).timeZone
  const next = nextRuns(cron, ctx.now(), zone, previewTimes)
  if (next.length === 0) refuse(jobFaults.cron)
  return { next: next.map((at) => at.toISOString()), timeZone: zone }
}

export function jobServed(handlers: () => JobHandlers): Served[] {
  const { query, getById, create, update } = crudCalls(job)
  /** Called as its handler is, unless somebody has given it a name. */
  const told = (ctx: Ctx, record: Record<string, unknown>): Record<string, unknown> => {
    const title = handlers()[String(record.handler)]?.title
    return { ...record, title: record.title ?? (title && say(title, ctx.language)) ?? record.code }
  }
  const list = async (ctx: Ctx, input: Parameters<typeof listRecords>[2]): Promise<Page<Record<string, unknown>>> => {
    const page = await listRecords(ctx, job, input, [withinReach(ctx, sql`t.org_id`)])
    return { ...page, records: page.records.map((r) => told(ctx, r)) }
  }
  const one = async (ctx: Ctx, id: string): Promise<Record<string, unknown>> => {
    const row = await getRow(ctx, job, id)
    await demandReach(ctx, [String(row.orgId)])
    return told(ctx, row)
  }
  const runs = async (ctx: Ctx, { jobId, ...question }: z.output<typeof calls.runs.input>) => {
    await one(ctx, jobId)
    return listRecords(ctx, jobRun, question, [sql`t.job_id = ${jobId}`])
  }
  const made = async (ctx: Ctx, input: Input): Promise<Seen> => {
    const seen = await createRow(ctx, job, input, rulesOf(handlers()))
    await putJob(ctx, String(input.handler), seen.id, input.nextTime as Date)
    return seen
  }
  const own = new Set([query, getById, create, update].map((call) => call?.path))
  // Switching and removing ask for the handlers no earlier than they are asked themselves.
  const late: Rules<typeof job> = {
    beforeEnable: async (ctx, row) => rulesOf(handlers()).beforeEnable?.(ctx, row),
    beforeDisable: async (ctx, row) => rulesOf(handlers()).beforeDisable?.(ctx, row),
    beforeRemove: async (ctx, row) => rulesOf(handlers()).beforeRemove?.(ctx, row),
  }
  return [
    ...crudServed(job, late).filter(({ call }) => !own.has(call.path)),
    ...(query ? [serveList(query, list)] : []),
    ...(getById ? [serve(getById, (ctx, input) => one(ctx, (input as { id: string }).id))] : []),
    ...(create ? [serve(create, (ctx, input) => made(ctx, input as Input))] : []),
    ...(update ? [serve(update, (ctx, input) => updateRow(ctx, job, input as Input & Seen, rulesOf(handlers())))] : []),
    ...exportServed(job, (ctx) => [withinReach(ctx, sql`t.org_id`)], told),
    serve(calls.handlers, async (ctx) =>
      Object.entries(handlers()).map(([code, { title, cron, params = {} }]) => ({
        code,
        title: say(title, ctx.language),
        cron,
        params,
      })),
    ),
    serve(calls.previewCron, preview),
    serve(calls.trigger, (ctx, input) => trigger(ctx, handlers(), input)),
    serve(calls.stop, stop),
    serveList(calls.runs, runs),
    serve(calls.log, async (ctx, input) => {
      const run = await getRow(ctx, jobRun, input.id)
      await one(ctx, String(run.jobId))
      return readRunLog(ctx, String(run.status), input)
    }),
  ]
}

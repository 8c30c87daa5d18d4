import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { type Language, say } from '@lading/contract/kernel/text.ts'
import { customReport, customReportCalls } from '@lading/contract/sys/customReport.ts'
import { planFaults } from '@lading/contract/sys/reportFaults.ts'
import {
  reportPlanCalls as calls,
  lastDay,
  type planCycles,
  planLimits,
  type ReportPlan,
  reportPlan,
} from '@lading/contract/sys/reportPlan.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { usualZone } from '../../kernel/clock.ts'
import type { Ctx, Org } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { named } from '../../kernel/scope.ts'
import type { LongJob } from '../../platform/job/run.ts'
import { nextRun } from '../../platform/job/schedule.ts'
import { queueExport, tellOwn } from '../../platform/sheet/records.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { publishedAt } from './published.ts'

interface Cycle {
  readonly cycle: keyof typeof planCycles
  readonly day?: number | null | undefined
  /** HH:MM. */
  readonly at: string
}
/** As schedules are written: five fields. */
export function cronOf({ cycle, day, at }: Cycle): string {
  const [hour, minute] = at.split(':').map(Number)
  const on = day ?? 1
  if (cycle === 'WEEKLY') return `${minute} ${hour} * * ${Math.min(on, 7) % 7}`
  return `${minute} ${hour} ${cycle === 'DAILY' ? '*' : on === lastDay ? 'L' : Math.min(on, 28)} * *`
}
const nextOf = (ctx: Ctx, plan: Cycle): Date => nextRun(cronOf(plan), ctx.now(), ctx.org.timeZone ?? usualZone)

const mine = (ctx: Ctx, id: string) => sql`tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and id = ${id}`

/** The caller has a report made for himself from now on. */
export async function subscribe(ctx: Ctx, { path, ...plan }: z.output<typeof calls.subscribe.input>) {
  const report = await publishedAt(ctx, path)
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from ${named(ctx, reportPlan, 'p')} where p.user_id = ${ctx.userId}`)
  if (n >= planLimits.perUser) refuse(planFaults.tooMany, { max: planLimits.perUser })
  const nextAt = nextOf(ctx, plan)
  const { ids } = await insert(ctx, reportPlan, [
    {
      ...{
        ...plan,
        day: plan.day ?? null,
        leastRows: plan.leastRows ?? null,
        reportId: report.id,
        userId: ctx.userId ?? '0',
        orgId: ctx.org.id,
      },
      ...{ language: ctx.language, state: 'ON' as const, nextAt, failures: 0 },
    },
  ])
  const id = ids[0] ?? ''
  ctx.audit({
    subject: reportPlan.key,
    subjectId: id,
    subjectNo: report.name,
    action: 'create',
    after: { path, ...plan },
  })
  tellOwn(ctx, reportPlan)
  return { id, nextAt: nextAt.toISOString() }
}

type Mine = Omit<ReportPlan, 'nextAt' | 'lastAt'> & { readonly nextAt: Date; readonly lastAt: Date | null }
export const reportPlanServed: Served[] = [
  serve(calls.mine, async (ctx) => {
    const plans = await ctx.tx.query<Mine & object>(sql`
      select p.id, r.path, r.name, p.format, p.least_rows, p.cycle, p.day, p.at, p.state, p.next_at, p.last_at, p.failures
      from ${named(ctx, reportPlan, 'p')} join ${named(ctx, customReport, 'r')} on r.id = p.report_id
      where p.user_id = ${ctx.userId} order by r.path, p.id`)
    return {
      plans: plans.map((p) => ({ ...p, nextAt: p.nextAt.toISOString(), lastAt: p.lastAt?.toISOString() ?? null })),
    }
  }),
  serve(calls.subscribe, subscribe),
  serve(calls.resume, async (ctx, { id }) => {
    const plan =
      (await ctx.tx.maybe<Cycle & object>(sql`
        select cycle, day, at from ${named(ctx, reportPlan, 'p')} where p.user_id = ${ctx.userId} and p.id = ${id} for update of p`)) ??
      refuse(planFaults.none)
    const nextAt = nextOf(ctx, plan)
    await ctx.tx.run(sql`
      update sys_report_plan set state = 'ON', failures = 0, task_id = null, next_at = ${nextAt}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where ${mine(ctx, id)}`)
    tellOwn(ctx, reportPlan)
    return { nextAt: nextAt.toISOString() }
  }),
  serve(calls.unsubscribe, async (ctx, { id }) => {
    const removed = await ctx.tx.run(sql`delete from sys_report_plan where ${mine(ctx, id)}`)
    if (removed > 0) ctx.audit({ subject: reportPlan.key, subjectId: id, action: 'remove' })
    tellOwn(ctx, reportPlan)
    return { removed }
  }),
]

interface DuePlan extends Cycle {
  readonly id: string
  readonly userId: string
  readonly params: Readonly<Record<string, string>> | null
  readonly format: 'xlsx' | 'csv' | 'pdf'
  readonly leastRows: number | null
  readonly language: Language
  readonly failures: number
  readonly orgId: string
  readonly code: string
  readonly type: Org['type']
  readonly timeZone: Org['timeZone']
  readonly path: string
  readonly name: string
  readonly last: string | null
}

/** It was made, or was not wanted. */
const over: readonly string[] = ['DONE', 'EXPIRED', 'CANCELLED']

/** Takes the plan that has been due longest. What came of the time before counts only now: by then it is over. @returns whether there was one */
async function runDue(ctx: Ctx): Promise<boolean> {
  const plan = await ctx.tx.maybe<DuePlan & object>(sql`
    select p.id, p.user_id, p.params, p.format, p.least_rows, p.cycle, p.day, p.at, p.language, p.failures, p.org_id, o.code, o.type, o.time_zone, r.path, r.name, e.state as last
    from sys_report_plan p join sys_custom_report r on r.tenant_id = p.tenant_id and r.id = p.report_id
    join sys_org o on o.tenant_id = p.tenant_id and o.id = p.org_id
    left join sys_export_record e on e.tenant_id = p.tenant_id and e.id = p.task_id
    where p.tenant_id = ${ctx.tenantId} and p.state = 'ON' and p.next_at <= ${ctx.now()} order by p.next_at, p.id limit 1 for update of p skip locked`)
  if (!plan) return false
  const { code, type, timeZone } = plan
  const as: Ctx = {
    ...ctx,
    userId: plan.userId,
    language: plan.language,
    org: { ...ctx.org, id: plan.orgId, code, type, timeZone },
  }
  const before = plan.last === 'FAILED' ? plan.failures + 1 : over.includes(plan.last ?? '') ? 0 : plan.failures
  const taskId = before >= planLimits.failures ? undefined : await queue(as, plan)
  const failures = taskId === undefined && before < planLimits.failures ? before + 1 : before
  const isOff = failures >= planLimits.failures
  await ctx.tx.run(sql`
    update sys_report_plan set failures = ${failures}, state = ${isOff ? 'OFF' : 'ON'}, task_id = ${taskId ?? null}, last_at = ${ctx.now()},
      next_at = ${nextOf(as, plan)}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${plan.id}`)
  tellOwn(as, reportPlan)
  if (isOff)
    tellWho(ctx, {
      kind: 'EXPORT_FAILED',
      about: plan.id,
      args: { file: plan.name, message: say(planFaults.off.text, plan.language, { n: planLimits.failures }) },
      link: `#/app-rpt/customReportLookView?path=${encodeURIComponent(plan.path)}`,
      to: { userIds: [plan.userId] },
    })
  return true
}

/** Leaves it to whatever writes files in the background, which asks with the rights that its user has by then. */
async function queue(as: Ctx, { path, params, format, leastRows, name }: DuePlan): Promise<string | undefined> {
  const stamp = as.now().toISOString().slice(0, 10)
  const input = { path, params: params ?? {}, format, planned: true, ...(leastRows !== null && { leastRows }) }
  const asked = { path: customReportCalls.file.path, input }
  try {
    const { taskId } = await queueExport(as, asked, {
      subject: customReport.key,
      filters: '',
      name: `${name}_${stamp}.${format}`,
      rows: 0,
    })
    return taskId
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

export const reportPlans: LongJob = {
  title: ['生成订阅的报表', 'Make subscribed reports'],
  cron: '*/5 * * * *',
  steps: async ({ perform }) => {
    let n = 0
    while (await perform(runDue)) n += 1
    return n > 0 ? `${n} reports` : undefined
  },
}

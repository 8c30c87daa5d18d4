import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { type Language, say } from '@lading/contract/kernel/text.ts'
import { customReport, customReportCalls } from '@lading/contract/sys/customReport.ts'
import { planFaults } from '@lading/contract/sys/reportFaults.ts'
import {
  reportPlanCalls as calls,
  lastDay,
  type PlanBound,
  type planCycles,
  planLimits,
  type ReportPlan,
  reportPlan,
} from '@lading/contract/sys/reportPlan.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { usualZone } from '../../kernel/clock.ts'
import type { Ctx, Org } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { named } from '../../kernel/scope.ts'
import type { LongJob } from '../../platform/job/run.ts'
import { nextRun } from '../../platform/job/schedule.ts'
import { ownTopic } from '../../platform/push/push.ts'
import { queueExport } from '../../platform/sheet/records.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { demandOutside, robotsServed, sendOne } from './outside.ts'
import { publishedAt } from './published.ts'
import { demandReaders, demandSeen } from './readers.ts'
import { figureOf, figuresOf, type Models } from './run.ts'

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

/** Made for the caller, or by him for another. */
const isMine = (ctx: Ctx) => sql`(p.user_id = ${ctx.userId} or p.by_user_id = ${ctx.userId})`
const oneOfMine = async (ctx: Ctx, id: string): Promise<OwnPlan> =>
  (await ctx.tx.maybe<OwnPlan & object>(sql`
    select p.cycle, p.day, p.at, p.user_id from ${named(ctx, reportPlan, 'p')} where ${isMine(ctx)} and p.id = ${id} for update of p`)) ??
  refuse(planFaults.none)
interface OwnPlan extends Cycle {
  readonly userId: string
}
/** Whoever sees it hears of it. */
const tellBoth = (ctx: Ctx, ...userIds: readonly (string | null)[]): void => {
  for (const userId of new Set(userIds)) if (userId !== null) ctx.tell(ownTopic(reportPlan.key, userId))
}

/** So many are made for whoever asks himself, and so many by him for others. */
async function demandFew(ctx: Ctx, forWhom: readonly string[]): Promise<void> {
  const { own, others } = await ctx.tx.one<{ own: number; others: number }>(sql`
    select count(*) filter (where p.by_user_id is null)::integer as own, count(p.by_user_id)::integer as others
    from ${named(ctx, reportPlan, 'p')}
    where (p.user_id = ${ctx.userId} and p.by_user_id is null) or p.by_user_id = ${ctx.userId}`)
  const [more, moreOthers] = [true, false].map((isOwn) => forWhom.filter((id) => (id === ctx.userId) === isOwn).length)
  if (own + (more ?? 0) > planLimits.perUser || others + (moreOthers ?? 0) > planLimits.perUser)
    refuse(planFaults.tooMany, { max: planLimits.perUser })
}

/** A report is made from now on for the caller, or for others whom he names. */
async function subscribe(
  ctx: Ctx,
  models: Models,
  { path, userIds, bound, mails = [], robotIds = [], ...plan }: z.output<typeof calls.subscribe.input>,
) {
  const isOutside = mails.length + robotIds.length > 0
  await demandOutside(ctx, { mails, robotIds })
  // What goes outside is what he is given himself.
  const forWhom = [...new Set([...(userIds ?? []), ...(isOutside || !userIds ? [ctx.userId ?? '0'] : [])])]
  const others = forWhom.filter((id) => id !== ctx.userId)
  await demandSeen(ctx, others)
  const report = await publishedAt(ctx, path)
  if (bound) figureOf(models, report.template, bound.figure)
  await demandReaders(ctx, models, path, others)
  await demandFew(ctx, forWhom)
  const nextAt = nextOf(ctx, plan)
  const of = {
    ...plan,
    ...{ day: plan.day ?? null, leastRows: plan.leastRows ?? null, reportId: report.id, orgId: ctx.org.id },
    ...{ figure: bound?.figure ?? null, boundOp: bound?.op ?? null, bound: bound?.value ?? null },
    ...{ language: ctx.language, state: 'ON' as const, nextAt, failures: 0 },
  }
  const { ids } = await insert(
    ctx,
    reportPlan,
    forWhom.map((userId) => ({
      ...{ ...of, userId, byUserId: userId === ctx.userId ? null : ctx.userId },
      ...(userId === ctx.userId && {
        mails: mails.length > 0 ? [...new Set(mails)] : null,
        robots: robotIds.length > 0 ? [...new Set(robotIds)] : null,
      }),
    })),
  )
  for (const [i, userId] of forWhom.entries())
    ctx.audit({
      subject: reportPlan.key,
      subjectId: ids[i] ?? '',
      subjectNo: report.name,
      action: 'create',
      after: { path, userId, bound, ...plan, ...(userId === ctx.userId && { mails, robotIds }) },
    })
  tellBoth(ctx, ctx.userId, ...forWhom)
  return { id: ids[0] ?? '', nextAt: nextAt.toISOString() }
}

type Mine = Omit<ReportPlan, 'nextAt' | 'lastAt' | 'bound'> &
  Partial<PlanBound> & { readonly nextAt: Date; readonly lastAt: Date | null; readonly bound: string | null }
async function ownPlans(ctx: Ctx): Promise<ReportPlan[]> {
  const plans = await ctx.tx.query<Mine & { readonly boundOp: PlanBound['op'] | null }>(sql`
    select p.id, r.path, r.name, p.format, p.least_rows, p.figure, p.bound_op, p.bound::text as bound, p.cycle, p.day, p.at, p.state,
      p.next_at, p.last_at, p.failures,
      coalesce((select jsonb_agg(m) from jsonb_array_elements_text(p.mails) m), '[]') || coalesce((select jsonb_agg(b.name order by b.name)
        from sys_message_robot b where b.tenant_id = p.tenant_id and p.robots ? b.id::text), '[]') as outside,
      case when p.user_id <> ${ctx.userId} then u.real_name end as for_whom,
      case when p.by_user_id <> ${ctx.userId} then b.real_name end as by_whom
    from ${named(ctx, reportPlan, 'p')} join ${named(ctx, customReport, 'r')} on r.id = p.report_id
    left join ${named(ctx, user, 'u')} on u.id = p.user_id left join ${named(ctx, user, 'b')} on b.id = p.by_user_id
    where ${isMine(ctx)} order by r.path, p.id`)
  return plans.map(({ figure, boundOp, bound, nextAt, lastAt, ...p }) => ({
    ...p,
    bound: figure && boundOp && bound !== null ? { figure, op: boundOp, value: String(Number(bound)) } : null,
    nextAt: nextAt.toISOString(),
    lastAt: lastAt?.toISOString() ?? null,
  }))
}

export const reportPlanServed = (models: () => Models): Served[] => [
  serve(calls.mine, async (ctx) => ({ plans: await ownPlans(ctx) })),
  serve(calls.figures, async (ctx, { path }) => {
    const { template } = await publishedAt(ctx, path)
    return { figures: figuresOf(ctx, models(), template) }
  }),
  ...robotsServed,
  serve(calls.subscribe, (ctx, input) => subscribe(ctx, models(), input)),
  serve(calls.resume, async (ctx, { id }) => {
    const plan = await oneOfMine(ctx, id)
    const nextAt = nextOf(ctx, plan)
    await ctx.tx.run(sql`
      update sys_report_plan set state = 'ON', failures = 0, task_id = null, next_at = ${nextAt}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and id = ${id}`)
    tellBoth(ctx, ctx.userId, plan.userId)
    return { nextAt: nextAt.toISOString() }
  }),
  serve(calls.unsubscribe, async (ctx, { id }) => {
    const removed = await ctx.tx.query<{ userId: string; byUserId: string | null }>(sql`
      delete from sys_report_plan p where p.tenant_id = ${ctx.tenantId} and p.id = ${id} and ${isMine(ctx)} returning p.user_id, p.by_user_id`)
    for (const { userId, byUserId } of removed) {
      ctx.audit({ subject: reportPlan.key, subjectId: id, action: 'remove' })
      tellBoth(ctx, userId, byUserId)
    }
    return { removed: removed.length }
  }),
]

interface DuePlan extends Cycle {
  readonly id: string
  readonly userId: string
  readonly params: Readonly<Record<string, string>> | null
  readonly format: 'xlsx' | 'csv' | 'pdf'
  readonly leastRows: number | null
  readonly byUserId: string | null
  readonly figure: string | null
  readonly boundOp: PlanBound['op'] | null
  readonly bound: string | null
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
    select p.id, p.user_id, p.by_user_id, p.params, p.format, p.least_rows, p.figure, p.bound_op, p.bound::text as bound, p.cycle, p.day, p.at, p.language, p.failures, p.org_id, o.code, o.type, o.time_zone, r.path, r.name, e.state as last
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
  tellBoth(as, plan.userId, plan.byUserId)
  if (isOff)
    tellWho(ctx, {
      kind: 'EXPORT_FAILED',
      about: plan.id,
      args: { file: plan.name, message: say(planFaults.off.text, plan.language, { n: planLimits.failures }) },
      link: `#/app-rpt/customReportLookView?path=${encodeURIComponent(plan.path)}`,
      to: { userIds: [plan.userId, ...[plan.byUserId ?? []].flat()] },
    })
  return true
}

/** Leaves it to whatever writes files in the background, which asks with the rights that its user has by then. */
async function queue(
  as: Ctx,
  { path, params, format, leastRows, figure, boundOp, bound, name }: DuePlan,
): Promise<string | undefined> {
  const stamp = as.now().toISOString().slice(0, 10)
  const least = leastRows !== null && { leastRows }
  const beyond = figure && boundOp && bound !== null && { bound: { figure, op: boundOp, value: String(Number(bound)) } }
  const input = { path, params: params ?? {}, format, planned: true, ...least, ...beyond }
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
    while (await perform(sendOne)) n += 1
    return n > 0 ? `${n} reports` : undefined
  },
}

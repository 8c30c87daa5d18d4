// engine: runs the rules of a centre, whose locks it holds, and starts the waves that they made again

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { type AutoResult, autoFaults, autoRule, autoRun } from '@lading/contract/wms/autoRule.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Seen } from '../../kernel/rules.ts'
import { demandAt } from '../../kernel/scope.ts'
import { takeStep } from '../../platform/document/steps.ts'
import type { Job } from '../../platform/job/run.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { makeWaveOf } from '../wave/members.ts'
import { waveSteps } from '../wave/steps.ts'
import { match } from './match.ts'
import { setNext } from './rules.ts'
import { nextTurn } from './times.ts'

type Rule = RowOf<typeof autoRule, 'id' | (keyof typeof autoRule.fields & string)> & { readonly disabled: boolean }
/** A rule that failed so often in a row stands still until somebody has looked. */
const failuresMost = 3

interface Outcome {
  readonly result: AutoResult
  readonly orders: number
  readonly waveId?: string
  readonly made?: MadeRecord
}
type Made = Seen & { made?: readonly MadeRecord[] }

/**
 * The waiting orders that the rule means become a wave, which starts if the rule says so.
 * @returns that there were too few; a refusal of one order leaves all as it was
 */
async function makeOf(ctx: Ctx, rule: Rule): Promise<Outcome> {
  const rows = await match(ctx, rule, 'take')
  if (rows.length < rule.minOrders) return { result: 'NOTHING', orders: rows.length }
  const wave = await makeWaveOf(ctx, {
    rows: rows.map(({ id, version }) => ({ id, version })),
    title: rule.name,
    ration: rule.ration,
    ...(rule.dueMin !== null && { dueAt: new Date(ctx.now().getTime() + rule.dueMin * 60_000).toISOString() }),
  })
  if (rule.autoStart) await takeStep(ctx, waveBill, 'start', wave, waveSteps.start)
  return {
    result: rule.autoStart ? 'STARTED' : 'MADE',
    orders: rows.length,
    waveId: wave.id,
    made: { key: waveBill.header.key, id: wave.id, no: wave.billNo },
  }
}

/** What came of it stands on the rule, and, but for looks in vain, in its log. */
async function write(ctx: Ctx, rule: Rule, byHand: boolean, { result, orders, waveId }: Outcome): Promise<void> {
  const next = rule.disabled || rule.paused ? null : nextTurn(rule, ctx.now(), ctx.org.timeZone)
  await ctx.tx.run(sql`
    update wms_auto_rule set last_at = ${ctx.now()}, last_result = ${result}, last_wave_id = coalesce(${waveId ?? null}::bigint, last_wave_id),
      failures = 0, problem = null, next_at = ${next}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${rule.id}`)
  const isLook = result === 'NOTHING' && (rule.trigger === 'EVERY' || rule.trigger === 'COUNT')
  if (!isLook) await insert(ctx, autoRun, [{ ruleId: rule.id, byHand, result, orders, waveId: waveId ?? null }])
  ctx.tell(autoRule.key)
}

/** 立即执行: now, whatever its trigger says. @throws Fault none, tooFew, isPaused, isDisabled; what a wave may refuse */
export async function runNow(ctx: Ctx, row: SeenRow): Promise<Made> {
  demandDc(ctx)
  const rule = await lockRule(ctx, row)
  if (rule.disabled) refuse(autoFaults.isDisabled)
  if (rule.paused) refuse(autoFaults.isPaused)
  return perform(ctx, rule)
}
async function perform(ctx: Ctx, rule: Rule & Seen): Promise<Made> {
  const outcome = await makeOf(ctx, rule)
  if (outcome.result === 'NOTHING') {
    if (outcome.orders === 0) refuse(autoFaults.none)
    refuse(autoFaults.tooFew, { n: outcome.orders, min: rule.minOrders })
  }
  await write(ctx, rule, true, outcome)
  logRule(ctx, rule, 'run', { orders: outcome.orders })
  return { ...(await bump(ctx, rule)), ...(outcome.made && { made: [outcome.made] }) }
}

async function lockRule(ctx: Ctx, row: SeenRow): Promise<Rule & Seen> {
  demandAt(autoRule, ctx)
  return (await lockSeen(ctx, autoRule, row)) as unknown as Rule & Seen
}
async function bump(ctx: Ctx, rule: Seen): Promise<Seen> {
  await ctx.tx.run(sql`
    update wms_auto_rule set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${rule.id}`)
  return { id: rule.id, version: rule.version + 1 }
}
const logRule = (ctx: Ctx, rule: Rule, action: string, after: Record<string, unknown>): void =>
  ctx.audit({ subject: autoRule.key, subjectId: rule.id, subjectNo: rule.code, action, after })

export async function pause(ctx: Ctx, row: SeenRow): Promise<Seen> {
  const rule = await lockRule(ctx, row)
  if (rule.paused) return { id: rule.id, version: rule.version }
  await setPaused(ctx, rule, true)
  logRule(ctx, rule, 'pause', { paused: true })
  return bump(ctx, rule)
}
export async function resume(ctx: Ctx, row: SeenRow): Promise<Seen> {
  const rule = await lockRule(ctx, row)
  if (!rule.paused) refuse(autoFaults.notPaused)
  await setPaused(ctx, rule, false)
  logRule(ctx, rule, 'resume', { paused: false })
  return bump(ctx, rule)
}
async function setPaused(ctx: Ctx, rule: Rule, paused: boolean): Promise<void> {
  await ctx.tx.run(sql`
    update wms_auto_rule set paused = ${paused}, failures = case when ${paused} then failures else 0 end
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${rule.id}`)
  await setNext(ctx, rule.id, paused || rule.disabled ? null : rule)
}

/** 重试: waves of the rule whose start stopped go on; a rule that failed runs again, paused or not. @throws Fault nothingToRetry, as runNow */
export async function retry(ctx: Ctx, row: SeenRow): Promise<Made> {
  demandDc(ctx)
  const rule = await lockRule(ctx, row)
  if (rule.disabled) refuse(autoFaults.isDisabled)
  const stuck = await ctx.tx.query<{ id: string; version: number }>(sql`
    select w.id, w.version from wms_wave_bill w where w.tenant_id = ${ctx.tenantId} and w.org_id = ${ctx.org.id} and w.state = 'STARTEXCEPTION'
      and w.id in (select r.wave_id from wms_auto_run r where r.tenant_id = w.tenant_id and r.org_id = w.org_id and r.rule_id = ${rule.id}) order by w.id`)
  for (const wave of stuck) await takeStep(ctx, waveBill, 'resume', wave, waveSteps.resume)
  const hasFailed = rule.lastResult === 'FAILED'
  if (!hasFailed && stuck.length === 0) refuse(autoFaults.nothingToRetry)
  logRule(ctx, rule, 'retry', { orders: stuck.length })
  if (!hasFailed) return bump(ctx, rule)
  if (rule.paused) await setPaused(ctx, rule, false)
  return perform(ctx, { ...rule, paused: false })
}

type Step = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Every rule of a centre whose turn has come, one after the other, each in a transaction of its own: one that fails leaves
 * nothing behind but word of it.
 * @returns waves made and rules that failed
 */
export async function runDue(step: Step): Promise<{ waves: number; failed: number }> {
  const done = { waves: 0, failed: 0 }
  for (;;) {
    let ruleId: string | undefined
    try {
      const result = await step(async (ctx) => {
        const rule = await ctx.tx.maybe<Rule>(sql`
          select r.* from wms_auto_rule r where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.next_at <= ${ctx.now()}
            and not r.paused and not r.disabled order by r.next_at, r.id limit 1 for update skip locked`)
        if (!rule) return undefined
        ruleId = rule.id
        const outcome = await makeOf(ctx, rule)
        await write(ctx, rule, false, outcome)
        return outcome.result
      })
      if (result === undefined) return done
      if (result !== 'NOTHING') done.waves += 1
    } catch (error) {
      const id = ruleId
      if (id === undefined) throw error
      const problem = error instanceof Fault ? error.in('zh-CN') : '系统异常'
      await step((ctx) => fail(ctx, id, problem.slice(0, 400)))
      // Not its own refusal: the job's log keeps what it was, and the other rules have their turn tomorrow as well as now.
      if (!(error instanceof Fault)) throw error
      done.failed += 1
    }
  }
}

/** Word of a failure; after the third in a row the rule stands still, and who keeps it hears of it. */
async function fail(ctx: Ctx, id: string, problem: string): Promise<void> {
  const rule = await ctx.tx.one<Rule>(sql`
    select r.* from wms_auto_rule r where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.id = ${id} for update`)
  const failures = (rule.failures ?? 0) + 1
  const paused = failures >= failuresMost
  await ctx.tx.run(sql`
    update wms_auto_rule set last_at = ${ctx.now()}, last_result = 'FAILED', failures = ${failures}, problem = ${problem}, paused = ${paused},
      next_at = ${paused ? null : nextTurn(rule, ctx.now(), ctx.org.timeZone)}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  const { ids } = await insert(ctx, autoRun, [{ ruleId: id, byHand: false, result: 'FAILED', orders: 0, problem }])
  ctx.tell(autoRule.key)
  if (paused)
    tellWho(ctx, {
      kind: 'AUTO_PAUSED',
      about: ids[0] ?? id,
      args: { rule: `${rule.code} ${rule.name}`, problem },
      link: `${autoRule.key}?id=${id}`,
      to: { permission: entityPermission(autoRule, 'update'), ownerId: null },
    })
}

/** 出库自动处理: rules whose turn has come make waves of what waits. */
export const outboundAuto: Job = {
  title: ['出库自动处理', 'Outbound automation'],
  cron: '* * * * *',
  worksAt: ['DC'],
  steps: async (by) => {
    const { waves, failed } = await runDue(by.perform)
    return `${waves} waves, ${failed} failed`
  },
}

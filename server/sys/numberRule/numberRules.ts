import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import {
  type NumberKind,
  type NumberRule,
  numberOf,
  settled,
  usualRule,
} from '@lading/contract/kernel/numberPattern.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { couldMeet } from '@lading/contract/sys/numberClash.ts'
import {
  numberRuleCalls as calls,
  numberFaults,
  numberRule,
  orgInNumberMax,
  previewNumbers,
  ruleFault,
  type ShownRule,
} from '@lading/contract/sys/numberRule.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { counterOf, firstFree } from '../../kernel/numbers.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { demandTop, type LevelOrg, levelOrg, tenantLevel } from '../org/level.ts'
import { withinReach } from '../rights.ts'

type Stored = RowOf<typeof numberRule, 'kind' | 'orgId' | 'pattern' | 'reset' | 'step' | 'version'>

const isSet = (row: Stored | undefined): row is Stored & NumberRule => row !== undefined && row.pattern !== null
const storedRules = (ctx: Ctx): Promise<Stored[]> =>
  ctx.tx.query<Stored>(sql`
    select kind, org_id, pattern, reset, step, version from sys_number_rule where tenant_id = ${ctx.tenantId} order by kind, org_id`)
const storedAt = (rows: readonly Stored[], kind: string, orgId: string): Stored | undefined =>
  rows.find((r) => r.kind === kind && r.orgId === orgId)

interface Counting {
  readonly rule: NumberRule
  readonly source: ShownRule['source']
}
/** The rule of a kind that counts at a level. */
function countingAt(rows: readonly Stored[], kind: string, orgId: string): Counting {
  const own = orgId === tenantLevel ? undefined : storedAt(rows, kind, orgId)
  const theirs = storedAt(rows, kind, tenantLevel)
  const row = isSet(own) ? own : isSet(theirs) ? theirs : undefined
  if (!row) return { rule: usualRule, source: 'INITIAL' }
  return { rule: { pattern: row.pattern, reset: row.reset, step: row.step }, source: row === own ? 'ORG' : 'TENANT' }
}

interface Level {
  /** 0: the enterprise's. */
  readonly id: string
  /** Whose numbers are shown as examples. */
  readonly example: LevelOrg
}
/** Whose rules are meant, within the caller's reach: those of an organisation, or of the enterprise for all of them. */
async function levelOf(ctx: Ctx, asked: string | null | undefined): Promise<Level> {
  const own = await levelOrg(ctx, asked)
  if (own) return { id: own.id, example: own }
  const example = await ctx.tx.maybe<LevelOrg>(sql`
    select id, code, name, time_zone from sys_org o where tenant_id = ${ctx.tenantId} and upper_org_id is not null and not disabled
      and ${withinReach(ctx, sql`o.id`)} order by type <> 'DC', code limit 1`)
  return { id: tenantLevel, example: example ?? { ...ctx.org, name: ctx.org.code } }
}

async function writtenLevel(ctx: Ctx, asked: string | null | undefined): Promise<Level> {
  const level = await levelOf(ctx, asked)
  demandTop(ctx, level.id)
  return level
}

async function nextNumbers(ctx: Ctx, at: LevelOrg, kind: string, rule: NumberRule, count: number) {
  const c = counterOf(ctx.tenantId, at, kind, rule, ctx.now())
  const row = await ctx.tx.maybe<{ next: number }>(sql`
    select next from sys_number where tenant_id = ${c.tenantId} and org_id = ${c.orgId} and kind = ${kind}
      and pattern = ${c.pattern} and period = ${c.period}`)
  const first = await firstFree(ctx.tx, c, row?.next ?? 1, count)
  return Array.from({ length: count }, (_, i) => numberOf(c.pattern, c.day, first + i * c.step))
}

async function show(ctx: Ctx, kinds: readonly NumberKind[], orgId: string | null | undefined) {
  const level = await levelOf(ctx, orgId)
  const rows = await storedRules(ctx)
  const rules: ShownRule[] = []
  for (const { kind, title } of kinds) {
    const { rule, source } = countingAt(rows, kind, level.id)
    const [next = ''] = await nextNumbers(ctx, level.example, kind, rule, 1)
    const here = storedAt(rows, kind, level.id)
    const own = { isSetHere: isSet(here), version: here?.version ?? 0 }
    rules.push({ kind, title: say(title, ctx.language), ...rule, source, ...own, next })
  }
  return { orgCode: level.example.code, orgName: level.example.name, rules }
}

const kindOf = (kinds: readonly NumberKind[], kind: string): NumberKind =>
  found(
    kinds.find((k) => k.kind === kind),
    numberRule.title,
  )

const wrong = (ctx: Ctx, fault: Fault): never => {
  throw new Fault(fault.refusal, fault.args, [{ field: 'pattern', rule: 'pattern', message: fault.in(ctx.language) }])
}

/** What is wrong with a rule by itself, or with the codes of the organisations that would stand in its numbers. */
async function demandSound(ctx: Ctx, rule: NumberRule, level: Level): Promise<void> {
  const fault = ruleFault(rule)
  if (fault) wrong(ctx, new Fault(...fault))
  if (!rule.pattern.includes('{ORG}')) return
  const long = await ctx.tx.maybe<{ code: string }>(sql`
    select code from sys_org where tenant_id = ${ctx.tenantId} and length(code) > ${orgInNumberMax}
      and (${level.id}::bigint = 0 or id = ${level.id}) order by code limit 1`)
  if (long) wrong(ctx, new Fault(numberFaults.orgCode, { code: long.code, max: orgInNumberMax }))
}

/** No two kinds may ever give the same number in one organisation: neither by their rules, nor by what one has given. */
async function demandApart(ctx: Ctx, kinds: readonly NumberKind[], kind: string, rule: NumberRule, level: Level) {
  const rows = await storedRules(ctx)
  const own = settled(rule.pattern, kind, '{ORG}')
  const levels = new Set([level.id, ...(level.id === tenantLevel ? rows.map((r) => r.orgId) : [])])
  const clash = (other: NumberKind, pattern: string): void => {
    if (couldMeet(own, pattern)) wrong(ctx, new Fault(numberFaults.alike, { other: other.title, pattern }))
  }
  for (const at of levels) {
    if (at !== level.id && isSet(storedAt(rows, kind, at))) continue
    for (const other of kinds)
      if (other.kind !== kind) clash(other, settled(countingAt(rows, other.kind, at).rule.pattern, other.kind, '{ORG}'))
  }
  const given = await ctx.tx.query<{ kind: string; pattern: string; code: string }>(sql`
    select distinct n.kind, n.pattern, o.code from sys_number n
    join sys_org o on o.tenant_id = n.tenant_id and o.id = n.org_id
    where n.tenant_id = ${ctx.tenantId} and n.kind <> ${kind} and (${level.id}::bigint = 0 or n.org_id = ${level.id})`)
  for (const was of given) {
    const other = kinds.find((k) => k.kind === was.kind)
    if (other && couldMeet(settled(rule.pattern, kind, was.code), was.pattern))
      wrong(ctx, new Fault(numberFaults.alike, { other: other.title, pattern: was.pattern }))
  }
}

/** Whoever changes rules waits for who does, and for numbers that are being leased by the rule before. */
const lockNumbers = (ctx: Ctx, level: Level): Promise<unknown> =>
  ctx.tx.query(sql`
    select id from sys_org where tenant_id = ${ctx.tenantId}
      and (${level.id}::bigint = 0 or id = ${level.id} or upper_org_id is null) order by id for update`)

interface Change {
  readonly kind: string
  readonly level: Level
  readonly version: number
  /** Null: as if there had never been one. */
  readonly rule: NumberRule | null
}
async function write(ctx: Ctx, { kind, level, version, rule }: Change): Promise<{ version: number }> {
  const t = ctx.tenantId
  await ctx.tx.run(sql`
    insert into sys_number_rule (tenant_id, id, created_at, created_by, kind, org_id)
    values (${t}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${kind}, ${level.id}) on conflict do nothing`)
  const row = await ctx.tx.one<Stored & { readonly id: string }>(sql`
    select id, version, pattern, reset, step from sys_number_rule
    where tenant_id = ${t} and org_id = ${level.id} and kind = ${kind} for update`)
  if (row.version !== version) refuse(faults.stale)
  await ctx.tx.run(sql`
    update sys_number_rule set pattern = ${rule?.pattern ?? null}, reset = ${rule?.reset ?? null}, step = ${rule?.step ?? null},
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where tenant_id = ${t} and id = ${row.id}`)
  const orgId = level.id === tenantLevel ? null : level.id
  const plain = (r: NumberRule | null) => ({ orgId, pattern: r?.pattern, reset: r?.reset, step: r?.step })
  ctx.audit({
    subject: numberRule.key,
    subjectId: row.id,
    subjectNo: kind,
    action: rule ? 'update' : 'restore',
    before: plain(isSet(row) ? row : null),
    after: plain(rule),
  })
  return { version: row.version + 1 }
}

async function change(ctx: Ctx, kinds: readonly NumberKind[], input: z.output<typeof calls.set.input>) {
  const level = await writtenLevel(ctx, input.orgId)
  const { kind } = kindOf(kinds, input.kind)
  const rule: NumberRule = { pattern: input.pattern, reset: input.reset, step: input.step }
  await demandSound(ctx, rule, level)
  await lockNumbers(ctx, level)
  await demandApart(ctx, kinds, kind, rule, level)
  return write(ctx, { kind, level, version: input.version, rule })
}

/** What counts afterwards, the enterprise's rule or the usual one, has to stay apart from the others as well. */
async function restore(ctx: Ctx, kinds: readonly NumberKind[], input: z.output<typeof calls.restore.input>) {
  const level = await writtenLevel(ctx, input.orgId)
  const { kind } = kindOf(kinds, input.kind)
  await lockNumbers(ctx, level)
  const rest = (await storedRules(ctx)).filter((r) => r.kind !== kind || r.orgId !== level.id)
  await demandApart(ctx, kinds, kind, countingAt(rest, kind, level.id).rule, level)
  return write(ctx, { kind, level, version: input.version, rule: null })
}

async function preview(ctx: Ctx, kinds: readonly NumberKind[], input: z.output<typeof calls.preview.input>) {
  const level = await levelOf(ctx, input.orgId)
  const { kind } = kindOf(kinds, input.kind)
  const rule: NumberRule = { pattern: input.pattern, reset: input.reset, step: input.step }
  await demandSound(ctx, rule, level)
  await demandApart(ctx, kinds, kind, rule, level)
  return { next: await nextNumbers(ctx, level.example, kind, rule, previewNumbers) }
}

const historyMax = 100
/** Who gave a kind which rule, latest first. */
async function history(ctx: Ctx, kind: string) {
  type Rule = { readonly [K in keyof NumberRule]: NumberRule[K] | null }
  const rows = await ctx.tx.query<{
    id: string
    at: Date
    user: string | null
    orgName: string | null
    before: Partial<Rule> | null
    after: Partial<Rule> | null
  }>(sql`
    select a.id, a.created_at as at, coalesce(u.real_name, a.username) as user, o.name as org_name, a.before, a.after
    from sys_audit_log a
    left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.created_by
    left join sys_org o on o.tenant_id = a.tenant_id and o.id = (a.after->>'orgId')::bigint
    where a.tenant_id = ${ctx.tenantId} and a.subject = ${numberRule.key} and a.subject_no = ${kind}
      and (a.after->>'orgId' is null or ${withinReach(ctx, sql`(a.after->>'orgId')::bigint`)})
    order by a.id desc limit ${historyMax}`)
  const ruleOf = (r: Partial<Rule> | null): NumberRule | null =>
    r?.pattern && r.reset && r.step ? { pattern: r.pattern, reset: r.reset, step: r.step } : null
  return rows.map(({ at, before, after, ...row }) => ({
    ...row,
    at: at.toISOString(),
    before: ruleOf(before),
    after: ruleOf(after),
  }))
}

/** A new organisation whose code would make numbers too long that name it. */
export async function demandNumberable(ctx: Ctx, code: string): Promise<void> {
  if (code.length <= orgInNumberMax) return
  const named = await ctx.tx.maybe(sql`
    select 1 from sys_number_rule where tenant_id = ${ctx.tenantId} and org_id = 0 and pattern like '%{ORG}%' limit 1`)
  if (named) refuse(numberFaults.orgCode, { code, max: orgInNumberMax })
}

interface OwnRule extends NumberRule {
  readonly kind: string
}
/** The rules that a centre has set for itself. */
export const ownRules = async (ctx: Ctx, orgId: string): Promise<OwnRule[]> =>
  (await storedRules(ctx)).flatMap((row) =>
    row.orgId === orgId && isSet(row)
      ? [{ kind: row.kind, pattern: row.pattern, reset: row.reset, step: row.step }]
      : [],
  )

/** Gives a new organisation rules that were apart from each other where they come from. @returns how many */
export async function giveRules(ctx: Ctx, to: LevelOrg, rules: readonly OwnRule[]): Promise<number> {
  const level = { id: to.id, example: to }
  for (const { kind, ...rule } of rules) {
    await demandSound(ctx, rule, level)
    await write(ctx, { kind, level, version: 0, rule })
  }
  return rules.length
}

/** 编号规则 */
export const numberRuleServed = (kinds: readonly NumberKind[]): Served[] => [
  serve(calls.rules, (ctx, { orgId }) => show(ctx, kinds, orgId)),
  serve(calls.preview, (ctx, input) => preview(ctx, kinds, input)),
  serve(calls.set, (ctx, input) => change(ctx, kinds, input)),
  serve(calls.restore, (ctx, input) => restore(ctx, kinds, input)),
  serve(calls.history, (ctx, { kind }) => history(ctx, kind)),
]

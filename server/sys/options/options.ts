import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { mayBePlatforms, type OptionDef, type Options } from '@lading/contract/kernel/optionDef.ts'
import { isRoot } from '@lading/contract/kernel/org.ts'
import { optionFaults } from '@lading/contract/sys/faults.ts'
import { option, platformOption } from '@lading/contract/sys/option.ts'
import { optionSeed } from '@lading/contract/sys/optionDefs.ts'
import { type OptionChange, optionCallsOf, optionFault } from '@lading/contract/sys/options.ts'
import { org } from '@lading/contract/sys/org.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { platformLevel, tenantLevel } from '../../platform/option.ts'
import { rightsTopic } from '../../platform/push/push.ts'
import { demandAddresses, isListed } from '../openAccount/addresses.ts'
import { demandReachable } from '../outbound/reach.ts'
import { demandReach, withinReach } from '../rights.ts'
import { seal } from '../seal.ts'
import { raiseRights } from '../session/identify.ts'
import { groupTitle, type OptionNeeds, showOptions } from './read.ts'
import { optionWorkbook } from './workbook.ts'

const masked = '***'

/** A call names only keys that there are. */
function defOf(defs: Options['defs'], key: string): OptionDef {
  const def = defs[key]
  if (!def) throw new Error(`nobody declares the option ${key}`)
  return def
}

/** The row that is meant, 0 for the tenant's. Whoever changes it works in the enterprise, or above the organisation. */
async function levelOf(ctx: Ctx, def: OptionDef, { orgId, forAll }: OptionChange): Promise<string> {
  if (forAll) {
    demandPlatform(ctx)
    if (!mayBePlatforms(def)) refuse(optionFaults.notAll, { title: def.title })
    return platformLevel
  }
  const root = orgId ? await isTop(ctx, orgId) : true
  if (orgId && !root) {
    if (def.level === 'TENANT') refuse(optionFaults.tenantOnly, { title: def.title })
    await demandReach(ctx, [orgId])
    return orgId
  }
  if (!isRoot(ctx.org.type)) refuse(optionFaults.notGroup)
  return tenantLevel
}

function demandPlatform(ctx: Ctx): void {
  if (ctx.org.type !== 'PLAT') refuse(optionFaults.notPlatform)
}
/** Whether the platform's own level is asked about, by whom it is shown to. */
function isForAll(ctx: Ctx, asked: 'true' | 'false' | undefined): boolean {
  if (asked === 'true') demandPlatform(ctx)
  return asked === 'true'
}

/** What is set for the topmost organisation is set for the tenant. */
async function isTop(ctx: Ctx, orgId: string): Promise<boolean> {
  const row = await ctx.tx.maybe<RowOf<typeof org, 'upperOrgId'>>(sql`
    select upper_org_id from sys_org where tenant_id = ${ctx.tenantId} and id = ${orgId}`)
  return found(row, org.title).upperOrgId === null
}

const askedLevel = async (ctx: Ctx, orgId: string | null | undefined): Promise<string | undefined> => {
  if (!orgId || (await isTop(ctx, orgId))) return undefined
  await demandReach(ctx, [orgId])
  return orgId
}

async function change(ctx: Ctx, input: OptionChange, { defs, secret }: OptionNeeds): Promise<{ version: number }> {
  const def = defOf(defs, input.key)
  const level = await levelOf(ctx, def, input)
  const want = input.value === null ? undefined : optionFault(def, input.value)
  if (want) {
    const fault = new Fault(optionFaults.value, { want })
    throw new Fault(optionFaults.value, { want }, [{ field: 'value', rule: 'value', message: fault.in(ctx.language) }])
  }
  if (input.value !== null) demandSense(ctx, input.key, input.value)
  const row = await hold(ctx, level, input.key)
  if (row.version !== input.version) refuse(faults.stale)
  const isSecret = def.type === 'SECRET'
  const value = isSecret && input.value ? seal(input.value, secret, 'option') : input.value
  await ctx.tx.run(sql`
    update ${tableOf(level)} set value = ${value}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where ${ofLevel(ctx, level)} and id = ${row.id}`)
  // What is demanded of users is known with their rights.
  if (input.key === 'security_mfa') {
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
    ctx.tell(rightsTopic)
  }
  const told = (v: string | null) => ({
    ...(level !== platformLevel && { orgId: level === tenantLevel ? null : level }),
    value: isSecret && v ? masked : v,
  })
  ctx.audit({
    subject: level === platformLevel ? platformOption.key : option.key,
    subjectId: row.id,
    subjectNo: input.key,
    action: 'update',
    before: told(row.value),
    after: told(input.value),
  })
  return { version: row.version + 1 }
}

const tableOf = (level: string): Sql => (level === platformLevel ? sql`sys_platform_option` : sql`sys_option`)
const ofLevel = (ctx: Ctx, level: string): Sql =>
  level === platformLevel ? sql`true` : sql`tenant_id = ${ctx.tenantId} and org_id = ${level}`

/** The row of an option at a level, made where there is none, and held until the end of the transaction. */
async function hold(ctx: Ctx, level: string, key: string) {
  const made = [ctx.newId(), ctx.now(), ctx.userId, key] as const
  await ctx.tx.run(
    level === platformLevel
      ? sql`insert into sys_platform_option (id, created_at, created_by, key) values (${join(made)}) on conflict do nothing`
      : sql`
          insert into sys_option (id, created_at, created_by, key, tenant_id, org_id)
          values (${join([...made, ctx.tenantId, level])}) on conflict do nothing`,
  )
  return ctx.tx.one<RowOf<typeof option, 'id' | 'version' | 'value'>>(sql`
    select id, version, value from ${tableOf(level)} where ${ofLevel(ctx, level)} and key = ${key} for update`)
}

/** What only the server can say of a value: whether it means anything, leads where connections may go, and keeps nobody out who sets it. */
function demandSense(ctx: Ctx, key: string, value: string): void {
  if (key === 'mail_host' && value !== '') demandReachable(value)
  if (key !== 'security_ip_allow') return
  demandAddresses(value)
  if (!isListed(value, ctx.ip)) refuse(optionFaults.lockOut, { ip: ctx.ip })
}

/**
 * All of them or none. In the order of their keys, so that two batches cannot wait for each other.
 * @throws Fault the first refusal, with all of them by field
 */
async function changeAll(ctx: Ctx, items: readonly OptionChange[], needs: OptionNeeds) {
  const done: { key: string; version: number }[] = []
  const refused: { readonly i: number; readonly fault: Fault }[] = []
  const ordered = items.map((item, i) => ({ item, i })).sort((a, b) => (a.item.key < b.item.key ? -1 : 1))
  for (const { item, i } of ordered)
    try {
      done.push({ key: item.key, ...(await change(ctx, item, needs)) })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      refused.push({ i, fault: error })
    }
  if (refused.length > 0) refuseAll(ctx, refused)
  return items.map(({ key }) => done.find((d) => d.key === key) ?? { key, version: 0 })
}
function refuseAll(ctx: Ctx, refused: readonly { readonly i: number; readonly fault: Fault }[]): never {
  const [first, ...others] = refused.toSorted((a, b) => a.i - b.i)
  if (!first) throw new Error('nothing was refused')
  const errors = [first, ...others].map(({ i, fault }) => ({
    field: `items.${i}.value`,
    rule: fault.errors[0]?.rule ?? 'refused',
    message: fault.in(ctx.language),
  }))
  throw new Fault(first.fault.refusal, first.fault.args, errors)
}

const historyMax = 100

/** Who set an option to what, latest first; values of secrets were never written down. */
async function history(ctx: Ctx, key: string, isAll: boolean) {
  const rows = await ctx.tx.query<{
    id: string
    at: Date
    user: string | null
    orgName: string | null
    before: string | null
    after: string | null
  }>(sql`
    select a.id, a.created_at as at, coalesce(u.real_name, a.username) as user, o.name as org_name,
      a.before->>'value' as before, a.after->>'value' as after
    from sys_audit_log a
    left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.created_by
    left join sys_org o on o.tenant_id = a.tenant_id and o.id = (a.after->>'orgId')::bigint
    where a.tenant_id = ${ctx.tenantId} and a.subject = ${isAll ? platformOption.key : option.key} and a.subject_no = ${key}
      and (a.after->>'orgId' is null or ${withinReach(ctx, sql`(a.after->>'orgId')::bigint`)})
    order by a.id desc limit ${historyMax}`)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

type Set = RowOf<typeof option, 'key' | 'value'>
/** What an organisation has set for itself, by key. */
export const ownOptions = (ctx: Ctx, orgId: string, defs: Options['defs']): Promise<Set[]> =>
  ctx.tx.query(sql`
    select key, value from sys_option
    where tenant_id = ${ctx.tenantId} and org_id = ${orgId} and value is not null and key = any(${orgKeys(defs)}::text[]) order by key`)
const orgKeys = (defs: Options['defs']): string[] =>
  Object.entries(defs).flatMap(([key, { level }]) => (level === 'ORG' ? [key] : []))

/** Gives a new organisation what another has set. @returns how many */
export async function giveOptions(
  ctx: Ctx,
  orgId: string,
  given: readonly Set[],
  defs: Options['defs'],
): Promise<number> {
  const { ids } = await insert(
    ctx,
    option,
    given.map(({ key, value }) => ({ orgId, key, value, version: 1 })),
  )
  for (const [i, { key, value }] of given.entries())
    ctx.audit({
      subject: option.key,
      subjectId: ids[i] ?? '',
      subjectNo: key,
      action: 'update',
      before: { orgId, value: null },
      after: { orgId, value: defOf(defs, key).type === 'SECRET' ? masked : value },
    })
  return given.length
}

/** What a new tenant begins with: what the platform has set counts for him too. */
export async function seedOptions(ctx: Ctx): Promise<void> {
  const set = await ctx.tx.query<{ key: string }>(sql`select key from sys_platform_option where value is not null`)
  const own = Object.entries(optionSeed).filter(([key]) => !set.some((one) => one.key === key))
  await insert(
    ctx,
    option,
    own.map(([key, value]) => ({ orgId: tenantLevel, key, value, version: 1 })),
  )
}

/** @param o what all areas let be set */
export function optionServed(o: OptionNeeds): Served[] {
  const calls = optionCallsOf(z.enum(Object.keys(o.defs)), z.enum(Object.keys(o.groups)))
  return [
    serve(calls.query, async (ctx, { groupNameEquals, keys, orgId }) =>
      showOptions(ctx, { groupName: groupNameEquals, keys, orgId: await askedLevel(ctx, orgId) }, o),
    ),
    serve(calls.getGroupOptions, async (ctx, { groupName, orgId, forAll }) => ({
      groupName,
      title: groupTitle(ctx, o.groups, groupName),
      options: await showOptions(
        ctx,
        { groupName, isForAll: isForAll(ctx, forAll), orgId: await askedLevel(ctx, orgId) },
        o,
      ),
    })),
    serve(calls.groups, async (ctx, { forAll }) => {
      const all = isForAll(ctx, forAll)
      return Object.keys(o.groups)
        .map((name) => ({
          name,
          title: groupTitle(ctx, o.groups, name),
          count: Object.values(o.defs).filter((def) => def.group === name && (!all || mayBePlatforms(def))).length,
        }))
        .filter(({ count }) => count > 0)
    }),
    serve(calls.find, async (ctx, { text, orgId, forAll }) =>
      showOptions(ctx, { text, isForAll: isForAll(ctx, forAll), orgId: await askedLevel(ctx, orgId) }, o),
    ),
    serve(calls.exportAll, async (ctx, { orgId, forAll }) => {
      const all = isForAll(ctx, forAll)
      return optionWorkbook(
        ctx,
        o.groups,
        await showOptions(ctx, { isForAll: all, orgId: await askedLevel(ctx, orgId) }, o),
      )
    }),
    serve(calls.history, (ctx, { key, forAll }) => history(ctx, key, isForAll(ctx, forAll))),
    serve(calls.update, (ctx, input) => change(ctx, input, o)),
    serve(calls.batchUpdate, (ctx, { items }) => changeAll(ctx, items, o)),
  ]
}

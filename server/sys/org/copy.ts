import { refuse } from '@lading/contract/kernel/fault.ts'
import type { NumberKind } from '@lading/contract/kernel/numberPattern.ts'
import type { Options } from '@lading/contract/kernel/optionDef.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { org } from '@lading/contract/sys/org.ts'
import { type CopyPart, orgCalls as calls } from '@lading/contract/sys/orgCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Rules } from '../../kernel/rules.ts'
import { readTypes, typeTitle } from '../../platform/dictionary.ts'
import { giveEntries, ownEntries } from '../dictionary/levels.ts'
import { giveRules, ownRules } from '../numberRule/numberRules.ts'
import { giveOptions, ownOptions } from '../options/options.ts'
import { changeRights, demandReach } from '../rights.ts'
import { defaultRolesOf, type RoleSeed } from '../role/seed.ts'
import { furnish, type OrgHooks } from './furnish.ts'
import { demandPlan } from './plan.ts'

export interface CopyHooks extends OrgHooks {
  /** All that is numbered by rules. */
  readonly numbered: readonly NumberKind[]
  /** All that may be set. */
  readonly options: Options
}
type Source = RowOf<typeof org, 'id' | 'code' | 'name' | 'type'>

/** The centre that is copied from, within the caller's reach. */
async function sourceOf(ctx: Ctx, id: string): Promise<Source> {
  const row = found(
    await ctx.tx.maybe<Source>(sql`
      select id, code, name, type from sys_org where tenant_id = ${ctx.tenantId} and id = ${id}`),
    org.title,
  )
  await demandReach(ctx, [id])
  if (row.type !== 'DC') refuse(sysFaults.orgCopyDc)
  return row
}

/** What is there to be copied, by the names under which its reader knows it. */
async function offerOf(ctx: Ctx, { numbered: kinds, options: { defs } }: CopyHooks, id: string) {
  const source = await sourceOf(ctx, id)
  const tell = (text: readonly [string, string]) => say(text, ctx.language)
  const types = await readTypes(ctx)
  const entries = await ownEntries(ctx, source.id)
  const names: Readonly<Record<CopyPart, readonly string[]>> = {
    options: (await ownOptions(ctx, source.id, defs)).map(({ key }) => tell(defs[key]?.title ?? [key, key])),
    entries: entries.map(
      (e) => `${tell(typeTitle(e.typeCode, types.get(e.typeCode)))}: ${tell([e.infoValue, e.infoValueEn])}`,
    ),
    numbers: (await ownRules(ctx, source.id)).map(
      ({ kind, pattern }) => `${tell(kinds.find((k) => k.kind === kind)?.title ?? [kind, kind])}: ${pattern}`,
    ),
    roles: (await defaultRolesOf(ctx, source.id)).map(({ name }) => name),
  }
  return Object.entries(names).map(([part, list]) => ({
    part: part as CopyPart,
    count: list.length,
    names: [...list],
  }))
}

/** Roles of the source as those of the new centre: what they named of the one they name of the other. */
const rolesFor = (roles: readonly RoleSeed[], from: string, to: string): RoleSeed[] =>
  roles.map(({ facts, ...seed }) => ({
    ...seed,
    ...(facts && { facts: { ...facts, scopeOrgIds: facts.scopeOrgIds.map((id) => (id === from ? to : id)) } }),
  }))

/** A new centre that begins as another one is: all of it, or nothing. */
async function createFrom(
  ctx: Ctx,
  hooks: CopyHooks,
  rules: Rules,
  input: z.output<typeof calls.createFrom.input>,
): Promise<z.output<typeof calls.createFrom.output>> {
  const { copyFromId, parts: asked, ...facts } = input
  const { defs } = hooks.options
  if (facts.type !== 'DC') refuse(sysFaults.orgIsNoDc)
  const source = await sourceOf(ctx, copyFromId)
  const parts = new Set(asked)
  return changeRights(ctx, async () => {
    await demandPlan(ctx, 'maxCentres')
    const made = await createRow(ctx, org, facts, rules)
    const to = { id: made.id, code: String(facts.code), name: String(facts.name), type: 'DC' as const }
    const roles = parts.has('roles') ? rolesFor(await defaultRolesOf(ctx, source.id), source.id, to.id) : []
    const madeRoles = await furnish(ctx, hooks, to, roles)
    const count = {
      ...(parts.has('options') && {
        options: await giveOptions(ctx, to.id, await ownOptions(ctx, source.id, defs), defs),
      }),
      ...(parts.has('entries') && { entries: await giveEntries(ctx, to.id, await ownEntries(ctx, source.id)) }),
      ...(parts.has('numbers') && {
        numbers: await giveRules(ctx, { ...to, timeZone: String(facts.timeZone) }, await ownRules(ctx, source.id)),
      }),
      ...(parts.has('roles') && { roles: roles.filter(({ name }) => madeRoles.includes(name)).length }),
    }
    ctx.audit({
      subject: org.key,
      subjectId: to.id,
      subjectNo: to.code,
      action: 'copy',
      after: { from: `${source.code} ${source.name}`, ...count },
    })
    return { ...made, copied: Object.entries(count).map(([part, n]) => ({ part: part as CopyPart, count: n })) }
  })
}

export const copyServed = (hooks: CopyHooks, rules: Rules): Served[] => [
  serve(calls.getCopyOffer, (ctx, { id }) => offerOf(ctx, hooks, id)),
  serve(calls.createFrom, (ctx, input) => createFrom(ctx, hooks, rules, input)),
]

import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { OrgType } from '@lading/contract/kernel/org.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { org } from '@lading/contract/sys/org.ts'
import { type OrgNode, orgCalls } from '@lading/contract/sys/orgCalls.ts'
import type { user as userTable } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, lockSeen, updateRow } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { acrossOrgs } from '../../kernel/scope.ts'
import type { Holding } from '../../platform/manifest.ts'
import { sheetServed } from '../../platform/sheet/template.ts'
import { changeRights, demandReach } from '../rights.ts'
import { type CopyHooks, copyServed } from './copy.ts'
import { fileRules } from './files.ts'
import { furnish, type OrgHooks } from './furnish.ts'
import { beyond, nodeOf, place, replace } from './place.ts'
import { demandPlan } from './plan.ts'

/** What holds an organisation and all below it, by kind. */
async function holdings(ctx: Ctx, hooks: OrgHooks, id: string): Promise<Holding[]> {
  const { path } = await nodeOf(ctx, id)
  const below = await ctx.tx.query<RowOf<typeof org, 'id'>>(sql`
    select id from sys_org where tenant_id = ${ctx.tenantId} and path >= ${path} and path < ${beyond(path)}`)
  const all = new Map<string, Holding>()
  await acrossOrgs(ctx, async () => {
    for (const one of below)
      for (const { kind, count } of await hooks.whatHolds(ctx, one.id))
        all.set(kind[0], { kind, count: count + (all.get(kind[0])?.count ?? 0) })
  })
  return [...all.values()]
}

async function demandIdle(ctx: Ctx, hooks: OrgHooks, id: string): Promise<void> {
  if (id === ctx.org.id) refuse(sysFaults.orgOwn)
  if ((await holdings(ctx, hooks, id)).length > 0) refuse(sysFaults.orgBusy)
  const [only] = await ctx.tx.query<RowOf<typeof userTable, 'realName'>>(sql`
    select u.real_name from sys_user u where u.tenant_id = ${ctx.tenantId} and not u.disabled
      and (u.org_id = ${id} or exists (select 1 from sys_user_org o where o.tenant_id = u.tenant_id and o.user_id = u.id and o.org_id = ${id}))
      and not exists (select 1 from sys_user_org o join sys_org x on x.tenant_id = o.tenant_id and x.id = o.org_id
        where o.tenant_id = u.tenant_id and o.user_id = u.id and not x.disabled and x.id <> ${id})
      and not exists (select 1 from sys_org x where x.tenant_id = u.tenant_id and x.id = u.org_id and not x.disabled and x.id <> ${id})
    limit 1`)
  if (only) refuse(sysFaults.orgOnly, { user: only.realName })
}

/** Whether an organisation can be disabled; if not, why, and what it would take. */
async function checkDisable(ctx: Ctx, hooks: OrgHooks, id: string) {
  // Who sees some owners' goods only is not told how much of all owners' there is.
  const held = ctx.owners === null ? await holdings(ctx, hooks, id) : []
  const blockers = held.map(({ kind, count }) => ({ kind: say(kind, ctx.language), count }))
  try {
    await demandIdle(ctx, hooks, id)
    return { allowed: true, message: '', blockers }
  } catch (error) {
    if (!(error instanceof Fault) || error.refusal === faults.notFound) throw error
    return { allowed: false, message: error.in(ctx.language), blockers }
  }
}

function isZone(name: unknown): boolean {
  try {
    // An offset is no zone to the database, which reads its sign the other way round.
    return !/^[+-]/.test(String(name)) && Boolean(new Intl.DateTimeFormat('en', { timeZone: String(name) }))
  } catch {
    return false
  }
}

export const rulesOf = (hooks: OrgHooks): Rules => ({
  warn: ({ timeZone }) =>
    timeZone === undefined || isZone(timeZone)
      ? []
      : [{ field: 'timeZone', message: ['没有这个时区', 'Unknown time zone'] }],
  beforeCreate: async (ctx, input) => void (await place(ctx, input)),
  beforeUpdate: async (ctx, input, before) => void (await replace(ctx, input, before)),
  beforeEnable: async (ctx, row) => {
    await demandReach(ctx, [row.id])
    if (row.type === 'DC' || row.type === 'TC') await demandPlan(ctx, 'maxCentres')
  },
  beforeDisable: async (ctx, row) => {
    await demandReach(ctx, [row.id])
    await demandIdle(ctx, hooks, row.id)
  },
})

/** A new organisation, ready for work, and open to who made it. */
export async function createOrg(ctx: Ctx, hooks: OrgHooks, input: Input): Promise<Seen> {
  return changeRights(ctx, async () => {
    if (input.type === 'DC' || input.type === 'TC') await demandPlan(ctx, 'maxCentres')
    const made = await createRow(ctx, org, input, rulesOf(hooks))
    await furnish(ctx, hooks, { id: made.id, code: String(input.code), type: input.type as OrgType })
    return made
  })
}

/** Opens or closes an organisation in the name of what it belongs to, which has asked all that there is to ask. */
export const switchOrg = (ctx: Ctx, id: string, disabled: boolean): Promise<void> =>
  changeRights(ctx, async () => {
    await ctx.tx.run(sql`
      update sys_org set disabled = ${disabled}, version = version + 1, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${id}`)
    ctx.tell(org.key)
  })

export const moveOrg = (ctx: Ctx, hooks: OrgHooks, input: Seen & { upperOrgId: string }): Promise<Seen> =>
  changeRights(ctx, async () => {
    const before = await lockSeen(ctx, org, input)
    if (before.upperOrgId === input.upperOrgId) return { id: input.id, version: input.version }
    return updateRow(ctx, org, { ...input }, rulesOf(hooks))
  })

async function tree(ctx: Ctx, input: z.output<typeof orgCalls.tree.input>): Promise<OrgNode[]> {
  const types = input.types === undefined ? undefined : [input.types].flat().flatMap((t) => t.split(','))
  const rows = await ctx.tx.query<Omit<OrgNode, 'children'>>(sql`
    select id, code, name, type, upper_org_id, disabled, version from sys_org
    where tenant_id = ${ctx.tenantId} order by level, code`)
  const nodes = new Map<string, OrgNode>()
  for (const row of rows)
    if (input.disabled === undefined || String(row.disabled) === input.disabled)
      if (!types || types.includes(row.type)) nodes.set(row.id, { ...row, children: [] })
  const roots: OrgNode[] = []
  for (const node of nodes.values()) {
    const upper = node.upperOrgId === null ? undefined : nodes.get(node.upperOrgId)
    if (upper) upper.children.push(node)
    else roots.push(node)
  }
  return roots
}

const demandDc = (type: unknown): void => {
  if (type !== 'DC') refuse(sysFaults.orgIsNoDc)
}

export function orgServed(hooks: CopyHooks): Served[] {
  const calls = crudCalls(org)
  const rules = rulesOf(hooks)
  const own = new Set([calls.create, calls.update].map((call) => call?.path))
  return [
    ...crudServed(org, rules).filter(({ call }) => !own.has(call.path)),
    ...sheetServed(org, fileRules(hooks, rules, demandDc)),
    ...copyServed(hooks, rules),
    ...(calls.create ? [serve(calls.create, (ctx, input) => createOrg(ctx, hooks, input as Input))] : []),
    ...(calls.update
      ? [
          serve(calls.update, (ctx, input) =>
            changeRights(ctx, () => updateRow(ctx, org, input as Input & Seen, rules)),
          ),
        ]
      : []),
    serve(orgCalls.tree, tree),
    serve(orgCalls.move, (ctx, input) => moveOrg(ctx, hooks, input)),
    serve(orgCalls.checkDisable, (ctx, input) => checkDisable(ctx, hooks, input.id)),
  ]
}

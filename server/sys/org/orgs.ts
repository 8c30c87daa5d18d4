import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { type OrgType, orgTypes } from '@lading/contract/kernel/org.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { org } from '@lading/contract/sys/org.ts'
import { type OrgNode, orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { userOrg, type user as userTable } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, type Input, lockSeen, type Rules, type Seen, updateRow } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { acrossOrgs } from '../../kernel/scope.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { demandNumberable } from '../numberRule/numberRules.ts'
import { changeRights, demandReach } from '../rights.ts'
import { type RoleSeed, seedRoles } from '../role/seed.ts'
import { demandPlan } from './plan.ts'

interface Holding {
  readonly kind: Text
  readonly count: number
}

/** What other areas do for and say of an organisation. */
export interface OrgHooks {
  /** Gives a new logistics centre what the warehouse needs. */
  readonly prepareDc: (ctx: Ctx, orgId: string) => Promise<void>
  /** The roles that a new logistics centre begins with. */
  readonly rolesOfDc: () => readonly RoleSeed[]
  /** Stock and unfinished work, of each kind how much. */
  readonly whatHolds: (ctx: Ctx, orgId: string) => Promise<readonly Holding[]>
}

/** Below which types a type may be placed. The root of a tenant is made with it and by nobody else. */
const parents: Readonly<Record<OrgType, readonly OrgType[]>> = {
  PLAT: [],
  AGENT: ['PLAT', 'AGENT'],
  GROUP: [],
  DC: ['GROUP', 'BC', 'DC'],
  FC: ['GROUP'],
  BC: ['GROUP'],
  TC: ['GROUP'],
}
const dcLevelsMax = 3
const beyond = (path: string): string => `${path}\u{10FFFF}`

type Node = RowOf<typeof org, 'id' | 'type' | 'path' | 'level'>
const nodeOf = async (ctx: Ctx, id: string): Promise<Node> =>
  found(
    await ctx.tx.maybe<Node>(sql`
      select id, type, path, level from sys_org where tenant_id = ${ctx.tenantId} and id = ${id}`),
    org.title,
  )

/** Refuses a place in the tree that the type does not allow. @returns the organisation above */
async function demandPlace(ctx: Ctx, type: OrgType, upperId: unknown): Promise<Node> {
  if (typeof upperId !== 'string' || type === 'GROUP' || type === 'PLAT') return refuse(sysFaults.orgRoot)
  const upper = await nodeOf(ctx, upperId)
  if (!parents[type].includes(upper.type))
    refuse(sysFaults.orgParent, { type: orgTypes[type], upper: orgTypes[upper.type] })
  await demandReach(ctx, [upper.id])
  if (type === 'DC' && upper.type === 'DC') {
    const { n } = await ctx.tx.one<{ n: number }>(sql`
      select count(*)::int as n from sys_org where tenant_id = ${ctx.tenantId} and type = 'DC'
        and id = any(${upper.path.split('/').filter(Boolean)}::bigint[])`)
    if (n >= dcLevelsMax) refuse(sysFaults.orgDeep, { max: dcLevelsMax })
  }
  return upper
}

async function place(ctx: Ctx, input: Input): Promise<void> {
  await demandNumberable(ctx, String(input.code))
  const upper = await demandPlace(ctx, input.type as OrgType, input.upperOrgId)
  input.path = `${upper.path}${input.id}/`
  input.level = upper.level + 1
}

/** Moves an organisation with all below it. Runs while changes of rights wait for each other. */
async function replace(ctx: Ctx, input: Input & Seen, before: Input): Promise<void> {
  await demandReach(ctx, [input.id])
  if (input.upperOrgId === undefined || input.upperOrgId === before.upperOrgId) return
  const upper = await demandPlace(ctx, before.type as OrgType, input.upperOrgId)
  const from = String(before.path)
  if (upper.path.startsWith(from)) refuse(sysFaults.orgCircle)
  const lift = upper.level + 1 - Number(before.level)
  await ctx.tx.run(sql`
    update sys_org set path = ${`${upper.path}${input.id}/`} || substr(path, ${from.length + 1}), level = level + ${lift}
    where tenant_id = ${ctx.tenantId} and path >= ${from} and path < ${beyond(from)}`)
}

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
  beforeCreate: place,
  beforeUpdate: replace,
  beforeEnable: async (ctx, row) => {
    await demandReach(ctx, [row.id])
    if (row.type === 'DC') await demandPlan(ctx, 'maxDcs')
  },
  beforeDisable: async (ctx, row) => {
    await demandReach(ctx, [row.id])
    await demandIdle(ctx, hooks, row.id)
  },
})

/** A new organisation, ready for work, and open to who made it. */
export async function createOrg(ctx: Ctx, hooks: OrgHooks, input: Input): Promise<Seen> {
  return changeRights(ctx, async () => {
    if (input.type === 'DC') await demandPlan(ctx, 'maxDcs')
    const made = await createRow(ctx, org, input, rulesOf(hooks))
    if (input.type === 'DC') {
      await acrossOrgs(ctx, () => hooks.prepareDc(ctx, made.id))
      const roles = await seedRoles(ctx, await nodeOf(ctx, made.id), hooks.rolesOfDc())
      if (roles > 0)
        ctx.audit({
          subject: org.key,
          subjectId: made.id,
          subjectNo: String(input.code),
          action: 'seedRoles',
          after: { roles },
        })
    }
    if (ctx.userId !== null) await insert(ctx, userOrg.entity, [{ userId: ctx.userId, orgId: made.id }])
    return made
  })
}

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

export function orgServed(hooks: OrgHooks): Served[] {
  const calls = crudCalls(org)
  const rules = rulesOf(hooks)
  const own = new Set([calls.create, calls.update].map((call) => call?.path))
  return [
    ...crudServed(org, rules).filter(({ call }) => !own.has(call.path)),
    ...exportServed(org),
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

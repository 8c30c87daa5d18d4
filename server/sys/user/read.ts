import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { Duty } from '@lading/contract/kernel/duty.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { menu, visibleMenu } from '@lading/contract/menu.ts'
import type { org } from '@lading/contract/sys/org.ts'
import { role } from '@lading/contract/sys/user.ts'
import { type MenuNode, userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { allowed, type Ctx, demand } from '../../kernel/ctx.ts'
import { type Served, serve, serveList, serveOutside } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { spoken } from '../../kernel/spoken.ts'
import { exportServedBy } from '../../platform/sheet/exportRows.ts'
import { readRights } from '../session/identify.ts'
import { availableOrgs } from '../session/loginUser.ts'
import { checkPassword } from './checkPassword.ts'
import { conflictsServed } from './conflicts.ts'
import { demandFree } from './free.ts'
import { exportUsers, getUser, queryUsers, userLog, usersSeen } from './list.ts'

async function checkUser(ctx: Ctx, input: z.output<typeof userCalls.checkUser.input>) {
  try {
    await demandFree(ctx, { username: input.username?.trim().toLowerCase(), mobile: input.mobile }, input.excludeId)
    return { available: true, message: '' }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { available: false, message: error.in(ctx.language) }
  }
}

/** The menu entries that have a page. */
type Built = ReadonlySet<string>

/** What a user finds in the menu while he works in the caller's organisation. */
async function menuTree(ctx: Ctx, input: { id?: string | undefined }, built: Built): Promise<MenuNode[]> {
  const self = input.id === undefined || input.id === ctx.userId
  if (!self && !allowed(ctx, userCalls.getById.permission))
    throw new Fault(faults.forbidden, { permission: userCalls.getById.permission })
  const permissions = self ? ctx.permissions : await permissionsOf(ctx, input.id ?? '0')
  const held = permissions === null ? null : [...permissions]
  const title = (text: readonly [string, string]) => say(text, ctx.language)
  return visibleMenu(menu, held, built).map((sub) => ({
    name: title(sub.title),
    code: sub.sub,
    icon: sub.icon,
    path: null,
    permission: sub.permission,
    children: sub.groups.map((g) => ({
      name: title(g.title),
      code: g.code,
      icon: g.icon,
      path: null,
      permission: '',
      children: g.entries.map((entry) => ({
        name: title(entry.title),
        code: entry.name,
        icon: entry.icon,
        path: `/app-${entry.sub}/${entry.name}`,
        permission: entry.permission,
        children: [],
      })),
    })),
  }))
}

async function permissionsOf(ctx: Ctx, userId: string): Promise<ReadonlySet<string>> {
  await getRow(ctx, userView, userId)
  const at = await ctx.tx.one<RowOf<typeof org, 'id' | 'path' | 'type'>>(sql`
    select id, path, type from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`)
  return (await readRights(ctx.tx, ctx.tenantId, userId, at)).permissions
}

type Roles = z.output<typeof userCalls.getRoles.output>
/** All roles of a user, of whichever organisation, also disabled ones. */
async function rolesOf(ctx: Ctx, input: { id?: string | undefined }): Promise<Roles> {
  const id = input.id ?? ctx.userId ?? '0'
  if (id !== ctx.userId) {
    demand(ctx, userCalls.getById.permission)
    await getRow(ctx, userView, id)
  }
  return ctx.tx.query(sql`
    select r.id, ${spoken(ctx, role, 'name', 'r')} as name, r.org_id, o.name as org_name, r.disabled, r.remark from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    where ur.tenant_id = ${ctx.tenantId} and ur.user_id = ${id} order by r.name collate name_order`)
}

async function visibleOrgs(ctx: Ctx) {
  const rows = await ctx.tx.query<RowOf<typeof org, 'id' | 'type'>>(sql`
    select o.id, o.type from sys_org o join sys_org own on own.tenant_id = o.tenant_id and own.id = ${ctx.org.id}
    where o.tenant_id = ${ctx.tenantId} and o.path >= own.path and o.path < own.path || ${'\u{10FFFF}'} order by o.path`)
  return { orgIds: rows.map((r) => r.id), types: [...new Set(rows.map((r) => r.type))] }
}

export function userReads(built: Built, duties: readonly Duty[]): Served[] {
  const { log } = crudCalls(userView)
  return [
    serveList(userCalls.query, (ctx, input) => queryUsers(ctx, duties, input)),
    serve(userCalls.getById, (ctx, input) => getUser(ctx, duties, input.id)),
    ...(log ? [serve(log, (ctx, input) => userLog(ctx, (input as { id: string }).id))] : []),
    ...exportServedBy(userView, (request, wanted) => exportUsers(request, duties, wanted)),
    ...conflictsServed(duties, usersSeen),
    serve(userCalls.checkUser, checkUser),
    serveOutside(userCalls.checkPassword, checkPassword),
    serve(userCalls.getRoles, rolesOf),
    serve(userCalls.getWorkingOrgs, async (ctx, input) => {
      await getRow(ctx, userView, input.id)
      const orgs = await availableOrgs(ctx.tx, ctx.tenantId, input.id)
      return orgs.map(({ id, code, name, type, disabled }) => ({ id, code, name, type, disabled }))
    }),
    serve(userCalls.getUserMenuTree, (ctx, input) => menuTree(ctx, input, built)),
    serve(userCalls.getOwnerOrgFilter, visibleOrgs),
  ]
}

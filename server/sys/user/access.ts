import type { Page } from '@lading/contract/kernel/call.ts'
import type { Duty } from '@lading/contract/kernel/duty.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Permission } from '@lading/contract/kernel/permission.ts'
import { org } from '@lading/contract/sys/org.ts'
import type { session as sessionTable } from '@lading/contract/sys/tables.ts'
import { type Grant, type LoginEntry, type SeenRows, userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { entityByKey } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { demandNotStronger, demandReach } from '../rights.ts'
import { conflictsIn, dutyWordsIn } from '../role/duties.ts'
import { permissionTree } from '../role/permissionTree.ts'
import { holdsAt, readRights } from '../session/identify.ts'
import { logLogin } from '../session/loginLog.ts'
import { readSessions } from '../session/ownSessions.ts'
import { revokeSessions } from '../session/tokens.ts'
import { whyNot } from './whyNot.ts'

/** A user below the working organisation: where others were and are logged in is not for everybody to know. */
async function withinReach(ctx: Ctx, id: string): Promise<{ id: string; username: string }> {
  const row = await getRow(ctx, userView, id)
  await demandReach(ctx, [String(row.orgId)])
  return { id: String(row.id), username: String(row.username) }
}

/** What the user may do while he works in an organisation, and which roles, given there or above, are the reason. */
async function grantsOf(
  ctx: Ctx,
  registry: readonly Permission[],
  duties: readonly Duty[],
  input: { id: string; orgId?: string | undefined },
): Promise<z.output<typeof userAccessCalls.getPermissions.output>> {
  const row = await getRow(ctx, userView, input.id)
  const at = found(
    await ctx.tx.maybe<RowOf<typeof org, 'id' | 'path' | 'type'>>(sql`
      select id, path, type from sys_org where tenant_id = ${ctx.tenantId} and id = ${input.orgId ?? String(row.orgId)}`),
    org.title,
  )
  const rows = await ctx.tx.query<Grant['roles'][number] & { permission: string }>(sql`
    select p.permission, r.id, r.name, r.org_id, o.name as org_name from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and ${holdsAt(at)}
    join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id
    where ur.tenant_id = ${ctx.tenantId} and ur.user_id = ${row.id}
    order by p.permission, o.level, r.name collate name_order, r.id`)
  const byPermission = Map.groupBy(rows, (r) => r.permission)
  return {
    orgId: at.id,
    tree: permissionTree(registry, ctx.language),
    grants: [...byPermission].map(([permission, roles]) => ({
      permission,
      roles: roles.map(({ permission: _, ...role }) => role),
    })),
    sees: await seenBy(ctx, String(row.id), at),
    duties: dutyWordsIn(ctx.language, conflictsIn(duties, byPermission.keys())),
  }
}

/** Whose rows he sees there, by name. */
async function seenBy(ctx: Ctx, userId: string, at: Parameters<typeof readRights>[3]): Promise<SeenRows> {
  const { sight, owners, carriers } = await readRights(ctx.tx, ctx.tenantId, userId, at)
  const names = async (e: AnyEntity, ids: readonly string[]): Promise<string[]> =>
    (
      await ctx.tx.query<{ name: string }>(
        sql`select t.name from ${named(ctx, e, 't')} where t.id = any(${ids}::bigint[]) order by t.code`,
      )
    ).map((r) => r.name)
  return {
    orgs: sight && (await names(org, sight.orgIds)),
    own: sight?.own ?? false,
    owners: carriers ? null : owners && (await names(entityByKey('wms.owner'), owners)),
    carriers: carriers && (await names(entityByKey('tms.carrier'), carriers)),
  }
}

/** Signs a user out, everywhere or there. The caller's own session ends by logging out. */
async function signOut(ctx: Ctx, input: { id: string; ids?: string[] | undefined }): Promise<{ count: number }> {
  const { id, username } = await withinReach(ctx, input.id)
  await demandNotStronger(ctx, id)
  const open = await ctx.tx.query<RowOf<typeof sessionTable, 'id'>>(sql`
    select id from sys_session where tenant_id = ${ctx.tenantId} and user_id = ${id} and revoked_at is null
      and (${input.ids ?? null}::bigint[] is null or id = any(${input.ids ?? null}::bigint[])) order by id`)
  const ids = open.map((s) => s.id).filter((s) => s !== ctx.sessionId)
  const count = await revokeSessions(ctx, { userId: id, ids }, 'ADMIN')
  if (count > 0) {
    ctx.audit({ subject: userView.key, subjectId: id, subjectNo: username, action: 'endSessions', after: { count } })
    await logLogin(ctx, { id, username }, 'ENDED', ctx.username)
  }
  return { count }
}

/** Latest first. Tries with a wrong password count as the account's, since nobody else has its name. */
async function readLogins(
  ctx: Ctx,
  username: string,
  { page, pageSize }: z.output<typeof userAccessCalls.getOwnLogins.input>,
): Promise<Page<LoginEntry>> {
  const rows = await ctx.tx.query<Omit<LoginEntry, 'createTime'> & { createdAt: Date }>(sql`
    select id, created_at, event, ip, source, detail from sys_login_log
    where tenant_id = ${ctx.tenantId} and username = ${username}
    order by id desc limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from sys_login_log where tenant_id = ${ctx.tenantId} and username = ${username}`)
  const records = rows.map(({ createdAt, ...row }) => ({ ...row, createTime: createdAt.toISOString() }))
  return { records, total: n, page, pageSize }
}

/** @param registry every permission there is */
export const userAccessServed = (registry: () => readonly Permission[], duties: readonly Duty[]): Served[] => [
  serve(userAccessCalls.getPermissions, (ctx, input) => grantsOf(ctx, registry(), duties, input)),
  serve(userAccessCalls.whyNot, (ctx, input) => whyNot(ctx, registry(), input)),
  serve(userAccessCalls.getSessions, async (ctx, input) => readSessions(ctx, (await withinReach(ctx, input.id)).id)),
  serve(userAccessCalls.endSessions, signOut),
  serve(userAccessCalls.getLoginLog, async (ctx, input) =>
    readLogins(ctx, (await withinReach(ctx, input.id)).username, input),
  ),
  serve(userAccessCalls.getOwnLogins, (ctx, input) => readLogins(ctx, ctx.username, input)),
]

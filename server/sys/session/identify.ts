import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { role, rolePermission, userCarrier, userOwner } from '@lading/contract/sys/user.ts'
import sql, { type Sql } from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import type { Identity, Sight } from '../../kernel/ctx.ts'
import type { Proof } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { orgSetting } from '../../kernel/scope.ts'
import type { Tx } from '../../kernel/tx.ts'
import { watch } from '../../platform/caches.ts'
import { closedBy, readPlan } from '../entitlement/read.ts'
import { demandOn } from '../secondFactor/demand.ts'
import type { SessionKey, Signatures } from './signature.ts'
import { hashToken } from './tokens.ts'

interface SessionRow extends SessionKey {
  userId: string
  username: string
  orgId: string
  orgCode: string
  orgType: string
  timeZone: string
  orgPath: string
  rights: number
}

interface Rights {
  readonly permissions: ReadonlySet<string>
  readonly owners: readonly string[] | null
  readonly carriers: readonly string[] | null
  readonly sight: Sight | null
  /** A second factor is demanded of him, and he has none. */
  readonly mustSetUp: boolean
  readonly closed?: Identity['closed']
}

/** Rights by tenant, user, organisation and version: what is cached under an old version is never asked for again. */
const cache = new Map<string, Rights>()
const cacheMax = 5_000
const counts = watch('rights', {
  title: ['用户权限', 'Rights of users'],
  ttlMs: undefined,
  keyOf: ['user', 'org', 'version'],
  cache,
})

/** A server that starts knows nothing: the database may be another one, with the same ids. */
export const forgetRights = (): void => cache.clear()

/**
 * Who holds an access token and has signed the request with his session's key. One statement for the session; rights
 * come from memory unless they changed. Expired, revoked, disabled, past his last day, in an organisation
 * that is no longer his, or unknown: always the same refusal.
 */
export const identify = (
  tx: Tx,
  tenantId: string,
  token: string,
  now: Date,
  signed: { by: Signatures; proof: Proof },
): Promise<Identity> =>
  identifyBy(
    tx,
    tenantId,
    sql`join sys_session_token k on k.tenant_id = s.tenant_id and k.session_id = s.id
      and k.hash = ${hashToken(token)} and k.kind = 'ACCESS' and k.expires_at > ${now}`,
    sql`true`,
    now,
    (session) => signed.by.demand(signed.proof, session, token),
  )

/** Who a session is, while it lasts. */
export const identifySession = (tx: Tx, tenantId: string, sessionId: string, now: Date): Promise<Identity> =>
  identifyBy(tx, tenantId, sql``, sql`s.id = ${sessionId}`, now)

/** Who a user is where he works, without a session: for what was asked of him and is done later. */
export async function identifyUser(
  tx: Tx,
  tenantId: string,
  userId: string,
  orgId: string,
  now: Date,
): Promise<Identity> {
  const row = await tx.maybe<Omit<SessionRow, keyof SessionKey>>(sql`
    select u.id as user_id, u.username, o.id as org_id, o.code as org_code, o.type as org_type, o.time_zone, o.path as org_path,
      coalesce((select v.number from sys_permission_version v where v.tenant_id = ${tenantId}), 0) as rights,
      set_config('app.org_id', case when o.type in ('DC', 'TC') then o.id::text else '' end, true) as wall
    from sys_user u join sys_org o on o.tenant_id = u.tenant_id and o.id = ${orgId}
    where u.tenant_id = ${tenantId} and u.id = ${userId} and not u.disabled and not o.disabled
      and (u.valid_to is null or u.valid_to >= ${dayIn(usualZone, now)})
      and (u.org_id = o.id or exists (
        select 1 from sys_user_org m where m.tenant_id = u.tenant_id and m.user_id = u.id and m.org_id = o.id))`)
  if (!row) throw new Fault(faults.foreignOrg)
  return identityOf(tx, tenantId, row, null)
}

async function identifyBy(
  tx: Tx,
  tenantId: string,
  joined: Sql,
  which: Sql,
  now: Date,
  check: (session: SessionKey) => void = () => undefined,
): Promise<Identity> {
  const row = await tx.maybe<SessionRow>(sql`
    select s.id as session_id, s.sign_algorithm, s.public_key, s.user_id, u.username, o.id as org_id, o.code as org_code, o.type as org_type, o.time_zone, o.path as org_path,
      coalesce((select v.number from sys_permission_version v where v.tenant_id = ${tenantId}), 0) as rights,
      set_config('app.org_id', case when o.type in ('DC', 'TC') then o.id::text else '' end, true) as wall
    from sys_session s ${joined}
    join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join sys_org o on o.tenant_id = s.tenant_id and o.id = s.working_org_id
    where s.tenant_id = ${tenantId} and ${which}
      and s.revoked_at is null and s.expires_at > ${now} and not u.disabled and not o.disabled
      and (u.valid_to is null or u.valid_to >= ${dayIn(usualZone, now)})
      and (u.org_id = o.id or exists (
        select 1 from sys_user_org m where m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.org_id = o.id))`)
  if (!row) throw new Fault(faults.tokenExpired)
  check(row)
  return identityOf(tx, tenantId, row, row.sessionId)
}

async function identityOf(
  tx: Tx,
  tenantId: string,
  row: Omit<SessionRow, keyof SessionKey>,
  sessionId: string | null,
): Promise<Identity> {
  const key = `${tenantId}:${row.userId}:${row.orgId}:${row.rights}`
  let rights = cache.get(key)
  counts[rights ? 'hits' : 'misses'] += 1
  if (!rights) {
    rights = await readRights(tx, tenantId, row.userId, {
      id: row.orgId,
      path: row.orgPath,
      type: row.orgType,
    })
    if (cache.size >= cacheMax) cache.clear()
    cache.set(key, rights)
  }
  return {
    tenantId,
    userId: row.userId,
    username: row.username,
    org: { id: row.orgId, code: row.orgCode, type: row.orgType, timeZone: row.timeZone },
    permissions: rights.permissions,
    owners: rights.owners,
    carriers: rights.carriers,
    sight: rights.sight,
    sessionId,
    mustSetUp: rights.mustSetUp,
    ...(rights.closed && { closed: rights.closed }),
  }
}

type Scope = RowOf<typeof role, 'dataScope' | 'scopeOrgIds'>
/** Whose goods: those of the named owners, or of none where all roles ask for named ones and none is named. */
function ownersBy(scopes: readonly Scope[], named: readonly string[]): readonly string[] | null {
  if (named.length > 0) return named
  return scopes.length > 0 && scopes.every((s) => s.dataScope === 'OWNER_SET') ? [] : null
}
/** Whose rows: one role that shows all that the working organisation sees lifts the limits of the others. */
function sightBy(scopes: readonly Scope[], orgId: string, named: readonly string[]): Sight | null {
  const limits = scopes.filter((s) => s.dataScope !== 'OWNER_SET')
  const isWhole = limits.some((s) => s.dataScope === 'ALL') || (limits.length < scopes.length && named.length > 0)
  if (isWhole || limits.length === 0) return null
  const orgIds = limits.flatMap((s) =>
    s.dataScope === 'CUSTOM' ? s.scopeOrgIds : s.dataScope === 'ORG' ? [orgId] : [],
  )
  return { orgIds: [...new Set(orgIds)], own: limits.some((s) => s.dataScope === 'SELF') }
}

interface At {
  readonly id: string
  readonly path: string
  readonly type: string
}
/**
 * Roles `r` that hold where somebody works: enabled, and given there or above. In a centre that a role of named
 * organisations does not name it gives nothing.
 */
export const holdsAt = (
  at: At,
): Sql => sql`not r.disabled and r.org_id = any(${at.path.split('/').filter(Boolean)}::bigint[])
  and not (r.data_scope = 'CUSTOM' and ${orgSetting(at) !== ''}::boolean and not ${at.id}::bigint = any(r.scope_org_ids))`

/** Union of the roles of a user that hold where he works, and what limits him in what he sees. */
export async function readRights(tx: Tx, tenantId: string, userId: string, org: At): Promise<Rights> {
  const isHere = holdsAt(org)
  const granted = await tx.query<RowOf<typeof rolePermission.entity, 'permission'>>(sql`
    select distinct p.permission from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id
    where ur.tenant_id = ${tenantId} and ur.user_id = ${userId} and ${isHere}`)
  const scopes = await tx.query<Scope>(sql`
    select distinct r.data_scope, r.scope_org_ids from sys_user_role ur join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = ${tenantId} and ur.user_id = ${userId} and ${isHere}`)
  const owners = await tx.query<RowOf<typeof userOwner.entity, 'ownerId'>>(sql`
    select owner_id from sys_user_owner where tenant_id = ${tenantId} and user_id = ${userId}`)
  const carriers = await tx.query<RowOf<typeof userCarrier.entity, 'carrierId'>>(sql`
    select carrier_id from sys_user_carrier where tenant_id = ${tenantId} and user_id = ${userId}`)
  const plan = await readPlan(tx, tenantId)
  const { isDemanded, isOn } = await demandOn({ tx, tenantId }, userId)
  const named = owners.map((o) => o.ownerId)
  return {
    permissions: new Set(granted.map((g) => g.permission).filter((one) => !closedBy(plan, one))),
    ...(plan && { closed: (permission: string) => closedBy(plan, permission) }),
    // Whoever works for a carrier is limited in all that is about goods.
    owners: carriers.length > 0 ? [] : ownersBy(scopes, named),
    carriers: carriers.length > 0 ? carriers.map((c) => c.carrierId) : null,
    sight: sightBy(scopes, org.id, named),
    mustSetUp: isDemanded && !isOn,
  }
}

/** To be called by whoever changes roles, their permissions, what a user holds, or what is demanded of him. */
export async function raiseRights(tx: Tx, tenantId: string, newId: () => string): Promise<void> {
  await tx.run(sql`
    insert into sys_permission_version (tenant_id, id, number) values (${tenantId}, ${newId()}, 1)
    on conflict (tenant_id) do update set number = sys_permission_version.number + 1, updated_at = now()`)
}

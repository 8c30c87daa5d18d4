import type { Permission } from '@lading/contract/kernel/permission.ts'
import { org } from '@lading/contract/sys/org.ts'
import { role } from '@lading/contract/sys/user.ts'
import type { Missing, MissingReason, userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { spoken } from '../../kernel/spoken.ts'
import { withinReach } from '../rights.ts'
import { demandOn } from '../secondFactor/demand.ts'
import { holdsAt, readRights } from '../session/identify.ts'
import { availableOrgs } from '../session/loginUser.ts'

/** So many roles are offered at most. */
const giversMax = 20

type At = RowOf<typeof org, 'id' | 'path' | 'type' | 'disabled'>
type Why = z.output<typeof userAccessCalls.whyNot.output>
type Giving = NonNullable<Missing['role']> & { disabled: boolean; isAbove: boolean; holds: boolean }

/**
 * Why a user may not do something in an organisation, and which roles would let him. What keeps him from working there at
 * all comes first, then what is wrong with each of his roles that have the permission.
 * @throws Fault notFound of the user, or the organisation
 */
export async function whyNot(
  ctx: Ctx,
  registry: readonly Permission[],
  input: z.output<typeof userAccessCalls.whyNot.input>,
): Promise<Why> {
  const row = await getRow(ctx, userView, input.id)
  const id = String(row.id)
  const at = found(
    await ctx.tx.maybe<At>(sql`
      select id, path, type, disabled from sys_org where tenant_id = ${ctx.tenantId} and id = ${input.orgId ?? String(row.orgId)}`),
    org.title,
  )
  const { permission } = input
  if (!registry.some((p) => p.code === permission))
    return { isHeld: false, missing: [{ reason: 'UNKNOWN', role: null }], givers: [] }
  const roles = await rolesWith(ctx, id, permission, at)
  const isHeld = roles.some((r) => r.holds)
  return {
    isHeld,
    missing: [...(await ofHimself(ctx, row, at, permission)), ...(isHeld ? [] : ofRoles(roles))],
    givers: isHeld ? [] : await giversOf(ctx, id, permission, at),
  }
}

/** What keeps him from working there, whatever his roles say. */
async function ofHimself(ctx: Ctx, row: Record<string, unknown>, at: At, permission: string): Promise<Missing[]> {
  const id = String(row.id)
  const today = dayIn(usualZone, ctx.now())
  const { isDemanded, isOn } = await demandOn(ctx, id)
  const isHis = (await availableOrgs(ctx.tx, ctx.tenantId, id)).some((o) => o.id === at.id)
  const [area = ''] = permission.split(':')
  const { permissions } = await readRights(ctx.tx, ctx.tenantId, id, at)
  const wrong: Partial<Record<MissingReason, boolean>> = {
    USER_OFF: row.disabled === true || (typeof row.validTo === 'string' && row.validTo < today),
    NOT_HIS: !isHis,
    ORG_OFF: at.disabled,
    SET_UP: isDemanded && !isOn,
    NO_ENTRY: area !== permission && !permissions.has(area),
  }
  return (Object.keys(wrong) as MissingReason[]).filter((r) => wrong[r]).map((reason) => ({ reason, role: null }))
}

/** His roles that have the permission, and whether they hold there. */
const rolesWith = (ctx: Ctx, userId: string, permission: string, at: At): Promise<Giving[]> =>
  ctx.tx.query<Giving>(sql`
    select r.id, ${spoken(ctx, role, 'name', 'r')} as name, r.org_id, o.name as org_name, r.disabled,
      r.org_id = any(${at.path.split('/').filter(Boolean)}::bigint[]) as is_above, (${holdsAt(at)}) as holds
    from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.permission = ${permission}
    where ur.tenant_id = ${ctx.tenantId} and ur.user_id = ${userId} order by r.name collate name_order, r.id`)

function ofRoles(roles: readonly Giving[]): Missing[] {
  if (roles.length === 0) return [{ reason: 'NO_ROLE', role: null }]
  return roles.map(({ id, name, orgId, orgName, disabled, isAbove }) => ({
    reason: disabled ? 'ROLE_OFF' : isAbove ? 'NOT_NAMED' : 'ELSEWHERE',
    role: { id, name, orgId, orgName },
  }))
}

/** Roles that he does not have, as far as the asker administers them. */
async function giversOf(ctx: Ctx, userId: string, permission: string, at: At): Promise<Why['givers']> {
  const own = ctx.permissions === null ? null : [...ctx.permissions]
  return ctx.tx.query<Why['givers'][number]>(sql`
    select r.id, ${spoken(ctx, role, 'name', 'r')} as name, r.org_id, o.name as org_name,
      ${own !== null}::boolean and exists (select 1 from sys_role_permission b where b.tenant_id = r.tenant_id and b.role_id = r.id
        and not b.permission = any(${own ?? []}::text[])) as is_beyond
    from sys_role r join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.permission = ${permission}
    where r.tenant_id = ${ctx.tenantId} and ${holdsAt(at)} and ${withinReach(ctx, sql`r.org_id`)}
      and not exists (select 1 from sys_user_role ur where ur.tenant_id = r.tenant_id and ur.role_id = r.id and ur.user_id = ${userId})
    order by (select count(*) from sys_role_permission c where c.tenant_id = r.tenant_id and c.role_id = r.id), r.id
    limit ${giversMax}`)
}

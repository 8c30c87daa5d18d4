import { addDays } from '@lading/contract/kernel/day.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { supportCalls, supportUser } from '@lading/contract/sys/support.ts'
import { role, rolePermission, user, userOrg, userRole } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { supportShown } from '../entitlement/read.ts'
import { changeRights } from '../rights.ts'
import { revokeSessions } from '../session/tokens.ts'

/** Tells the channel until when a tenant's provider may look. */
export const supportTopic = 'sys.support'
const roleName = '服务商支持'

/** Until when the provider may look into the tenant; null: it may not. */
export async function supportUntil(ctx: Ctx): Promise<string | null> {
  const { until } = await ctx.tx.one<{ until: string | null }>(sql`select ${supportShown(ctx)} as until`)
  return until
}

/** The support's role: what its giver sees, and nothing that changes anything. @returns its id */
async function prepareRole(ctx: Ctx): Promise<string> {
  const known = await ctx.tx.maybe<{ id: string }>(sql`
    select id from sys_role where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and name = ${roleName} for update`)
  const id = known?.id ?? ctx.newId()
  if (!known) await insert(ctx, role, [{ id, name: roleName, orgId: ctx.org.id }])
  await ctx.tx.run(sql`update sys_role set disabled = false where tenant_id = ${ctx.tenantId} and id = ${id}`)
  await ctx.tx.run(sql`delete from sys_role_permission where tenant_id = ${ctx.tenantId} and role_id = ${id}`)
  const views = [...(ctx.permissions ?? [])].filter((one) => one.endsWith(':view'))
  await insert(
    ctx,
    rolePermission.entity,
    views.map((permission) => ({ roleId: id, permission })),
  )
  return id
}

/** Until then, in all organisations. Given again it lasts as long as was said last. */
async function grant(ctx: Ctx, { days, reason }: { days: number; reason: string }): Promise<{ until: string }> {
  if (ctx.org.type !== 'GROUP') refuse(faults.notGroup)
  const until = addDays(dayIn(usualZone, ctx.now()), days - 1)
  await changeRights(ctx, async () => {
    const roleId = await prepareRole(ctx)
    const isOn = (await supportUntil(ctx)) !== null
    const known = await ctx.tx.maybe<{ id: string }>(sql`
      select id from sys_user where tenant_id = ${ctx.tenantId} and username = ${supportUser} for update`)
    const userId = known?.id ?? ctx.newId()
    const made = { id: userId, username: supportUser, realName: roleName, orgId: ctx.org.id, originalPassword: true }
    if (!known) await insert(ctx, user, [{ ...made, passwordTime: ctx.now() }])
    await ctx.tx.run(sql`
      update sys_user set valid_to = ${until}, disabled = false, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and id = ${userId}`)
    // Whoever looked in before takes a new password, of which the provider's log tells.
    if (!isOn)
      await ctx.tx.run(sql`
        update sys_user set password_hash = null, original_password = true where tenant_id = ${ctx.tenantId} and id = ${userId}`)
    await ctx.tx.run(sql`delete from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${userId}`)
    await ctx.tx.run(sql`delete from sys_user_org where tenant_id = ${ctx.tenantId} and user_id = ${userId}`)
    await insert(ctx, userRole.entity, [{ userId, roleId }])
    const orgs = await ctx.tx.query<{ id: string }>(sql`
      select id from sys_org where tenant_id = ${ctx.tenantId} and not disabled order by id`)
    await insert(
      ctx,
      userOrg.entity,
      orgs.map(({ id: orgId }) => ({ userId, orgId })),
    )
    const told = { subject: user.key, subjectId: userId, subjectNo: supportUser }
    ctx.audit({ ...told, action: 'grantSupport', after: { validTo: until, reason } })
    ctx.emit({ topic: supportTopic, key: ctx.tenantId })
  })
  return { until }
}

/** At once, whoever is at it. */
async function end(ctx: Ctx): Promise<null> {
  if (ctx.org.type !== 'GROUP') refuse(faults.notGroup)
  await changeRights(ctx, async () => {
    const ended = await ctx.tx.maybe<{ id: string }>(sql`
      update sys_user set disabled = true, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and username = ${supportUser} and not disabled returning id`)
    if (!ended) return
    await revokeSessions(ctx, { userId: ended.id }, 'DISABLED')
    ctx.audit({ subject: user.key, subjectId: ended.id, subjectNo: supportUser, action: 'endSupport' })
    ctx.emit({ topic: supportTopic, key: ctx.tenantId })
  })
  return null
}

export const supportServed: readonly Served[] = [serve(supportCalls.grant, grant), serve(supportCalls.end, end)]

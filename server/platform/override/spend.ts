import { refuse } from '@lading/contract/kernel/fault.ts'
import { overrideFaults } from '@lading/contract/sys/override.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Who permitted something, and why. */
export interface Permitted {
  readonly by: string
  readonly name: string
  readonly reason: string
}

/**
 * Uses up what somebody else allowed the caller, here and for this thing.
 * @throws Fault needed when there is no such override, or no more
 */
export async function spendOverride(
  ctx: Ctx,
  o: { readonly id: string | undefined; readonly permission: string; readonly subjectId: string },
): Promise<Permitted> {
  if (o.id === undefined) return refuse(overrideFaults.needed)
  const used = await ctx.tx.maybe<Permitted>(sql`
    update sys_override o set used_at = ${ctx.now()} from sys_user u
    where o.tenant_id = ${ctx.tenantId} and o.id = ${o.id} and o.for_id = ${ctx.userId} and o.org_id = ${ctx.org.id}
      and o.permission = ${o.permission} and o.subject_id = ${o.subjectId} and o.used_at is null and o.expires_at > ${ctx.now()}
      and u.tenant_id = o.tenant_id and u.id = o.by_id
    returning u.username as by, u.real_name as name, o.reason`)
  return used ?? refuse(overrideFaults.needed)
}

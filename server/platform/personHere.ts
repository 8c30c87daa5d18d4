import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'

export interface Person {
  readonly id: string
  readonly name: string
}
/** Somebody as far as he works in this organisation; nothing of whoever works elsewhere, or no more. */
export const personHere = (ctx: Ctx, userId: string): Promise<Person | undefined> =>
  ctx.tx.maybe<Person>(sql`
    select u.id, u.real_name as name from sys_user u where u.tenant_id = ${ctx.tenantId} and u.id = ${userId} and not u.disabled
      and (u.org_id = ${ctx.org.id} or exists (select 1 from sys_user_org o where o.tenant_id = u.tenant_id and o.user_id = u.id and o.org_id = ${ctx.org.id}))`)

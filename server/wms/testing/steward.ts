import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'

/** Makes of the user `viewer` somebody else who may submit and approve what is to become of packs. */
export async function letApprove(ctx: Ctx): Promise<void> {
  const { id } = await ctx.tx.one<{ id: string }>(sql`
    select r.role_id as id from sys_user_role r join sys_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
    where r.tenant_id = ${ctx.tenantId} and u.username = 'viewer' limit 1`)
  const grants = ['approve', 'update'].map((verb) => `mdm:basic.product_qpc:${verb}`)
  const rows = grants.map((permission) => ({ tenantId: ctx.tenantId, id: ctx.newId(), roleId: id, permission }))
  await bulkInsert(ctx.tx, 'sys_role_permission', rows)
}

import type { user as userTable } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** The same work in somebody else's name. */
export async function as(ctx: Ctx, username: string): Promise<Ctx> {
  const user = await ctx.tx.maybe<RowOf<typeof userTable, 'id'>>(sql`
    select id from sys_user where tenant_id = ${ctx.tenantId} and username = ${username}`)
  return { ...ctx, userId: user?.id ?? null, username }
}

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Names and numbers that two users must not share. Asked while changes of users wait for each other. */
export async function demandFree(
  ctx: Ctx,
  who: { username?: string | undefined; mobile?: string | null | undefined; workNumber?: string | null | undefined },
  exceptId = '0',
): Promise<void> {
  const taken = async (column: string, value: string | null | undefined): Promise<boolean> =>
    value
      ? (
          await ctx.tx.query(sql`
            select 1 from sys_user where tenant_id = ${ctx.tenantId} and ${raw(column)} = ${value} and id <> ${exceptId}`)
        ).length > 0
      : false
  if (await taken('username', who.username)) refuse(sysFaults.userNameTaken)
  if (await taken('mobile', who.mobile)) refuse(sysFaults.mobileTaken)
  if (await taken('work_number', who.workNumber))
    refuse(faults.duplicate, { field: user.fields.workNumber.title, value: who.workNumber })
}

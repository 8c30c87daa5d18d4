import { staff } from '@lading/contract/tms/staff.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'

/** As whom somebody drives: staff with his account. */
export const driversOf = (ctx: Ctx) =>
  ctx.tx.query<{ id: string; name: string }>(sql`
    select s.id, s.name from ${named(ctx, staff, 's')} where s.user_id = ${ctx.userId} and not s.disabled order by s.id`)

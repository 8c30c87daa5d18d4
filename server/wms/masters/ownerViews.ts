import { owner } from '@lading/contract/mdm/owner.ts'
import { user } from '@lading/contract/sys/user.ts'
import { ownerUsers } from '@lading/contract/wms/productCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { visible } from '../../kernel/scope.ts'

/** Users limited to this owner, of the working organisation and below it. */
async function usersOf(ctx: Ctx, input: { id: string }): Promise<z.output<typeof ownerUsers.output>> {
  await getRow(ctx, owner, input.id)
  return ctx.tx.query<z.output<typeof ownerUsers.output>[number]>(sql`
    select u.id, u.username, u.real_name, g.name as org, u.disabled
    from sys_user u join sys_user_owner o on o.tenant_id = u.tenant_id and o.user_id = u.id
    join sys_org g on g.tenant_id = u.tenant_id and g.id = u.org_id
    join sys_org own on own.tenant_id = u.tenant_id and own.id = ${ctx.org.id}
    where ${visible(user, ctx, 'u')} and o.owner_id = ${input.id} and starts_with(g.path, own.path)
    order by u.username limit 500`)
}

export const ownerServed = (): Served[] => [serve(ownerUsers, usersOf)]

import { entitlement } from '@lading/contract/sys/entitlement.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow } from '../../kernel/rowOf.ts'
import { changeRights } from '../rights.ts'
import { readPlan } from './read.ts'

/**
 * Writes what the channel says of the tenant that `ctx` works in. What is older than what stands there is dropped; whoever is
 * logged in feels it at his next call.
 */
export async function putPlan(
  ctx: Ctx,
  plan: NewRow<typeof entitlement.fields> & { readonly seq: number },
): Promise<void> {
  await changeRights(ctx, async () => {
    const before = await readPlan(ctx.tx, ctx.tenantId)
    if (before && before.seq > plan.seq) return
    await ctx.tx.run(sql`delete from sys_entitlement where tenant_id = ${ctx.tenantId}`)
    await insert(ctx, entitlement, [{ code: 'PLAN', ...plan }])
    ctx.tell(entitlement.key)
  })
}

import { entitlement } from '@lading/contract/sys/entitlement.ts'
import sql from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow } from '../../kernel/rowOf.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { changeRights } from '../rights.ts'
import { noticesOf, type Told } from './notices.ts'
import { readPlan } from './read.ts'

/** Whoever may see the plan hears of it, at the enterprise. */
async function tell(ctx: Ctx, dues: ReturnType<typeof noticesOf>['dues']): Promise<void> {
  const group = await ctx.tx.maybe<{ id: string }>(sql`
    select id from sys_org where tenant_id = ${ctx.tenantId} and type = 'GROUP' order by id limit 1`)
  if (!group) return
  for (const { key, kind, args } of dues)
    tellWho(ctx, {
      ...{ kind, args, about: `${key}|${ctx.now().getTime()}`, orgId: group.id, link: 'sys.org' },
      to: { permission: 'sys:org:view', ownerId: null },
    })
}

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
    const now = { endsOn: null, wallet: null, ...plan } as Told
    const { told, dues } = noticesOf(now, before, dayIn(usualZone, ctx.now()))
    await ctx.tx.run(sql`delete from sys_entitlement where tenant_id = ${ctx.tenantId}`)
    await insert(ctx, entitlement, [{ code: 'PLAN', ...plan, told }])
    if (dues.length > 0) await tell(ctx, dues)
    ctx.tell(entitlement.key)
  })
}

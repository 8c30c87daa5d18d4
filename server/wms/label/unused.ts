import { pickLabel } from '@lading/contract/wms/pickLabel.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'

/** Nobody will use a label any more that nobody has used for so many days. */
const days = 30
/** So many in one run at most; the next one finds the others. */
const most = 2_000

/** 标签作废: labels that stand unused for a month are void. */
export async function voidUnused(ctx: Ctx): Promise<number> {
  const rows = await ctx.tx.query<{ id: string }>(sql`
    with old as (
      select x.id from ${fromHere(ctx, pickLabel, 'x')} where x.state in ('NEW', 'PRINTED')
        and x.created_at < ${ctx.now()}::timestamptz - make_interval(days => ${days}) order by x.id limit ${most} for update of x skip locked)
    update wms_pick_label x set state = 'VOID', exception_code = 'VOID', version = x.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from old where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.id = old.id returning x.id`)
  return rows.length
}

import { pickOrder } from '@lading/contract/wms/pickOrder.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** A bin whose place in its area's order becomes another. */
export interface Moved {
  readonly id: string
  readonly after: number
}

/** Gives bins of a pick area, locked before, their new numbers, and tells of it. @param by what brought them there */
export async function renumber(
  ctx: Ctx,
  area: { readonly id: string; readonly code: string },
  moved: readonly Moved[],
  { action, ...by }: { readonly action: 'run' | 'arrange'; readonly method?: string },
): Promise<void> {
  await ctx.tx.run(sql`
    update wms_bin b set pick_seq = n.seq, version = b.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from unnest(${moved.map((b) => b.id)}::bigint[], ${moved.map((b) => b.after)}::integer[]) as n(id, seq)
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = n.id`)
  ctx.audit({
    subject: pickOrder.key,
    subjectId: null,
    subjectNo: area.code,
    action,
    after: { pickAreaId: area.id, ...by, changed: moved.length },
  })
}

import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { dockSteps } from '@lading/contract/wms/masterCalls.ts'
import { dock } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serveEach } from '../../kernel/http/serve.ts'
import type { Seen } from '../../kernel/rules.ts'
import { demandAt } from '../../kernel/scope.ts'
import { demandDockIdle } from './place.ts'

/** Closes a dock, with the reason that everybody gets to read; no truck may stand there or be expected. */
async function close(ctx: Ctx, row: SeenRow): Promise<Seen> {
  const reason = row.reason?.trim().slice(0, 64) || null
  if (reason === null) throw new Fault(faults.required, { field: dock.fields.closeReason.title })
  return setClosed(ctx, row, true, reason)
}

async function setClosed(ctx: Ctx, row: SeenRow, closed: boolean, closeReason: string | null): Promise<Seen> {
  demandAt(dock, ctx)
  const before = await lockSeen(ctx, dock, row)
  if (closed) await demandDockIdle(ctx, row.id)
  await ctx.tx.run(sql`
    update wms_dock set closed = ${closed}, close_reason = ${closeReason}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
  ctx.audit({
    subject: dock.key,
    subjectId: row.id,
    subjectNo: before.code,
    action: closed ? 'close' : 'open',
    before: { closed: before.closed, closeReason: before.closeReason },
    after: { closed, closeReason },
  })
  return { id: row.id, version: before.version + 1 }
}

export const dockServed = (): Served[] => [
  serveEach(dockSteps.close, close),
  serveEach(dockSteps.open, (ctx, row) => setClosed(ctx, row, false, null)),
]

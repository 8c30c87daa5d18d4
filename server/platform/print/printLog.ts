import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { printLog } from '@lading/contract/sys/tables.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { showInstant } from '../sheet/showCell.ts'

/** A label that exists twice sends two people after one box: whoever prints it again says why. */
export async function demandReason(
  ctx: Ctx,
  kind: string,
  subject: string,
  ids: readonly string[],
  reason: string | undefined,
): Promise<void> {
  if (reason) return
  const [printed] = await ctx.tx.query(sql`
    select 1 from sys_print_log where tenant_id = ${ctx.tenantId} and subject = ${subject} and kind = ${kind}
      and subject_id = any(${ids}::bigint[]) limit 1`)
  if (printed) refuse(faults.reprint)
}

/** Every print leaves who, when, what and why. */
export const notePrinted = (
  ctx: Ctx,
  kind: string,
  subject: string,
  ids: readonly string[],
  reason: string | undefined,
  how: { readonly output?: string; readonly printerId?: string | undefined; readonly copies?: number } = {},
): Promise<unknown> =>
  insert(
    ctx,
    printLog,
    ids.map((subjectId) => ({
      kind,
      subject,
      subjectId,
      copies: how.copies ?? 1,
      printerId: how.printerId,
      output: how.output ?? 'PDF',
      reason,
      day: showInstant(ctx, ctx.now()).slice(0, 10),
    })),
  )

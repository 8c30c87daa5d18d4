import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { printLog } from '@lading/contract/sys/tables.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { knownEntity } from '../../kernel/registry.ts'
import { tableOf } from '../../kernel/tables.ts'
import { snake } from '../../kernel/tx.ts'
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

/** What the printed rows are called now; nothing of those that have no number of their own. */
async function numbersOf(ctx: Ctx, subject: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const e = knownEntity(subject)
  const field = e?.fields[e.label.code]
  if (!e || !field || field.computed || (field.kind !== 'code' && field.kind !== 'text')) return new Map()
  const rows = await ctx.tx.query<{ id: string; no: string | null }>(sql`
    select t.id, t.${raw(snake(e.label.code))} as no from ${raw(tableOf(e))} t
    where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[])`)
  return new Map(rows.map(({ id, no }) => [id, (no ?? '').slice(0, 64)]))
}

/** Every print leaves who, when, where, what and why. */
export async function notePrinted(
  ctx: Ctx,
  kind: string,
  subject: string,
  ids: readonly string[],
  reason: string | undefined,
  how: { readonly output?: string; readonly printerId?: string | undefined; readonly copies?: number } = {},
): Promise<void> {
  const numbers = await numbersOf(ctx, subject, ids)
  await insert(
    ctx,
    printLog,
    ids.map((subjectId) => ({
      kind,
      subject,
      subjectId,
      subjectNo: numbers.get(subjectId) || null,
      orgId: ctx.org.id,
      copies: how.copies ?? 1,
      printerId: how.printerId,
      output: how.output ?? 'PDF',
      reason,
      day: showInstant(ctx, ctx.now()).slice(0, 10),
    })),
  )
}

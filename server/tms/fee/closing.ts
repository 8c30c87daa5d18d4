import { refuse } from '@lading/contract/kernel/fault.ts'
import { feeBill } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { feeClosing } from '@lading/contract/tms/settleBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

/** Up to which day the books of this transport centre are closed. */
export async function closedUpTo(ctx: Ctx): Promise<string | null> {
  const row = await ctx.tx.maybe<{ closedTo: string } & object>(sql`
    select c.closed_to from ${fromHere(ctx, feeClosing, 'c')} order by c.id desc limit 1`)
  return row?.closedTo ?? null
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
/** The day itself, or the first one after closed books: what is only known then is charged then. */
export async function openDay(ctx: Ctx, day: string): Promise<string> {
  const closed = await closedUpTo(ctx)
  return closed !== null && day <= closed ? dayAfter(closed) : day
}
/** F5. @throws Fault closedPeriod */
export async function demandOpenDay(ctx: Ctx, day: string): Promise<void> {
  const to = await closedUpTo(ctx)
  if (to !== null && day <= to) refuse(feeFaults.closedPeriod, { day, to })
}

/**
 * Closes the books of a transport centre up to a day. What was charged on these days has to be confirmed or voided first.
 * To an earlier day they are opened again, by whoever says why.
 */
export async function closeUpTo(ctx: Ctx, closedTo: string, reason: string | undefined): Promise<{ closedTo: string }> {
  const before = await closedUpTo(ctx)
  if (closedTo >= businessDay(ctx)) refuse(feeFaults.closing)
  if (before !== null && closedTo < before && !reason) refuse(feeFaults.reopened)
  if (before === null || closedTo > before) {
    const { n } = await ctx.tx.one<{ n: number }>(sql`
      select count(*)::int as n from ${fromHere(ctx, feeBill.header, 'f')} where f.state = 'DRAFT' and f.biz_date <= ${closedTo}`)
    if (n > 0) refuse(feeFaults.closesDrafts, { to: closedTo, n })
  }
  if (closedTo === before) return { closedTo }
  const { ids } = await insert(ctx, feeClosing, [{ closedTo, reason: reason ?? null }])
  ctx.audit({
    subject: feeClosing.key,
    subjectId: ids[0] ?? null,
    action: 'create',
    before: { closedTo: before },
    after: { closedTo, reason },
  })
  return { closedTo }
}

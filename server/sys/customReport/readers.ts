import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { reportPermissions } from '@lading/contract/sys/report.ts'
import { planFaults } from '@lading/contract/sys/reportFaults.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { from } from '../../kernel/scope.ts'
import { identifyUser } from '../session/identify.ts'
import { maySee, publishedAt } from './published.ts'
import type { Models } from './run.ts'

/** Others whom the caller can see. @throws Fault notFor */
export async function demandSeen(ctx: Ctx, others: readonly string[]): Promise<void> {
  if (others.length === 0) return
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from ${from(ctx, user, 'u')} where u.id = any(${others}::bigint[])`)
  if (n < others.length) refuse(planFaults.notFor)
}

/**
 * For others a report is made with their own rights: who could not make it for himself where the caller works is refused,
 * in the words for who does not exist.
 * @throws Fault notFor
 */
export async function demandReaders(ctx: Ctx, models: Models, path: string, others: readonly string[]): Promise<void> {
  for (const id of others) if (!(await mayHave(ctx, models, path, id))) refuse(planFaults.notFor)
}

async function mayHave(ctx: Ctx, models: Models, path: string, userId: string): Promise<boolean> {
  try {
    const as: Ctx = { ...ctx, ...(await identifyUser(ctx.tx, ctx.tenantId, userId, ctx.org.id, ctx.now())) }
    const { template } = await publishedAt(as, path)
    return allowed(as, reportPermissions.export) && maySee(as, models, template)
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found, type Org } from '../../kernel/ctx.ts'
import { from } from '../../kernel/scope.ts'

/*
 * Money belongs to the transport centre. Its finance centre works on it too: what it writes there is written as if at the
 * centre, with the centre's numbers and by its clocks.
 */

/** The same person at work in a transport centre of his enterprise. */
async function at(ctx: Ctx, orgId: string): Promise<Ctx> {
  if (orgId === ctx.org.id) return ctx
  const org = await ctx.tx.maybe<Org & object>(sql`
    select id, code, type, time_zone from sys_org where tenant_id = ${ctx.tenantId} and id = ${orgId} and type = 'TC'`)
  if (!org) return refuse(feeFaults.noCentre)
  const numbers: Ctx['numbers'] = (prefix, count) => ctx.numbers(prefix, count, org)
  return { ...ctx, org, numbers, number: (prefix) => numbers(prefix, 1)[0] ?? '' }
}

/** Where something new is written: one's own transport centre, or the one that a finance centre names. @throws Fault noCentre */
export async function atCentre(ctx: Ctx, centreId: unknown): Promise<Ctx> {
  if (ctx.org.type === 'TC') return ctx
  return typeof centreId === 'string' ? at(ctx, centreId) : refuse(feeFaults.noCentre)
}

/** Where a row stands that is there: whoever does not see it does not find it. */
export async function atRow(ctx: Ctx, e: AnyEntity, id: string): Promise<Ctx> {
  const row = await ctx.tx.maybe<{ orgId: string } & object>(
    sql`select t.org_id from ${from(ctx, e, 't')} where t.id = ${id}`,
  )
  return at(ctx, found(row, e.title).orgId)
}

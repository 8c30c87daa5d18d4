import { refuse } from '@lading/contract/kernel/fault.ts'
import { isRoot } from '@lading/contract/kernel/org.ts'
import { optionFaults } from '@lading/contract/sys/faults.ts'
import { org } from '@lading/contract/sys/org.ts'
import sql from 'sql-template-tag'
import { type Ctx, found, type Org } from '../../kernel/ctx.ts'
import { demandReach } from '../rights.ts'

/** The level of the whole enterprise, among rows of organisations. */
export const tenantLevel = '0'
export type LevelOrg = Pick<Org, 'id' | 'code' | 'timeZone'> & { readonly name: string }

const isAtTop = (ctx: Ctx): boolean => isRoot(ctx.org.type)

/**
 * Whose rules are meant, within the caller's reach: those of an organisation, or of the enterprise for all of them, which is
 * what its topmost organisation stands for.
 * @param asked left out: the enterprise's, or those of where one works
 */
export async function levelOrg(ctx: Ctx, asked: string | null | undefined): Promise<LevelOrg | undefined> {
  const orgId = asked ?? (isAtTop(ctx) ? null : ctx.org.id)
  if (orgId === null) return undefined
  const row = found(
    await ctx.tx.maybe<LevelOrg & { upperOrgId: string | null }>(sql`
      select id, code, name, time_zone, upper_org_id from sys_org where tenant_id = ${ctx.tenantId} and id = ${orgId}`),
    org.title,
  )
  await demandReach(ctx, [orgId])
  return row.upperOrgId === null ? undefined : row
}

/** Rules of the enterprise concern all its organisations: they are changed where one works for all of them. */
export function demandTop(ctx: Ctx, level: string): void {
  if (level === tenantLevel && !isAtTop(ctx)) refuse(optionFaults.notGroup)
}

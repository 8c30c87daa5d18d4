// engine: says whose agent somebody works for

import { refuse } from '@lading/contract/kernel/fault.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** The agent in whose name somebody works; undefined at the platform. @throws Fault notSeller where there is none */
export async function ownAgent(ctx: Ctx): Promise<string | undefined> {
  if (ctx.org.type !== 'AGENT') return undefined
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select id from saas_agent where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by id limit 1`)
  return row?.id ?? refuse(saasFaults.notSeller)
}

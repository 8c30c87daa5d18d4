// engine: says whose agent somebody works for

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** The agent in whose name somebody works; undefined at the platform. */
export async function ownAgent(ctx: Ctx): Promise<string | undefined> {
  if (ctx.org.type !== 'AGENT') return undefined
  const { id } = await ctx.tx.one<{ id: string }>(sql`
    select id from saas_agent where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
  return id
}

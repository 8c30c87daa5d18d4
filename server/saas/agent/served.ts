// engine: makes agents with their organisations

import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { agent } from '@lading/contract/saas/agent.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { liveStates } from '@lading/contract/saas/tenantApplication.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { same } from '../../kernel/rowParts.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { from } from '../../kernel/scope.ts'
import { masterServed } from '../../platform/masterServed.ts'
import type { Administration } from '../asks.ts'
import { ownAgent } from './own.ts'

/** Where an agent's organisation is to stand: below its parent's, or below whoever makes it. */
async function upperOrg(ctx: Ctx, input: Input): Promise<string> {
  // Whoever works for an agent makes agents of that one, or of those below.
  input.upperId ??= (await ownAgent(ctx)) ?? null
  if (input.upperId === null) return ctx.org.id
  const upper = await ctx.tx.maybe<{ orgId: string }>(sql`
    select t.org_id from ${from(ctx, agent, 't')} where t.id = ${input.upperId}`)
  return found(upper, agent.title).orgId
}

/** An agent with its organisation, where its people work. */
export async function createAgent(ctx: Ctx, asks: Administration, input: Input): Promise<Seen> {
  const upperOrgId = await upperOrg(ctx, input)
  const [code, name] = [String(input.code), String(input.name)]
  const id = await asks.newOrg(ctx, { code, name, type: 'AGENT', upperOrgId })
  const made = await createRow(ctx, agent, input, agentRules(asks))
  // Whoever makes it names what he sees; the row itself stands where the agent works.
  await ctx.tx.run(sql`update saas_agent set org_id = ${id} where tenant_id = ${ctx.tenantId} and id = ${made.id}`)
  return made
}

/** What the platform lets an agent have. */
const terms = ['discount', 'creditLimit'] as const
const contract = ['contractFrom', 'contractTo'] as const
/** Its terms are said by the platform, and its contract by whoever is above it. @throws Fault notPlatform */
function demandTerms(ctx: Ctx, input: Input, before: Input): void {
  if (ctx.org.type === 'PLAT') return
  const said = before.orgId === ctx.org.id ? [...terms, ...contract] : terms
  if (said.some((name) => input[name] !== undefined && !same(before[name], input[name]))) refuse(saasFaults.notPlatform)
}

const agentRules = (asks: Administration): Rules<typeof agent> => ({
  beforeCreate: async (ctx, input) => demandTerms(ctx, input as Input, { discount: '0', creditLimit: null }),
  beforeUpdate: async (ctx, input, before) => demandTerms(ctx, input as Input, before as Input),
  warn: ({ contractFrom, contractTo }) =>
    contractFrom && contractTo && contractTo < contractFrom
      ? [{ field: 'contractTo', message: ['合同到期应晚于合同开始', 'The contract ends before it begins'] }]
      : [],
  beforeDisable: async (ctx, row) => {
    if (row.orgId === ctx.org.id) refuse(saasFaults.ownAgent)
    const { n } = await ctx.tx.one<{ n: number }>(sql`
      select count(*)::int as n from saas_tenant_application
      where tenant_id = ${ctx.tenantId} and agent_id = ${row.id} and state = any(${liveStates}::text[])`)
    if (n > 0) refuse(saasFaults.agentBusy, { n })
    await asks.switchOrg(ctx, row.orgId, true)
  },
  beforeEnable: (ctx, row) => asks.switchOrg(ctx, row.orgId, false),
})

export function agentServed(asks: Administration): Served[] {
  const { create: made } = crudCalls(agent)
  if (!made) throw new Error('agents are made by a call')
  return [
    ...masterServed(agent, agentRules(asks)).filter(({ call }) => call.path !== made.path),
    serve(made, (ctx, input) => createAgent(ctx, asks, input as Input)),
  ]
}

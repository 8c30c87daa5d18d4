// engine: prices orders

import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import type { agent } from '@lading/contract/saas/agent.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import type { quotaPackage } from '@lading/contract/saas/quotaPackage.ts'
import { orderLine, type rationOrder } from '@lading/contract/saas/rationOrder.ts'
import { liveStates, tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { from } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import { ownAgent } from '../agent/own.ts'
import { quotaDay } from '../ledger/accounts.ts'

type Package = RowOf<
  typeof quotaPackage.header,
  'billNo' | 'state' | 'audience' | 'listPrice' | 'leastCopies' | 'mostCopies' | 'saleFrom' | 'saleTo'
>
type Line = RowOf<typeof orderLine, 'unit' | 'qty' | 'validDays' | 'priority' | 'amount'>
type Agent = RowOf<
  typeof agent,
  'id' | 'disabled' | 'discount' | 'contractFrom' | 'contractTo' | 'creditLimit' | 'orgId'
>

/** The package as it can be bought today. @throws Fault offSale, notForBuyer */
export async function onSale(ctx: Ctx, id: unknown, audience: string): Promise<Package> {
  const [row] = await ctx.tx.query<Package>(sql`
    select bill_no, state, audience, list_price, least_copies, most_copies, sale_from, sale_to from saas_quota_package
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  const day = quotaDay(ctx)
  if (row?.state !== 'ON_SALE' || (row.saleFrom ?? day) > day || (row.saleTo ?? day) < day)
    return refuse(saasFaults.offSale)
  if (row.audience !== audience) refuse(saasFaults.notForBuyer, { no: row.billNo })
  return row
}

/** An agent that may buy and sell. @throws Fault agentEnded */
export async function liveAgent(ctx: Ctx, id: unknown): Promise<Agent> {
  const row = await ctx.tx.one<Agent>(sql`
    select id, disabled, discount, contract_from, contract_to, credit_limit, org_id from saas_agent
    where tenant_id = ${ctx.tenantId} and id = ${id} for key share`)
  const day = quotaDay(ctx)
  if (row.disabled || row.contractFrom > day || row.contractTo < day) refuse(saasFaults.agentEnded)
  return row
}

/** That a tenant is there to be sold to, and is the seller's own. @throws Fault noBuyer, foreignTenant, notOpen */
export async function demandTenant(ctx: Ctx, id: unknown, agentId: unknown): Promise<void> {
  if (typeof id !== 'string') refuse(saasFaults.noBuyer, { field: ['租户', 'tenant'] })
  const row = await ctx.tx.maybe<{ agentId: string | null; state: string }>(sql`
    select t.agent_id, t.state from ${from(ctx, tenantApplication.header, 't')} where t.id = ${id}`)
  if (!row || (agentId !== null && row.agentId !== agentId)) throw new Fault(saasFaults.foreignTenant)
  if (!liveStates.some((state) => state === row.state)) refuse(saasFaults.notOpen)
}

/** Who sells what to whom, and for how much: worked out here, whatever was sent. */
async function price(ctx: Ctx, input: Input, kind: 'AGENT' | 'PLAT'): Promise<void> {
  const own = await ownAgent(ctx)
  input.kind = kind
  if (kind === 'AGENT') {
    if (!own) return refuse(saasFaults.notSeller)
    input.agentId = own
    await demandTenant(ctx, input.applicationId, own)
  } else if (own) Object.assign(input, { agentId: own, applicationId: null })
  else {
    input.agentId = null
    await demandTenant(ctx, input.applicationId, null)
  }
  const buyer = typeof input.agentId === 'string' ? await liveAgent(ctx, input.agentId) : undefined
  const toAgent = kind === 'PLAT' && buyer !== undefined
  const p = await onSale(ctx, input.packageId, toAgent ? 'AGENT' : 'TENANT')
  const copies = Number(input.copies ?? 1)
  if (copies < p.leastCopies || copies > p.mostCopies)
    refuse(saasFaults.copies, { least: p.leastCopies, most: p.mostCopies })
  const discount = toAgent ? buyer.discount : '0'
  const sums = await ctx.tx.one<{ listAmount: string; amount: string }>(sql`
    select ${p.listPrice}::numeric * ${copies} as list_amount,
      round(${p.listPrice}::numeric * ${copies} * (100 - ${discount}::numeric) / 100, 2) as amount`)
  Object.assign(input, sums, { discount })
}

/** Of orders of one kind. */
export const orderRules = (order: typeof rationOrder, kind: 'AGENT' | 'PLAT'): Rules<typeof rationOrder.header> =>
  documentRules(order, {
    beforeCreate: (ctx, input) => price(ctx, input as Input, kind),
    beforeUpdate: async (ctx, input, before) => {
      const whole: Input = { ...before, ...(input as Input) }
      await price(ctx, whole, kind)
      const { agentId, applicationId, listAmount, amount, discount } = whole
      Object.assign(input, { agentId, applicationId, listAmount, amount, discount })
    },
  })

/** Freezes what is bought: later editions of the package do not change it. */
export async function fillLines(ctx: Ctx, order: { readonly id: string; readonly orgId: string }): Promise<void> {
  await ctx.tx.run(sql`delete from saas_order_line where tenant_id = ${ctx.tenantId} and order_id = ${order.id}`)
  const rows = await ctx.tx.query<Line>(sql`
    select p.unit, p.qty * o.copies as qty, p.valid_days, p.priority, round(p.price * o.copies * (100 - o.discount) / 100, 2) as amount
    from saas_package_line p join saas_ration_order o on o.tenant_id = p.tenant_id and o.package_id = p.package_id
    where o.tenant_id = ${ctx.tenantId} and o.id = ${order.id} order by p.id`)
  if (rows.length === 0) refuse(saasFaults.noLines)
  await insert(
    { ...ctx, org: { ...ctx.org, id: order.orgId } },
    orderLine,
    rows.map((row) => ({ ...row, orderId: order.id, refundQty: '0' })),
  )
}

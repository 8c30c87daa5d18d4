// engine: delivers and takes back what was ordered

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import type { orderLine, rationOrder } from '@lading/contract/saas/rationOrder.ts'
import type { Unit } from '@lading/contract/saas/units.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import type { Holder } from '../ledger/accounts.ts'
import { giveOut, sell, takeBack } from '../ledger/flows.ts'
import { activate, entitleTopic, lockApplication, withdrawModules } from '../tenant/state.ts'
import { demandTenant, fillLines, liveAgent, onSale } from './rules.ts'

type Order = BillRow<typeof rationOrder>
type Line = RowOf<typeof orderLine, 'id' | 'unit' | 'qty' | 'amount' | 'validDays' | 'priority' | 'refundQty'>

/**
 * Whoever decides over an order is its seller: the platform of its own, of an agent's the agent, or who is above it.
 * @throws Fault notSeller
 */
function demandSeller(ctx: Ctx, order: Order): void {
  if (order.kind === 'PLAT' && ctx.org.type !== 'PLAT') refuse(saasFaults.notSeller)
}

const linesOf = (ctx: Ctx, { id }: Pick<Order, 'id'>): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select id, unit, qty, amount, valid_days, priority, refund_qty from saas_order_line
    where tenant_id = ${ctx.tenantId} and order_id = ${id} order by id`)

const stockOf = async (ctx: Ctx, agentId: string): Promise<Holder> => {
  const { orgId } = await ctx.tx.one<{ orgId: string }>(sql`
    select org_id from saas_agent where tenant_id = ${ctx.tenantId} and id = ${agentId}`)
  return { kind: 'STOCK', agentId, orgId }
}
/** A tenant's wallet stands where the tenant does: at his agent. */
const walletOf = async (ctx: Ctx, applicationId: string): Promise<Holder> => {
  const { orgId } = await ctx.tx.one<{ orgId: string }>(sql`
    select org_id from saas_tenant_application where tenant_id = ${ctx.tenantId} and id = ${applicationId}`)
  return { kind: 'WALLET', applicationId, orgId }
}

/** From whom to whom an order moves quota. */
async function endsOf(ctx: Ctx, order: Order): Promise<readonly [from: Holder, to: Holder]> {
  const buyer = order.applicationId === null ? undefined : await walletOf(ctx, order.applicationId)
  const agent = order.agentId === null ? undefined : await stockOf(ctx, order.agentId)
  const ends = order.kind === 'AGENT' ? [agent, buyer] : [{ kind: 'ISSUE' } as const, buyer ?? agent]
  const [from, to] = ends
  if (!from || !to) throw new Error(`order ${order.billNo} has no buyer or no seller`)
  return [from, to]
}

/** Delivers what was ordered, once per line; a tenant that gets something lives on. */
async function deliver(ctx: Ctx, order: Order): Promise<void> {
  if (order.agentId !== null) await liveAgent(ctx, order.agentId)
  if (order.applicationId !== null) {
    // Since it was typed in he may have ended, or have gone to another agent.
    await lockApplication(ctx, order.applicationId)
    await demandTenant(ctx, order.applicationId, order.agentId)
  }
  const [from, to] = await endsOf(ctx, order)
  for (const line of await linesOf(ctx, order)) {
    const parcel = { ...line, qty: parseQty(line.qty) }
    const about = { key: `${order.billNo}|${line.id}|FULFIL`, orderId: order.id }
    if (from.kind === 'STOCK') await sell(ctx, from, to, parcel, { ...about, kind: 'TRANSFER' })
    else {
      const kind = to.kind === 'STOCK' ? 'PURCHASE' : 'TRANSFER'
      await giveOut(ctx, to, parcel, { ...about, kind, lot: 'PAID' })
    }
  }
  if (order.applicationId !== null) await activate(ctx, order.applicationId, order.packageId)
}

/** What an agent has had on credit and not paid, with this order. @throws Fault overCredit */
async function demandCredit(ctx: Ctx, order: Order): Promise<void> {
  if (order.kind !== 'PLAT' || order.agentId === null)
    return refuse(saasFaults.overCredit, { open: '0', amount: order.amount, limit: '0' })
  // One after the other: two orders must not both fit.
  const { limit } = await ctx.tx.one<{ limit: string }>(sql`
    select coalesce(credit_limit, 0) as "limit" from saas_agent where tenant_id = ${ctx.tenantId} and id = ${order.agentId} for update`)
  const { open, fits } = await ctx.tx.one<{ open: string; fits: boolean }>(sql`
    select coalesce(sum(amount), 0) as open, coalesce(sum(amount), 0) + ${order.amount}::numeric <= ${limit}::numeric as fits
    from saas_ration_order where tenant_id = ${ctx.tenantId} and agent_id = ${order.agentId} and kind = 'PLAT' and state = 'DELIVERED'`)
  if (!fits) refuse(saasFaults.overCredit, { open, amount: order.amount, limit })
}

/** Takes quota back, and says what is to be paid back for it: its part of the line's price, in all never more than was paid. */
async function refund(ctx: Ctx, order: Order, unit: Unit, text: string): Promise<Readonly<Record<string, string>>> {
  if (order.applicationId !== null) await lockApplication(ctx, order.applicationId)
  const [from, to] = await endsOf(ctx, order)
  const line = (await linesOf(ctx, order)).find((one) => one.unit === unit)
  const qty = parseQty(text)
  if (!line || qty <= 0n) return refuse(saasFaults.consumed, { n: '0' })
  await takeBack(ctx, to, from, unit, qty, {
    ...{ kind: 'REFUND', orderId: order.id, reason: order.billNo },
    key: `${order.billNo}|${line.id}|REFUND|${order.version}`,
  })
  await ctx.tx.run(sql`
    update saas_order_line set refund_qty = refund_qty + ${formatQty(qty)}::numeric
    where tenant_id = ${ctx.tenantId} and id = ${line.id}`)
  if (order.applicationId !== null) {
    ctx.emit({ topic: entitleTopic, key: order.applicationId })
    const isOver = (await linesOf(ctx, order)).every((one) => parseQty(one.refundQty) === parseQty(one.qty))
    if (isOver) await withdrawModules(ctx, order.applicationId)
  }
  const upTo = (n: Sql) => sql`round(${line.amount}::numeric * ${n} / ${line.qty}::numeric, 2)`
  const before = sql`${line.refundQty}::numeric`
  const { refunded } = await ctx.tx.one<{ refunded: string }>(sql`
    select least(coalesce(${order.refunded}::numeric, 0) + ${upTo(sql`(${before} + ${text}::numeric)`)} - ${upTo(before)},
      ${order.paid}::numeric) as refunded`)
  return { refunded }
}

export const orderSteps: StepWorks<typeof rationOrder> = {
  submit: {
    effect: async (ctx, order) => {
      const toAgent = order.kind === 'PLAT' && order.agentId !== null
      await onSale(ctx, order.packageId, toAgent ? 'AGENT' : 'TENANT')
      await fillLines(ctx, order)
      return undefined
    },
  },
  approve: { effect: async (ctx, order) => void demandSeller(ctx, order) },
  reject: { effect: async (ctx, order) => void demandSeller(ctx, order) },
  pay: {
    effect: async (ctx, order, _made, { paid }) => {
      demandSeller(ctx, order)
      const { isWhole } = await ctx.tx.one<{ isWhole: boolean }>(sql`
        select ${String(paid)}::numeric = ${order.amount}::numeric as is_whole`)
      if (!isWhole) refuse(saasFaults.paidLess, { amount: order.amount })
      if (order.state === 'APPROVED') await deliver(ctx, order)
      return undefined
    },
  },
  deliver: {
    effect: async (ctx, order) => {
      demandSeller(ctx, order)
      await demandCredit(ctx, order)
      await deliver(ctx, order)
      return undefined
    },
  },
  refund: {
    effect: async (ctx, order, _made, { unit, refundQty }) => {
      demandSeller(ctx, order)
      return refund(ctx, order, unit as Unit, String(refundQty))
    },
  },
}

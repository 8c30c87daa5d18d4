import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { type Ctx, type Kernel, type Org, perform, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import type { Listener } from '../outbox/relay.ts'

/** What a bill type makes of it when work of it has been done, where its state does not follow from sums. */
export type Refresh = (ctx: Ctx, id: string) => Promise<void>
/** How a bill type's state follows from its lines and tasks. */
export interface Derivation {
  readonly table: string
  readonly lineTable: string
  /** The state that the sums mean, or undefined to leave it. */
  readonly derive: (ctx: Ctx, bill: DerivedBill) => Promise<string | undefined>
}
export interface DerivedBill {
  readonly id: string
  readonly state: string
  readonly plan: Qty
  readonly booked: Qty
  readonly done: Qty
  readonly sent: Qty
  readonly cancel: Qty
}

/**
 * What a line of goods is, for an update of its table: done when it was sent on, not when it was only handled.
 * @param done what will be its done quantity
 */
export const lineState = (done: Sql = sql`done_qty`): Sql => sql`case
  when cancel_qty >= plan_qty then 'CANCELED' when sent_qty >= plan_qty - cancel_qty then 'DONE'
  when ${done} > 0 or sent_qty > 0 then 'PARTIAL' else 'OPEN' end`

/** Recomputes a header from its lines, in a short transaction of its own, after the work that changed them. */
export async function refreshState(ctx: Ctx, d: Derivation, id: string): Promise<void> {
  // Not its key: who writes a row that belongs to the bill, a line of it in hand, need not wait for the header.
  const bill = await ctx.tx.maybe<{ id: string; state: string }>(sql`
    select id, state from ${raw(d.table)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id} for no key update`)
  if (!bill) return
  const s = await ctx.tx.one<{
    n: string
    plan: string
    booked: string
    done: string
    sent: string
    cancel: string
  }>(sql`
    select count(*) as n, coalesce(sum(plan_qty), 0) as plan, coalesce(sum(booked_qty), 0) as booked, coalesce(sum(done_qty), 0) as done,
      coalesce(sum(sent_qty), 0) as sent, coalesce(sum(cancel_qty), 0) as cancel
    from ${raw(d.lineTable)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${id}`)
  await ctx.tx.run(sql`
    update ${raw(d.lineTable)} set state = ${lineState()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${id} and state <> ${lineState()}`)
  const sums = {
    plan: parseQty(s.plan),
    booked: parseQty(s.booked),
    done: parseQty(s.done),
    sent: parseQty(s.sent),
    cancel: parseQty(s.cancel),
  }
  const state = await d.derive(ctx, { id, state: bill.state, ...sums })
  const ends = state === 'FINISHED' && bill.state !== 'FINISHED'
  // Not a person's change: the form's version stays, so that nobody's typing becomes stale.
  await ctx.tx.run(sql`
    update ${raw(d.table)} set state = ${state ?? bill.state}, line_count = ${Number(s.n)}, plan_qty = ${s.plan}, booked_qty = ${s.booked}, done_qty = ${s.done},
      sent_qty = ${s.sent}, cancel_qty = ${s.cancel}, started_at = case when ${sums.done > 0n || sums.booked > 0n} then coalesce(started_at, ${ctx.now()}) else started_at end,
      finished_at = case when ${ends} then ${ctx.now()} else finished_at end
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
}

/** The outbox's `bill.refresh`: once per bill, however many confirms there were. */
export const refreshListener =
  (kernel: Kernel, derivations: Readonly<Record<string, Derivation | Refresh>>): Listener =>
  async (tenantId, events) => {
    const first = events[0]
    const [key = '', id = ''] = first?.key.split(':') ?? []
    const d = derivations[key]
    if (!first || !d) return
    // Sums and states: nothing here asks what day it is.
    const org: Org = { ...systemOrg, id: first.orgId, type: 'DC' }
    await perform(kernel, tenantId, systemOrigin(first.id), systemIdentity(tenantId, org), (ctx) =>
      typeof d === 'function' ? d(ctx, id) : refreshState(ctx, d, id),
    )
  }

import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { type Ctx, systemAt, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { TogetherListener } from '../outbox/relay.ts'

/** What a bill type makes of it when work of it has been done, where its state does not follow from sums. */
export type Refresh = (ctx: Ctx, id: string) => Promise<void>
/** How a bill type's state follows from its lines and tasks. */
export interface Derivation {
  readonly table: string
  readonly lineTable: string
  /** The states that the sums mean, by bill; a bill that is not named keeps its own. */
  readonly derive: (ctx: Ctx, bills: readonly DerivedBill[]) => Promise<ReadonlyMap<string, string>>
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
 * What a line of goods is, for an update of its table: done when it was sent on, and something of its own when all of it was
 * only handled.
 * @param done what will be its done quantity
 */
export const lineState = (done: Sql = sql`done_qty`): Sql => sql`case
  when cancel_qty >= plan_qty then 'CANCELED' when sent_qty >= plan_qty - cancel_qty then 'DONE'
  when ${done} >= plan_qty - cancel_qty then 'HANDLED' when ${done} > 0 or sent_qty > 0 then 'PARTIAL' else 'OPEN' end`

interface Summed {
  id: string
  state: string
  lines: number
  plan: string
  booked: string
  done: string
  sent: string
  cancel: string
}

/**
 * Recomputes headers from their lines, in a short transaction of its own, after the work that changed them: in as many
 * statements for a hundred bills as for one.
 */
export async function refreshStates(ctx: Ctx, d: Derivation, ids: readonly string[]): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  // Not their keys: who writes a row that belongs to the bill, a line of it in hand, need not wait for the header.
  const bills = await ctx.tx.query<{ id: string; state: string }>(sql`
    select id, state from ${raw(d.table)} where ${here} and id = any(${ids}::bigint[]) order by id for no key update`)
  if (bills.length === 0) return
  const held = bills.map((b) => b.id)
  const [sums] = await Promise.all([
    ctx.tx.query<Omit<Summed, 'state'>>(sql`
      select bill_id as id, count(*)::integer as lines, sum(plan_qty) as plan, sum(booked_qty) as booked, sum(done_qty) as done,
        sum(sent_qty) as sent, sum(cancel_qty) as cancel
      from ${raw(d.lineTable)} where ${here} and bill_id = any(${held}::bigint[]) group by bill_id`),
    ctx.tx.run(sql`
      update ${raw(d.lineTable)} set state = ${lineState()}
      where ${here} and bill_id = any(${held}::bigint[]) and state <> ${lineState()}`),
  ])
  const byId = new Map(sums.map((s) => [s.id, s]))
  const none = { lines: 0, plan: '0', booked: '0', done: '0', sent: '0', cancel: '0' }
  const summed = bills.map((b): Summed => ({ ...none, ...byId.get(b.id), ...b }))
  const states = await d.derive(ctx, summed.map(derivedOf))
  // Not a person's change: the form's version stays, so that nobody's typing becomes stale.
  await ctx.tx.run(sql`
    update ${raw(d.table)} b set state = n.state, line_count = n.lines, plan_qty = n.plan, booked_qty = n.booked, done_qty = n.done, sent_qty = n.sent,
      cancel_qty = n.cancel, started_at = case when n.done > 0 or n.booked > 0 then coalesce(b.started_at, ${ctx.now()}::timestamptz) else b.started_at end,
      finished_at = case when (n.state = 'FINISHED') = (b.state = 'FINISHED') then b.finished_at
        when n.state = 'FINISHED' then ${ctx.now()}::timestamptz end
    from unnest(${held}::bigint[], ${summed.map((s) => states.get(s.id) ?? s.state)}::text[], ${summed.map((s) => s.lines)}::integer[],
      ${summed.map((s) => s.plan)}::numeric[], ${summed.map((s) => s.booked)}::numeric[], ${summed.map((s) => s.done)}::numeric[],
      ${summed.map((s) => s.sent)}::numeric[], ${summed.map((s) => s.cancel)}::numeric[]) as n(id, state, lines, plan, booked, done, sent, cancel)
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = n.id`)
}
const derivedOf = (s: Summed): DerivedBill => ({
  id: s.id,
  state: s.state,
  plan: parseQty(s.plan),
  booked: parseQty(s.booked),
  done: parseQty(s.done),
  sent: parseQty(s.sent),
  cancel: parseQty(s.cancel),
})

/** Bills of one transaction: others work on them too. */
const billsMost = 50

/** The outbox's `bill.refresh`: once per bill, however many confirms there were, and many bills at once. */
export const refreshListener = (
  kernel: Kernel,
  derivations: Readonly<Record<string, Derivation | Refresh>>,
): TogetherListener => ({
  together: async (tenantId, events) => {
    const first = events[0]
    if (!first) return
    const within = (work: (ctx: Ctx) => Promise<void>): Promise<void> =>
      perform(kernel, tenantId, systemOrigin(first.id), (tx) => systemAt(tx, tenantId, first.orgId), work)
    const bills = [...new Set(events.map((e) => e.key))].map((key) => key.split(':'))
    for (const [key = '', ofKey] of Map.groupBy(bills, ([key]) => key)) {
      const d = derivations[key]
      const ids = ofKey.map(([, id = '']) => id)
      if (typeof d === 'function') for (const id of ids) await within((ctx) => d(ctx, id))
      else if (d)
        for (let from = 0; from < ids.length; from += billsMost)
          await within((ctx) => refreshStates(ctx, d, ids.slice(from, from + billsMost)))
    }
  },
})

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { catchFaults, netDeviation, type Weighed } from '@lading/contract/wms/catchWeight.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { lockContainers } from '../stock/containers.ts'
import { namesOf } from '../stock/namesOf.ts'
import { type Reservation, release, reservationsOf, reserve, type Want } from '../stock/reservations.ts'
import { type LineRow, placeOf, type TaskRow } from './read.ts'
import type { Confirm, Entering } from './type.ts'

/** What a confirm says of a weight. */
export const weighedOf = (input: Confirm, qty: Qty = parseQty(input.qty)): Weighed => ({
  qty,
  pieces: input.pieces,
  isPart: input.partial === true || input.reason !== undefined,
})

/** A line that weighs more or less than it was planned. */
interface Off {
  readonly entering: Entering
  readonly by: Qty
}

/**
 * Lines whose goods were weighed, as if the weight had been known when they were planned: what is more is promised to
 * them as well, what is less is free again, and their task and order say so. Everything after it sees a pick as planned.
 * @returns the same lines with their new plans
 * @throws Fault notFree when somebody else was promised what would be too much
 */
export async function planAsWeighed(
  ctx: Ctx,
  task: TaskRow,
  entering: readonly Entering[],
): Promise<readonly Entering[]> {
  const off = entering.flatMap((e): Off[] => {
    const by = netDeviation(e.line, weighedOf(e.input))
    return by === 0n ? [] : [{ entering: e, by }]
  })
  if (off.length === 0) return entering
  // As postings do: containers before the goods in them.
  await lockContainers(
    ctx,
    off.flatMap(({ entering: { line, box } }) => [line.fromContainerId, box?.id ?? null]),
  )
  const promises = Map.groupBy(
    await reservationsOf(
      ctx,
      'task_line_id',
      off.map((o) => o.entering.line.id),
    ),
    (r) => r.taskLineId ?? '',
  )
  await promiseMore(
    ctx,
    off.filter((o) => o.by > 0n),
    promises,
  )
  for (const { entering: e, by } of off) if (by < 0n) await freeRest(ctx, promises.get(e.line.id) ?? [], -by)
  await changePlans(ctx, task, off)
  const plans = new Map(off.map(({ entering: e, by }) => [e.line.id, formatQty(parseQty(e.line.planQty) + by)]))
  return entering.map((e) => ({ ...e, line: { ...e.line, planQty: plans.get(e.line.id) ?? e.line.planQty } }))
}

/** Weight only: as many pieces as were planned are promised already. */
async function promiseMore(
  ctx: Ctx,
  off: readonly Off[],
  promises: ReadonlyMap<string, readonly Reservation[]>,
): Promise<void> {
  const wants = off.map(({ entering: { line }, by }): Want => {
    const its = promises.get(line.id)?.find((r) => r.stockId !== null)
    if (!its?.stockId) return refuse(wmsFaults.reservationGone)
    return {
      stockId: its.stockId,
      qty: by,
      pieces: 0,
      kind: its.kind,
      ...(its.demandType !== null && { demandType: its.demandType }),
      ...(its.demandLineId !== null && { demandLineId: its.demandLineId }),
      taskLineId: line.id,
      idemKey: `net:${line.id}:${ctx.key}`,
    }
  })
  const granted = new Map((await reserve(ctx, wants)).map((g) => [g.idemKey, g.qty]))
  for (const [i, want] of wants.entries()) {
    const [line, avail] = [off[i]?.entering.line, granted.get(want.idemKey) ?? 0n]
    if (line && avail < want.qty) await refuseMore(ctx, line, want.qty, avail)
  }
}

const refuseMore = async (ctx: Ctx, line: LineRow, more: Qty, avail: Qty): Promise<never> =>
  refuse(catchFaults.notFree, {
    ...(await namesOf(ctx, placeOf(line))),
    real: formatQty(parseQty(line.planQty) + more),
    plan: formatQty(parseQty(line.planQty)),
    avail: formatQty(avail),
  })

/** The latest promise gives first: it may have been made for what is not needed after all. */
async function freeRest(ctx: Ctx, promises: readonly Reservation[], less: Qty): Promise<void> {
  let left = less
  for (const promise of promises.toReversed()) if (left > 0n) left -= await release(ctx, [promise], left)
}

/** What was ordered by an estimate is ordered by its weight now. */
async function changePlans(ctx: Ctx, task: TaskRow, off: readonly Off[]): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id}`
  const sums = sql`(select id, sum(by) as by from unnest(${off.map((o) => o.entering.line.billLineId)}::bigint[],
    ${off.map((o) => formatQty(o.by))}::numeric[]) as u(id, by) where id is not null group by id)`
  await ctx.tx.run(sql`
    update wms_task_line t set plan_qty = t.plan_qty + n.by
    from unnest(${off.map((o) => o.entering.line.id)}::bigint[], ${off.map((o) => formatQty(o.by))}::numeric[]) as n(id, by)
    where t.${here} and t.id = n.id`)
  await ctx.tx.run(sql`
    update wms_task t set plan_qty = t.plan_qty + ${formatQty(off.reduce((n, o) => n + o.by, 0n))}::numeric
    where t.${here} and t.id = ${task.id}`)
  await ctx.tx.run(sql`
    update wms_operate_bill_line t set plan_qty = t.plan_qty + n.by, booked_qty = t.booked_qty + n.by from ${sums} n
    where t.${here} and t.id = n.id`)
}

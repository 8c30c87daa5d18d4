import { formatQty, minQty, mulRatio, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { lockContainers } from '../stock/containers.ts'
import { openQty, type Reservation, release, reservationsOf, shift } from '../stock/reservations.ts'
import { alikeOf, restOf } from '../task/alike.ts'
import { leaveForCount } from '../task/kinds/sow.ts'
import { holdWork, type LineRow, readLines } from '../task/read.ts'

interface Moved {
  readonly line: LineRow
  readonly by: Qty
}

/**
 * 实重: a store gets what its goods weigh, as if that had been known when the batch was divided. What this is more is taken
 * from the shares of the stores that are still to be served, what it is less is theirs; the last one gets no more than the
 * container holds, and what it leaves there is looked at by those who count.
 * @returns how much is sorted to the store: never more than was promised to it and to those after it
 */
export async function planAsNet(ctx: Ctx, of: LineRow, net: Qty): Promise<Qty> {
  const { line } = await holdWork(ctx, of.id, undefined)
  const off = net - restOf(line)
  if (line.catchPct === null || off === 0n || line.state !== 'OPEN') return restOf(line)
  const others = alikeOf(await readLines(ctx, line.taskId), line).filter(
    (l) => l.id !== line.id && l.state === 'OPEN' && restOf(l) > 0n,
  )
  const shares = shared(others, -off)
  const given = qtySum(shares.map((s) => s.by))
  // As postings do: containers before the goods in them.
  await lockContainers(ctx, [line.fromContainerId])
  if (others.length > 0) {
    const moved = [{ line, by: -given }, ...shares].filter((m) => m.by !== 0n)
    await movePromises(ctx, moved)
    await changePlans(ctx, moved)
  } else if (off < 0n) {
    await freeLatest(ctx, line, -off)
    await leaveForCount(ctx, line, -off, ['实重尾差', 'Weight left after sorting'])
    await changePlans(ctx, [{ line, by: off }])
  }
  return others.length > 0 ? restOf(line) - given : minQty(net, restOf(line))
}

/** Each of the others gets its part of it, or gives it while something of its share is left. */
function shared(others: readonly LineRow[], by: Qty): Moved[] {
  let [left, wanted] = [by < 0n ? -by : by, qtySum(others.map(restOf))]
  return others.map((line): Moved => {
    const part = mulRatio(left, restOf(line), wanted, 'DOWN')
    left -= part
    wanted -= restOf(line)
    return { line, by: by > 0n ? part : -minQty(part, restOf(line) - 1n) }
  })
}

/** All of them stand on the goods of one container: together they are promised as much as before. */
async function movePromises(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  const ids = moved.map((m) => m.line.id)
  const byLine = Map.groupBy(await reservationsOf(ctx, 'task_line_id', ids), (r) => r.taskLineId ?? '')
  await shift(
    ctx,
    moved.flatMap(({ line, by }) => changesOf(byLine.get(line.id) ?? [], by)),
  )
}
function changesOf(promises: readonly Reservation[], by: Qty) {
  const [first] = promises
  if (by > 0n) return first ? [{ of: first, by }] : []
  let left = -by
  return promises.toReversed().map((of) => {
    const part = minQty(left, openQty(of))
    left -= part
    return { of, by: -part }
  })
}
async function freeLatest(ctx: Ctx, line: LineRow, less: Qty): Promise<void> {
  let left = less
  for (const promise of (await reservationsOf(ctx, 'task_line_id', [line.id])).toReversed())
    if (left > 0n) left -= await release(ctx, [promise], left)
}

/** Tasks and orders say what was weighed: it was picked already, so it is done as well. */
async function changePlans(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  const here = sql`t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id}`
  const by = (idOf: (line: LineRow) => string | null): Sql =>
    sql`(select id, sum(by) as by from unnest(${moved.map((m) => idOf(m.line))}::bigint[], ${moved.map((m) => formatQty(m.by))}::numeric[]) as u(id, by) group by id)`
  await ctx.tx.run(sql`
    update wms_task_line t set plan_qty = t.plan_qty + n.by, weighed_qty = coalesce(t.weighed_qty, 0) + n.by, version = t.version + 1 from ${by((l) => l.id)} n where ${here} and t.id = n.id`)
  await ctx.tx.run(sql`
    update wms_task t set plan_qty = t.plan_qty + n.by from ${by((l) => l.taskId)} n where ${here} and t.id = n.id and n.by <> 0`)
  const bills = await ctx.tx.query<{ billId: string }>(sql`
    update wms_operate_bill_line t set plan_qty = t.plan_qty + n.by, booked_qty = t.booked_qty + n.by, done_qty = t.done_qty + n.by
    from ${by((l) => l.billLineId)} n where ${here} and t.id = n.id returning t.bill_id`)
  for (const billId of new Set(bills.map((b) => b.billId)))
    ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${billId}` })
}

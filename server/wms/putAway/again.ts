// engine: looks for room among the goods of all owners, and claims it

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Qty } from '@lading/contract/kernel/qty.ts'
import { taskFlow, type taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { lockContainers } from '../stock/containers.ts'
import { release, reservationsOf, reserve } from '../stock/reservations.ts'
import { lockKeys } from '../stock/rows.ts'
import { addLines } from '../task/create.ts'
import { demandOn } from '../task/guards.ts'
import { logTasks } from '../task/log.ts'
import { type LineRow, lockTask, placeOf, readLines, type TaskRow } from '../task/read.ts'
import { goodsOfLines } from './lines.ts'
import { goodsOn, openLines, placePallet } from './pallet.ts'
import { claimBins, proposeAndLock } from './propose.ts'
import type { Goods } from './rules.ts'
import { moveTo } from './target.ts'

type Target = Awaited<ReturnType<typeof proposeAndLock>>[number]

/** Open lines that have nowhere to go: no bin, or one that takes no goods any more. */
async function lostLines(ctx: Ctx, taskId: string): Promise<LineRow[]> {
  const rows = await ctx.tx.query<RowOf<typeof taskLine, 'id'>>(sql`
    select l.id from wms_task_line l left join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = ${taskId} and l.state = 'OPEN'
      and (l.to_bin_id is null or b.lock_in or b.disabled)`)
  const lost = new Set(rows.map((r) => r.id))
  return (await readLines(ctx, taskId)).filter((l) => lost.has(l.id))
}

/** 重新计算: finds bins for the lines of a task that have none. Lines that know where to go keep their bin. */
export async function reproposeTask(ctx: Ctx, row: SeenRow): Promise<void> {
  demandDc(ctx)
  const task = await lockTask(ctx, row.id)
  demandOn(ctx, task, 'run')
  if (task.version !== row.version) refuse(faults.stale)
  const isClosed = task.state === 'WAIT' || taskFlow.final.some((s) => s === task.state)
  if (task.taskType !== 'PUTAWAY' || isClosed)
    refuse(faults.state, {
      no: task.taskNo,
      state: taskFlow.states[task.state],
      action: ['重新计算货位', 'Find new bins'],
    })
  if (await placeLost(ctx, task))
    logTasks(ctx, [{ taskId: task.id, action: 'repropose', from: task.state, to: task.state }])
}

/** Finds bins for the lines of a locked task that have none. @returns whether there were any */
export async function placeLost(ctx: Ctx, task: TaskRow): Promise<boolean> {
  const lines = await lostLines(ctx, task.id)
  if (lines.length === 0) return false
  await lockContainers(
    ctx,
    lines.map((l) => l.fromContainerId),
  )
  await lockKeys(ctx, lines.map(placeOf))
  let lineCount = task.lineCount
  const placed = new Set<string | null>()
  for (const line of lines) {
    const [goods] = await goodsOfLines(ctx, [line])
    if (!goods) continue
    if (!goods.whole) lineCount += await place(ctx, { ...task, lineCount }, line, goods)
    else if (!placed.has(line.fromContainerId)) await placeWhole(ctx, task, line, goods)
    placed.add(line.fromContainerId)
  }
  await ctx.tx.run(sql`
    update wms_task set line_count = ${lineCount}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  return true
}

/** A pallet goes to one bin, with the lines that had one of their own. */
async function placeWhole(ctx: Ctx, task: TaskRow, line: LineRow, goods: Goods): Promise<void> {
  const pallet = await goodsOn(ctx, line.fromContainerId ?? '', goods)
  await placePallet(ctx, pallet, await openLines(ctx, task.id, line.fromContainerId))
}

/** Gives a line its bins; where one is not enough, further lines. @returns how many lines that made */
async function place(ctx: Ctx, task: TaskRow, line: LineRow, goods: Goods): Promise<number> {
  const [first, ...others] = await proposeAndLock(ctx, goods)
  if (!first) return 0
  await moveTo(ctx, line, goods, first)
  if (others.length > 0) await divide(ctx, task, line, goods, [first, ...others])
  return others.length
}

/** What is promised to the line goes to it and to its new neighbours, each its part. */
async function divide(ctx: Ctx, task: TaskRow, line: LineRow, goods: Goods, targets: readonly Target[]): Promise<void> {
  const held = await reservationsOf(ctx, 'task_line_id', [line.id])
  const stockId = held[0]?.stockId ?? ''
  await release(ctx, held)
  const others = targets.slice(1)
  const { ownerId, productId, qpcId, lotId, stockType, fromBinId, fromContainerId, billLineId } = line
  const same = { ownerId, productId, qpcId, lotId, stockType, fromBinId, fromContainerId, billLineId }
  const ids = await addLines(
    ctx,
    task,
    others.map((t) => ({
      ...same,
      toBinId: t.binId,
      planQty: t.qty,
      why: [t.why[0], t.why[1]] as const,
    })),
  )
  // A receipt that is taken back finds its put-away lines by their origin.
  await ctx.tx.run(sql`
    update wms_task_line n set origin_id = o.origin_id from wms_task_line o
    where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.id = ${line.id}
      and n.tenant_id = o.tenant_id and n.org_id = o.org_id and n.id = any(${ids}::bigint[])`)
  const parts: { id: string; binId: string | null; qty: Qty }[] = targets.map((t, i) => ({
    id: i === 0 ? line.id : (ids[i - 1] ?? ''),
    binId: t.binId,
    qty: t.qty,
  }))
  await reserve(
    ctx,
    parts.map((p) => ({
      stockId,
      qty: p.qty,
      kind: 'MOVE' as const,
      taskLineId: p.id,
      idemKey: `pa:${p.id}:${ctx.newId()}`,
    })),
  )
  await claimBins(ctx, goods, parts.slice(1))
}

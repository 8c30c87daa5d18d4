// engine: assigns containers to picks, and frees them, behind the locks of both

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container } from '@lading/contract/wms/container.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { pickContainerFaults } from '@lading/contract/wms/pickContainerCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { ContainerFacts } from '../masters/facts.ts'
import { changeContainers, lockContainers } from '../stock/containers.ts'
import type { TaskRow } from '../task/read.ts'

export type BoundRow = RowOf<
  typeof pickContainer,
  'id' | 'code' | 'containerId' | 'taskId' | 'state' | 'seq' | 'reason' | 'replacedById'
>

/** What was ever assigned to tasks whose locks the caller holds, by number. */
export const containersOf = (ctx: Ctx, taskIds: readonly string[]): Promise<BoundRow[]> =>
  ctx.tx.query<BoundRow>(sql`
    select id, code, container_id, task_id, state, seq, reason, replaced_by_id from wms_pick_container
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = any(${taskIds}::bigint[]) order by task_id, seq, id`)

/**
 * Whether a pick may fill a container that was scanned: another pick's never; beside its own only an idle one, and only
 * when goods are in all of these.
 * @throws Fault otherTask, isVoid, useOwn
 */
export async function demandOwn(
  ctx: Ctx,
  task: TaskRow,
  { id, code, state, pickTaskId }: ContainerFacts,
): Promise<void> {
  if (pickTaskId === task.id) return
  const name = rowName(container, id, code)
  if (pickTaskId !== null) refuse(pickContainerFaults.otherTask, { c: name, no: await taskNameOf(ctx, pickTaskId) })
  if (!task.hasContainers) return
  const all = await containersOf(ctx, [task.id])
  const old = all.findLast((r) => r.containerId === id && r.state === 'VOID')
  const now = old && successorOf(all, old)
  if (old && now) refuse(pickContainerFaults.isVoid, { c: name, reason: old.reason ?? '', to: now.code })
  const unused = all.filter((r) => r.state === 'BOUND')
  if (unused.length > 0 || state !== 'IDLE')
    refuse(pickContainerFaults.useOwn, { no: task.taskNo, c: unused.map((r) => r.code).join(', ') || code })
}
async function taskNameOf(ctx: Ctx, taskId: string) {
  const { taskNo } = await ctx.tx.one<{ taskNo: string }>(
    sql`select task_no from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${taskId}`,
  )
  return rowName(viewOf('PICK'), taskId, taskNo)
}
/** What stands in the place of a void one by now, however often it was replaced. */
export function successorOf(all: readonly BoundRow[], old: BoundRow): BoundRow | undefined {
  const next = all.find((r) => r.id === old.replacedById)
  return next?.state === 'VOID' ? successorOf(all, next) : next
}

/** The one container that a pick may fill where none was scanned. @throws Fault useOwn when it has several */
export async function soleContainer(ctx: Ctx, task: TaskRow): Promise<string> {
  const own = (await containersOf(ctx, [task.id])).filter((r) => r.state === 'BOUND' || r.state === 'USED')
  const [first] = own
  return first && own.length === 1
    ? first.code
    : refuse(pickContainerFaults.useOwn, { no: task.taskNo, c: own.map((r) => r.code).join(', ') })
}

/** Goods come into containers of a pick for the first time; one that was not foreseen is one more. */
export async function markUsed(ctx: Ctx, task: TaskRow, totes: readonly ContainerFacts[]): Promise<void> {
  if (!task.hasContainers) return
  const first = totes.filter((t) => t.binId === null)
  if (first.length === 0) return
  const all = await containersOf(ctx, [task.id])
  const bound = all.filter((r) => r.state === 'BOUND' && first.some((t) => t.id === r.containerId))
  await setStates(ctx, bound, 'USED')
  const last = all.reduce((n, r) => Math.max(n, r.seq), 0)
  const more = first.filter((t) => t.pickTaskId === null)
  if (more.length > 0)
    await insert(
      ctx,
      pickContainer,
      more.map(({ id, code }, i) => ({
        ...{ code, containerId: id, taskId: task.id, storeId: task.storeId, pickAreaId: task.pickAreaId },
        state: 'USED' as const,
        seq: last + i + 1,
      })),
    )
}

async function setStates(
  ctx: Ctx,
  rows: readonly BoundRow[],
  state: BoundRow['state'],
  reason: string | null = null,
): Promise<void> {
  if (rows.length === 0) return
  await ctx.tx.run(sql`
    update wms_pick_container set state = ${state}, reason = ${reason}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${rows.map((r) => r.id)}::bigint[])`)
}

/** Containers that nothing has come into are free for others. Their tasks are locked. */
export async function giveBack(ctx: Ctx, rows: readonly BoundRow[], reason: string | null = null): Promise<void> {
  const unused = rows.filter((r) => r.state === 'BOUND')
  if (unused.length === 0) return
  const boxes = await lockContainers(
    ctx,
    unused.map((r) => r.containerId),
  )
  await changeContainers(
    ctx,
    [...boxes.values()]
      .filter((b) => b.state === 'PICKING' && b.binId === null)
      .map((b) => ({ id: b.id, from: ['PICKING'], state: 'IDLE', binId: null, storeId: null, billId: null })),
  )
  await setStates(ctx, unused, 'FREED', reason)
  for (const r of unused)
    ctx.audit({
      subject: pickContainer.key,
      subjectId: r.id,
      subjectNo: r.code,
      action: 'free',
      before: { state: 'BOUND' },
      after: { state: 'FREED', ...(reason && { reason }) },
    })
}

/** Picks that end, or whose lines are others now, keep none that is empty. */
export async function giveBackOf(ctx: Ctx, taskIds: readonly string[], reason: string | null = null): Promise<void> {
  await giveBack(ctx, await containersOf(ctx, taskIds), reason)
}

/** A pick is over: what it has filled is done, the rest is free. */
export async function settleContainers(ctx: Ctx, task: TaskRow): Promise<void> {
  if (!task.hasContainers) return
  const all = await containersOf(ctx, [task.id])
  await giveBack(ctx, all)
  await setStates(
    ctx,
    all.filter((r) => r.state === 'USED'),
    'DONE',
  )
}

/**
 * A confirm was taken back.
 * @param emptied containers in which nothing is left: those that were assigned to the pick wait for it again
 * @returns these
 */
export async function reopenContainers(
  ctx: Ctx,
  task: TaskRow,
  containerIds: readonly string[],
  emptied: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const own = (await containersOf(ctx, [task.id])).filter(
    (r) => (r.state === 'USED' || r.state === 'DONE') && containerIds.includes(r.containerId),
  )
  const empty = own.filter((r) => emptied.has(r.containerId))
  await setStates(ctx, empty, 'BOUND')
  await setStates(
    ctx,
    own.filter((r) => !empty.includes(r)),
    'USED',
  )
  return new Set(empty.map((r) => r.containerId))
}

/** Somebody has said of a container by hand that it is empty: it is nobody's any more. */
export async function dropContainer(ctx: Ctx, containerId: string, reason: string | null): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_container set state = 'FREED', reason = ${reason}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and container_id = ${containerId} and state in ('BOUND', 'USED')`)
}

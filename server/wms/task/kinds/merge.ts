import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../../kernel/ctx.ts'
import { demandNoCheck } from '../../check/make.ts'
import { unstagedTopic } from '../../collect/make.ts'
import { demandFree, demandTogether, mergeStates } from '../../merge/start.ts'
import { type ContainerRow, changeContainers, lockContainers } from '../../stock/containers.ts'
import { post } from '../../stock/post.ts'
import { openQty, readReservations } from '../../stock/reservations.ts'
import { reverse } from '../../stock/reverse.ts'
import { lockContents } from '../../stock/rows.ts'
import type { LineRow, TaskRow } from '../read.ts'
import type { Confirmed, TaskKind } from '../type.ts'

/** All that stands in one container goes into the target, with the promises on it; the container is free then. */
const confirm: TaskKind['confirm'] = async (ctx, task, line, input): Promise<Confirmed> => {
  const plan = parseQty(line.planQty)
  if (parseQty(input.qty) === 0n) {
    if (!input.reason) refuse(wmsFaults.needReason)
    return { done: 0n, short: plan, closed: true }
  }
  const { source, target } = await lockBoth(ctx, line)
  const scanned = input.scans.container
  if (scanned && scanned !== source.code)
    refuse(checkFaults.wrongBox, { scan: scanned, c: rowName(container, source.id, source.code) })
  await demandFree(ctx, [source.id, target.id], task.id)
  await demandTogether(ctx, target, [source.id], new Map([[source.id, source]]))
  const rows = await lockContents(ctx, [source.id])
  if (rows.length > 0) await pour(ctx, task, line, rows, source, target)
  ctx.emit({ topic: unstagedTopic, key: source.id })
  return { done: plan, short: 0n, closed: true }
}

async function lockBoth(ctx: Ctx, line: LineRow): Promise<{ source: ContainerRow; target: ContainerRow }> {
  const boxes = await lockContainers(ctx, [line.fromContainerId, line.toContainerId])
  const of = (id: string | null): ContainerRow => found(boxes.get(id ?? ''), container.title)
  return { source: of(line.fromContainerId), target: of(line.toContainerId) }
}

async function pour(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  rows: Awaited<ReturnType<typeof lockContents>>,
  source: ContainerRow,
  target: ContainerRow,
): Promise<void> {
  const ids = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_reservation where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'ACTIVE'
      and stock_id = any(${rows.map((r) => r.id)}::bigint[]) order by id`)
  const promises = await readReservations(
    ctx,
    ids.map((r) => r.id),
  )
  const there = { binId: target.binId ?? '', containerId: target.id }
  // What was checked stays so only beside what was checked.
  const isChecked = source.state === 'CHECKED' && target.state === 'CHECKED'
  await post(ctx, {
    bizType: 'MERGE',
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    lines: rows.flatMap((r) => [
      { key: r, delta: -r.qty, pieces: r.pieces === null ? undefined : -r.pieces },
      { key: { ...r, ...there }, delta: r.qty, pieces: r.pieces ?? undefined },
    ]),
    carry: promises.flatMap((p) => {
      const row = rows.find((r) => r.id === p.stockId)
      return row ? [{ reservationId: p.id, qty: openQty(p), toKey: { ...row, ...there } }] : []
    }),
    containers: [
      {
        id: source.id,
        from: mergeStates,
        state: source.category === 'VIRTUAL' ? 'CLOSED' : 'IDLE',
        binId: null,
        storeId: null,
        billId: null,
      },
      ...(target.state === 'CHECKED' && !isChecked ? [{ id: target.id, state: 'PICKED' as const }] : []),
    ],
  })
}

/** Back into its container, while that is empty still and the target has not gone on. */
async function undo(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  const { source, target } = await lockBoth(ctx, line)
  const isFree = source.state === 'IDLE' || source.state === 'CLOSED'
  if (!isFree || !mergeStates.some((s) => s === target.state)) refuse(wmsFaults.movedOn)
  await demandNoCheck(ctx, [target.id])
  await changeContainers(ctx, [
    { id: source.id, state: 'PICKED', binId: line.fromBinId, storeId: line.storeId },
    ...(target.state === 'CHECKED' ? [{ id: target.id, state: 'PICKED' as const }] : []),
  ])
  await reverse(ctx, line.id)
}

export const mergeKind: TaskKind = { confirm, undo, endsEarly: true }

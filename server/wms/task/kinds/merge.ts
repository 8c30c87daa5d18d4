// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../../kernel/ctx.ts'
import { demandNoCheck } from '../../check/make.ts'
import { unstagedTopic } from '../../collect/make.ts'
import { demandFree, demandTogether, mergeStates, type Part } from '../../merge/start.ts'
import { type ContainerRow, changeContainers, lockContainers } from '../../stock/containers.ts'
import { keyText } from '../../stock/key.ts'
import { post } from '../../stock/post.ts'
import { openQty, readReservations } from '../../stock/reservations.ts'
import { reverse } from '../../stock/reverse.ts'
import { lockContents } from '../../stock/rows.ts'
import { type LineRow, sourceOf, type TaskRow } from '../read.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'
import { fewer } from './decrease.ts'

/**
 * All that stands in one container goes into the target, with the promises on it, and the container is free then; a line
 * of goods takes only these.
 */
const confirm: TaskKind['confirm'] = async (ctx, task, line, input): Promise<Confirmed> => {
  const plan = parseQty(line.planQty)
  const said = line.productId === null ? wholeOf(plan, input) : fewer(line, input)
  if (said.qty === 0n) return { done: 0n, short: said.short, closed: said.closed }
  const { source, target } = await lockBoth(ctx, line)
  const scanned = input.scans.container
  if (scanned && scanned !== source.code)
    refuse(checkFaults.wrongBox, { scan: scanned, c: rowName(container, source.id, source.code) })
  await demandFree(ctx, [source.id, target.id], task.id)
  const rows = await lockContents(ctx, [source.id])
  const one = line.productId === null ? undefined : keyText(sourceOf(line))
  const goods: Part[] =
    one === undefined
      ? rows.map((row) => ({ row, qty: row.qty }))
      : [
          {
            row: found(
              rows.find((r) => keyText(r) === one),
              stock.title,
            ),
            qty: said.qty,
          },
        ]
  await demandTogether(ctx, target, [{ id: source.id, ...(one !== undefined && { goods }) }], boxesOf(source))
  const isEmptied = rows.every((r) => goods.some((g) => g.row.id === r.id && g.qty === r.qty))
  if (rows.length > 0) await pour(ctx, task, line, goods, { source, target, isEmptied })
  if (isEmptied) ctx.emit({ topic: unstagedTopic, key: source.id })
  return { done: said.qty, short: said.short, closed: said.closed, ...(target.binId && { toBinId: target.binId }) }
}

/** A whole container is emptied, or it is not: with a reason. */
function wholeOf(plan: Qty, input: Confirm): { qty: Qty; short: Qty; closed: boolean } {
  if (parseQty(input.qty) !== 0n) return { qty: plan, short: 0n, closed: true }
  if (!input.reason) refuse(wmsFaults.needReason)
  return { qty: 0n, short: plan, closed: true }
}
const boxesOf = (source: ContainerRow): ReadonlyMap<string, ContainerRow> => new Map([[source.id, source]])

async function lockBoth(ctx: Ctx, line: LineRow): Promise<{ source: ContainerRow; target: ContainerRow }> {
  const boxes = await lockContainers(ctx, [line.fromContainerId, line.toContainerId])
  const of = (id: string | null): ContainerRow => found(boxes.get(id ?? ''), container.title)
  return { source: of(line.fromContainerId), target: of(line.toContainerId) }
}

interface Way {
  readonly source: ContainerRow
  readonly target: ContainerRow
  readonly isEmptied: boolean
}
async function pour(ctx: Ctx, task: TaskRow, line: LineRow, goods: readonly Part[], way: Way): Promise<void> {
  const { source, target, isEmptied } = way
  const there = { binId: target.binId ?? '', containerId: target.id }
  // What was checked stays so only beside what was checked.
  const isChecked = source.state === 'CHECKED' && target.state === 'CHECKED'
  await post(ctx, {
    bizType: 'MERGE',
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    lines: goods.flatMap(({ row, qty }) => {
      // A part takes its share of the pieces.
      const pieces = qty === row.qty ? (row.pieces ?? undefined) : undefined
      return [
        { key: row, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
        { key: { ...row, ...there }, delta: qty, pieces },
      ]
    }),
    carry: await carried(ctx, goods, there),
    containers: [
      ...(isEmptied
        ? [
            {
              id: source.id,
              from: mergeStates,
              state: source.category === 'VIRTUAL' ? ('CLOSED' as const) : ('IDLE' as const),
              binId: null,
              storeId: null,
              billId: null,
            },
          ]
        : []),
      ...(target.state === 'CHECKED' && !isChecked ? [{ id: target.id, state: 'PICKED' as const }] : []),
    ],
  })
}

/** The promises on what goes, the oldest first; who was promised what stays behind keeps it there. */
async function carried(ctx: Ctx, goods: readonly Part[], there: { binId: string; containerId: string }) {
  const ids = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_reservation where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'ACTIVE'
      and stock_id = any(${goods.map((g) => g.row.id)}::bigint[]) order by id`)
  const promises = await readReservations(
    ctx,
    ids.map((r) => r.id),
  )
  const left = new Map(goods.map((g) => [g.row.id, g.qty]))
  return promises.flatMap((p) => {
    const row = goods.find((g) => g.row.id === p.stockId)?.row
    if (!row) return []
    const qty = minQty(openQty(p), left.get(row.id) ?? 0n)
    left.set(row.id, (left.get(row.id) ?? 0n) - qty)
    return qty > 0n ? [{ reservationId: p.id, qty, toKey: { ...row, ...there } }] : []
  })
}

/** Back into its container, while that is empty still, or keeps the rest, and the target has not gone on. */
async function undo(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  const { source, target } = await lockBoth(ctx, line)
  const isFree = source.state === 'IDLE' || source.state === 'CLOSED'
  const isThere = source.storeId === line.storeId && source.binId === line.fromBinId
  const isKept = line.productId !== null && isThere && isMergeable(source)
  if (!(isFree || isKept) || !isMergeable(target) || target.binId !== line.toBinId) refuse(wmsFaults.movedOn)
  await demandNoCheck(ctx, [target.id, ...(isKept ? [source.id] : [])])
  await changeContainers(ctx, [
    ...(isFree ? [{ id: source.id, state: 'PICKED' as const, binId: line.fromBinId, storeId: line.storeId }] : []),
    ...(target.state === 'CHECKED' ? [{ id: target.id, state: 'PICKED' as const }] : []),
  ])
  await reverse(ctx, line.id)
}
const isMergeable = (box: ContainerRow): boolean => mergeStates.some((s) => s === box.state)

export const mergeKind: TaskKind = { confirm, undo, endsEarly: true }

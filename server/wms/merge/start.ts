// engine: merges containers whose locks it holds: who may see all of them

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container, containerFlow } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { mergeFaults, mergeTask, type startMerge } from '@lading/contract/wms/mergeCalls.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { isTaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { demandNoCheck } from '../check/make.ts'
import { type ContainerRow, lockContainers } from '../stock/containers.ts'
import { namesOf } from '../stock/namesOf.ts'
import { lockIds, type StockRow } from '../stock/rows.ts'
import { demandWhole } from '../stock/whole.ts'
import { createTasks, type NewLine } from '../task/create.ts'
import { type Box, contentsOf, readBoxes } from './contents.ts'
import { joined, misfit } from './fit.ts'

/** What may be merged: it is filled, and does not stand on a truck. */
export const mergeStates = ['PICKED', 'COLLECTED', 'CHECKED'] as const

/** 新建并箱: a line for each container that is emptied into the target, and for each part of one. */
export async function startMerging(
  ctx: Ctx,
  input: z.output<typeof startMerge.input>,
): Promise<z.output<typeof startMerge.output>> {
  demandDc(ctx)
  const parts = await partsOf(ctx, input.parts ?? [])
  const sources = [...new Set(input.sourceIds)].filter((id) => id !== input.targetId)
  if (sources.length + parts.length === 0) refuse(mergeFaults.nothing)
  const parted = [...new Set(parts.map((p) => p.containerId))]
  if (parted.some((id) => id === input.targetId || sources.includes(id))) refuse(mergeFaults.twice)
  const ids = [input.targetId, ...sources, ...parted]
  const seen = await ctx.tx.query<{ id: string; ownerId: string | null }>(sql`
    select c.id, (select case when count(distinct s.owner_id) = 1 then min(s.owner_id) end from wms_stock s
      where s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0) as owner_id
    from ${fromHere(ctx, container, 'c')} where c.id = any(${ids}::bigint[])`)
  const boxes = await lockContainers(ctx, ids)
  for (const id of ids)
    found(
      seen.find((s) => s.id === id),
      container.title,
    )
  await demandFree(ctx, ids, null)
  const target = found(boxes.get(input.targetId), container.title)
  const goods = await lockParts(ctx, parts)
  const loads = [
    ...sources.map((id): Load => ({ id })),
    ...parted.map((id): Load => ({ id, goods: goods.get(id) ?? [] })),
  ]
  await demandTogether(ctx, target, loads, boxes)
  const owners = new Set(seen.map((s) => s.ownerId))
  const way = (id: string) => ({
    storeId: target.storeId,
    fromBinId: boxes.get(id)?.binId ?? null,
    fromContainerId: id,
    toBinId: target.binId,
    toContainerId: target.id,
  })
  const lines = [
    ...sources.map(
      (id): NewLine => ({ ...way(id), ownerId: seen.find((s) => s.id === id)?.ownerId ?? null, planQty: wholeQty(1) }),
    ),
    ...[...goods.values()].flat().map(
      ({ row, qty }): NewLine => ({
        ...way(row.containerId),
        ...{
          ownerId: row.ownerId,
          productId: row.productId,
          qpcId: row.qpcId,
          lotId: row.lotId,
          stockType: row.stockType,
        },
        planQty: qty,
      }),
    ),
  ]
  const [made] = await createTasks(ctx, [
    {
      taskType: 'CONTAINER_MERGE',
      containerId: target.id,
      storeId: target.storeId,
      ownerId: owners.size === 1 ? ([...owners][0] ?? null) : null,
      lines,
    },
  ])
  const task = found(made, ['任务', 'Task'])
  return { id: task.id, taskNo: task.taskNo, lines: lines.length }
}

/** What is to go of a stock row, and in which container that stands, unlocked. */
interface Asked {
  readonly stockId: string
  readonly containerId: string
  readonly qty: Qty
}
async function partsOf(
  ctx: Ctx,
  asked: readonly { readonly stockId: string; readonly qty: string }[],
): Promise<Asked[]> {
  const ids = asked.map((p) => p.stockId)
  if (new Set(ids).size < ids.length) refuse(mergeFaults.twice)
  if (ids.length === 0) return []
  const rows = await ctx.tx.query<RowOf<typeof stock, 'id' | 'containerId'>>(sql`
    select s.id, s.container_id from ${fromHere(ctx, stock, 's')} where s.id = any(${ids}::bigint[])`)
  const containerOf = new Map(rows.map((r) => [r.id, r.containerId]))
  return asked.map(({ stockId, qty }) => ({
    stockId,
    containerId: found(containerOf.get(stockId), stock.title),
    qty: parseQty(qty),
  }))
}

/** Goods that leave a container which keeps the rest. */
export interface Part {
  readonly row: StockRow
  readonly qty: Qty
}
/** By container. @throws Fault qtyNotPositive, notWhole, stockShort when there is less */
async function lockParts(ctx: Ctx, parts: readonly Asked[]): Promise<ReadonlyMap<string, readonly Part[]>> {
  const rows = await lockIds(
    ctx,
    parts.map((p) => p.stockId),
  )
  const goods = parts.map(({ stockId, qty }): Part => ({ row: found(rows.get(stockId), stock.title), qty }))
  await demandWhole(
    ctx,
    goods.map(({ row, qty }) => ({ productId: row.productId, qty })),
  )
  for (const { row, qty } of goods) {
    if (qty <= 0n) refuse(wmsFaults.qtyNotPositive)
    if (qty > row.qty)
      refuse(wmsFaults.stockShort, {
        ...(await namesOf(ctx, row)),
        avail: formatQty(row.qty),
        need: formatQty(qty),
      })
  }
  return Map.groupBy(goods, (g) => g.row.containerId)
}

const nameOf = (box: ContainerRow) => rowName(container, box.id, box.code)

/** A container that is emptied, or the goods that leave one. */
export interface Load {
  readonly id: string
  readonly goods?: readonly Part[]
}
/** What is merged goes together, and has room. Containers are locked. */
export async function demandTogether(
  ctx: Ctx,
  target: ContainerRow,
  loads: readonly Load[],
  boxes: ReadonlyMap<string, ContainerRow>,
): Promise<void> {
  const sources = loads.map((l) => l.id)
  if (target.category === 'VIRTUAL') refuse(mergeFaults.noBox, { to: nameOf(target) })
  for (const box of [target, ...sources.flatMap((id) => boxes.get(id) ?? [])])
    if (!mergeStates.some((s) => s === box.state))
      refuse(wmsFaults.containerState, {
        code: nameOf(box),
        state: containerFlow.states[box.state],
        action: ['并箱', 'Merge'],
      })
  await demandNoCheck(ctx, [target.id, ...sources])
  const facts = await readBoxes(ctx, [target.id, ...sources])
  const of = (id: string): Box => found(facts.get(id), container.title)
  let into = of(target.id).contents
  for (const { id, goods } of loads) {
    const its = goods
      ? await contentsOf(
          ctx,
          of(id),
          goods.map(({ row, qty }) => ({ productId: row.productId, qty })),
        )
      : of(id).contents
    const wrong = misfit(into, its, of(target.id).limits)
    const box = found(boxes.get(id), container.title)
    if (wrong) {
      const { why, ...args } = wrong
      refuse(mergeFaults[why], { ...args, c: nameOf(box), to: nameOf(target) })
    }
    into = joined(into, its)
  }
}

/** Containers that no other work is about; one that waits to be staged may be emptied before. @param but the line that asks itself */
export async function demandFree(ctx: Ctx, ids: readonly string[], but: string | null): Promise<void> {
  const busy = await ctx.tx.maybe<{ id: string; taskNo: string; taskType: string; boxId: string; code: string }>(sql`
    select k.id, k.task_no, k.task_type, c.id as box_id, c.code from wms_task_line l
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id and k.task_type not in ('CONTAINER_CHECK', 'PICK_COLLECT')
    join wms_container c on c.tenant_id = l.tenant_id and c.org_id = l.org_id and c.id in (l.from_container_id, l.to_container_id)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.state in ('OPEN', 'INHAND') and c.id = any(${ids}::bigint[])
      and (${but}::bigint is null or l.task_id <> ${but}) order by k.id limit 1`)
  if (busy)
    refuse(mergeFaults.inWork, {
      c: rowName(container, busy.boxId, busy.code),
      no: rowName(isTaskType(busy.taskType) ? viewOf(busy.taskType) : mergeTask, busy.id, busy.taskNo),
    })
}

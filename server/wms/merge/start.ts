import { refuse } from '@lading/contract/kernel/fault.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container, containerFlow } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { mergeFaults, mergeTask, type startMerge } from '@lading/contract/wms/mergeCalls.ts'
import { isTaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { demandNoCheck } from '../check/make.ts'
import { type ContainerRow, lockContainers } from '../stock/containers.ts'
import { createTasks } from '../task/create.ts'
import { type Box, readBoxes } from './contents.ts'
import { joined, misfit } from './fit.ts'

/** What may be merged: it is filled, and does not stand on a truck. */
export const mergeStates = ['PICKED', 'COLLECTED', 'CHECKED'] as const

/** 新建并箱: a line for each container that is emptied into the target. */
export async function startMerging(
  ctx: Ctx,
  input: z.output<typeof startMerge.input>,
): Promise<z.output<typeof startMerge.output>> {
  demandDc(ctx)
  const sources = [...new Set(input.sourceIds)].filter((id) => id !== input.targetId)
  const ids = [input.targetId, ...sources]
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
  await demandTogether(ctx, target, sources, boxes)
  const owners = new Set(seen.map((s) => s.ownerId))
  const [made] = await createTasks(ctx, [
    {
      taskType: 'CONTAINER_MERGE',
      containerId: target.id,
      storeId: target.storeId,
      ownerId: owners.size === 1 ? ([...owners][0] ?? null) : null,
      lines: sources.map((id) => ({
        ownerId: seen.find((s) => s.id === id)?.ownerId ?? null,
        storeId: target.storeId,
        fromBinId: boxes.get(id)?.binId ?? null,
        fromContainerId: id,
        toBinId: target.binId,
        toContainerId: target.id,
        planQty: wholeQty(1),
      })),
    },
  ])
  const task = found(made, ['任务', 'Task'])
  return { id: task.id, taskNo: task.taskNo, lines: sources.length }
}

const nameOf = (box: ContainerRow) => rowName(container, box.id, box.code)

/** What is merged goes together, and has room. Containers are locked. */
export async function demandTogether(
  ctx: Ctx,
  target: ContainerRow,
  sources: readonly string[],
  boxes: ReadonlyMap<string, ContainerRow>,
): Promise<void> {
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
  for (const id of sources) {
    const wrong = misfit(into, of(id).contents, of(target.id).limits)
    const box = found(boxes.get(id), container.title)
    if (wrong) {
      const { why, ...args } = wrong
      refuse(mergeFaults[why], { ...args, c: nameOf(box), to: nameOf(target) })
    }
    into = joined(into, of(id).contents)
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

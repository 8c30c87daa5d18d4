// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { collectFaults } from '@lading/contract/wms/collectFaults.ts'
import { container as containerTable } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { unloadFaults } from '@lading/contract/wms/unloadCalls.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { lockContainers, moveContainer } from '../../stock/containers.ts'
import { readPlaces } from '../../stock/places.ts'
import { logTasks } from '../log.ts'
import type { LineRow, TaskRow } from '../read.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'
import { targetOf } from './collect.ts'

/** What a container is that stands there again: staged, where it is a place for that. */
export async function stateAt(ctx: Ctx, binId: string): Promise<'COLLECTED' | 'PICKED'> {
  const usage = (await readPlaces(ctx, [binId])).get(binId)?.usage
  return usage === 'COLLECT' || usage === 'DOCK' ? 'COLLECTED' : 'PICKED'
}

/** One line is one container: it comes off the truck and stands at a staging bin of its store. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  ctx.tell(shipBill.header.key)
  const plan = parseQty(line.planQty)
  const { state } = found(
    await ctx.tx.maybe<RowOf<typeof shipBill.header, 'state'>>(sql`
      select state from wms_ship_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.billId}`),
    shipBill.header.title,
  )
  if (state === 'DESPATCHED' || state === 'FINISHED') refuse(unloadFaults.gone)
  if (parseQty(input.qty) === 0n) {
    if (!input.reason) refuse(wmsFaults.needReason)
    return { done: 0n, short: plan, closed: true }
  }
  const loading = await lockLoading(ctx, line)
  const id = line.fromContainerId ?? ''
  const box = found((await lockContainers(ctx, [id])).get(id), containerTable.title)
  const scanned = input.scans.container
  if (scanned && scanned !== box.code) refuse(collectFaults.otherBox, { scan: scanned, c: box.code })
  const toBinId = await targetOf(ctx, line, input.toBin || input.scans.bin)
  await moveContainer(ctx, {
    bizType: 'UNLOAD',
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    containerId: id,
    ...(line.fromBinId !== null && { fromBinId: line.fromBinId }),
    toBinId,
    change: { from: ['LOADED'], state: 'COLLECTED' },
  })
  const { toBillId } = await ctx.tx.one<{ toBillId: string | null }>(sql`
    select to_bill_id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  await (toBillId === task.billId ? loadAgain : leave)(ctx, loading, toBinId)
  return { done: plan, short: 0n, closed: true, toBinId }
}

interface Loading {
  readonly id: string
  readonly taskId: string
}
/** The line that loaded the container, its task locked. */
async function lockLoading(ctx: Ctx, line: LineRow): Promise<Loading> {
  const row = await ctx.tx.maybe<Loading & object>(sql`
    select l.id, l.task_id from wms_task_line o
    join wms_task_line l on l.tenant_id = o.tenant_id and l.org_id = o.org_id and l.id = o.origin_id
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
    where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.id = ${line.id} for update of k`)
  return found(row, ['装车任务', 'Load task'])
}

/** The same truck takes it after all: its line is to be loaded again, from where it stands now. */
async function loadAgain(ctx: Ctx, { id, taskId }: Loading, binId: string): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  await ctx.tx.run(sql`
    update wms_task_line set state = 'OPEN', done_qty = 0, from_bin_id = ${binId}, version = version + 1, updated_at = ${ctx.now()}
    where ${here} and id = ${id}`)
  await ctx.tx.run(sql`
    update wms_task set state = case when state = 'DONE' then case when assignee_id is null then 'READY' else 'RUNNING' end else state end,
      finished_at = null, done_lines = done_lines - 1, done_qty = done_qty - 1, version = version + 1, updated_at = ${ctx.now()}
    where ${here} and id = ${taskId}`)
  logTasks(ctx, [{ taskId, taskLineId: id, action: 'undo', from: 'DONE', to: 'OPEN' }])
}

/** It stays for another truck, as if it had never been loaded. */
async function leave(ctx: Ctx, { id, taskId }: Loading): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  await ctx.tx.run(sql`
    update wms_task_line set state = 'SHORT', done_qty = 0, short_qty = plan_qty, reason = 'LATER', version = version + 1, updated_at = ${ctx.now()}
    where ${here} and id = ${id}`)
  await ctx.tx.run(sql`
    update wms_task set done_qty = done_qty - 1, short_qty = short_qty + 1, version = version + 1, updated_at = ${ctx.now()}
    where ${here} and id = ${taskId}`)
  logTasks(ctx, [
    { taskId, taskLineId: id, action: 'confirm', from: 'DONE', to: 'SHORT', payload: { qty: '0', reason: 'LATER' } },
  ])
}

export const unloadKind: TaskKind = { confirm, endsEarly: true }

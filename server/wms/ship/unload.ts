// engine: loads trucks and lets them go

import { refuse } from '@lading/contract/kernel/fault.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container } from '@lading/contract/wms/container.ts'
import { shipBill, shipFlow } from '@lading/contract/wms/shipBill.ts'
import { unloadReasons } from '@lading/contract/wms/taskTypes/abolishTruck.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { type startUnload, unloadFaults } from '@lading/contract/wms/unloadCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { type BillRow, demandStep, lockBill, takeStep } from '../../platform/document/steps.ts'
import { byId } from '../stock/key.ts'
import { createTasks, soleOwner } from '../task/create.ts'
import { noteShipment, taskBill } from './load.ts'
import { addStops } from './staged.ts'
import { shipSteps } from './steps.ts'

/** A container on a truck, and the line that loaded it. */
interface Aboard {
  id: string
  code: string
  lineId: string
  storeId: string
  ownerId: string | null
  /** Where it stood before, as long as that is a place for it. */
  cameFrom: string | null
  taskId: string | null
  taskNo: string | null
}

/** Containers of the shipment that stand on its truck. */
const aboard = (ctx: Ctx, bill: BillRow<typeof shipBill>, ids: readonly string[]): Promise<Aboard[]> =>
  ctx.tx.query<Aboard>(sql`
    select c.id, c.code, l.id as line_id, c.store_id, l.owner_id, b.id as came_from, u.task_id, u.task_no
    from ${fromHere(ctx, container, 'c')}
    join lateral (select l.id, l.owner_id, l.from_bin_id from wms_task_line l
      join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id and k.task_type = 'ENTER_TRUCK' and k.bill_id = ${bill.id}
      where l.tenant_id = c.tenant_id and l.org_id = c.org_id and l.from_container_id = c.id and l.state = 'DONE' order by l.id desc limit 1) l on true
    left join wms_bin b on b.tenant_id = c.tenant_id and b.id = l.from_bin_id and b.usage in ('COLLECT', 'DOCK') and not b.disabled and not b.lock_in
    left join lateral (select k.id as task_id, k.task_no from wms_task_line o
      join wms_task k on k.tenant_id = o.tenant_id and k.org_id = o.org_id and k.id = o.task_id and k.task_type = 'ABOLISH_TRUCK' and k.state not in ('DONE', 'CANCELED')
      where o.tenant_id = c.tenant_id and o.org_id = c.org_id and o.from_container_id = c.id and o.state = 'OPEN' limit 1) u on true
    where c.bin_id = ${bill.truckBinId} and c.id = any(${ids}::bigint[]) order by c.code`)

/** 取消装车: containers that are to come off a truck that has not left; one that was fully loaded is being loaded again. */
export async function startUnloading(
  ctx: Ctx,
  input: z.output<typeof startUnload.input>,
): Promise<z.output<typeof startUnload.output>> {
  demandDc(ctx)
  const wanted = [...new Set(input.containerIds)]
  const { bill, other } = await lockBoth(ctx, input.shipBillId, input.toShipBillId)
  if (bill.state === 'DESPATCHED' || bill.state === 'FINISHED') refuse(unloadFaults.gone)
  if (bill.state !== 'LOADED') demandStep(shipBill, 'finish', bill)
  const boxes = await aboard(ctx, bill, wanted)
  const missing = wanted.find((id) => !boxes.some((b) => b.id === id))
  if (missing !== undefined) refuse(unloadFaults.notAboard, { c: await codeOf(ctx, missing) })
  for (const { id, code, taskId, taskNo } of boxes)
    if (taskId !== null && taskNo !== null)
      refuse(unloadFaults.inWork, {
        c: rowName(container, id, code),
        no: rowName(viewOf('ABOLISH_TRUCK'), taskId, taskNo),
      })
  // What comes off is no part of the load that was reported as done.
  if (bill.state === 'LOADED')
    await takeStep(ctx, shipBill, 'reopen', { id: bill.id, version: bill.version }, shipSteps.reopen)
  if (other) {
    await addStops(ctx, other, [...new Set(boxes.map((b) => b.storeId))])
    await noteShipment(
      ctx,
      other.id,
      boxes.map((b) => b.id),
    )
  }
  const [made] = await createTasks(ctx, [
    {
      taskType: 'ABOLISH_TRUCK',
      bill: taskBill(bill),
      toBillId: input.toShipBillId ?? null,
      dockId: bill.dockId,
      ownerId: soleOwner(boxes),
      lines: boxes.map((b) => ({
        fromBinId: bill.truckBinId,
        fromContainerId: b.id,
        toBinId: b.cameFrom,
        storeId: b.storeId,
        ownerId: b.ownerId,
        originId: b.lineId,
        planQty: wholeQty(1),
        why: unloadReasons[input.reason],
      })),
    },
  ])
  const task = found(made, ['任务', 'Task'])
  ctx.audit({
    subject: shipBill.header.key,
    subjectId: bill.id,
    subjectNo: bill.billNo,
    action: 'unload',
    after: { containers: boxes.length, reason: unloadReasons[input.reason] },
  })
  return { id: task.id, taskNo: task.taskNo, lines: boxes.length }
}

/** The shipment, and the other one that takes its containers, in one order. */
async function lockBoth(ctx: Ctx, id: string, toId: string | undefined) {
  const bills = new Map<string, BillRow<typeof shipBill>>()
  for (const one of [...new Set([id, toId ?? id])].sort(byId)) bills.set(one, await lockBill(ctx, shipBill, one))
  const bill = found(bills.get(id), shipBill.header.title)
  const other = toId === undefined || toId === id ? undefined : bills.get(toId)
  if (other && !['SAVED', 'APPROVED', 'INPROGRESS'].includes(other.state))
    refuse(unloadFaults.otherShip, {
      no: rowName(shipBill.header, other.id, other.billNo),
      state: shipFlow.states[other.state as keyof typeof shipFlow.states],
    })
  return { bill, other }
}

async function codeOf(ctx: Ctx, id: string) {
  const row = await ctx.tx.maybe<{ code: string }>(sql`
    select c.code from ${fromHere(ctx, container, 'c')} where c.id = ${id}`)
  return rowName(container, id, found(row, container.title).code)
}

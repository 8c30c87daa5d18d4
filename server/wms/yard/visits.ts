// engine: lets trucks in and out, whatever they bring or take

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { dock as dockEntity } from '@lading/contract/wms/place.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { yardFaults } from '@lading/contract/wms/yardFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { BillRow, StepInput, StepWorks } from '../../platform/document/steps.ts'
import { readOption } from '../option.ts'
import { advance, turnAway } from './arrival.ts'
import { demandDone, startWork } from './visitWork.ts'

type Visit = BillRow<typeof warehouseRegister>

const isExpected = (bill: Visit): boolean => bill.previewId !== null || bill.admittedAt !== null

/** A delivery that nobody expects waits for a supervisor, where the centre or its vendor wants appointments. */
async function demandExpected(ctx: Ctx, bill: Visit): Promise<void> {
  if (bill.visitType !== 'DELIVER' || isExpected(bill)) return
  const { needed } = await ctx.tx.one<{ needed: boolean }>(sql`
    select exists (select 1 from wms_vendor where tenant_id = ${ctx.tenantId} and id = ${bill.vendorId} and need_appointment) as needed`)
  if (needed || (await readOption(ctx, 'wms_need_preview')) === true) refuse(yardFaults.notExpected)
}

/** Locks the dock: of two who send trucks to it one comes first. @throws Fault dockTaken */
async function takeDock(ctx: Ctx, id: string): Promise<void> {
  const row = found(
    await ctx.tx.maybe<RowOf<typeof dockEntity, 'id' | 'code' | 'closed' | 'disabled' | 'closeReason'>>(sql`
      select id, code, closed, disabled, close_reason from wms_dock
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id} for no key update`),
    dockEntity.title,
  )
  const dock = rowName(dockEntity, id, row.code)
  if (row.closed || row.disabled) refuse(masterFaults.dockClosed, { dock, reason: row.closeReason ?? '' })
  const taken = await ctx.tx.maybe<RowOf<typeof warehouseRegister.header, 'id'>>(sql`
    select id from wms_warehouse_register where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and dock_id = ${id}
      and state in ('PERMITTED', 'DOCKED') limit 1`)
  if (taken) refuse(yardFaults.dockTaken, { d: dock })
}

/** 叫号入场: to a dock, that of its appointment where none is said; who neither brings nor takes goods needs none. */
async function call(ctx: Ctx, bill: Visit, given: StepInput): Promise<Record<string, unknown>> {
  await demandExpected(ctx, bill)
  const dockId = typeof given.dockId === 'string' ? given.dockId : await plannedDock(ctx, bill)
  if (dockId === null && bill.visitType === 'OTHER') return {}
  if (dockId === null) throw new Fault(faults.required, { field: dockEntity.title })
  await takeDock(ctx, dockId)
  return { dockId }
}
async function plannedDock(ctx: Ctx, bill: Visit): Promise<string | null> {
  const row = await ctx.tx.maybe<{ dockId: string | null }>(sql`
    select coalesce(
      (select dock_id from wms_preview_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bill.previewId}),
      (select dock_id from wms_ship_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bill.shipId})) as dock_id`)
  return row?.dockId ?? null
}

async function release(ctx: Ctx, bill: Visit): Promise<undefined> {
  // Who was sent to a dock goes there first, or back to the queue.
  if (bill.state === 'PERMITTED' && bill.dockId !== null)
    refuse(faults.state, {
      no: bill.billNo,
      state: warehouseRegister.flow.states.PERMITTED,
      action: warehouseRegister.flow.steps.release.title,
    })
  await demandDone(ctx, bill)
  await advance(ctx, bill.previewId, 'finish')
  return undefined
}

/** The seal on the truck is the one that the shipment went out with. */
async function leave(ctx: Ctx, bill: Visit, given: StepInput): Promise<undefined> {
  if (bill.shipId === null) return undefined
  const { sealNo } = await ctx.tx.one<RowOf<typeof shipBill.header, 'sealNo'>>(sql`
    select seal_no from wms_ship_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bill.shipId}`)
  if (sealNo === null) return undefined
  const seal = typeof given.sealNo === 'string' ? given.sealNo.trim() : ''
  if (seal === '') throw new Fault(faults.required, { field: shipBill.header.fields.sealNo.title })
  if (seal !== sealNo) refuse(yardFaults.otherSeal, { seal, due: sealNo })
  return undefined
}

async function atDock(ctx: Ctx, bill: Visit, made: MadeRecord[]): Promise<undefined> {
  await advance(ctx, bill.previewId, 'unload')
  await startWork(ctx, bill, made)
  return undefined
}

export const registerSteps: StepWorks<typeof warehouseRegister> = {
  call: { effect: (ctx, bill, _made, given) => call(ctx, bill, given) },
  dock: { effect: atDock },
  release: { effect: release },
  leave: { effect: (ctx, bill, _made, given) => leave(ctx, bill, given) },
  back: { effect: async () => ({ dockId: null, parking: null, permitAt: null }) },
  refuse: {
    effect: async (ctx, bill) => {
      await turnAway(ctx, bill.previewId)
      return undefined
    },
  },
}

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { previewBill, previewOrders } from '@lading/contract/wms/previewBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { passStates, warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { inAskedOrder } from '../../platform/print/order.ts'
import { called, type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { passForm } from './passForm.ts'
import { boxesOf } from './shipment.ts'

interface SlotHead extends Head {
  owner: string
  vendor: string
  slotAt: Date
  dock: string | null
  vehicleNo: string | null
  driverName: string | null
  driverPhone: string | null
  cases: number | null
  pallets: number | null
  minutes: number | null
}
const at = (ctx: Ctx, d: Date | null): string => (d ? showInstant(ctx, d).slice(0, 16) : '')

/** 预约凭证: what the driver shows at the gate. */
export async function slotSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<SlotHead>(sql`
    select p.id, p.bill_no as no, o.name as org_name, w.name as owner, w.id as owner_id, v.name as vendor, p.slot_at, d.code as dock, p.vehicle_no,
      p.driver_name, p.driver_phone, p.cases, p.pallets, p.minutes
    from ${from(ctx, previewBill.header, 'p')} join sys_org o on o.tenant_id = p.tenant_id and o.id = p.org_id
    join ${named(ctx, owner, 'w')} on w.id = p.owner_id join ${named(ctx, vendor, 'v')} on v.id = p.vendor_id
    left join ${named(ctx, dock, 'd')} on d.id = p.dock_id where p.id = any(${ids}::bigint[])`)
  const rows = await ctx.tx.query<{
    headId: string
    no: string
    upstreamNo: string | null
    expectAt: Date | null
    qty: string
  }>(sql`
    select o.bill_id as head_id, b.bill_no as no, b.upstream_no, b.expect_at, o.qty
    from ${from(ctx, previewOrders, 'o')} join ${named(ctx, orderBill.header, 'b')} on b.id = o.order_id
    where o.bill_id = any(${ids}::bigint[]) order by o.bill_id, b.bill_no`)
  const lines = rows.map((r) => ({
    headId: r.headId,
    cells: [r.no, r.upstreamNo ?? '', at(ctx, r.expectAt), formatQty(parseQty(r.qty))],
  }))
  return papers(ctx, slotPaper, ids, heads, lines)
}

export const slotPaper: Paper<SlotHead> = {
  kind: 'SLOT_SHEET',
  title: ['预约凭证', 'Appointment'],
  name: 'appointments',
  columns: [
    [['订货通知单', 'Inbound order'], 60],
    [['上游单号', 'Upstream no.'], 50],
    [['预计时间', 'Expected at'], 45],
    [['预约数量', 'Booked'], 35, 'right'],
  ],
  party: (h) => [h.vendor, h.owner].join(' · '),
  facts: (h, ctx) => [
    [['预约时段', 'Slot'], h.slotAt && at(ctx, h.slotAt)],
    [['月台', 'Dock'], h.dock],
    [['车牌号', 'Vehicle'], h.vehicleNo],
    [['司机', 'Driver'], called(h.driverName, h.driverPhone)],
    [['箱数', 'Cases'], h.cases === null ? '' : String(h.cases)],
    [['托数', 'Pallets'], h.pallets === null ? '' : String(h.pallets)],
  ],
  foot: ['请按时到达并在门岗出示本凭证', 'Please come on time and show this at the gate'],
  hasQr: true,
}

interface PassHead {
  id: string
  no: string
  state: keyof typeof warehouseRegister.flow.states
  orgName: string
  vehicleNo: string
  driverName: string | null
  driverPhone: string | null
  carrier: string | null
  vendor: string | null
  route: string | null
  dock: string | null
  sealNo: string | null
  odometerKm: string | null
  shipId: string | null
  planDepartAt: Date | null
  releaseAt: Date
}
/** 放行条: for the gate, of a truck that has been released. */
export async function visitPasses(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<PassHead>(sql`
    select r.id, r.bill_no as no, r.state, o.name as org_name, r.vehicle_no, r.driver_name, r.driver_phone, r.carrier, v.name as vendor, b.route, d.code as dock,
      coalesce(b.seal_no, r.seal_no) as seal_no, b.odometer_km, r.ship_id, b.plan_depart_at, r.release_at
    from ${from(ctx, warehouseRegister.header, 'r')} join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    left join ${named(ctx, vendor, 'v')} on v.id = r.vendor_id left join ${named(ctx, dock, 'd')} on d.id = r.dock_id
    left join ${named(ctx, shipBill.header, 'b')} on b.id = r.ship_id where r.id = any(${ids}::bigint[])`)
  const { states } = warehouseRegister.flow
  const early = heads.find((h) => !passStates.some((s) => s === h.state))
  if (early)
    refuse(faults.state, { no: early.no, state: states[early.state], action: ['打印放行条', 'Print a gate pass'] })
  const boxes = await boxesOf(
    ctx,
    heads.flatMap((h) => h.shipId ?? []),
  )
  return {
    name: 'gate passes',
    form: passForm,
    copies: inAskedOrder(ids, heads).map((h) => ({
      values: {
        no: h.no,
        orgName: h.orgName,
        vehicleNo: h.vehicleNo,
        driver: called(h.driverName, h.driverPhone) || '–',
        carrier: h.carrier ?? h.vendor ?? '–',
        route: h.route ?? '–',
        dock: h.dock ?? '–',
        sealNo: h.sealNo ?? '–',
        odometerKm: h.odometerKm ?? '–',
        planDepartAt: at(ctx, h.planDepartAt) || '–',
        despatchedAt: at(ctx, h.releaseAt),
      },
      lines: boxes(h.shipId),
    })),
  }
}

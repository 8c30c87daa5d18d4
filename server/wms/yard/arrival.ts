// engine: knows trucks at the gate by their number, whoever delivers

import { addDays } from '@lading/contract/kernel/day.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { slotMinutes } from '@lading/contract/wms/dockSlot.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { type Expected, type punctualities, warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { yardFaults } from '@lading/contract/wms/yardFaults.ts'
import sql from 'sql-template-tag'
import { instantAt } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Changes } from '../../kernel/rules.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { documentRules } from '../../platform/document/served.ts'
import { lockBill, readBill, setBill, takeStep } from '../../platform/document/steps.ts'
import { previewSteps } from './booking.ts'

/** Numbers of plates as they are compared: 沪A·12345 is 沪a12345. */
export const plateOf = (typed: string): string => typed.toUpperCase().replace(/[\s·.-]/g, '')
const plateIn = (column: 'p' | 'b') =>
  column === 'p'
    ? sql`regexp_replace(upper(p.vehicle_no), '[\\s·.-]', '', 'g')`
    : sql`regexp_replace(upper(b.vehicle_no), '[\\s·.-]', '', 'g')`

const dayFrom = (ctx: Ctx, plus = 0): Date => instantAt(ctx.org.timeZone, `${addDays(businessDay(ctx), plus)} 00:00:00`)

/** Takes a further step of an appointment with its truck, where that has not been taken by hand. */
export async function advance(ctx: Ctx, id: string | null, step: 'arrive' | 'unload' | 'finish'): Promise<void> {
  if (id === null) return
  const bill = await lockBill(ctx, previewBill, id)
  if (step !== 'arrive' && !previewBill.flow.steps[step].from.includes(bill.state as never)) return
  await takeStep(ctx, previewBill, step, { id, version: bill.version }, previewSteps[step])
}

/** A truck that is sent away may come again, as long as its slot is its own. */
export async function turnAway(ctx: Ctx, id: string | null): Promise<void> {
  if (id === null) return
  const bill = await lockBill(ctx, previewBill, id)
  if (bill.state !== 'ARRIVED') return
  await setBill(ctx, previewBill, bill, 'APPROVED', { arrivedAt: null, lateMinutes: null })
  const told = { subject: previewBill.header.key, subjectId: id, subjectNo: bill.billNo, action: 'turnAway' }
  ctx.audit({ ...told, before: { state: 'ARRIVED' }, after: { state: 'APPROVED' } })
}

/** Today's booked appointments of a vehicle. */
const previewsOf = (ctx: Ctx, plate: string) =>
  ctx.tx.query<{ id: string }>(sql`
    select p.id from ${fromHere(ctx, previewBill.header, 'p')} where p.state = 'APPROVED' and p.slot_at >= ${dayFrom(ctx)} and p.slot_at < ${dayFrom(ctx, 1)}
      and ${plateIn('p')} = ${plate} order by p.slot_at`)
/** Shipments of a vehicle that have not left. */
const shipsOf = (ctx: Ctx, plate: string) =>
  ctx.tx.query<{ id: string }>(sql`
    select b.id from ${fromHere(ctx, shipBill.header, 'b')} where b.state in ('SAVED', 'APPROVED', 'INPROGRESS', 'LOADED')
      and ${plateIn('b')} = ${plate} order by b.plan_depart_at, b.id`)

const slotMs = slotMinutes * 60_000
/** Who comes more than an hour before his slot is early; after its end, late. */
const earlyMs = 60 * 60_000
function punctualAt(now: Date, slotAt: Date): keyof typeof punctualities {
  if (now.getTime() < slotAt.getTime() - earlyMs) return 'EARLY'
  return now.getTime() > slotAt.getTime() + slotMs ? 'LATE' : 'ONTIME'
}
const turns: Readonly<Record<keyof typeof punctualities, number>> = { ONTIME: 1, EARLY: 2, LATE: 3, NONE: 3 }

type Input = Changes<typeof warehouseRegister.header>
const unknown = {
  punctual: 'NONE',
  turn: turns.NONE,
  slotAt: null,
  handling: null,
  vendorId: null,
  tripNo: null,
} as const

/** What its appointment, its order and its shipment say of a truck. */
async function fillIn(ctx: Ctx, input: Input, after: Input): Promise<void> {
  Object.assign(input, unknown)
  const also = (name: 'driverName' | 'driverPhone' | 'carrier' | 'trailerNo', value: string | null) => {
    if (!after[name] && value !== null) input[name] = value
  }
  if (after.previewId) {
    const p = await readBill(ctx, previewBill, after.previewId)
    const punctual = punctualAt(ctx.now(), p.slotAt)
    Object.assign(input, {
      punctual,
      turn: turns[punctual],
      slotAt: p.slotAt,
      handling: p.handling,
      vendorId: p.vendorId,
    })
    for (const name of ['driverName', 'driverPhone', 'carrier', 'trailerNo'] as const) also(name, p[name])
  } else if (after.orderId) {
    const order = await ctx.tx.maybe<{ vendorId: string }>(sql`
      select vendor_id from wms_order_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${after.orderId}`)
    input.vendorId = order?.vendorId ?? null
  }
  if (after.shipId) {
    const b = await readBill(ctx, shipBill, after.shipId)
    input.tripNo = b.tripNo
    for (const name of ['driverName', 'driverPhone', 'carrier'] as const) also(name, b[name])
  }
}

/** One vehicle is in the yard once. The database has the last word on two who register it at the same moment. */
async function demandOutside(ctx: Ctx, vehicleNo: string, id: string): Promise<void> {
  const other = await ctx.tx.maybe<RowOf<typeof warehouseRegister.header, 'id' | 'billNo'>>(sql`
    select id, bill_no from wms_warehouse_register where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and vehicle_no = ${vehicleNo} and state not in ('LEFT', 'REFUSED') and id <> ${id}`)
  if (other) refuse(yardFaults.inYard, { v: vehicleNo, no: rowName(warehouseRegister.header, other.id, other.billNo) })
}

export const registerRules = documentRules(warehouseRegister, {
  beforeCreate: async (ctx, input) => {
    input.vehicleNo = plateOf(input.vehicleNo)
    await demandOutside(ctx, input.vehicleNo, input.id)
    if (input.visitType === 'DELIVER' && !input.previewId && !input.orderId) {
      const [first, ...others] = await previewsOf(ctx, input.vehicleNo)
      if (first && others.length === 0) input.previewId = first.id
    }
    if (input.visitType === 'COLLECT' && !input.shipId) {
      const [first, ...others] = await shipsOf(ctx, input.vehicleNo)
      if (first && others.length === 0) input.shipId = first.id
    }
    await fillIn(ctx, input, input)
    input.registerAt = ctx.now()
    // The last digits of its number count the visits of the day.
    input.queueNo = Number(/\d{1,4}$/.exec(input.billNo)?.[0] ?? 0)
    await advance(ctx, input.previewId ?? null, 'arrive')
  },
  beforeUpdate: async (ctx, input, before) => {
    if (input.vehicleNo) {
      input.vehicleNo = plateOf(input.vehicleNo)
      await demandOutside(ctx, input.vehicleNo, input.id)
    }
    const changes = (['previewId', 'orderId', 'shipId'] as const).filter(
      (name) => input[name] !== undefined && input[name] !== before[name],
    )
    if (changes.length === 0) return
    await fillIn(ctx, input, { ...before, ...input } as Input)
    if (!changes.includes('previewId')) return
    await turnAway(ctx, before.previewId)
    await advance(ctx, input.previewId ?? null, 'arrive')
  },
})

const expectedMax = 20
/** Today's appointments and shipments of a vehicle, or those with the number that was scanned. */
export async function expected(ctx: Ctx, { code }: { code: string }): Promise<{ rows: Expected[] }> {
  const plate = plateOf(code)
  const rows = await ctx.tx.query<Omit<Expected, 'at'> & { at: Date | null }>(sql`
    (select 'PREVIEW' as kind, p.id, p.bill_no as no, p.vehicle_no, p.driver_name, p.driver_phone, p.carrier, p.slot_at as at, v.name as party
      from ${fromHere(ctx, previewBill.header, 'p')} left join ${named(ctx, vendor, 'v')} on v.id = p.vendor_id
      where p.state = 'APPROVED' and (p.bill_no = ${code.toUpperCase()} or ${plateIn('p')} = ${plate} and p.slot_at >= ${dayFrom(ctx)} and p.slot_at < ${dayFrom(ctx, 1)})
      order by p.slot_at limit ${expectedMax})
    union all
    (select 'SHIP', b.id, b.bill_no, b.vehicle_no, b.driver_name, b.driver_phone, b.carrier, b.plan_depart_at, b.route
      from ${from(ctx, shipBill.header, 'b')} where b.org_id = ${ctx.org.id} and b.state in ('SAVED', 'APPROVED', 'INPROGRESS', 'LOADED')
      and (b.bill_no = ${code.toUpperCase()} or ${plateIn('b')} = ${plate}) order by b.plan_depart_at limit ${expectedMax})`)
  return { rows: rows.map((row) => ({ ...row, at: row.at?.toISOString() ?? null })) }
}

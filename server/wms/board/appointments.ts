import { addDays } from '@lading/contract/kernel/day.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { type Appointment, type appointmentBoard, appointmentsMax } from '@lading/contract/wms/dashboardAppointment.ts'
import { slotMinutes } from '@lading/contract/wms/dockSlot.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { dock as dockEntity } from '@lading/contract/wms/place.ts'
import { previewBill, previewOrders } from '@lading/contract/wms/previewBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { closedWhy, readDocks, readSlots, slotIn, slotsFor } from '../yard/slots.ts'

type Answer = z.output<typeof appointmentBoard.output>
type Moments = 'slotAt' | 'arrivedAt' | 'startedAt' | 'finishedAt'
type Row = Omit<Appointment, Moments> & Record<Moments, Date | null> & { slotAt: Date; minutes: number | null }
const slotMs = slotMinutes * 60_000

/** The appointments of a day that its reader may see; those that were called off are none. */
async function appointmentsOf(ctx: Ctx, from: Date, to: Date): Promise<Appointment[]> {
  const rows = await ctx.tx.query<Row>(sql`
    select p.id, p.bill_no, p.state, p.dock_id, p.slot_at, p.slots, p.minutes, v.name as vendor, p.cases, p.vehicle_no, p.arrived_at, p.started_at, p.finished_at, (
      select coalesce(string_agg(b.bill_no, ' ' order by b.bill_no), '') from ${fromHere(ctx, previewOrders, 'o')} join ${named(ctx, orderBill.header, 'b')} on b.id = o.order_id
      where o.bill_id = p.id) as orders
    from ${fromHere(ctx, previewBill.header, 'p')} join ${named(ctx, vendor, 'v')} on v.id = p.vendor_id
    where p.slot_at >= ${from} and p.slot_at < ${to} and p.state <> 'CANCELED' order by p.slot_at, p.id limit ${appointmentsMax}`)
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null
  return rows.map(({ minutes, ...row }) => ({
    ...row,
    slots: row.slots > 0 ? row.slots : slotsFor(minutes ?? slotMinutes),
    slotAt: row.slotAt.toISOString(),
    arrivedAt: iso(row.arrivedAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
  }))
}

/**
 * Docks by slots of a day: what is booked of each and why it takes nothing, from the first slot that any dock has open, or
 * anybody has booked, to the last. What is booked is counted of all owners: who wants a slot must know that it is taken.
 */
export async function appointments(ctx: Ctx, input: { day?: string | undefined }): Promise<Answer> {
  demandDc(ctx)
  const day = input.day ?? businessDay(ctx)
  const [from, to] = [day, addDays(day, 1)].map((d) => instantAt(ctx.org.timeZone, `${d} 00:00:00`)) as [Date, Date]
  const docks = await readDocks(ctx, undefined)
  const names = await ctx.tx.query<{ id: string; name: string }>(
    sql`select d.id, d.name from ${fromHere(ctx, dockEntity, 'd')}`,
  )
  const nameOf = new Map(names.map((d) => [d.id, d.name]))
  const booked = await readSlots(
    ctx,
    docks.map((d) => d.id),
    from,
    to,
  )
  const all = Array.from(
    { length: (to.getTime() - from.getTime()) / slotMs },
    (_, i) => new Date(from.getTime() + i * slotMs),
  )
  const table = docks.map((dock) => ({
    dock,
    cells: all.map((at) => {
      const slot = slotIn(booked, dock.id, at)
      const why = closedWhy(dock, ctx.org.timeZone, at)
      return {
        vehicles: slot?.usedVehicles ?? 0,
        cases: slot?.usedCases ?? 0,
        closed: why ? say(why, ctx.language) : null,
      }
    }),
  }))
  const isShown = (i: number): boolean =>
    table.some(({ cells }) => cells[i] && (cells[i].closed === null || cells[i].vehicles > 0))
  const shown = all.map((_, i) => i).filter(isShown)
  const [first = 0, last = 0] = [shown[0], shown.at(-1)]
  return {
    at: ctx.now().toISOString(),
    day,
    slots: shown.length === 0 ? [] : all.slice(first, last + 1).map((at) => at.toISOString()),
    docks: table.map(({ dock, cells }) => ({
      id: dock.id,
      code: dock.code,
      name: nameOf.get(dock.id) ?? '',
      capVehicles: dock.slotVehicles,
      capCases: dock.slotCases,
      cells: shown.length === 0 ? [] : cells.slice(first, last + 1),
    })),
    appointments: await appointmentsOf(ctx, from, to),
  }
}

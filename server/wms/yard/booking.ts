// engine: books docks, whoever delivers

import type { vendor } from '@lading/contract/mdm/partner.ts'
import { slotMinutes } from '@lading/contract/wms/dockSlot.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import { type BillRow, lockBill, type StepWorks, takeStep } from '../../platform/document/steps.ts'
import type { ShortJob } from '../../platform/job/run.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { readOption } from '../option.ts'
import { bookOrders, completeOrders, freeOrders, lockOrders } from './bookOrders.ts'
import { changeBooking, chooseDock, type Span, slotOf, slotsFor } from './slots.ts'

type Preview = BillRow<typeof previewBill>

/** To back in, open and sign; and of a pallet, where its vendor says nothing. */
const usual = { fixedMinutes: 15, palletMinutes: 3 } as const

const vendorOf = (ctx: Ctx, id: string) =>
  ctx.tx.one<RowOf<typeof vendor, 'unloadMinutes' | 'dockGroup'>>(sql`
    select unload_minutes, dock_group from wms_vendor where tenant_id = ${ctx.tenantId} and id = ${id}`)

const minutesFor = async (ctx: Ctx, vendorId: string, pallets: number | null | undefined): Promise<number> =>
  usual.fixedMinutes + ((await vendorOf(ctx, vendorId)).unloadMinutes ?? usual.palletMinutes) * (pallets ?? 0)

export const previewRules = documentRules(previewBill, {
  beforeCreate: async (ctx, input) => {
    await demandServedHere(ctx, [input.ownerId])
    input.slotAt = slotOf(new Date(input.slotAt))
    input.minutes ??= await minutesFor(ctx, input.vendorId, input.pallets)
    await completeOrders(ctx, input.orders ?? [], input)
  },
  beforeUpdate: async (ctx, input, before) => {
    const after = { ...before, ...input }
    await demandServedHere(ctx, [after.ownerId])
    if (input.slotAt) input.slotAt = slotOf(new Date(input.slotAt))
    if (input.minutes === null) input.minutes = await minutesFor(ctx, after.vendorId, after.pallets)
    const isOthers = after.ownerId !== before.ownerId || after.vendorId !== before.vendorId
    if (input.orders) await completeOrders(ctx, input.orders, after)
    else if (isOthers) await completeOrders(ctx, await rowsOf(ctx, before.id), after)
  },
})
const rowsOf = (ctx: Ctx, billId: string) =>
  ctx.tx.query<{ orderId: string; qty: string }>(sql`
    select order_id, qty from wms_preview_order where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}`)

const wishOf = (bill: Preview) => ({
  startAt: slotOf(bill.slotAt),
  slots: slotsFor(bill.minutes ?? slotMinutes),
  cases: bill.cases ?? 0,
})
/** What it has of a dock now. */
const bookedSpan = (bill: Preview): Span | undefined =>
  bill.dockId === null || bill.slots === 0 ? undefined : { ...wishOf(bill), dockId: bill.dockId, slots: bill.slots }

/** 确认预约: from now on the slots are its own, and its orders count as booked. */
async function book(ctx: Ctx, bill: Preview): Promise<Record<string, unknown>> {
  const orders = await lockOrders(ctx, bill)
  const wish = wishOf(bill)
  const { dockGroup } = await vendorOf(ctx, bill.vendorId)
  const dockId = bill.dockId ?? (await chooseDock(ctx, wish, dockGroup, bill.temperature))
  await changeBooking(ctx, undefined, { ...wish, dockId })
  await bookOrders(ctx, orders)
  return { dockId, slots: wish.slots }
}

/** A dock of this centre. @throws Fault notFound */
async function dockHere(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.tx.maybe<{ id: string }>(sql`select t.id from ${fromHere(ctx, dock, 't')} where t.id = ${id}`)
  return found(row, dock.title).id
}

/** 改约: what is only asked for takes no room; what is booked frees its own as it takes another. */
async function rebook(
  ctx: Ctx,
  bill: Preview,
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const slotAt = slotOf(given.slotAt ? new Date(String(given.slotAt)) : bill.slotAt)
  const dockId = typeof given.dockId === 'string' ? await dockHere(ctx, given.dockId) : bill.dockId
  if (bill.state === 'APPROVED' && dockId !== null)
    await changeBooking(ctx, bookedSpan(bill), { ...wishOf({ ...bill, slotAt }), dockId, slots: bill.slots })
  return { slotAt, dockId }
}

/** Its slots are free for others, and its orders can be booked again. */
async function free(ctx: Ctx, bill: Preview): Promise<void> {
  if (bill.state !== 'APPROVED') return
  await freeOrders(ctx, bill.id)
  await changeBooking(ctx, bookedSpan(bill), undefined)
}

/** Until when a slot may be asked for, or given back without a mark. */
export const cutOffOf = async (ctx: Ctx, slotAt: Date): Promise<{ at: Date; hours: number }> => {
  const hours = Number(await readOption(ctx, 'wms_preview_cut_hours'))
  return { at: new Date(slotAt.getTime() - hours * 3_600_000), hours }
}

export const previewSteps: StepWorks<typeof previewBill> = {
  approve: { effect: book },
  rebook: { effect: (ctx, bill, _made, given) => rebook(ctx, bill, given) },
  arrive: {
    effect: async (ctx, bill) => ({
      lateMinutes: Math.max(0, Math.floor((ctx.now().getTime() - bill.slotAt.getTime()) / 60_000)),
    }),
  },
  noShow: {
    effect: async (ctx, bill) => {
      await free(ctx, bill)
      return { missed: true, slots: 0 }
    },
  },
  cancel: {
    effect: async (ctx, bill) => {
      await free(ctx, bill)
      const isLate = bill.state === 'APPROVED' && ctx.now() > (await cutOffOf(ctx, bill.slotAt)).at
      return { missed: isLate, slots: 0 }
    },
  },
}

const noShowsMax = 500
/** 爽约: who has not come so long after the end of his slots. @returns how many */
export async function endNoShows(ctx: Ctx): Promise<number> {
  const grace = Number(await readOption(ctx, 'wms_no_show_grace_min'))
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_preview_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'APPROVED'
      and slot_at + make_interval(mins => slots * ${slotMinutes} + ${grace}) < ${ctx.now()} order by id limit ${noShowsMax}`)
  let ended = 0
  for (const { id } of rows) {
    const bill = await lockBill(ctx, previewBill, id)
    if (bill.state !== 'APPROVED') continue
    await takeStep(ctx, previewBill, 'noShow', { id, version: bill.version }, previewSteps.noShow)
    ended++
  }
  return ended
}

/** 爽约: who did not come loses his slot. */
export const appointmentNoShow: ShortJob = {
  title: ['预约爽约处理', 'End missed appointments'],
  cron: '*/10 * * * *',
  worksAt: ['DC'],
  run: async (ctx) => `${await endNoShows(ctx)} appointments`,
}

import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { task } from '@lading/contract/wms/task.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import sql from 'sql-template-tag'
import { instantAt } from '../../kernel/clock.ts'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { type AnyHeader, readBill, type StepInput, type StepWorks, takeStep } from '../../platform/document/steps.ts'
import { registerRules } from '../yard/arrival.ts'
import { previewRules, previewSteps } from '../yard/booking.ts'
import { slotOf } from '../yard/slots.ts'
import { registerSteps } from '../yard/visits.ts'

/** Some minutes ago. */
const ago = (ctx: Ctx, minutes: number): Ctx => ({
  ...ctx,
  now: () => new Date(ctx.now().getTime() - minutes * 60_000),
})

/** Today's slot of some minutes from now, so early that the longest unloading ends within the hours of docks, at whatever hour the demo is made. */
function slotIn(ctx: Ctx, minutes: number): Date {
  const [first, last] = ['06:00:00', '19:30:00'].map((clock) =>
    instantAt(ctx.org.timeZone, `${businessDay(ctx)} ${clock}`),
  )
  const at = slotOf(new Date(ctx.now().getTime() + minutes * 60_000))
  return first && at < first ? first : last && at > last ? last : at
}

interface Order {
  readonly id: string
  readonly ownerId: string
  readonly vendorId: string
}
/** Today's orders that are not all in: those that nobody receives yet, those with a task, those half received. */
async function openOrders(ctx: Ctx): Promise<Readonly<Record<'untouched' | 'waiting' | 'half', readonly Order[]>>> {
  const rows = await ctx.tx.query<Order & { state: string; hasTask: boolean }>(sql`
    select b.id, b.owner_id, b.vendor_id, b.state, exists (select 1 from ${fromHere(ctx, task, 'k')} where k.bill_id = b.id) as has_task
    from ${fromHere(ctx, orderBill.header, 'b')} where b.state in ('APPROVED', 'INPROGRESS') and b.biz_date = ${businessDay(ctx)} and b.done_qty < b.plan_qty
    order by b.id`)
  return {
    untouched: rows.filter((r) => r.state === 'APPROVED' && !r.hasTask),
    waiting: rows.filter((r) => r.state === 'APPROVED' && r.hasTask),
    half: rows.filter((r) => r.state === 'INPROGRESS'),
  }
}

async function step(
  ctx: Ctx,
  of: AnyHeader,
  steps: StepWorks,
  id: string,
  name: string,
  input: StepInput = {},
): Promise<void> {
  const { version } = await readBill(ctx, of, id)
  await takeStep(ctx, of, name, { id, version, input, reason: '演示' }, steps[name])
}
const previewStep = (ctx: Ctx, id: string, name: string) => step(ctx, previewBill, previewSteps, id, name)
const visitStep = (ctx: Ctx, id: string, name: string, input?: StepInput) =>
  step(ctx, warehouseRegister, registerSteps, id, name, input)

interface Truck {
  readonly vehicleNo: string
  readonly driverName: string
  readonly driverPhone: string
}
const truck = (vehicleNo: string, driverName: string, n: number): Truck => ({
  vehicleNo,
  driverName,
  driverPhone: `1390013900${n}`,
})

/** An appointment that was asked for early enough. */
async function appoint(ctx: Ctx, order: Order | undefined, slotAt: Date, o: object): Promise<string> {
  if (!order) throw new Error('the demo has no order left to book')
  const { ownerId, vendorId, id: orderId } = order
  const head = { ownerId, vendorId, slotAt: slotAt.toISOString(), handling: 'LIVE', orders: [{ orderId }] }
  return (await createRow(ctx, previewBill.header, { ...head, ...o }, previewRules)).id
}
const register = async (ctx: Ctx, o: object): Promise<string> =>
  (
    await createRow(
      ctx,
      warehouseRegister.header,
      { visitType: 'DELIVER', people: 1, safetyDone: true, ...o },
      registerRules,
    )
  ).id

/** A day at the gate: one truck has gone, one stands at a dock, two wait, one is expected, one did not come, one asks for tomorrow. */
export async function seedYard(run: Run): Promise<void> {
  await run(async (system) => {
    const ctx = await as(system, 'receiver')
    const docks = await ctx.tx.query<{ id: string }>(sql`
      select d.id from ${fromHere(ctx, dock, 'd')} where d.direction = 'IN' and not d.disabled order by d.code limit 4`)
    const [first, second, third, fourth] = docks.map((d) => d.id)
    const { untouched, waiting, half } = await openOrders(ctx)
    const early = ago(ctx, 24 * 60)
    const came = truck('沪A61T08', '周师傅', 1)
    const gone = await appoint(early, half[0], slotIn(ctx, -180), {
      ...came,
      dockId: first,
      handling: 'DROP',
      trailerNo: '沪G203挂',
      pallets: 12,
      cases: 260,
    })
    await previewStep(early, gone, 'approve')
    const left = await register(ago(ctx, 190), { ...came, previewId: gone })
    await visitStep(ago(ctx, 185), left, 'call', { dockId: first })
    await visitStep(ago(ctx, 178), left, 'dock')
    await visitStep(ago(ctx, 160), left, 'release')
    await visitStep(ago(ctx, 152), left, 'leave')

    const stands = truck('苏E8K550', '吴师傅', 2)
    const unloading = await appoint(early, waiting[0], slotIn(ctx, -40), {
      ...stands,
      dockId: second,
      pallets: 8,
      cases: 180,
    })
    await previewStep(early, unloading, 'approve')
    const docked = await register(ago(ctx, 48), { ...stands, previewId: unloading })
    await visitStep(ago(ctx, 40), docked, 'call', { dockId: second })
    await visitStep(ago(ctx, 33), docked, 'dock')

    const queued = truck('浙B3F917', '郑师傅', 3)
    const arrived = await appoint(early, untouched[0], slotIn(ctx, 0), {
      ...queued,
      dockId: third,
      pallets: 6,
      cases: 120,
    })
    await previewStep(early, arrived, 'approve')
    await register(ago(ctx, 22), { ...queued, previewId: arrived })
    await register(ago(ctx, 9), { vehicleNo: await loadingTruck(ctx), visitType: 'COLLECT' })

    const missed = await appoint(early, untouched[1], slotIn(ctx, -150), {
      ...truck('皖A20D66', '冯师傅', 4),
      dockId: third,
    })
    await previewStep(early, missed, 'approve')
    await previewStep(ctx, missed, 'noShow')
    const later = await appoint(early, untouched[1], slotIn(ctx, 120), {
      ...truck('沪D77R31', '陈师傅', 5),
      dockId: fourth ?? third,
      pallets: 10,
      cases: 240,
    })
    await previewStep(early, later, 'approve')
    const tomorrow = new Date(slotIn(ctx, 0).getTime() + 24 * 3_600_000)
    await appoint(ctx, untouched[2], tomorrow, { ...truck('鲁C5N284', '卫师傅', 6), pallets: 4, cases: 90 })
  })
}

/** The truck of the shipment that waits to be loaded. */
async function loadingTruck(ctx: Ctx): Promise<string> {
  const row = await ctx.tx.maybe<{ vehicleNo: string }>(sql`
    select b.vehicle_no from ${fromHere(ctx, shipBill.header, 'b')} where b.state = 'APPROVED' and b.vehicle_no is not null order by b.id limit 1`)
  return row?.vehicleNo ?? '沪B5M907'
}

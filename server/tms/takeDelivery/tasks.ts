import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import {
  arriveTasks,
  collectTask,
  failTasks,
  takeDeliveryTask,
  taskLines,
} from '@lading/contract/tms/takeDeliveryTask.ts'
import type { EventPayload } from '@lading/contract/tms/tripEvent.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { allowed, type Ctx, found } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import type { Computations } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { lockBill } from '../../platform/document/steps.ts'
import { masterServed } from '../../platform/masterServed.ts'
import type { TripEvent } from '../trip/project.ts'
import type { Trip } from '../trip/read.ts'
import { tellTrip } from '../trip/road.ts'
import { toldNow } from '../trip/steps.ts'
import { wayBillComputed } from '../wayBill/computed.ts'

type Item = RowOf<typeof tripItem, 'id' | 'version' | 'billId' | 'stopId' | 'wayBillId' | 'state'> & {
  arrivedAt: Date | null
  billNo: string
}
interface Task {
  readonly trip: Trip
  readonly item: Item
}

const readTask = (ctx: Ctx, id: string) =>
  ctx.tx.maybe<Item & object>(sql`
    select t.id, t.version, t.bill_id, t.stop_id, t.way_bill_id, t.state, s.act_arrive_at as arrived_at, w.bill_no
    from ${fromHere(ctx, takeDeliveryTask, 't')} join ${named(ctx, tripStop, 's')} on s.id = t.stop_id
    join ${named(ctx, wayBill.header, 'w')} on w.id = t.way_bill_id where t.id = ${id}`)

/** A task as the caller saw it, with its trip, which is locked first: what is told of it changes both. */
async function lockTask(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<Task> {
  const { billId } = found(await readTask(ctx, id), takeDeliveryTask.title)
  const trip = await lockBill(ctx, shipPlanBill, billId)
  const item = found(await readTask(ctx, id), takeDeliveryTask.title)
  if (item.version !== version) refuse(faults.stale)
  return { trip, item }
}

const at = (ctx: Ctx, kind: TripEvent['kind'], item: Item, payload: EventPayload | null = null) => ({
  ...toldNow(ctx, kind, ctx.now(), payload),
  ...{ stopId: item.stopId, wayBillId: kind === 'ARRIVE' ? null : item.wayBillId },
})
function demandOpen({ state, billNo }: Item): void {
  if (state !== 'OPEN') refuse(tripFaults.signed, { no: billNo })
}
const answer = async (ctx: Ctx, id: string) => {
  const { version } = found(await readTask(ctx, id), takeDeliveryTask.title)
  return { id, version }
}

async function arrive(ctx: Ctx, row: SeenRow) {
  const { trip, item } = await lockTask(ctx, row)
  if (item.arrivedAt === null) await tellTrip(ctx, trip, [at(ctx, 'ARRIVE', item)])
  return answer(ctx, item.id)
}

async function collect(ctx: Ctx, input: z.output<typeof collectTask.input>) {
  const { trip, item } = await lockTask(ctx, input)
  demandOpen(item)
  const { lines, reason, signer } = input
  const signed = at(ctx, 'SIGN', item, { lines, ...(reason && { reason }), ...(signer && { signer }) })
  await tellTrip(ctx, trip, [signed], { mayExceed: allowed(ctx, `${shipPlanBill.header.permit}:permit`) })
  return answer(ctx, item.id)
}

/** Nothing comes: of what is over nothing was handed over, which is told as such. */
async function fail(ctx: Ctx, row: SeenRow) {
  const { trip, item } = await lockTask(ctx, row)
  demandOpen(item)
  const { reason } = row
  if (!reason) return refuse(tripFaults.noReason)
  const isOver = row.input?.isOver === true
  await tellTrip(ctx, trip, [isOver ? at(ctx, 'SIGN', item, { lines: [], reason }) : at(ctx, 'FAIL', item, { reason })])
  return answer(ctx, item.id)
}

async function linesOf(ctx: Ctx, { id }: { id: string }): Promise<z.output<typeof taskLines.output>> {
  const { version, wayBillId } = found(await readTask(ctx, id), takeDeliveryTask.title)
  const lines = await ctx.tx.query<{ id: string; name: string; uom: string; planQty: string }>(sql`
    select l.id, l.product_name as name, l.uom, l.plan_qty from ${fromHere(ctx, wayBillLine, 'l')}
    where l.bill_id = ${wayBillId} order by l.line_no`)
  return { version, lines }
}

/** What its way bill, its trip and its stop say of an item `t`. */
const ofBill = (value: Sql) => ({
  value: (ctx: Ctx) => sql`(select ${value} from ${named(ctx, wayBill.header, 'w')} where w.id = t.way_bill_id)`,
})
const ofTrip = (column: string) => ({
  value: (ctx: Ctx) =>
    sql`(select b.${raw(column)} from ${named(ctx, shipPlanBill.header, 'b')} where b.id = t.bill_id)`,
})
const ofStop = (column: string) => ({
  value: (ctx: Ctx) => sql`(select s.${raw(column)} from ${named(ctx, tripStop, 's')} where s.id = t.stop_id)`,
})
const windowOf = wayBillComputed[wayBill.header.table]?.windowText
export const taskComputed: Computations = {
  [tripItem.table]: {
    kind: ofBill(sql`w.kind`),
    bizDate: ofTrip('biz_date'),
    tripState: ofTrip('state'),
    truckId: ofTrip('truck_id'),
    driverId: ofTrip('driver_id'),
    siteId: ofStop('site_id'),
    planArriveAt: ofStop('plan_arrive_at'),
    actArriveAt: ofStop('act_arrive_at'),
    stopState: ofStop('state'),
    diffPieces: { value: () => sql`t.done_pieces - t.pieces` },
    goods: {
      value: (ctx) => sql`(select string_agg(l.product_name, '、' order by l.line_no)
        from ${named(ctx, wayBillLine, 'l')} where l.bill_id = t.way_bill_id)`,
    },
    windowText: {
      value: (ctx) => sql`(select x.said from (select t.id, (${windowOf?.value(ctx) ?? sql`null`}) as said
        from ${named(ctx, wayBill.header, 't')}) x where x.id = t.way_bill_id)`,
    },
  },
}

/** 提货任务 */
export const tasksServed = (): Served[] => [
  ...masterServed(takeDeliveryTask),
  serveEach(arriveTasks, arrive),
  serve(taskLines, linesOf),
  serve(collectTask, collect),
  serveEach(failTasks, fail),
]

import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { createSchema } from '@lading/contract/kernel/schema.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { checkRefs, columnsOf } from '../../kernel/rowParts.ts'
import type { Input } from '../../kernel/rules.ts'
import { documentRules } from '../../platform/document/served.ts'
import { moveWayBills } from '../wayBill/move.ts'
import { demandDays, readTruck } from './fit.ts'
import { demandDepot, type Goods, goodsOf, isBack, itemOf, namesOf, peakOf, siteOf } from './goods.ts'

const { header } = shipPlanBill
/** A stop of a trip to be: in its order, with what is brought or fetched there. Times are ISO-8601. */
export interface NewStop {
  readonly siteId: string
  readonly planArriveAt?: string | undefined
  readonly planLeaveAt?: string | undefined
  readonly wayBillIds: readonly string[]
}
export interface NewTrip {
  readonly source: 'MANUAL' | 'QUICK' | 'ROUTE' | 'VRP'
  readonly bizDate?: string | undefined
  readonly departSiteId: string
  readonly truckId?: string | null
  readonly driverId?: string | null
  readonly coDriverId?: string | null
  readonly planDepartAt: string
  readonly planReturnAt: string
  readonly planDistanceM?: number
  readonly route?: string | null
  readonly stops: readonly NewStop[]
}
export interface MadeTrip {
  readonly id: string
  readonly version: number
  readonly billNo: string
}

/** What a truck brings along: whose it is, what it takes, and who usually drives it. */
async function withTruck(ctx: Ctx, input: Input, before: Input = {}): Promise<void> {
  const after = { ...before, ...input }
  demandDays(String(after.planDepartAt), String(after.planReturnAt))
  if (input.truckId === undefined) return
  if (input.truckId === null)
    return void Object.assign(input, { carrierId: null, truckTypeId: null, loadKg: null, volumeM3: null })
  const { carrierId, typeId, loadKg, volumeM3, driverId } = await readTruck(ctx, String(input.truckId))
  Object.assign(input, { carrierId, truckTypeId: typeId, loadKg, volumeM3 })
  if (before.driverId === undefined) input.driverId ??= driverId
}
export const tripRules = documentRules(shipPlanBill, {
  beforeCreate: (ctx, input) => withTruck(ctx, input),
  beforeUpdate: async (ctx, input, before) => {
    await withTruck(ctx, input, before)
    if (
      input.departSiteId !== undefined &&
      input.departSiteId !== before.departSiteId &&
      (before.wayBillCount ?? 0) > 0
    )
      refuse(faults.frozen, { field: header.fields.departSiteId.title })
  },
})

/** A trip with its goods by stop, as it is written at once: what it carries at most, and what is loaded first. */
function wholeOf(trip: NewTrip, id: string, stopIds: readonly string[], byId: ReadonlyMap<string, Goods>) {
  const stops = trip.stops.map(({ siteId, wayBillIds }) => {
    const goods = wayBillIds
      .flatMap((one) => byId.get(one) ?? [])
      .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    if (goods.some((g) => siteOf(g) !== siteId)) refuse(tripFaults.notOnTrip)
    return goods
  })
  demandDepot(trip.departSiteId, stops.flat())
  const loaded = stops.toReversed().flatMap((goods) => goods.filter((g) => !isBack(g)))
  const order = new Map(loaded.map((g, i) => [g.id, i + 1]))
  const items = stops.flatMap((goods, i) => goods.map((g) => itemOf(id, stopIds[i] ?? '', g, order.get(g.id) ?? 0)))
  const legs = stops.map((goods) =>
    goods.map((g) => ({ direction: isBack(g) ? 'BACK' : 'OUT', weight: Number(g.weight), volume: Number(g.volume) })),
  )
  const { weight, volume } = peakOf(legs)
  const sum = (of: 'weight' | 'volume' | 'pieces', scale: number) =>
    decimalSum(
      items.map((i) => String(i[of] ?? '0')),
      scale,
    )
  const sums = {
    ...{ stopCount: stops.length, wayBillCount: items.length },
    ...{ weight: sum('weight', 3), volume: sum('volume', 6), pieces: sum('pieces', 3) },
    ...{ peakWeight: weight.toFixed(3), peakVolume: volume.toFixed(6) },
  }
  return { items, sums }
}

/** Its stops in their order, none of which is reached yet. */
const stopsToBe = (ctx: Ctx, trip: NewTrip, billId: string, nameOf: (siteId: string) => string) =>
  trip.stops.map(({ siteId, planArriveAt = null, planLeaveAt = null }, i) => ({
    ...{ id: ctx.newId(), billId, seq: i + 1, siteId, name: nameOf(siteId), state: 'PENDING' as const },
    ...{ planArriveAt, planLeaveAt },
  }))

/**
 * Makes trips of way bills that wait for planning, in one's own transaction: all of them become PLANNED, or nothing is
 * made. Planning, fixed routes and quick planning do it by this alone. Statements are few, however many trips.
 * @throws Fault changed (way bills by number), elsewhere, dayOrder, notFound, notOnTrip
 */
export async function createTrips(ctx: Ctx, trips: readonly NewTrip[]): Promise<MadeTrip[]> {
  const inputs = trips.map(
    ({ stops: _, source, planDistanceM = null, ...typed }): Input => ({
      ...createSchema(header).parse(typed),
      source,
      planDistanceM,
      id: ctx.newId(),
    }),
  )
  await checkRefs(ctx, header, inputs)
  await tripRules.beforeCreateMany?.(ctx, inputs as never)
  const wayBillIds = trips.flatMap((t) => t.stops.flatMap((s) => s.wayBillIds))
  if (new Set(wayBillIds).size < wayBillIds.length) refuse(tripFaults.notOnTrip)
  await moveWayBills(
    ctx,
    'assign',
    wayBillIds.map((id) => ({ id })),
  )
  const byId = new Map((await goodsOf(ctx, wayBillIds)).map((g) => [g.id, g]))
  const nameOf = await namesOf(
    ctx,
    trips.flatMap((t) => t.stops.map((s) => s.siteId)),
  )
  const wholes = trips.map((t, n) => {
    const id = String(inputs[n]?.id)
    const stops = stopsToBe(ctx, t, id, nameOf)
    const stopIds = stops.map((s) => s.id)
    return { stops, ...wholeOf(t, id, stopIds, byId) }
  })
  const columns = ['id', ...new Set(inputs.flatMap((input) => columnsOf(header, input).map(([name]) => name)))]
  await insert(
    ctx,
    header,
    inputs.map((input, n) => ({
      ...Object.fromEntries(columns.map((name) => [name, input[name] ?? null])),
      ...wholes[n]?.sums,
    })),
  )
  const [stops, items] = [wholes.flatMap((w) => w.stops), wholes.flatMap((w) => w.items)]
  await insert(ctx, tripStop, stops)
  await insert(ctx, tripItem, items)
  for (const input of inputs)
    ctx.audit({
      subject: header.key,
      subjectId: String(input.id),
      subjectNo: String(input.billNo),
      action: 'create',
      after: input,
    })
  return inputs.map(({ id, billNo }) => ({ id: String(id), version: 0, billNo: String(billNo) }))
}

/** One of them. */
export async function createTrip(ctx: Ctx, trip: NewTrip): Promise<MadeTrip> {
  const [made] = await createTrips(ctx, [trip])
  return found(made, header.title)
}

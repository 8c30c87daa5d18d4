import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import type { EventPayload } from '@lading/contract/tms/tripEvent.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import type { WayBillMove } from '@lading/contract/tms/wayBill.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import { openAgain } from '../fee/again.ts'
import { tellDue, tellOver } from '../fee/tell.ts'
import { tellWarehouse } from '../warehouse/tell.ts'
import { moveWayBills } from '../wayBill/move.ts'
import { letAllGo } from './change.ts'
import { demandAll, recordEvents } from './events.ts'
import { demandFit, demandFree, demandRoom, lockCrew, readTruck } from './fit.ts'
import type { TripEvent } from './project.ts'
import { itemsOf, type Trip } from './read.ts'
import { tellDriver } from './told.ts'

/** What a dispatcher tells of a trip. */
export const toldNow = (ctx: Ctx, kind: TripEvent['kind'], at: Date, payload: EventPayload | null = null) => ({
  ...{ uid: ctx.newId(), kind, at, payload, stopId: null, wayBillId: null, source: 'DISPATCHER' as const },
})

const live = async (ctx: Ctx, trip: Trip, direction?: 'OUT') =>
  (await itemsOf(ctx, trip.id)).filter((i) => i.isLive && (!direction || i.direction === direction))
const moveAll = async (ctx: Ctx, move: WayBillMove, trip: Trip, direction?: 'OUT', reason?: string): Promise<void> =>
  moveWayBills(
    ctx,
    move,
    (await live(ctx, trip, direction)).map((i) => ({ id: i.wayBillId })),
    reason === undefined ? {} : { reason },
  )
const moving = (move: WayBillMove, direction?: 'OUT') => ({
  effect: async (ctx: Ctx, trip: Trip): Promise<undefined> => void (await moveAll(ctx, move, trip, direction)),
})

/** T1: who is under way cannot leave with another truck, nor a truck twice. */
const underWay = ['CHECKED_IN', 'LOADING', 'LOADED', 'IN_TRANSIT', 'DELIVERED']
const odometer = (value: unknown): EventPayload => (typeof value === 'number' ? { odometerKm: value } : {})
const momentOf = (ctx: Ctx, value: unknown): Date => (typeof value === 'string' ? new Date(value) : ctx.now())

/** By trip, between the step and its answer: what was passed over by right. */
const passed = new WeakMap<Ctx, Map<string, Text>>()

export const tripSteps: StepWorks<typeof shipPlanBill> = {
  release: {
    effect: async (ctx, trip) => {
      if (trip.wayBillCount === 0) refuse(tripFaults.empty, { no: trip.billNo })
      if (trip.truckId === null || trip.driverId === null) refuse(tripFaults.noTruck, { no: trip.billNo })
      await lockCrew(ctx, trip)
      await demandFree(ctx, trip)
      await demandFit(ctx, trip)
      const over = await demandRoom(ctx, trip)
      if (over) passed.set(ctx, (passed.get(ctx) ?? new Map()).set(trip.id, over))
      await moveAll(ctx, 'dispatch', trip)
      await tellDriver(ctx, trip)
      await tellWarehouse(ctx, trip)
      await tellDue(ctx, trip)
      return undefined
    },
    partly: async (ctx, trip) => {
      const text = passed.get(ctx)?.get(trip.id)
      return text && { text, args: {} }
    },
  },
  checkIn: {
    effect: async (ctx, trip) => {
      await lockCrew(ctx, trip)
      await demandFree(ctx, trip, underWay)
      return undefined
    },
  },
  loadStart: moving('load', 'OUT'),
  loadFinish: moving('loaded', 'OUT'),
  unload: moving('unload', 'OUT'),
  depart: {
    effect: async (ctx, trip, _made, { actDepartAt, odoStart, sealNo }) => {
      await lockCrew(ctx, trip)
      await demandFree(ctx, trip, underWay)
      const at = momentOf(ctx, actDepartAt)
      if (at > ctx.now()) refuse(tripFaults.tooEarly)
      const payload = { ...odometer(odoStart), ...(typeof sealNo === 'string' && { sealNo }) }
      const { answers, columns } = await recordEvents(ctx, trip, [toldNow(ctx, 'DEPART', at, payload)])
      demandAll(answers)
      const { state: _, ...own } = columns ?? {}
      return own
    },
  },
  finish: {
    effect: async (ctx, trip, _made, { actReturnAt, odoEnd }) => {
      const at = momentOf(ctx, actReturnAt)
      if (at > ctx.now()) refuse(tripFaults.tooEarly)
      const { answers, columns, picture } = await recordEvents(ctx, trip, [
        toldNow(ctx, 'RETURN', at, odometer(odoEnd)),
      ])
      demandAll(answers)
      const open = picture.stops.filter((s) => s.items.some((i) => i.state === 'OPEN')).length
      if (open > 0) refuse(tripFaults.stopsOpen, { n: open })
      const { state: _, ...own } = columns ?? {}
      return own
    },
  },
  changeTruck: {
    effect: async (ctx, trip, _made, input) => {
      if (!input.reason) refuse(faults.required, { field: ['原因', 'Reason'] })
      const truckId = typeof input.truckId === 'string' ? input.truckId : trip.truckId
      const driverId = typeof input.driverId === 'string' ? input.driverId : trip.driverId
      const crew = { ...trip, truckId, driverId }
      await lockCrew(ctx, crew)
      await demandFree(ctx, crew)
      // A truck that is late stands in no plan any more, and is away.
      if (underWay.includes(trip.state)) await demandFree(ctx, crew, underWay)
      await demandFit(ctx, crew)
      await demandRoom(ctx, crew)
      await tellWarehouse(ctx, trip)
      await tellDue(ctx, trip)
      if (truckId === null) return undefined
      const { carrierId, typeId, loadKg, volumeM3 } = await readTruck(ctx, truckId)
      return { truckId, driverId, carrierId, truckTypeId: typeId, loadKg, volumeM3 }
    },
  },
  recall: {
    effect: async (ctx, trip) => {
      await moveAll(ctx, 'recall', trip)
      await tellWarehouse(ctx, trip)
      return undefined
    },
  },
  approve: { effect: async (ctx, trip) => void tellOver(ctx, trip) },
  reopen: {
    effect: async (ctx, trip) => {
      await openAgain(ctx, trip)
      const back = { actReturnAt: null, odoEnd: null, finishedAt: null, trackDistanceM: null }
      // What followed from odometer and track follows anew; a distance that is known otherwise stays.
      const isDerived = trip.odoEnd !== null || trip.trackDistanceM !== null
      return { round: trip.round + 1, ...back, ...(isDerived && { actDistanceM: null }) }
    },
  },
  cancel: {
    effect: async (ctx, trip) => {
      await letAllGo(ctx, trip)
      await tellWarehouse(ctx, trip)
      await tellDue(ctx, trip)
      return undefined
    },
  },
}

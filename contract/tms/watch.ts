import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import { instant, json, ref } from '../kernel/field.ts'
import { abnormal } from './abnormal.ts'
import { truckPos } from './gps.ts'
import type { Ring } from './region.ts'
import { shipPlanBill } from './shipPlanBill.ts'

/** 在途跟踪: how far the positions of a trip have been looked through, and what was seen. */
export const tripWatch = entity('tms', 'tripWatch', {
  title: ['在途跟踪', 'Trip watched'],
  scope: 'org',
  worksAt: ['TC'],
  ownerThrough: 'billId',
  carrierThrough: 'billId',
  found: false,
  fields: {
    billId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { required: true }),
    /** Up to here; a position that comes late makes it begin anew. */
    doneAt: instant(['已处理至', 'Looked at until']),
    state: json(['状态', 'State']),
    /** When the clock looks at it again; nobody asks twice. */
    nextAt: instant(['下次检查', 'Looked at again']),
    etaAt: instant(['预计返回', 'Expected back']),
  },
  unique: [['billId']],
  actions: [],
})

const watchRight = (action: 'view' | 'run') => `tms:dashboard.truckWatch:${action}`
const reads = [truckPos.key, shipPlanBill.header.key, abnormal.header.key]

const stop = z.object({
  id: z.string(),
  seq: z.number(),
  name: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  fenceM: z.number(),
  /** Drawn by hand: then it counts instead of the circle. */
  fenceRing: z.custom<Ring>().nullable(),
  state: z.string(),
  planAt: z.string().nullable(),
  /** Until when somebody is there. */
  dueAt: z.string().nullable(),
  etaAt: z.string().nullable(),
  arriveAt: z.string().nullable(),
  leaveAt: z.string().nullable(),
  onTime: z.string().nullable(),
})
export type WatchedStop = z.output<typeof stop>
const watched = z.object({
  truckId: z.string(),
  plate: z.string(),
  carrier: z.string(),
  /** Null: no position has come yet. */
  at: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  speedKmh: z.number().nullable(),
  heading: z.number().nullable(),
  temp: z.number().nullable(),
  trip: z
    .object({
      id: z.string(),
      billNo: z.string(),
      state: z.string(),
      driver: z.string().nullable(),
      phone: z.string().nullable(),
      next: z.string().nullable(),
      nextEtaAt: z.string().nullable(),
      /** Minutes behind the plan at the next stop, or without one behind its window; below zero: before it. */
      lateMin: z.number().nullable(),
      done: z.number(),
      stops: z.number(),
    })
    .nullable(),
  /** Open ones of its trip. */
  abnormals: z.number(),
})
export type Watched = z.output<typeof watched>

/** Without a position for so long a truck on the road is offline, unless the option says otherwise. */
export const offlineMin = 10
/**
 * 在途监控: trucks that are known to be somewhere. With `since`, what an answer said of itself, only those of which
 * something is new: the map moves them and leaves the rest where it is.
 */
export const truckWatch = get('/tms/api/dashboard/truckWatch', {
  title: ['车辆在途监控', 'Trucks on the road'],
  permission: watchRight('view'),
  input: z.object({ since: z.iso.datetime({ offset: true }).optional() }),
  output: z.object({ at: z.string(), offlineMin: z.number(), trucks: z.array(watched) }),
  reads,
})

/** A position of a track: seconds since its first, place, speed, temperature. */
const point = z.tuple([z.number(), z.number(), z.number(), z.number().nullable(), z.number().nullable()])
export type TrackPoint = z.output<typeof point>
/** Points of one track; of longer ones some are left out, evenly. */
export const trackMax = 5_000
/** 轨迹: a trip with its stops and the way that its truck took. */
export const tripTrack = get('/tms/api/dashboard/tripTrack', {
  title: ['派车单轨迹', 'Track of a trip'],
  permission: watchRight('view'),
  input: z.object({ id }),
  output: z.object({
    id: z.string(),
    billNo: z.string(),
    state: z.string(),
    plate: z.string().nullable(),
    driver: z.string().nullable(),
    phone: z.string().nullable(),
    depot: z.object({ name: z.string(), lng: z.number().nullable(), lat: z.number().nullable() }),
    planDepartAt: z.string(),
    departAt: z.string().nullable(),
    returnAt: z.string().nullable(),
    backEtaAt: z.string().nullable(),
    stops: z.array(stop),
    from: z.string().nullable(),
    points: z.array(point),
    wayBills: z.array(z.object({ id: z.string(), billNo: z.string(), seq: z.number(), state: z.string() })),
  }),
  reads,
})
export type TripTrack = z.output<typeof tripTrack.output>

/** 手工到店、离店: somebody has seen it, and says why the positions did not. */
export const tellStop = post('/tms/api/dashboard/tellStop', {
  title: ['手工到离店', 'Arrival or leave by hand'],
  permission: watchRight('run'),
  input: z.object({
    tripId: id,
    stopId: id,
    kind: z.enum(['ARRIVE', 'LEAVE']),
    at: z.iso.datetime({ offset: true }).optional(),
    reason: z.string().trim().min(1).max(100),
  }),
  output: z.object({ id: z.string(), version: z.number() }),
  reads,
})

const cell = z.object({
  at: z.string().nullable(),
  /** Minutes after the plan; null: nothing was planned, or it has not been due. */
  late: z.number().nullable(),
})
const progress = z.object({
  id: z.string(),
  billNo: z.string(),
  route: z.string().nullable(),
  truck: z.string().nullable(),
  driver: z.string().nullable(),
  carrier: z.string().nullable(),
  dock: z.string().nullable(),
  state: z.string(),
  planned: cell,
  released: cell,
  accepted: cell,
  checkedIn: cell,
  loaded: cell,
  /** Of what was planned how much is aboard. */
  loadedPct: z.number(),
  departed: cell,
  served: cell,
  servedStops: z.number(),
  stops: z.number(),
  returned: cell,
  receipts: z.number(),
  wayBills: z.number(),
  isLate: z.boolean(),
})
export type JobProgress = z.output<typeof progress>
export const progressMax = 500
/** 作业进度: the trips of a day by the stages that each has behind it. */
export const jobProgress = get('/tms/api/dashboard/jobProgress', {
  title: ['作业进度看板', 'Job progress board'],
  permission: 'tms:dashboard.jobProgress:view',
  input: z.object({ day: z.iso.date().optional(), carrierId: id.optional() }),
  output: z.object({ day: z.string(), trips: z.array(progress) }),
  reads: [shipPlanBill.header.key],
})

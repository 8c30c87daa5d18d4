import { z } from 'zod'
import { get, id, post, query, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { instant } from '../kernel/field.ts'
import { qtyText, rowsMax, valueSchema, wordSchema } from '../kernel/schema.ts'
import { printCall } from '../sys/printCall.ts'
import { feeBill } from './feeBill.ts'
import { type EventKind, eventKinds, shipPlanBill } from './shipPlanBill.ts'

// density: a trip is told of by a dispatcher, afterwards or at once, and by a driver's phone that may be offline
const { header } = shipPlanBill
const at = (verb: string) => `${entityPath(header)}/${verb}`
const tripSeen = { id, version }
/** Way bills put on a trip, or taken off, by one call; events told by one. */
export const tripWayBillsMax = 200
export const eventsMax = 500
const answer = z.object({ id: z.string(), version: z.number(), billNo: z.string() })
const ids = z.array(id).min(1).max(tripWayBillsMax)

/** 加单: way bills that wait for planning come onto a trip, at the stop of their site, or as new stops where it is said. */
export const addWayBills = post(at('addWayBills'), {
  title: ['加单', 'Add waybills'],
  permission: entityPermission(header, 'update'),
  /** `before`: the stop in front of which new stops are put; left out: behind all others. */
  input: z.object({ ...tripSeen, wayBillIds: ids, beforeStopId: id.optional() }),
  output: answer,
})
/** 移单: they wait for planning again. From a trip that is released only with a reason. */
export const takeOffWayBills = post(at('takeOff'), {
  title: ['移单', 'Take off waybills'],
  permission: entityPermission(header, 'update'),
  input: z.object({ ...tripSeen, wayBillIds: ids, reason: wordSchema(200).optional() }),
  output: answer,
})

const moment = valueSchema(instant(['时间', 'Time'], { required: true })) as z.ZodType<string>
const signedLine = z.object({ lineId: id, qty: qtyText })
/** Empties that were collected with it, by type of container of the warehouse. */
const empties = z
  .array(z.object({ typeId: id, qty: z.number().int().min(1).max(10_000) }))
  .max(20)
  .optional()
const handedOver = z.object({
  empties,
  wayBillId: id,
  /** What was handed over by line; left out: all of it. */
  lines: z.array(signedLine).max(rowsMax).optional(),
  reason: wordSchema(100).optional(),
  signer: wordSchema(32).optional(),
  /** Goods to be fetched that were not there. */
  failed: z.literal(true).optional(),
})
/** 补录: a whole trip, or what is missing of it, told afterwards and checked as one. */
export const recordTrip = post(at('record'), {
  title: ['补录', 'Back-entry'],
  permission: entityPermission(header, 'run'),
  input: z.object({
    ...tripSeen,
    departAt: moment.optional(),
    odoStart: z.number().int().min(0).max(2_000_000_000).optional(),
    sealNo: wordSchema(32).optional(),
    stops: z
      .array(
        z.object({
          stopId: id,
          arriveAt: moment.optional(),
          leaveAt: moment.optional(),
          items: z.array(handedOver).max(tripWayBillsMax).default([]),
        }),
      )
      .max(tripWayBillsMax)
      .default([]),
    returnAt: moment.optional(),
    odoEnd: z.number().int().min(0).max(2_000_000_000).optional(),
  }),
  output: answer,
})

const label = z.object({ code: z.string(), name: z.string() })
const roadLine = z.object({
  id: z.string(),
  lineNo: z.number(),
  name: z.string(),
  uom: z.string(),
  planQty: z.string(),
  doneQty: z.string().nullable(),
})
const roadItem = z.object({
  id: z.string(),
  wayBillId: z.string(),
  billNo: z.string(),
  direction: z.enum(['OUT', 'BACK']),
  state: z.string(),
  pieces: z.string(),
  reason: z.string().nullable(),
  lines: z.array(roadLine),
})
const roadStop = z.object({
  id: z.string(),
  seq: z.number(),
  site: label.extend({
    address: z.string().nullable(),
    contact: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  state: z.string(),
  planArriveAt: z.string().nullable(),
  actArriveAt: z.string().nullable(),
  actLeaveAt: z.string().nullable(),
  onTime: z.string().nullable(),
  items: z.array(roadItem),
})
/** A trip as its driver sees it, and as it is entered afterwards. */
const roadTrip = z.object({
  id: z.string(),
  version: z.number(),
  billNo: z.string(),
  state: z.string(),
  truck: z.string().nullable(),
  depot: z.string(),
  planDepartAt: z.string(),
  actDepartAt: z.string().nullable(),
  actReturnAt: z.string().nullable(),
  round: z.number(),
  stops: z.array(roadStop),
})
export type RoadTrip = z.output<typeof roadTrip>
export type RoadStop = RoadTrip['stops'][number]
export type RoadItem = RoadStop['items'][number]

/** What is on the road of a trip: its stops with their goods. */
export const tripOnRoad = get(at('onRoad'), {
  title: ['在途明细', 'Stops with goods'],
  permission: entityPermission(header, 'view'),
  input: z.object({ id }),
  output: roadTrip,
})

/** The driver's own page: nothing of it shows a trip of another's. */
export const driverRight = (action: 'view' | 'run') => `tms:transportation.driverTask:${action}`
const reads = [header.key, feeBill.header.key]
/** 报销: what he has claimed for a trip, and what became of it. */
const expense = z.object({
  uid: z.string(),
  /** Empty as long as it waits on the phone. */
  billNo: z.string(),
  tripId: z.string(),
  feeType: z.string(),
  amount: z.string(),
  state: z.string(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
})
export type Expense = z.output<typeof expense>
export const myTrips = query('/tms/api/task/mine', {
  title: ['我的派车单', 'My trips'],
  permission: driverRight('view'),
  output: z.object({ driver: z.string(), trips: z.array(roadTrip), expenses: z.array(expense) }),
  reads,
})
/** Trips of the last days that a driver still sees. */
export const myDays = 2

/** Made by the device, once for each thing that is done. */
export const eventUid = z.string().regex(/^[\w-]{8,40}$/)
export const toldEvent = z.object({
  uid: eventUid,
  tripId: id,
  kind: z.enum(Object.keys(eventKinds) as [EventKind]),
  /** By the device's clock, set by the server's. */
  at: moment,
  stopId: id.optional(),
  wayBillId: id.optional(),
  lines: z.array(signedLine).max(rowsMax).optional(),
  empties,
  reason: wordSchema(100).optional(),
  signer: wordSchema(32).optional(),
  odometerKm: z.number().int().min(0).max(2_000_000_000).optional(),
})
export type ToldEvent = z.output<typeof toldEvent>
export const eventAnswers = ['applied', 'duplicate', 'refused'] as const
/** What drivers' phones tell, at once or hours later: each event is answered by itself. */
export const tellEvents = post('/tms/api/task/event', {
  title: ['上报在途事件', 'Report trip events'],
  permission: driverRight('run'),
  input: z.object({ events: z.array(toldEvent).min(1).max(eventsMax) }),
  output: z.object({
    events: z.array(
      z.object({
        uid: z.string(),
        answer: z.enum(eventAnswers),
        code: z.number().optional(),
        message: z.string().optional(),
      }),
    ),
  }),
  reads,
})

export const tripPrints = {
  shipPlanBill: printCall(header, ['打印派车单', 'Print trip sheets']),
}

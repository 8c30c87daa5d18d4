import { z } from 'zod'
import { id, post, query } from '../kernel/call.ts'
import { entityPath } from '../kernel/entity.ts'
import { routeScheme } from './routeScheme.ts'
import { shipPlanBill } from './shipPlanBill.ts'
import { wayBill } from './wayBill.ts'

// density: a day's goods are matched with routes, packed on trucks, driven by the engine and shown before they are trips
/** At most so many way bills and schemes in one run. */
export const byRouteMost = { wayBills: 2_000, schemes: 200 }
const path = entityPath(shipPlanBill.header)
const right = (action: 'view' | 'create') => `tms:transportation.shipPlanByRoute:${action}`

/** What becomes of what a truck does not hold. */
export const overflows = {
  SPLIT: ['加开车次', 'A further trip'],
  POOL: ['留待排线', 'Left to plan'],
} as const
/** Why a way bill is on no trip. */
export const offReasons = {
  NO_ROUTE: ['门店无线路', 'The store is on no route'],
  OFF_ROUTE: ['指定线路当日不发车，或不经过该门店', 'Its route does not go that day, or not to its store'],
  NO_LOCATION: ['门店未定位', 'The site has no position'],
  OVERSIZE: ['车辆装不下', 'The truck does not hold it'],
  OVERFLOW: ['超出车辆装载，留待排线', 'More than the truck holds: left to plan'],
} as const

const asked = z.object({
  bizDate: z.iso.date(),
  depotId: id,
  /** Only these; none named: all that go that day. */
  schemeIds: z.array(id).max(byRouteMost.schemes),
  overflow: z.enum(['SPLIT', 'POOL']),
})
const trip = z.object({
  schemeId: z.string(),
  code: z.string(),
  name: z.string(),
  /** Of the scheme on that day: 1, 2 … */
  turn: z.number(),
  truckId: z.string().nullable(),
  plate: z.string(),
  driver: z.string(),
  /** Codes of the stores that get something, in their order. */
  stores: z.array(z.string()),
  wayBillIds: z.array(z.string()),
  /** 06:00; of the next day 00:30+1. */
  departs: z.string(),
  returns: z.string(),
  metres: z.number(),
  weight: z.string(),
  volume: z.string(),
  /** Per cent of what the truck holds; null without one. */
  weightRate: z.number().nullable(),
  volumeRate: z.number().nullable(),
  violations: z.array(z.string()),
})
export type RouteTrip = z.infer<typeof trip>
const off = z.object({
  wayBillId: z.string(),
  billNo: z.string(),
  site: z.string(),
  weight: z.string(),
  volume: z.string(),
  reason: z.enum(Object.keys(offReasons) as (keyof typeof offReasons)[]),
})
export type OffRoute = z.infer<typeof off>

const reads = [wayBill.header.key, routeScheme.key, shipPlanBill.header.key, 'tms.truck', 'tms.clientStore']
/** What the page begins with: a day, depots, and the schemes in use. */
export const byRouteStart = query(`${path}/byRouteStart`, {
  title: ['按线路派车默认值', 'What trips by route begin with'],
  permission: right('view'),
  output: z.object({
    bizDate: z.string(),
    depots: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
    schemes: z.array(
      z.object({ id: z.string(), code: z.string(), name: z.string(), depotId: z.string(), days: z.array(z.string()) }),
    ),
  }),
  reads,
})
/** 预览: the trips that the day's schemes come to, and what is on none. Nothing is written. */
export const previewByRoute = query(`${path}/previewByRoute`, {
  title: ['预览', 'Preview'],
  permission: right('view'),
  input: asked,
  output: z.object({ trips: z.array(trip), off: z.array(off) }),
  reads,
})
/** 生成: the trips of the preview as drafts. Way bills that have been planned meanwhile are not taken: told again it refuses. */
export const createByRoute = post(`${path}/createByRoute`, {
  title: ['生成派车单', 'Create trips'],
  permission: right('create'),
  input: asked.extend({ wayBillIds: z.array(id).min(1).max(byRouteMost.wayBills) }),
  output: z.object({
    trips: z.array(z.object({ id: z.string(), billNo: z.string() })),
    wayBills: z.number(),
  }),
  reads,
})

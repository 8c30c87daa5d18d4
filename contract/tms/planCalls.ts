import { z } from 'zod'
import { id, post, query, seen, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { routePlan } from './routePlan.ts'
import { tempZones } from './wayBill.ts'

// density: a day is planned in the background beside the plans before it, and changed by hand with undo
/** At most so many way bills and trucks in one plan. */
export const planMost = { wayBills: 1000, trucks: 200 }
const path = entityPath(routePlan.header)
const permission = 'tms:transportation.routeGenerate:run'
const looking = 'tms:transportation.routeGenerate:view'

/** Why an order stands on no trip, and what it could not be planned for at all. */
export const leftReasons = {
  NO_LOCATION: ['门店未定位', 'The site has no position'],
  ZERO_SIZE: ['没有重量体积', 'Neither weight nor volume'],
  OVERSIZE: ['任何车辆都装不下', 'No truck holds it'],
  NO_SKILL_VEHICLE: ['没有车辆具备要求的装备或温层', 'No truck has what it needs'],
  VEHICLE_BANNED: ['门店限制或温度要求，没有车辆可用', 'No truck may go there, or is cold enough'],
  WINDOW_UNREACHABLE: ['时间窗内无法到达，最早{earliest}', 'Not within its window: {earliest} at the earliest'],
  DURATION: ['单独一趟也超出时长、里程或站点上限', 'Even alone beyond the limits of a trip'],
  LOCKED: ['可用车次均已锁定', 'All trips that could take it are locked'],
  CAPACITY: ['可用车辆均已装满', 'All trucks that could take it are full'],
  TIME: ['装得下，但时间排不开', 'There is room, but no time'],
  COST: ['排入的成本高于不排', 'Dearer on a trip than left out'],
} as const

const visit = z.object({ wayBillId: id, pickup: z.boolean().optional(), lock: z.enum(['TRIP', 'POSITION']).optional() })
export const trip = z.object({
  truckId: id,
  turn: z.number().int().min(0).max(4),
  locked: z.boolean().optional(),
  visits: z.array(visit).max(planMost.wayBills),
})

const stop = z.object({
  siteId: z.string(),
  arrive: z.number(),
  wait: z.number(),
  begin: z.number(),
  leave: z.number(),
  metres: z.number(),
  late: z.number(),
  visits: z.array(visit),
})
/** A trip as it would be driven: times are seconds from 00:00 of the delivery day. */
const drawnTrip = z.object({
  truckId: z.string(),
  turn: z.number(),
  locked: z.boolean(),
  depart: z.number(),
  finish: z.number(),
  metres: z.number(),
  cost: z.string(),
  weight: z.string(),
  volume: z.string(),
  weightRate: z.number(),
  volumeRate: z.number(),
  violations: z.array(z.string()),
  stops: z.array(stop),
})
const kpi = z.object({
  trips: z.number(),
  orders: z.number(),
  left: z.number(),
  metres: z.number(),
  seconds: z.number(),
  cost: z.string(),
  weightRate: z.number(),
  volumeRate: z.number(),
  late: z.number(),
  faults: z.number(),
})
const left = z.object({ wayBillId: z.string(), reason: z.string(), earliest: z.number().optional() })
export const drawn = z.object({
  version: z.number(),
  state: z.string(),
  kpi,
  trips: z.array(drawnTrip),
  left: z.array(left),
})
export type Drawn = z.infer<typeof drawn>
export type DrawnTrip = Drawn['trips'][number]
export type Kpi = Drawn['kpi']

export const site = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
})
const order = z.object({
  id: z.string(),
  billNo: z.string(),
  siteId: z.string(),
  weight: z.string(),
  volume: z.string(),
  pieces: z.string(),
  windowText: z.string(),
})
export const plannedTruck = z.object({
  id: z.string(),
  plate: z.string(),
  type: z.string(),
  driver: z.string(),
  kg: z.string(),
  m3: z.string(),
})

/** 智能排线: plans way bills with trucks in the background; the plan is there at once, to look at how it goes. */
export const generatePlan = post(`${path}/generate`, {
  title: ['智能排线', 'Generate routes'],
  permission,
  input: z.object({
    bizDate: z.iso.date(),
    depotId: id,
    configId: id,
    wayBillIds: z.array(id).min(1).max(planMost.wayBills),
    truckIds: z.array(id).min(1).max(planMost.trucks),
    seconds: z.number().int().min(1).max(120),
    /** Goes on from this plan, whose locks hold. */
    from: seen.optional(),
  }),
  output: z.object({ id: z.string(), version: z.number(), billNo: z.string() }),
})

/** What a plan begins with where nobody has chosen: the day, the depot and the settings; the first of each are the usual ones. */
export const planStart = query(`${path}/start`, {
  title: ['排线默认值', 'What a plan begins with'],
  permission: looking,
  output: z.object({
    /** That of the asker's plan that is being computed; else tomorrow, or the first day on which way bills wait. */
    bizDate: z.string(),
    depots: z.array(site),
    /** Shares of what trucks hold are per cent. */
    configs: z.array(
      z.object({ id: z.string(), name: z.string(), trips: z.number(), weightFill: z.string(), volumeFill: z.string() }),
    ),
  }),
  reads: [routePlan.header.key, 'tms.vrpConfig', 'tms.clientStore'],
})

const dayPlan = z.object({
  id: z.string(),
  version: z.number(),
  billNo: z.string(),
  state: z.string(),
  bizDate: z.string(),
  depotId: z.string(),
  createTime: z.string(),
  message: z.string().nullable(),
  isMine: z.boolean(),
  /** Null until something was computed. */
  kpi: kpi.nullable(),
})
export type DayPlan = z.infer<typeof dayPlan>
export const scopeOrder = order.extend({
  kind: z.enum(['DELIVER', 'PICKUP', 'SHIPMENT']),
  reason: z.enum(Object.keys(leftReasons) as (keyof typeof leftReasons)[]).nullable(),
  tempZone: z.enum(Object.keys(tempZones) as (keyof typeof tempZones)[]),
  region: z.string(),
  /** Who else plans it just now: nobody can plan it meanwhile. */
  heldBy: z.string().nullable(),
})
export type ScopeOrder = z.infer<typeof scopeOrder>
export type PlannedTruck = z.infer<typeof plannedTruck>

/** What could be planned for a day, and what could not for which reason; the plans that there are of it, the newest first. */
export const planScope = query(`${path}/scope`, {
  title: ['排线范围', 'Scope of a plan'],
  permission: looking,
  input: z.object({ bizDate: z.iso.date(), depotId: id }),
  output: z.object({
    orders: z.array(scopeOrder),
    trucks: z.array(plannedTruck),
    sites: z.array(site.extend({ role: z.string() })),
    plans: z.array(dayPlan),
    /** The asker's plan that is being computed, of whatever day. */
    computing: dayPlan.nullable(),
  }),
  reads: [routePlan.header.key, 'tms.wayBill', 'tms.truck', 'tms.clientStore', 'tms.vrpConfig'],
})

/** 停止: the best plan until now is kept. */
export const stopPlan = post(`${path}/stop`, {
  title: ['停止计算', 'Stop computing'],
  permission,
  input: z.object({ id }),
  output: z.object({ id: z.string() }),
})

/** How far the search is. */
export const planProgress = z.object({
  seconds: z.number(),
  iterations: z.number(),
  cost: z.string(),
  trips: z.number(),
  left: z.number(),
})

/** A plan as it would be driven. */
export const drawPlan = query(`${path}/draw`, {
  title: ['查看排线', 'Look at a plan'],
  permission: entityPermission(routePlan.header, 'view'),
  input: z.object({ id }),
  output: drawn.extend({
    progress: planProgress.nullable(),
    sites: z.array(site),
    orders: z.array(order),
    trucks: z.array(plannedTruck),
    depotId: z.string(),
  }),
})

/** Arranges a plan anew, by hand: all of it is given, so that taking back is giving what was before. */
export const arrangePlan = post(`${path}/arrange`, {
  title: ['调整排线', 'Arrange a plan'],
  permission: entityPermission(routePlan.header, 'update'),
  input: z.object({ id, version, trips: z.array(trip).max(planMost.trucks * 5) }),
  output: drawn,
})

/** Places for an order, the best first: the trip as it would be, what it would cost more, and which limits it would break. */
export const placesFound = z.array(
  z.object({
    truckId: z.string(),
    turn: z.number(),
    visits: z.array(visit),
    cost: z.string(),
    violations: z.array(z.string()),
  }),
)
/** The best places for an order that stands on no trip, and what each would cost. */
export const suggestPlaces = post(`${path}/suggest`, {
  title: ['推荐插入', 'Suggest places'],
  permission: entityPermission(routePlan.header, 'update'),
  input: z.object({ id, wayBillId: id }),
  output: z.object({ places: placesFound }),
})

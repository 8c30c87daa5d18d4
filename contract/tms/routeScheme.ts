import { z } from 'zod'
import { id, query } from '../kernel/call.ts'
import { childRows, entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choices, code, computed, decimal, int, ref, rows, text, time } from '../kernel/field.ts'
import { ruleStep } from '../kernel/ruleTable.ts'
import { printCall } from '../sys/printCall.ts'
import { days } from './clientSite.ts'

/** At most so many stores on one scheme. */
export const routeStopsMax = 100

const stop = childRows('tms', 'routeStop', 'tms.routeScheme', {
  title: ['站点', 'Stop'],
  scope: 'org',
  sort: 'seq',
  fields: {
    schemeId: ref(['线路方案', 'Route scheme'], 'tms.routeScheme', { required: true, derived: true }),
    seq: int(['顺序', 'Order'], { required: true, initial: ruleStep, most: 9_999 }),
    siteId: ref(['门店', 'Store'], 'tms.clientSite', { required: true }),
  },
  unique: [['schemeId', 'siteId']],
})
export const routeStop = stop.entity

// density: stops are put in order by the engine and checked while they are typed
/** 线路方案: stores that are served one after the other on some days of the week, and with what. */
export const routeScheme = entity('tms', 'routeScheme', {
  title: ['线路方案', 'Route scheme'],
  module: 'basic.routeScheme',
  scope: 'org',
  worksAt: ['TC'],
  ownerThrough: 'contents',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true, max: 16 }),
    name: text(['名称', 'Name'], { required: true, filter: true, max: 32 }),
    depotId: ref(['发车点', 'Departs from'], 'tms.clientSite', { required: true, brief: true, filter: true }),
    days: choices(['星期', 'Days'], days, { filter: true, hint: ['不选为每天', 'None: every day'] }),
    departAt: time(['发车时间', 'Departs at'], { required: true, initial: '06:00' }),
    carrierId: ref(['默认承运商', 'Usual carrier'], 'tms.carrier', { filter: true }),
    truckTypeId: ref(['默认车型', 'Usual truck type'], 'tms.truckType', {}),
    truckId: ref(['默认车辆', 'Usual truck'], 'tms.truck', { filter: true }),
    driverId: ref(['默认司机', 'Usual driver'], 'tms.staff', { hint: ['不填按车辆', "Blank: the truck's"] }),
    note: text(['备注', 'Note'], { max: 200 }),
    stops: rows(['站点', 'Stops'], stop, {}),
    stopCount: int(['站点数', 'Stops'], {}),
    /** By the road network, as it was when the scheme was kept; blank while a site has no position. */
    distanceKm: decimal(['里程km', 'Distance km'], { derived: true, scale: 1 }),
    durationMin: int(['用时min', 'Time min'], { derived: true }),
    /** Codes of its stores in their order. */
    stores: computed(text(['门店', 'Stores'], { filter: true })),
  },
  sums: { stopCount: 'stops' },
  list: [
    ...(['code', 'name', 'stopCount', 'distanceKm', 'durationMin', 'days', 'departAt', 'truckId', 'driverId'] as const),
    ...(['carrierId', 'depotId', 'stores', 'note'] as const),
  ],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export', 'print'],
})

/** What is wrong with a scheme as it is typed; it can be kept nevertheless. */
export const routeProblems = {
  NO_LOCATION: ['{site} 未定位，不能计算路程', '{site} has no position: its way cannot be told'],
  LATE: ['{site} {what}到达，晚于时间窗', '{site} is reached at {what}, after its time window'],
  BANNED: ['{site} 不接收默认车辆：{what}', '{site} does not take the usual truck: {what}'],
  LONG: ['{what}返回，超过最长用时', 'It returns at {what}, after the longest time of a trip'],
  SHARED: ['{site} 同日也在线路 {what} 上', '{site} is on route {what} on the same day as well'],
} as const

/** 路线单 */
export const routePrints = { routeScheme: printCall(routeScheme, ['打印路线单', 'Print route sheets']) }

const path = entityPath(routeScheme)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const typed = z.object({
  /** Of one that is there already. */
  id: id.optional(),
  depotId: id,
  siteIds: z.array(id).min(1).max(routeStopsMax),
  departAt: clock,
  /** 1 is Monday; none: every day. */
  days: z.array(z.string().regex(/^[1-7]$/)).max(7),
  truckId: id.optional(),
})
const reads = [routeScheme.key, 'tms.clientStore', 'tms.roadNet', 'tms.truck']
/** 校验: when each store is reached, when the truck is back, and what is wrong. Without a position of all sites no times. */
export const checkRoute = query(`${path}/check`, {
  title: ['校验线路', 'Check a route'],
  permission: entityPermission(routeScheme, 'view'),
  input: typed,
  output: z.object({
    stops: z.array(z.object({ siteId: z.string(), name: z.string(), arrive: z.string() })),
    distanceKm: z.string().nullable(),
    durationMin: z.number().nullable(),
    returns: z.string().nullable(),
    problems: z.array(
      z.object({
        kind: z.enum(Object.keys(routeProblems) as (keyof typeof routeProblems)[]),
        site: z.string(),
        what: z.string(),
      }),
    ),
  }),
  reads,
})
/** 优化顺序: the same stores in the order in which they are driven best, their time windows kept where that can be. */
export const orderRoute = query(`${path}/optimise`, {
  title: ['优化顺序', 'Optimise the order'],
  permission: entityPermission(routeScheme, 'view'),
  input: typed,
  output: z.object({ siteIds: z.array(z.string()) }),
  reads,
})

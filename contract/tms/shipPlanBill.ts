import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, choices, code, computed, decimal, flag, instant, int, qty, ref, rows, text } from '../kernel/field.ts'
import { type Flow, flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { tripFaults } from './tripFaults.ts'

export const tripStates = {
  DRAFT: ['待发布', 'Draft'],
  RELEASED: ['已发布', 'Released'],
  ACCEPTED: ['已接单', 'Accepted'],
  CHECKED_IN: ['已报到', 'Checked in'],
  LOADING: ['装车中', 'Loading'],
  LOADED: ['待发车', 'Loaded'],
  IN_TRANSIT: ['在途', 'On the road'],
  DELIVERED: ['配送完成', 'All delivered'],
  RETURNED: ['已回场', 'Returned'],
  CLOSED: ['已完成', 'Closed'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>
export type TripState = keyof typeof tripStates
/** Released and not yet back: truck and driver are taken. */
export const takenStates = [
  'RELEASED',
  'ACCEPTED',
  'CHECKED_IN',
  'LOADING',
  'LOADED',
  'IN_TRANSIT',
  'DELIVERED',
] as const satisfies readonly TripState[]
export const onRoadStates = ['IN_TRANSIT', 'DELIVERED'] as const satisfies readonly TripState[]

export const stopStates = {
  PENDING: ['待到达', 'To come'],
  ARRIVED: ['已到达', 'Arrived'],
  SERVING: ['交接中', 'Serving'],
  DONE: ['已完成', 'Done'],
  PARTIAL: ['部分完成', 'Done in part'],
  REJECTED: ['拒收', 'Rejected'],
} as const satisfies Record<string, Text>
export const itemStates = {
  OPEN: ['待交接', 'Open'],
  SIGNED: ['已签收', 'Signed'],
  PARTIAL: ['部分签收', 'Signed in part'],
  REJECTED: ['拒收', 'Rejected'],
  FAILED: ['提货失败', 'Not collected'],
} as const satisfies Record<string, Text>
/** OUT: from the depot to the stop. BACK: fetched there. */
export const directions = { OUT: ['送', 'Out'], BACK: ['提', 'Back'] } as const satisfies Record<string, Text>
export const punctuality = {
  EARLY: ['早到', 'Early'],
  ON: ['准点', 'On time'],
  LATE: ['晚到', 'Late'],
} as const satisfies Record<string, Text>
/** What is told of a trip on the road. */
export const eventKinds = {
  DEPART: ['发车', 'Departs'],
  ARRIVE: ['到达', 'Arrives'],
  SIGN: ['签收', 'Signs'],
  FAIL: ['提货失败', 'Cannot collect'],
  LEAVE: ['离开', 'Leaves'],
  RETURN: ['回场', 'Returns'],
} as const satisfies Record<string, Text>
export type EventKind = keyof typeof eventKinds
export const eventSources = {
  DRIVER: ['司机', 'Driver'],
  DISPATCHER: ['调度', 'Dispatcher'],
  WAREHOUSE: ['仓库', 'Warehouse'],
  GEOFENCE: ['围栏', 'Fence'],
} as const satisfies Record<string, Text>

const stop = childRows('tms', 'shipPlanStop', 'tms.shipPlanBill', {
  title: ['站点', 'Stop'],
  scope: 'org',
  sort: 'seq',
  fields: {
    /** What it is called where goods name it: as its site was when it was put on the trip. */
    name: text(['名称', 'Name'], { required: true, derived: true, max: 120 }),
    billId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { required: true, derived: true }),
    seq: int(['顺序', 'Order'], { required: true, derived: true }),
    siteId: ref(['站点', 'Site'], 'tms.clientSite', { required: true, derived: true }),
    state: choice(['状态', 'Status'], stopStates, { required: true, derived: true, initial: 'PENDING' }),
    planArriveAt: instant(['计划到达', 'Planned arrival'], { derived: true }),
    planLeaveAt: instant(['计划离开', 'Planned departure'], { derived: true }),
    /** Where its truck is now tells it; nothing once it is there. */
    etaAt: instant(['预计到达', 'Expected'], { derived: true }),
    actArriveAt: instant(['实际到达', 'Arrived at'], { derived: true }),
    actLeaveAt: instant(['实际离开', 'Left at'], { derived: true }),
    onTime: choice(['准点', 'Punctuality'], punctuality, { derived: true }),
    arriveSource: choice(['到达来源', 'Arrival by'], eventSources, { derived: true }),
  },
})
export const tripStop = stop.entity

const item = childRows('tms', 'shipPlanItem', 'tms.shipPlanBill', {
  title: ['运单', 'Waybill'],
  scope: 'org',
  sort: 'loadSeq',
  fields: {
    billId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { required: true, derived: true, filter: true }),
    wayBillId: ref(['运单', 'Waybill'], 'tms.wayBill', { required: true, derived: true }),
    stopId: ref(['站点', 'Stop'], 'tms.shipPlanStop', { required: true, derived: true }),
    direction: choice(['方向', 'Direction'], directions, { required: true, derived: true, filter: true }),
    /** What is delivered last is loaded first. */
    loadSeq: int(['装车顺序', 'Loading order'], { required: true, derived: true }),
    state: choice(['状态', 'Status'], itemStates, { required: true, derived: true, initial: 'OPEN', filter: true }),
    weight: decimal(['重量(kg)', 'Weight (kg)'], { required: true, derived: true, initial: '0' }),
    volume: decimal(['体积(m³)', 'Volume (m³)'], { required: true, derived: true, initial: '0', scale: 6 }),
    pieces: qty(['件数', 'Pieces'], { required: true, derived: true, initial: '0' }),
    donePieces: qty(['实际件数', 'Pieces handed over'], { derived: true }),
    reason: text(['原因', 'Reason'], { derived: true, max: 100 }),
    /** Whether its way bill belongs to this trip: a cancelled trip and a failed collection let go of it. */
    isLive: flag(['有效', 'In force'], { derived: true, initial: true }),
  },
})
export const tripItem = item.entity

const crew = {
  truckId: ref(['车辆', 'Truck'], 'tms.truck', { filter: true }),
  driverId: ref(['司机', 'Driver'], 'tms.staff', { filter: true }),
}
const leaving = {
  actDepartAt: instant(['发车时间', 'Departed at'], { hint: ['不填为现在', 'Blank: now'] }),
  odoStart: int(['发车里程km', 'Odometer at start, km'], {}),
  sealNo: code(['封签号', 'Seal no.'], { max: 32 }),
}
const coming = {
  actReturnAt: instant(['回场时间', 'Returned at'], { hint: ['不填为现在', 'Blank: now'] }),
  odoEnd: int(['回场里程km', 'Odometer at end, km'], {}),
}

const before = ['RELEASED', 'ACCEPTED', 'CHECKED_IN'] as const
const steps = {
  release: {
    title: ['发布', 'Release'],
    from: ['DRAFT'],
    to: 'RELEASED',
    verb: 'release',
    stamp: 'approvedAt',
    bulk: true,
  },
  depart: {
    title: ['发车', 'Depart'],
    from: [...before, 'LOADING', 'LOADED'],
    to: 'IN_TRANSIT',
    verb: 'run',
    input: leaving,
    bulk: true,
  },
  finish: {
    title: ['回场', 'Return'],
    from: ['IN_TRANSIT', 'DELIVERED'],
    to: 'RETURNED',
    verb: 'finish',
    input: coming,
    bulk: true,
  },
  approve: {
    title: ['关闭', 'Close'],
    from: ['RETURNED'],
    to: 'CLOSED',
    verb: 'approve',
    stamp: 'finishedAt',
    bulk: true,
  },
  accept: {
    title: ['接单', 'Accept'],
    from: ['RELEASED'],
    to: 'ACCEPTED',
    verb: 'run',
    stamp: 'acceptedAt',
    bulk: true,
  },
  checkIn: {
    title: ['报到', 'Check in'],
    from: ['RELEASED', 'ACCEPTED'],
    to: 'CHECKED_IN',
    verb: 'start',
    stamp: 'checkinAt',
    bulk: true,
  },
  loadStart: {
    title: ['开始装车', 'Start loading'],
    from: ['CHECKED_IN'],
    to: 'LOADING',
    verb: 'start',
    stamp: 'loadFromAt',
    bulk: true,
  },
  loadFinish: {
    title: ['装车完成', 'Loading done'],
    from: ['LOADING'],
    to: 'LOADED',
    verb: 'start',
    stamp: 'loadToAt',
    bulk: true,
  },
  unload: { title: ['卸车', 'Unload'], from: ['LOADING', 'LOADED'], to: 'CHECKED_IN', verb: 'start', reason: true },
  changeTruck: {
    title: ['改派车辆司机', 'Change truck or driver'],
    from: [...before, 'LOADING', 'LOADED', 'IN_TRANSIT'],
    verb: 'update',
    // Demanded when it is taken: whoever only asks whether it could be has none yet.
    input: { ...crew, reason: text(['原因', 'Reason'], { max: 200, hint: ['必填', 'Required'] }) },
  },
  recall: {
    title: ['撤回发布', 'Withdraw'],
    from: [...before],
    to: 'DRAFT',
    verb: 'release',
    reason: true,
    bulk: true,
  },
  reopen: {
    title: ['重新打开', 'Re-open'],
    from: ['RETURNED', 'CLOSED'],
    to: 'DELIVERED',
    verb: 'finish',
    reason: true,
    danger: true,
  },
  cancel: {
    title: ['取消', 'Cancel'],
    from: ['DRAFT', ...before],
    to: 'CANCELLED',
    verb: 'cancel',
    reason: true,
    bulk: true,
    danger: true,
    why: { LOADING: tripFaults.loading, LOADED: tripFaults.loading },
  },
} as const satisfies Flow<TripState>['steps']

const tripFlow = flow({
  states: tripStates,
  initial: 'DRAFT',
  typedIn: ['DRAFT'],
  final: ['CLOSED', 'CANCELLED'],
  fulfilled: ['CLOSED'],
  steps: steps as Flow<TripState, keyof typeof steps>['steps'],
})
/** What holds where, by `tms_trip_flow`: FULL goes from stage to stage; SHORT passes through those between by itself. */
export const tripFlows = {
  FULL: { ...tripFlow, steps: { ...tripFlow.steps, depart: { ...tripFlow.steps.depart, from: ['LOADED'] } } },
  SHORT: {
    ...tripFlow,
    steps: { ...tripFlow.steps, finish: { ...tripFlow.steps.finish, to: 'CLOSED', stamp: 'finishedAt' } },
  },
} as const

const given = <T extends object>(f: T): T => ({ ...f, required: false, derived: true }) as T
const stamp = (title: Text) => instant(title, { derived: true })

// density: a trip is planned, sent, driven and handed over on one paper; its flow has two lengths.
/** 派车单: a truck's way from the depot over its stops and back. */
export const shipPlanBill = document('tms', 'shipPlanBill', {
  title: ['派车单', 'Trip'],
  module: 'transportation.shipPlan',
  prefix: 'PC',
  worksAt: ['TC'],
  // Whose charges it rates, and tries agreements on.
  seenFrom: { FC: 'ALL' },
  flow: tripFlow,
  ownerThrough: 'contents',
  carrierThrough: 'carrierId',
  fields: {
    source: choice(
      ['来源', 'Made by'],
      {
        MANUAL: ['手工', 'Hand'],
        QUICK: ['快速排线', 'Quick plan'],
        ROUTE: ['固定线路', 'Fixed route'],
        VRP: ['智能排线', 'Smart plan'],
      },
      { required: true, derived: true, filter: true, initial: 'MANUAL' },
    ),
    route: text(['线路', 'Route'], { filter: true, max: 32 }),
    departSiteId: ref(['发车点', 'Departs from'], 'tms.clientSite', { required: true, brief: true }),
    ...crew,
    dockCode: code(['月台', 'Dock'], {
      hint: ['仓库的月台代码；不填由仓库安排', "The warehouse's code of it; blank: the warehouse chooses"],
    }),
    coDriverId: ref(['副司机', 'Second driver'], 'tms.staff'),
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { derived: true, filter: true }),
    truckTypeId: ref(['车型', 'Truck type'], 'tms.truckType', { derived: true, filter: true }),
    planDepartAt: instant(['计划发车', 'Planned departure'], { required: true, filter: true }),
    planReturnAt: instant(['计划返回', 'Planned return'], { required: true }),
    planDistanceM: int(['计划里程m', 'Planned distance, m'], { derived: true }),
    /** By the odometer where both readings are given, else by its track; empty where neither says it. */
    actDistanceM: int(['实际里程m', 'Distance driven, m'], { derived: true }),
    /** By its track alone, which may be what is charged by. */
    trackDistanceM: int(['轨迹里程m', 'Distance by its track, m'], { derived: true }),
    ...{ actDepartAt: given(leaving.actDepartAt), actReturnAt: given(coming.actReturnAt) },
    ...{ odoStart: given(leaving.odoStart), odoEnd: given(coming.odoEnd), sealNo: given(leaving.sealNo) },
    acceptedAt: stamp(['接单时间', 'Accepted at']),
    checkinAt: stamp(['报到时间', 'Checked in at']),
    loadFromAt: stamp(['装车开始', 'Loading began']),
    loadToAt: stamp(['装车结束', 'Loading ended']),
    /** How often it was opened again: what was recorded before counts no more where it was recorded anew. */
    round: int(['重开次数', 'Times re-opened'], { required: true, derived: true, initial: 0 }),
    stopCount: int(['站点数', 'Stops'], {}),
    wayBillCount: int(['运单数', 'Waybills'], {}),
    weight: decimal(['总重量(kg)', 'Weight (kg)'], { total: true }),
    volume: decimal(['总体积(m³)', 'Volume (m³)'], { total: true, scale: 6 }),
    pieces: qty(['总件数', 'Pieces'], { total: true }),
    /** The most that is on the truck at once, and what it takes. */
    peakWeight: decimal(['最大载重(kg)', 'Heaviest leg (kg)'], { derived: true, required: true, initial: '0' }),
    peakVolume: decimal(['最大体积(m³)', 'Fullest leg (m³)'], {
      derived: true,
      required: true,
      initial: '0',
      scale: 6,
    }),
    loadKg: decimal(['核载(kg)', 'Payload (kg)'], { derived: true }),
    volumeM3: decimal(['容积(m³)', 'Capacity (m³)'], { derived: true }),
    stops: rows(['站点', 'Stops'], stop, { derived: true }),
    items: rows(['运单', 'Waybills'], item, { derived: true }),
    /** One sign a stop: ○ to come, ◔ there, ● done, ▲ late, ✕ with something not taken. */
    dots: computed(text(['站点进度', 'Stops done'])),
    loadRate: computed(decimal(['载重率%', 'Weight %'], { scale: 1 })),
    volumeRate: computed(decimal(['容积率%', 'Volume %'], { scale: 1 })),
    isLate: computed(flag(['晚点', 'Late'], { filter: true })),
  },
  sums: {
    stopCount: 'stops',
    wayBillCount: 'items',
    weight: 'items.weight',
    volume: 'items.volume',
    pieces: 'items.pieces',
  },
  list: [
    ...([
      'billNo',
      'state',
      'truckId',
      'driverId',
      'dots',
      'route',
      'planDepartAt',
      'actDepartAt',
      'planReturnAt',
    ] as const),
    ...([
      'loadRate',
      'volumeRate',
      'wayBillCount',
      'weight',
      'volume',
      'carrierId',
      'truckTypeId',
      'isLate',
      'bizDate',
      'source',
    ] as const),
  ],
  form: [
    'bizDate',
    'departSiteId',
    'truckId',
    'driverId',
    'coDriverId',
    'planDepartAt',
    'planReturnAt',
    'dockCode',
    'route',
    'note',
  ],
  indexes: [
    ['bizDate', 'state'],
    ['truckId', 'state'],
    ['driverId', 'state'],
  ],
  actions: ['create', 'update', 'release', 'start', 'run', 'finish', 'approve', 'cancel', 'print', 'export', 'permit'],
  verbs: {
    addWayBills: ['加单', 'Add waybills'],
    takeOff: ['移单', 'Take off waybills'],
    record: ['登记在途', 'Record on the road'],
    agreeFreight: ['约定运费', 'Freight agreed'],
  },
  details: {
    events: choices(['登记', 'Recorded'], eventKinds),
    wayBills: text(['运单', 'Waybills']),
    freight: text(['约定运费', 'Freight']),
  },
})

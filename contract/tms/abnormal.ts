import { z } from 'zod'
import { post, seen } from '../kernel/call.ts'
import { document } from '../kernel/document.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, computed, decimal, flag, instant, int, money, note, qty, ref, text } from '../kernel/field.ts'
import { type Flow, flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { photoDetails, photosOf } from '../sys/photo.ts'

export const abnormalKinds = {
  REJECT: ['拒收', 'Refused'],
  SHORT: ['短少', 'Short'],
  DAMAGE: ['破损', 'Damaged'],
  MIXED: ['串货', 'Mixed up'],
  DELAY: ['延误', 'Delay'],
  BREAKDOWN: ['车辆故障', 'Breakdown'],
  ACCIDENT: ['事故', 'Accident'],
  OFFLINE: ['离线', 'Offline'],
  DEVIATE: ['偏航', 'Off the route'],
  SPEED: ['超速', 'Speeding'],
  TEMP: ['超温', 'Temperature'],
  STOP_LONG: ['长停', 'Long stop'],
  FATIGUE: ['疲劳', 'Fatigue'],
  NO_ACCEPT: ['未接单', 'Not accepted'],
  CERT: ['证件到期', 'Papers ended'],
  NO_AGREEMENT: ['无协议', 'No agreement'],
  COMPLAINT: ['门店投诉', 'Complaint'],
  UNPLANNED: ['无法排线', 'Cannot be planned'],
} as const satisfies Record<string, Text>
export type AbnormalKind = keyof typeof abnormalKinds

export const levels = {
  L1: ['一级', 'Level 1'],
  L2: ['二级', 'Level 2'],
  L3: ['三级', 'Level 3'],
  L4: ['四级', 'Level 4'],
} as const satisfies Record<string, Text>
export type Level = keyof typeof levels
/** In how many minutes somebody has to have settled it. */
export const settleMin: Readonly<Record<Level, number>> = { L1: 15, L2: 60, L3: 240, L4: 1_440 }
export const levelOf: Readonly<Record<AbnormalKind, Level>> = {
  ...{ ACCIDENT: 'L1', TEMP: 'L1', BREAKDOWN: 'L2', FATIGUE: 'L2', DEVIATE: 'L2', DELAY: 'L2' },
  ...{ REJECT: 'L3', SHORT: 'L3', DAMAGE: 'L3', MIXED: 'L3', OFFLINE: 'L3', SPEED: 'L3', STOP_LONG: 'L3' },
  ...{ NO_ACCEPT: 'L3', COMPLAINT: 'L3', CERT: 'L4', NO_AGREEMENT: 'L4', UNPLANNED: 'L4' },
}

export const duties = {
  DC: ['物流中心', 'Logistics centre'],
  CARRIER: ['承运商', 'Carrier'],
  DRIVER: ['司机', 'Driver'],
  STORE: ['门店', 'Store'],
  CLIENT: ['客户', 'Client'],
  OTHER: ['其他', 'Somebody else'],
} as const satisfies Record<string, Text>
export type Duty = keyof typeof duties

const states = {
  OPEN: ['待处理', 'Open'],
  ASSIGNED: ['已指派', 'Assigned'],
  HANDLING: ['处理中', 'In hand'],
  RESOLVED: ['已解决', 'Resolved'],
  CLOSED: ['已关闭', 'Closed'],
  IGNORED: ['已忽略', 'Ignored'],
} as const satisfies Record<string, Text>
export const openStates = ['OPEN', 'ASSIGNED', 'HANDLING'] as const
const settledStates = ['RESOLVED', 'CLOSED'] as const

const handlerId = ref(['处理人', 'Handler'], 'sys.user', { filter: true })
const settled = {
  result: note(['处理结果', 'Result'], { max: 500 }),
  duty: choice(['责任方', 'Liable'], duties, { filter: true }),
  amount: money(['扣款金额', 'Amount to deduct'], {}),
}
/** Which goods the warehouse is asked about. */
const claimed = {
  lineNo: int(['运单行号', 'Line of the waybill'], {
    hint: ['拒收、短少按签收生成，不必填', 'Refused or short: as it was signed, leave blank'],
  }),
  qty: qty(['差异数量', 'Quantity'], { least: 0.001 }),
}
const abnormalFlow = flow({
  states,
  initial: 'OPEN',
  final: ['CLOSED', 'IGNORED'],
  fulfilled: ['CLOSED'],
  steps: {
    assign: {
      title: ['指派', 'Assign'],
      from: [...openStates],
      to: 'ASSIGNED',
      verb: 'update',
      bulk: true,
      input: { handlerId: { ...handlerId, required: true } },
    },
    handle: {
      title: ['处理', 'Record'],
      from: [...openStates],
      to: 'HANDLING',
      verb: 'update',
      input: { progress: note(['处理经过', 'What was done'], { required: true, max: 500 }) },
    },
    resolve: {
      title: ['解决', 'Resolve'],
      from: [...openStates],
      to: 'RESOLVED',
      verb: 'finish',
      stamp: 'finishedAt',
      input: { ...settled, result: { ...settled.result, required: true } },
    },
    close: { title: ['关闭', 'Close'], from: ['RESOLVED'], to: 'CLOSED', verb: 'finish', bulk: true },
    ignore: {
      title: ['忽略', 'Ignore'],
      from: [...openStates],
      to: 'IGNORED',
      verb: 'cancel',
      stamp: 'finishedAt',
      reason: true,
      bulk: true,
    },
    toFee: {
      title: ['生成扣款', 'Make a deduction'],
      from: [...settledStates],
      verb: 'finish',
      confirm: [
        '按扣款金额向责任方生成一笔费用，确认？',
        'The liable party is charged the amount of the deduction. Charge it?',
      ],
    },
    toWayBill: {
      title: ['生成补送运单', 'Bring what is missing'],
      from: ['HANDLING', ...settledStates],
      verb: 'finish',
      confirm: ['生成一张补送运单，等待排车，确认？', 'A way bill that waits to be planned is made. Make it?'],
    },
    toWmsDiff: {
      title: ['生成仓库差异', 'Raise a discrepancy'],
      from: ['HANDLING', ...settledStates],
      verb: 'finish',
      input: claimed,
    },
  } satisfies Flow<keyof typeof states>['steps'],
})

// density: an abnormal is opened by machines and people, and leads to money, goods or another way bill
/** 异常: something on the road that somebody has to settle. Of one trip, kind and episode there is one. */
export const abnormal = document('tms', 'abnormal', {
  title: ['异常', 'Abnormal'],
  module: 'message.abnormal',
  prefix: 'YC',
  worksAt: ['TC'],
  flow: abnormalFlow,
  ownerThrough: 'tripId',
  carrierThrough: 'tripId',
  fields: {
    kind: choice(['异常类型', 'Kind'], abnormalKinds, { required: true, filter: true, frozen: true }),
    level: choice(['级别', 'Level'], levels, { required: true, filter: true, initial: 'L3' }),
    what: text(['说明', 'What happened'], { required: true, max: 200 }),
    source: choice(
      ['来源', 'Told by'],
      {
        AUTO: ['系统', 'The product'],
        DRIVER: ['司机', 'Driver'],
        STORE: ['门店', 'Store'],
        DISPATCHER: ['调度', 'Dispatcher'],
      },
      { required: true, derived: true, filter: true, initial: 'DISPATCHER' },
    ),
    tripId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { filter: true, frozen: true }),
    stopId: ref(['站点', 'Stop'], 'tms.shipPlanStop', { derived: true }),
    siteId: ref(['门店', 'Site'], 'tms.clientSite', { derived: true, filter: true, brief: true }),
    wayBillId: ref(['运单', 'Waybill'], 'tms.wayBill', { filter: true, frozen: true }),
    truckId: ref(['车辆', 'Truck'], 'tms.truck', { filter: true, hint: ['不填按派车单', "Blank: the trip's"] }),
    driverId: ref(['司机', 'Driver'], 'tms.staff', { derived: true, filter: true }),
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { derived: true, filter: true }),
    openedAt: instant(['发生时间', 'Happened at'], { derived: true, filter: true }),
    deadlineAt: instant(['处理期限', 'To be settled by'], { derived: true, filter: true }),
    handlerId: { ...handlerId, derived: true },
    progress: note(['处理经过', 'What was done'], { derived: true, max: 500 }),
    result: { ...settled.result, derived: true },
    duty: { ...settled.duty, derived: true },
    amount: { ...settled.amount, derived: true },
    lng: decimal(['经度', 'Longitude'], { derived: true, scale: 6, least: -180, most: 180 }),
    lat: decimal(['纬度', 'Latitude'], { derived: true, scale: 6, least: -90, most: 90 }),
    /** The way bill that brings what was missing. */
    broughtById: ref(['补送运单', 'Brought again by'], 'tms.wayBill', { derived: true }),
    isOverdue: computed(flag(['超期', 'Overdue'], { filter: true })),
  },
  /** What it is about and since when: a rule that finds the same again opens nothing. */
  secrets: {
    episode: code(['事件', 'Episode'], { max: 100 }),
    /** What of its way bill the warehouse is asked about. */
    claimLineId: ref(['运单行', 'Line'], 'tms.wayBillLine', { loose: true }),
    claimQty: code(['差异数量', 'Quantity'], { max: 24 }),
  },
  list: [
    ...([
      'billNo',
      'state',
      'kind',
      'level',
      'what',
      'tripId',
      'truckId',
      'deadlineAt',
      'handlerId',
      'isOverdue',
    ] as const),
    ...(['siteId', 'openedAt', 'duty', 'amount', 'driverId', 'carrierId', 'wayBillId', 'source'] as const),
  ],
  form: ['kind', 'level', 'what', 'tripId', 'wayBillId', 'truckId', 'note'],
  indexes: [
    ['state', 'deadlineAt'],
    ['tripId', 'kind'],
  ],
  actions: ['create', 'update', 'finish', 'cancel', 'export'],
  details: { ...photoDetails, ...claimed },
})

export const abnormalPhotos = photosOf(abnormal.header, 'update')

/** 扣款: what a liable party has to bear of an abnormal. Settlement takes it from here. */
export const abnormalDeduct = entity('tms', 'abnormalDeduct', {
  title: ['异常扣款', 'Deduction'],
  scope: 'org',
  worksAt: ['TC'],
  ownerThrough: 'abnormalId',
  carrierThrough: 'carrierId',
  found: false,
  fields: {
    abnormalId: ref(['异常', 'Abnormal'], 'tms.abnormal', { required: true }),
    duty: choice(['责任方', 'Liable'], duties, { required: true }),
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier'),
    driverId: ref(['司机', 'Driver'], 'tms.staff'),
    clientId: ref(['客户', 'Client'], 'tms.client'),
    tripId: ref(['派车单', 'Trip'], 'tms.shipPlanBill'),
    amount: money(['金额', 'Amount'], { required: true }),
    state: choice(
      ['状态', 'Status'],
      { OPEN: ['待结算', 'To settle'], TAKEN: ['已计费', 'Taken over'] },
      { required: true, initial: 'OPEN' },
    ),
  },
  unique: [['abnormalId']],
  actions: [],
})

/** 取自地图的异常: opened from the watch map, at the place where the truck is. */
export const openFromMap = post(`${entityPath(abnormal.header)}/openHere`, {
  title: ['新建异常', 'Open an abnormal'],
  permission: entityPermission(abnormal.header, 'create'),
  input: z.object({
    tripId: seen.shape.id,
    kind: z.enum(Object.keys(abnormalKinds) as [AbnormalKind]),
    what: z.string().trim().min(1).max(200),
  }),
  output: z.object({ id: z.string(), billNo: z.string() }),
})

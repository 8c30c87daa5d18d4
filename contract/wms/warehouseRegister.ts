import { z } from 'zod'
import { get } from '../kernel/call.ts'
import { document } from '../kernel/document.ts'
import { type AnyEntity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, computed, flag, instant, int, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { handlings } from './previewBill.ts'
import { yardFaults } from './yardFaults.ts'

export const visitTypes = {
  DELIVER: ['送货', 'Delivers'],
  COLLECT: ['提货', 'Collects'],
  RETURN: ['退货', 'Takes returns'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>

/** How it came by its appointment; who is on time is called first, then who is early, then all others. */
export const punctualities = {
  ONTIME: ['准时', 'On time'],
  EARLY: ['早到', 'Early'],
  LATE: ['迟到', 'Late'],
  NONE: ['未预约', 'No appointment'],
} as const satisfies Record<string, Text>

/** 入园登记: a truck at the gate, from its arrival until it leaves. */
export const warehouseRegister = document('wms', 'warehouseRegister', {
  title: ['入园登记', 'Gate visit'],
  module: 'bill.register',
  prefix: 'DJ',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  flow: flow({
    states: {
      REGISTERED: ['已登记', 'Waiting'],
      PERMITTED: ['已叫号', 'Called'],
      DOCKED: ['已靠台', 'At the dock'],
      RELEASED: ['已放行', 'Released'],
      LEFT: ['已离场', 'Left'],
      REFUSED: ['已拒绝', 'Turned away'],
    },
    initial: 'REGISTERED',
    final: ['LEFT', 'REFUSED'],
    steps: {
      call: {
        title: ['叫号入场', 'Call to dock'],
        from: ['REGISTERED'],
        to: 'PERMITTED',
        verb: 'permit',
        input: {
          dockId: ref(['月台', 'Dock'], 'wms.dock'),
          parking: text(['停车位', 'Parking'], { max: 16 }),
        },
        stamp: 'permitAt',
      },
      dock: {
        title: ['靠台', 'At the dock'],
        from: ['PERMITTED'],
        to: 'DOCKED',
        verb: 'permit',
        bulk: true,
        stamp: 'dockAt',
      },
      release: {
        title: ['放行', 'Release'],
        from: ['PERMITTED', 'DOCKED'],
        to: 'RELEASED',
        verb: 'release',
        bulk: true,
        stamp: 'releaseAt',
      },
      leave: {
        title: ['离场', 'Leave'],
        from: ['RELEASED'],
        to: 'LEFT',
        verb: 'finish',
        why: { REGISTERED: yardFaults.notReleased, PERMITTED: yardFaults.notReleased, DOCKED: yardFaults.notReleased },
        input: { sealNo: text(['封签号', 'Seal'], { max: 32 }) },
        stamp: 'outAt',
      },
      admit: { title: ['主管确认', 'Admit'], from: ['REGISTERED'], verb: 'approve', stamp: 'admittedAt' },
      back: {
        title: ['退回排队', 'Back to the queue'],
        from: ['PERMITTED'],
        to: 'REGISTERED',
        verb: 'permit',
        early: true,
      },
      refuse: {
        title: ['拒绝', 'Turn away'],
        from: ['REGISTERED'],
        to: 'REFUSED',
        verb: 'cancel',
        reason: true,
        danger: true,
      },
    },
  }),
  fields: {
    visitType: choice(['来访类型', 'Purpose'], visitTypes, { required: true, filter: true, initial: 'DELIVER' }),
    vehicleNo: text(['车牌号', 'Vehicle'], { required: true, filter: true, max: 16 }),
    previewId: ref(['预约单', 'Appointment'], 'wms.previewBill', {
      filter: true,
      hint: ['不填时按车牌号找当日预约', "Left empty: today's of this vehicle"],
    }),
    orderId: ref(['订货通知单', 'Inbound order'], 'wms.orderBill', {
      hint: ['未预约车辆的送货订单', 'What a vehicle without an appointment brings'],
    }),
    shipId: ref(['装车单', 'Shipment'], 'wms.shipBill', {
      filter: true,
      hint: ['不填时按车牌号找未发运的装车单', 'Left empty: the one of this vehicle that has not left'],
    }),
    trailerNo: text(['挂车号', 'Trailer'], { max: 16 }),
    driverName: text(['司机', 'Driver'], { max: 32 }),
    driverPhone: text(['司机电话', 'Driver phone'], { max: 32 }),
    idLast4: text(['证件后四位', 'Last 4 of ID'], { max: 4 }),
    carrier: text(['承运商', 'Carrier'], { max: 64 }),
    people: int(['人数', 'People'], { required: true, initial: 1, least: 1, most: 99 }),
    safetyDone: flag(['安全检查', 'Safety check done'], { initial: false }),
    sealNo: text(['封签号', 'Seal'], { max: 32 }),
    /** Its number of the day, on the ticket. */
    queueNo: int(['排队号', 'Queue no.'], { derived: true }),
    turn: int(['叫号顺序', 'Order of call'], { required: true, derived: true, initial: 3 }),
    punctual: choice(['到达情况', 'Punctuality'], punctualities, {
      derived: true,
      required: true,
      filter: true,
      initial: 'NONE',
    }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { derived: true, filter: true }),
    slotAt: instant(['预约时段', 'Slot'], { derived: true }),
    handling: choice(['卸货方式', 'Handling'], handlings, { derived: true }),
    tripNo: code(['派车单', 'Trip'], { derived: true }),
    dockId: ref(['月台', 'Dock'], 'wms.dock', { derived: true, filter: true }),
    parking: text(['停车位', 'Parking'], { derived: true, max: 16 }),
    registerAt: instant(['登记时间', 'Registered at'], { derived: true, required: true, filter: true }),
    admittedAt: instant(['主管确认时间', 'Admitted at'], { derived: true }),
    permitAt: instant(['叫号时间', 'Called at'], { derived: true }),
    dockAt: instant(['靠台时间', 'At the dock since'], { derived: true }),
    releaseAt: instant(['放行时间', 'Released at'], { derived: true }),
    outAt: instant(['离场时间', 'Left at'], { derived: true, filter: true }),
    /** From the gate to the dock, or until now; from the gate until it left, or until now. */
    waitMinutes: computed(int(['等待分钟', 'Minutes waited'], { filter: true })),
    stayMinutes: computed(int(['停留分钟', 'Minutes in the yard'])),
  },
  list: [
    ...([
      'billNo',
      'state',
      'queueNo',
      'vehicleNo',
      'visitType',
      'waitMinutes',
      'stayMinutes',
      'dockId',
      'vendorId',
    ] as const),
    ...([
      'punctual',
      'slotAt',
      'previewId',
      'shipId',
      'driverName',
      'driverPhone',
      'registerAt',
      'permitAt',
      'dockAt',
    ] as const),
    ...(['releaseAt', 'outAt', 'carrier', 'tripNo', 'reason'] as const),
  ],
  form: [
    ...([
      'visitType',
      'vehicleNo',
      'previewId',
      'orderId',
      'shipId',
      'trailerNo',
      'driverName',
      'driverPhone',
    ] as const),
    ...(['idLast4', 'carrier', 'people', 'safetyDone', 'sealNo', 'note'] as const),
  ],
  found: { codes: ['vehicleNo'] },
  indexes: [['state', 'turn'], ['state', 'bizDate'], ['vehicleNo']],
  actions: ['create', 'update', 'permit', 'release', 'finish', 'approve', 'cancel', 'export', 'print'],
})
/** A truck that was released has a gate pass. */
export const passStates = ['RELEASED', 'LEFT'] as const
const { header, flow: visitFlow } = warehouseRegister
export type VisitState = keyof typeof visitFlow.states

/** The same visits on a page of their own: those that wait for somebody's deed, in the order in which it is done. */
const page = (
  noun: string,
  title: Text,
  state: readonly VisitState[],
  list: readonly string[],
  sort: string,
): AnyEntity =>
  view(header, 'wms', noun, {
    title,
    module: 'bill.register',
    only: { state },
    list,
    form: [],
    sort,
    found: false,
    actions: ['export'],
  })
/** 入场: who waits, and who has been called. */
export const registerIn = page(
  'registerIn',
  ['入场', 'Gate in'],
  ['REGISTERED', 'PERMITTED'],
  [
    ...([
      'billNo',
      'queueNo',
      'state',
      'vehicleNo',
      'visitType',
      'punctual',
      'slotAt',
      'waitMinutes',
      'dockId',
      'vendorId',
    ] as const),
    ...(['driverName', 'driverPhone', 'previewId', 'shipId', 'parking', 'registerAt'] as const),
  ],
  'turn,id',
) // in the order in which they are called
/** 放行: who stands at a dock. */
export const registerRelease = page(
  'registerRelease',
  ['放行', 'Release'],
  ['DOCKED'],
  [
    ...([
      'billNo',
      'vehicleNo',
      'dockId',
      'visitType',
      'stayMinutes',
      'vendorId',
      'previewId',
      'shipId',
      'dockAt',
    ] as const),
    ...(['driverName', 'driverPhone', 'handling'] as const),
  ],
  'dockAt',
)
/** 离场: who may leave. */
export const registerOut = page(
  'registerOut',
  ['离场', 'Gate out'],
  ['RELEASED'],
  [
    ...([
      'billNo',
      'vehicleNo',
      'visitType',
      'stayMinutes',
      'sealNo',
      'vendorId',
      'releaseAt',
      'driverName',
      'driverPhone',
      'shipId',
    ] as const),
  ],
  'releaseAt',
)

const found = z.object({
  kind: z.enum(['PREVIEW', 'SHIP']),
  id: z.string(),
  no: z.string(),
  vehicleNo: z.string().nullable(),
  driverName: z.string().nullable(),
  driverPhone: z.string().nullable(),
  carrier: z.string().nullable(),
  at: z.string().nullable(),
  party: z.string().nullable(),
})
export type Expected = z.output<typeof found>
/** 今日预计车辆: today's appointments and shipments of a vehicle, or those whose number was scanned. */
export const expectedTrucks = get(`${entityPath(header)}/expected`, {
  title: ['今日预计车辆', 'Trucks expected today'],
  permission: entityPermission(header, 'create'),
  input: z.object({ code: z.string().trim().min(2).max(32) }),
  output: z.object({ rows: z.array(found) }),
  reads: ['wms.previewBill', 'wms.shipBill'],
})

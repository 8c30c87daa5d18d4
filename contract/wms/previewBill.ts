import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, code, flag, instant, int, qty, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { temperatureZones } from '../mdm/product.ts'
import { yardFaults } from './yardFaults.ts'

export const handlings = {
  LIVE: ['现卸', 'Live unload'],
  DROP: ['甩挂', 'Drop trailer'],
} as const satisfies Record<string, Text>
const sources = { CLERK: ['内部', 'Clerk'], SUPPLIER: ['供应商', 'Supplier'] } as const satisfies Record<string, Text>

/** When, and at which dock. */
const slot = {
  dockId: ref(['月台', 'Dock'], 'wms.dock', {
    hint: ['不填时确认预约自动分配', 'Left empty, booking chooses one'],
  }),
  slotAt: instant(['预约时段', 'Slot'], {
    required: true,
    filter: true,
    hint: ['每30分钟一个时段，自动取整', 'Slots of half an hour; taken down to the start of one'],
  }),
}
const noCancel = {
  ...yardFaults.arrived,
  text: ['车辆已到达，不能取消', 'The truck has arrived: it cannot be cancelled'],
} as const
const hereAlready = (refusal: typeof yardFaults.arrived | typeof noCancel) => ({
  ARRIVED: refusal,
  INPROGRESS: refusal,
  FINISHED: refusal,
})

/** One of the orders that the truck brings, or a part of it. */
const previewOrder = childRows('wms', 'previewOrder', 'wms.previewBill', {
  title: ['预约订单', 'Order booked'],
  scope: 'org',
  fields: {
    billId: ref(['预约单', 'Appointment'], 'wms.previewBill', { required: true, derived: true }),
    orderId: ref(['订货通知单', 'Inbound order'], 'wms.orderBill', { required: true, filter: true }),
    qty: qty(['预约数量', 'Booked'], {
      hint: ['不填为全部可预约数量', 'Left empty: all that can still be booked'],
    }),
  },
  unique: [['billId', 'orderId']],
})

/** 预约单: a truck that is expected at a dock, with all that it brings of a vendor for one owner. */
export const previewBill = document('wms', 'previewBill', {
  title: ['预约单', 'Dock appointment'],
  module: 'bill.preview',
  prefix: 'YY',
  worksAt: ['DC'],
  flow: flow({
    states: {
      SAVED: ['待确认', 'Requested'],
      APPROVED: ['已预约', 'Booked'],
      ARRIVED: ['已到达', 'Arrived'],
      INPROGRESS: ['卸货中', 'Unloading'],
      FINISHED: ['已完成', 'Done'],
      CANCELED: ['已取消', 'Cancelled'],
      NOSHOW: ['爽约', 'No-show'],
    },
    initial: 'SAVED',
    final: ['FINISHED', 'CANCELED', 'NOSHOW'],
    steps: {
      approve: {
        title: ['确认预约', 'Book'],
        from: ['SAVED'],
        to: 'APPROVED',
        verb: 'approve',
        bulk: true,
        stamp: 'approvedAt',
      },
      arrive: { title: ['到达', 'Arrived'], from: ['APPROVED'], to: 'ARRIVED', verb: 'run', stamp: 'arrivedAt' },
      unload: {
        title: ['开始卸货', 'Start unloading'],
        from: ['ARRIVED'],
        to: 'INPROGRESS',
        verb: 'run',
        stamp: 'startedAt',
      },
      finish: { title: ['完成', 'Finish'], from: ['INPROGRESS'], to: 'FINISHED', verb: 'finish', stamp: 'finishedAt' },
      rebook: {
        title: ['改约', 'Move'],
        from: ['SAVED', 'APPROVED'],
        verb: 'update',
        why: hereAlready(yardFaults.arrived),
        input: slot,
      },
      noShow: {
        title: ['爽约', 'No-show'],
        from: ['APPROVED'],
        to: 'NOSHOW',
        verb: 'cancel',
        confirm: ['车辆未到，释放时段并计爽约？', 'The truck did not come: free its slot and count a no-show?'],
        early: true,
        danger: true,
      },
      cancel: {
        title: ['取消', 'Cancel'],
        from: ['SAVED', 'APPROVED'],
        to: 'CANCELED',
        verb: 'cancel',
        why: hereAlready(noCancel),
        reason: true,
        bulk: true,
        danger: true,
      },
    },
  }),
  fields: {
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { required: true, filter: true }),
    ...slot,
    minutes: int(['卸货分钟', 'Unloading minutes'], {
      most: 1440,
      hint: ['不填按托数与供应商每托分钟计算', 'Left empty: by its pallets and the minutes of the vendor'],
    }),
    pallets: int(['托数', 'Pallets'], { most: 999 }),
    cases: int(['箱数', 'Cases'], { most: 1_000_000 }),
    temperature: choice(['温层', 'Temperature'], temperatureZones),
    handling: choice(['卸货方式', 'Handling'], handlings, { required: true, initial: 'LIVE' }),
    vehicleNo: text(['车牌号', 'Vehicle'], { max: 16, filter: true }),
    trailerNo: text(['挂车号', 'Trailer'], { max: 16 }),
    driverName: text(['司机', 'Driver'], { max: 32 }),
    driverPhone: text(['司机电话', 'Driver phone'], { max: 32 }),
    carrier: text(['承运商', 'Carrier'], { max: 64 }),
    source: choice(['来源', 'From'], sources, { required: true, derived: true, initial: 'CLERK' }),
    /** So many slots are booked; none while it is only asked for. */
    slots: int(['占用时段', 'Slots booked'], { required: true, derived: true, initial: 0 }),
    orderCount: int(['订单数', 'Orders']),
    bookedQty: qty(['预约数量', 'Booked'], { total: true }),
    arrivedAt: instant(['到达时间', 'Arrived at'], { derived: true }),
    lateMinutes: int(['迟到分钟', 'Minutes late'], { derived: true }),
    /** It did not come, or was called off when nobody else could have the slot any more. */
    missed: flag(['计爽约', 'Counts as no-show'], { derived: true, initial: false, filter: true }),
    orders: rows(['订单', 'Orders'], previewOrder, { required: true }),
  },
  sums: { orderCount: 'orders', bookedQty: 'orders.qty' },
  /** What a supplier sent, so that sending it again asks for nothing more. */
  secrets: { sentKey: code(['请求', 'Request'], { max: 64 }) },
  list: [
    ...([
      'billNo',
      'state',
      'slotAt',
      'dockId',
      'vendorId',
      'vehicleNo',
      'orderCount',
      'bookedQty',
      'cases',
      'pallets',
    ] as const),
    ...([
      'minutes',
      'handling',
      'arrivedAt',
      'lateMinutes',
      'missed',
      'driverName',
      'driverPhone',
      'source',
      'ownerId',
    ] as const),
  ],
  form: [
    ...(['ownerId', 'vendorId', 'slotAt', 'dockId', 'pallets', 'cases', 'minutes', 'temperature', 'handling'] as const),
    ...(['vehicleNo', 'trailerNo', 'driverName', 'driverPhone', 'carrier', 'note', 'orders'] as const),
  ],
  found: { codes: ['vehicleNo'] },
  indexes: [['state', 'slotAt'], ['dockId', 'slotAt'], ['vehicleNo']],
  actions: ['create', 'update', 'remove', 'approve', 'cancel', 'run', 'finish', 'export', 'print'],
  verbs: { invite: ['生成供应商链接', 'Make a supplier link'], turnAway: ['拒绝入场', 'Turned away at the gate'] },
})

export const previewOrders = previewOrder.entity

import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { code, computed, date, decimal, instant, int, qty, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { photoDetails } from '../sys/photo.ts'

/** A truck may pass the gate when it is loaded; before, no gate pass is printed. */
export const gateStates = ['LOADED', 'DESPATCHED', 'FINISHED'] as const
/** What is read off a truck at the gate. A seal that was planned stays unless another is put on. */
const atGate = {
  sealNo: text(['封签号', 'Seal no.'], { max: 32 }),
  odometerKm: decimal(['发车里程km', 'Odometer km'], { scale: 1 }),
  departTempC: decimal(['发车温度℃', 'Temperature °C'], { scale: 1, least: -100 }),
}
export const shipFlow = flow({
  states: {
    SAVED: ['已保存', 'Saved'],
    APPROVED: ['已审核', 'Approved'],
    INPROGRESS: ['装车中', 'Loading'],
    LOADED: ['已装车', 'Loaded'],
    DESPATCHED: ['已发运', 'Despatched'],
    FINISHED: ['已签收', 'Signed for'],
    CANCELED: ['已作废', 'Cancelled'],
  },
  initial: 'SAVED',
  final: ['FINISHED', 'CANCELED'],
  steps: {
    approve: {
      title: ['审核', 'Approve'],
      from: ['SAVED'],
      to: 'APPROVED',
      verb: 'approve',
      bulk: true,
      stamp: 'approvedAt',
    },
    start: {
      title: ['开始装车', 'Start loading'],
      from: ['APPROVED'],
      to: 'INPROGRESS',
      verb: 'start',
      stamp: 'startedAt',
    },
    finish: { title: ['装车完成', 'Loading done'], from: ['INPROGRESS'], to: 'LOADED', verb: 'finish' },
    despatch: {
      title: ['发运', 'Despatch'],
      from: ['LOADED'],
      to: 'DESPATCHED',
      verb: 'start',
      confirm: ['发运后不能撤回，确认？', 'Despatch cannot be undone. Continue?'],
      input: atGate,
      stamp: 'despatchedAt',
    },
    reopen: { title: ['撤回', 'Reopen loading'], from: ['LOADED'], to: 'INPROGRESS', verb: 'update' },
    permit: {
      title: ['超载放行', 'Permit overload'],
      from: ['APPROVED', 'INPROGRESS', 'LOADED'],
      verb: 'permit',
      reason: true,
      notByMaker: true,
      stamp: 'permittedAt',
    },
    cancel: {
      title: ['作废', 'Cancel'],
      from: ['SAVED', 'APPROVED'],
      to: 'CANCELED',
      verb: 'cancel',
      confirm: ['确认作废？', 'Cancel this shipment?'],
      reason: true,
      bulk: true,
      danger: true,
    },
  },
})

/** What is done to a shipment beside its steps. */
export const shipVerbs = {
  addStaged: ['加入待装', 'Add ready containers'],
  leave: ['留仓', 'Leave behind'],
  unload: ['取消装车', 'Unload'],
} as const satisfies Record<string, Text>

const stop = childRows('wms', 'shipStop', 'wms.shipBill', {
  title: ['站点', 'Stop'],
  scope: 'org',
  fields: {
    billId: ref(['装车单', 'Shipment'], 'wms.shipBill', { required: true, derived: true }),
    seq: int(['站序', 'Stop no.'], { required: true, initial: 1, most: 999 }),
    storeId: ref(['门店', 'Store'], 'wms.store', { required: true }),
    planArriveAt: instant(['计划到达', 'Planned arrival']),
    signedAt: instant(['签收时间', 'Signed at'], { derived: true }),
    signer: text(['签收人', 'Signed by'], { derived: true, max: 32 }),
    containers: computed(int(['应装容器', 'Containers due'])),
    loaded: computed(int(['已装', 'Loaded'])),
  },
  unique: [['billId', 'storeId']],
})

/** What a store took of each line of its orders, as it was told on the road. */
const sign = childRows('wms', 'shipSign', 'wms.shipBill', {
  title: ['签收明细', 'Signed goods'],
  scope: 'org',
  fields: {
    billId: ref(['装车单', 'Shipment'], 'wms.shipBill', { required: true, derived: true }),
    storeId: ref(['门店', 'Store'], 'wms.store', { required: true, derived: true }),
    orderId: ref(['出库单', 'Outbound order'], 'wms.operateBill', { required: true, derived: true, loose: true }),
    lineNo: int(['行号', 'Line'], { required: true, derived: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true }),
    loadedQty: qty(['装车数量', 'Loaded'], { required: true, derived: true }),
    signedQty: qty(['签收数量', 'Signed'], { required: true, derived: true }),
    refusedQty: qty(['拒收数量', 'Refused'], { required: true, derived: true }),
    reason: text(['拒收原因', 'Why refused'], { derived: true, max: 100 }),
    signer: text(['签收人', 'Signed by'], { derived: true, max: 32 }),
    signedAt: instant(['签收时间', 'Signed at'], { derived: true }),
  },
  unique: [['billId', 'orderId', 'lineNo']],
})
export const shipSign = sign.entity

/** 装车单: one truck and the stores it serves. Its lines are containers, found by what is staged for its stops. */
export const shipBill = document('wms', 'shipBill', {
  title: ['装车单', 'Shipment'],
  module: 'delivery.ship',
  prefix: 'ZC',
  worksAt: ['DC'],
  flow: shipFlow,
  ownerThrough: 'contents',
  fields: {
    route: text(['线路', 'Route'], { max: 32, filter: true }),
    vehicleNo: text(['车牌号', 'Vehicle'], { max: 16, filter: true }),
    driverName: text(['司机', 'Driver'], { max: 32 }),
    driverPhone: text(['司机电话', 'Driver phone'], { max: 32 }),
    carrier: text(['承运商', 'Carrier'], { max: 64 }),
    dockId: ref(['月台', 'Dock'], 'wms.dock'),
    bizDate: date(['发运日期', 'Ship date'], { filter: true }),
    planDepartAt: instant(['计划发车', 'Planned departure'], { filter: true }),
    maxWeightKg: decimal(['限重kg', 'Max weight kg'], { most: 1_000_000 }),
    maxVolumeM3: decimal(['容积m³', 'Volume m³'], { scale: 6, most: 10_000 }),
    sealNo: atGate.sealNo,
    odometerKm: { ...atGate.odometerKm, derived: true },
    departTempC: { ...atGate.departTempC, derived: true },
    /** The bin that stands for the truck while goods are on it. */
    truckBinId: ref(['车辆位', 'Truck bin'], 'wms.bin', { derived: true }),
    containers: int(['容器数', 'Containers'], { required: true, derived: true, initial: 0 }),
    loaded: computed(int(['已装', 'Loaded'])),
    /** On its list, and neither loaded nor left behind. */
    toLoad: computed(int(['未装', 'Still to load'])),
    /** Ready for its stores, and on no truck's list: before loading all of them, afterwards those that came later. */
    staged: computed(int(['待装', 'Ready to load'])),
    cases: text(['件数', 'Cases'], { derived: true }),
    weight: decimal(['重量(kg)', 'Weight (kg)'], { derived: true }),
    volume: decimal(['体积(m³)', 'Volume (m³)'], { derived: true, scale: 6 }),
    /** Of the truck's limits; before loading what stands ready counts. */
    weightPct: computed(decimal(['载重率%', 'Weight %'], { scale: 1 })),
    volumePct: computed(decimal(['容积率%', 'Volume %'], { scale: 1 })),
    /** When a supervisor allowed more than the truck may carry. */
    permittedAt: instant(['超载放行时间', 'Overload permitted at'], { derived: true }),
    startedAt: instant(['开始装车', 'Loading began'], { derived: true }),
    despatchedAt: instant(['发运时间', 'Despatched at'], { derived: true, filter: true }),
    /** The trip of the transport centre that sends its truck. */
    tripNo: code(['派车单', 'Trip'], { derived: true, filter: true }),
    stops: rows(['站点', 'Stops'], stop, { required: true }),
    signs: rows(['签收明细', 'Signed goods'], sign, { derived: true }),
  },
  secrets: { sentTripId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { loose: true }) },
  list: [
    'billNo',
    'state',
    'vehicleNo',
    'route',
    'loaded',
    'cases',
    'weight',
    'driverName',
    'planDepartAt',
    'bizDate',
    'staged',
    'containers',
    'weightPct',
    'volumePct',
    'despatchedAt',
    'tripNo',
  ],
  form: [
    'route',
    'vehicleNo',
    'driverName',
    'driverPhone',
    'carrier',
    'dockId',
    'bizDate',
    'planDepartAt',
    'maxWeightKg',
    'maxVolumeM3',
    'sealNo',
    'note',
    'stops',
  ],
  actions: ['create', 'update', 'approve', 'start', 'permit', 'finish', 'cancel', 'export', 'print'],
  details: photoDetails,
  verbs: { ...shipVerbs, sign: ['签收', 'Signed for'], plan: ['运输派车', 'Truck sent by transport'] },
})

export const shipBillEntity = shipBill.header
export const shipStop = stop.entity

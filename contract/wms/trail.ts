import { choice, code, date, decimal, flag, instant, int, qty, ref, text } from '../kernel/field.ts'
import { trail } from '../kernel/trail.ts'
import { containerFlow } from './container.ts'
import { operateBill, operateFlow } from './operateBill.ts'
import { orderBill } from './orderBill.ts'
import { stockTypes } from './place.ts'
import { qualityBill, rejectTypes, verdicts } from './qualityBill.ts'
import { shipBill, shipFlow } from './shipBill.ts'
import { reservation } from './stock.ts'
import { taskLineStates } from './task.ts'
import { leaveReasons } from './taskTypes/enterTruck.ts'

const product = ref(['商品', 'Product'], 'mdm.product', { required: true })
const bin = ref(['货位', 'Bin'], 'wms.bin')
const container = ref(['容器', 'Container'], 'wms.container')
const cases = code(['件数', 'Cases'])
const by = text(['操作人', 'By'])
const dates = {
  productionDate: date(['生产日期', 'Production date']),
  expireDate: date(['到期日期', 'Expiry date']),
  batch: text(['生产批号', 'Batch no.']),
}
const taskOf = ref(['任务', 'Task'], 'wms.task')
const type = choice(['库存类型', 'Stock type'], stockTypes)

/** 收货记录: every receipt, also those that were taken back. */
export const orderReceipts = trail(orderBill.header, 'receipts', ['收货记录', 'Receipts'], {
  at: instant(['时间', 'At'], { required: true }),
  productId: product,
  qty: qty(['数量', 'Quantity'], { required: true }),
  cases,
  ...dates,
  stockType: type,
  containerId: container,
  binId: bin,
  taskId: taskOf,
  by,
  undone: flag(['已撤销', 'Reversed']),
})

/** 上架: where the received goods went or are to go. */
export const orderPutAways = trail(orderBill.header, 'putAways', ['上架', 'Put-away'], {
  productId: product,
  planQty: qty(['数量', 'Quantity'], { required: true }),
  cases,
  doneQty: qty(['已上架', 'Put away'], { required: true }),
  state: choice(['状态', 'Status'], taskLineStates, { required: true }),
  expireDate: dates.expireDate,
  containerId: container,
  binId: ref(['目标货位', 'Target bin'], 'wms.bin'),
  taskId: taskOf,
  at: instant(['上架时间', 'Put away at']),
  by,
})

/** 质检: what of the delivery was inspected, and what was found. */
export const orderInspections = trail(orderBill.header, 'inspections', ['质检', 'Inspections'], {
  billId: ref(['质检单', 'Inspection'], 'wms.qualityBill', { required: true }),
  state: choice(['状态', 'Status'], qualityBill.flow.states, { required: true }),
  productId: product,
  qty: qty(['收货数量', 'Received'], { required: true }),
  sampleQty: qty(['抽检数量', 'Sample'], { required: true }),
  verdict: choice(['判定', 'Verdict'], verdicts),
  passQty: qty(['合格数', 'Accepted']),
  rejectQty: qty(['不合格数', 'Rejected']),
  /** Of lines of which something is rejected. */
  rejectType: choice(['不合格转为', 'Rejected become'], rejectTypes),
  expireDate: dates.expireDate,
  containerId: container,
  cause: text(['原因', 'Cause']),
  by: text(['检验人', 'Inspector']),
})

/** 分配明细: what was promised to the order, and what became of each promise. */
export const operateAllocation = trail(operateBill.header, 'allocation', ['分配', 'Allocation'], {
  lineNo: int(['行号', 'Line'], { required: true }),
  productId: product,
  state: reservation.fields.state,
  qty: qty(['占用数量', 'Reserved'], { required: true }),
  cases,
  openQty: qty(['未用', 'Unused'], { required: true }),
  binId: bin,
  containerId: container,
  lotNo: code(['批次', 'Lot']),
  expireDate: dates.expireDate,
  taskId: taskOf,
  at: instant(['时间', 'At'], { required: true }),
})

/** 容器: which containers hold goods of the order, and where they stand; those that left, with which truck. */
export const operateContainers = trail(operateBill.header, 'containers', ['容器', 'Containers'], {
  containerId: container,
  state: choice(['状态', 'Status'], containerFlow.states, { required: true }),
  binId: bin,
  products: int(['商品数', 'Products'], { required: true }),
  qty: qty(['本单数量', 'On this order'], { required: true }),
  cases,
  shipBillId: ref(['装车单', 'Shipment'], 'wms.shipBill'),
  lastMoveAt: instant(['最近移动', 'Last moved']),
})

/** 装车发运: every truck that takes goods of the order, or took them, and how much. */
export const operateShips = trail(operateBill.header, 'ships', ['装车发运', 'Shipments'], {
  shipBillId: ref(['装车单', 'Shipment'], 'wms.shipBill', { required: true }),
  state: choice(['状态', 'Status'], shipFlow.states, { required: true }),
  /** On its list, aboard, or gone with it. */
  qty: qty(['本单数量', 'On this order'], { required: true }),
  cases,
  loadedQty: qty(['已装', 'Loaded'], { required: true }),
  vehicleNo: text(['车牌号', 'Vehicle']),
  driverName: text(['司机', 'Driver']),
  planDepartAt: instant(['计划发车', 'Planned departure']),
  despatchedAt: instant(['发运时间', 'Despatched at']),
})

/** 关联单据: the orders that this one was split into, split off from, merged into, or made of. */
export const operateLinks = trail(operateBill.header, 'links', ['关联单据', 'Linked orders'], {
  relation: choice(
    ['关系', 'Relation'],
    {
      SPLIT_TO: ['拆出', 'Split off'],
      SPLIT_FROM: ['拆自', 'Split from'],
      MERGE_TO: ['并入', 'Merged into'],
      MERGE_FROM: ['并自', 'Merged from'],
    },
    { required: true },
  ),
  billId: ref(['单据', 'Order'], 'wms.operateBill', { required: true }),
  state: choice(['状态', 'Status'], operateFlow.states, { required: true }),
  upstreamNo: text(['上游单号', 'Upstream no.']),
  lineCount: int(['行数', 'Lines'], { required: true }),
  qty: qty(['数量', 'Quantity'], { required: true }),
  at: instant(['时间', 'At'], { required: true }),
  by,
})

const stop = ref(['门店', 'Store'], 'wms.store')

/** 容器: what is to be loaded, is loaded, or stays. */
export const shipContainers = trail(shipBill.header, 'containers', ['容器', 'Containers'], {
  seq: int(['站点', 'Stop']),
  storeId: stop,
  containerId: container,
  /** Of the load list; what came after it was made is not on it. */
  load: choice(
    ['装车', 'Loading'],
    {
      STAGED: ['待装（未列入）', 'Ready, not on shipment'],
      OPEN: ['待装', 'To load'],
      DONE: ['已装车', 'Loaded'],
      SHORT: ['留仓', 'Left behind'],
    },
    { required: true },
  ),
  reason: choice(['留仓原因', 'Reason left behind'], leaveReasons),
  state: choice(['容器状态', 'Container'], containerFlow.states, { required: true }),
  binId: bin,
  cases,
  weight: decimal(['重量(kg)', 'Weight (kg)']),
  volume: decimal(['体积(m³)', 'Volume (m³)'], { scale: 6 }),
  taskId: taskOf,
  at: instant(['装车时间', 'Loaded at']),
  by,
})

/** 门店商品: what each store gets by this truck. */
export const shipGoods = trail(shipBill.header, 'goods', ['门店商品', 'Goods by store'], {
  seq: int(['站点', 'Stop']),
  storeId: stop,
  productId: product,
  qty: qty(['数量', 'Quantity'], { required: true }),
  cases,
  pack: code(['规格', 'Pack']),
  unit: text(['单位', 'Unit']),
  containers: int(['容器数', 'Containers'], { required: true }),
  weight: decimal(['重量(kg)', 'Weight (kg)']),
})

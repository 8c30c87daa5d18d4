import { type EntityOptions, entity, type Fields, type Walled } from '../kernel/entity.ts'
import { choice, code, computed, date, flag, instant, int, json, qty, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { stockTypes } from './place.ts'

/** What happened to goods; the two sides of each are in docs/stock.md. */
export const bizTypes = {
  RECEIVE: ['收货', 'Receipt'],
  PUTAWAY: ['上架', 'Put-away'],
  MOVE: ['移库', 'Move'],
  RPL_DOWN: ['补货下架', 'Replenish down'],
  RPL_UP: ['补货上架', 'Replenish up'],
  PICK: ['拣货', 'Pick'],
  SOW: ['播种', 'Sorting'],
  COLLECT: ['集货', 'Staging'],
  MERGE: ['并箱', 'Merge'],
  LOAD: ['装车', 'Load'],
  UNLOAD: ['卸车', 'Unload'],
  SHIP: ['发运', 'Ship'],
  RTN_RECEIVE: ['退仓收货', 'Return receipt'],
  VRTN_PICK: ['退供下架', 'Vendor return pick'],
  VRTN_SHIP: ['退供交接', 'Vendor return hand-over'],
  TYPE_CHANGE: ['类型调整', 'Type change'],
  ATTR_CHANGE: ['属性调整', 'Attribute change'],
  OWNER_CHANGE: ['货权转移', 'Transfer of title'],
  QPC_CHANGE: ['规格调整', 'Pack change'],
  PROC_IN: ['加工投料', 'Processing in'],
  PROC_OUT: ['加工产出', 'Processing out'],
  ADJ_INC: ['库存增加', 'Increase'],
  ADJ_DEC: ['库存减少', 'Decrease'],
  USE: ['领用', 'Internal use'],
  REVERSE: ['冲销', 'Reversal'],
} as const satisfies Record<string, Text>
export type BizType = keyof typeof bizTypes

const table = <const F extends Fields>(
  noun: string,
  title: Text,
  fields: F,
  o: Omit<EntityOptions<F>, 'title' | 'fields'> & Walled<'wms', F>,
) =>
  entity<'wms', F, Fields>('wms', noun, {
    title,
    scope: 'org',
    worksAt: ['DC'],
    actions: [],
    fields,
    ...o,
  } as EntityOptions<F> & Walled<'wms', F>)

const goods = {
  ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
  productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true }),
}

/** How much of its shelf life a lot has left, by what its product allows: each is worse than the one before. */
export const shelfStates = {
  FRESH: ['正常', 'Fresh'],
  NEAR: ['临期', 'Near expiry'],
  STOPPED: ['禁售', 'Stop-sale'],
  EXPIRED: ['已过期', 'Expired'],
} as const satisfies Record<string, Text>
export type ShelfState = keyof typeof shelfStates

/** 批次: goods of one owner and product that are alike. Its identity is immutable; only the hold changes. */
export const lot = table(
  'lot',
  ['批次', 'Lot'],
  {
    ...goods,
    lotNo: code(['批次号', 'Lot no.'], { required: true, filter: true }),
    /** What the product's lot dimensions say, in one text: `E2027-08-01|Babc|V123`. */
    identity: text(['批次标识', 'Identity'], { required: true, max: 120 }),
    productionDate: date(['生产日期', 'Production date'], { filter: true }),
    expireDate: date(['到期日期', 'Expiry date'], { filter: true }),
    productionBatch: text(['生产批号', 'Batch no.'], { max: 32 }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor'),
    attr: json(['属性', 'Attributes']),
    attrs: computed(text(['批次属性', 'Attributes'], { max: 1000 })),
    hold: flag(['冻结', 'On hold'], { filter: true }),
    holdReason: text(['冻结原因', 'Hold reason'], { max: 64 }),
    onHand: computed(qty(['现存', 'On hand'])),
    free: computed(qty(['可用', 'Available'])),
    daysLeft: computed(int(['剩余天数', 'Days left'], { filter: true, least: -36_500 })),
    shelfState: computed(choice(['效期状态', 'Shelf life'], shelfStates, { filter: true })),
    ageDays: computed(int(['库龄(天)', 'Days in stock'], { filter: true })),
    hasStock: computed(flag(['有库存', 'In stock'], { filter: true })),
  },
  { unique: [['lotNo'], ['ownerId', 'productId', 'identity']], label: { code: 'lotNo', name: 'lotNo' } },
)

/** 批次效期预警: how bad a lot's shelf life was when people were last told of it. */
export const lotAlarm = table(
  'lotAlarm',
  ['批次效期预警', 'Expiry alarm'],
  {
    lotId: ref(['批次', 'Lot'], 'wms.lot', { required: true }),
    level: choice(['效期状态', 'Shelf life'], shelfStates, { required: true }),
    toldOn: date(['预警日期', 'Told on'], { required: true }),
  },
  { unique: [['lotId']], ownerThrough: 'lotId' },
)

const key = {
  ...goods,
  qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', { required: true, filter: true }),
  lotId: ref(['批次', 'Lot'], 'wms.lot', { required: true, filter: true }),
  stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true, filter: true }),
  binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true }),
  containerId: ref(['容器', 'Container'], 'wms.container', { required: true, filter: true }),
}

/** 库存: how much of what stands where. One row per key, written by `post()` alone. */
export const stock = table(
  'stock',
  ['库存', 'Stock'],
  {
    ...key,
    qty: qty(['数量', 'On hand'], { required: true, initial: '0', total: true, filter: true }),
    pieces: int(['件数', 'Pieces']),
    reservedQty: qty(['占用', 'Reserved'], { required: true, initial: '0', total: true }),
    reservedPieces: int(['占用件数', 'Pieces reserved'], { required: true, initial: 0 }),
    firstInAt: instant(['最早入库', 'First in'], { required: true }),
    lastInAt: instant(['最近入库', 'Last in']),
    lastOutAt: instant(['最近出库', 'Last out']),
    lastCountAt: instant(['最近盘点', 'Last counted']),
  },
  { unique: [['binId', 'productId', 'lotId', 'containerId', 'qpcId', 'stockType', 'ownerId']] },
)

/** The same where a clerk chooses stock: with what tells its lot, and the area where it stands. */
export const chosenStock = {
  ...stock,
  fields: {
    ...stock.fields,
    expireDate: computed(lot.fields.expireDate),
    lotNo: computed(code(['批次号', 'Lot no.'], { filter: true })),
    areaId: computed(ref(['库区', 'Area'], 'wms.area', { filter: true, loose: true })),
  },
}

/** 库存凭证: one business fact. Its key makes a repeat harmless. */
export const posting = table(
  'posting',
  ['库存凭证', 'Posting'],
  {
    bizType: choice(['业务类型', 'Type'], bizTypes, { required: true, filter: true }),
    idemKey: text(['幂等键', 'Key'], { required: true, max: 120 }),
    sourceType: code(['来源', 'Source'], { max: 32 }),
    sourceId: ref(['来源ID', 'Source id'], 'wms.task', { loose: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { loose: true }),
    reversesId: ref(['冲销', 'Reverses'], 'wms.posting', { loose: true }),
    businessDate: date(['业务日期', 'Business date'], { required: true }),
    reason: code(['原因', 'Reason'], { max: 32 }),
    note: text(['说明', 'Note'], { max: 200 }),
    /** To which store goods went: their container goes on to another. */
    storeId: ref(['门店', 'Store'], 'wms.store', { loose: true }),
  },
  { appendOnly: true, unique: [['idemKey']], ownerThrough: 'contents' },
)

const outlived = { required: true, loose: true } as const
/** 库存流水: what a posting moved, line by line. Never changed, never deleted. */
export const ledger = table(
  'ledger',
  ['库存流水', 'Ledger'],
  {
    postingId: ref(['凭证', 'Posting'], 'wms.posting', outlived),
    lineNo: int(['行号', 'Line'], { required: true }),
    bizType: choice(['业务类型', 'Type'], bizTypes, { required: true, filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { ...outlived, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { ...outlived, filter: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', outlived),
    lotId: ref(['批次', 'Lot'], 'wms.lot', { ...outlived, filter: true }),
    stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true, filter: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { ...outlived, filter: true }),
    containerId: ref(['容器', 'Container'], 'wms.container', { ...outlived, filter: true }),
    delta: qty(['变动', 'Change'], { required: true, least: -1e15, total: true }),
    pieces: int(['件数', 'Pieces'], { least: -2_000_000_000 }),
    /** Balance of the row afterwards; none for places outside the warehouse. */
    qtyAfter: qty(['变动后', 'Balance'], {}),
  },
  { appendOnly: true, indexes: [['postingId']], sort: '-id' },
)

export const reservationKinds = {
  ALLOC: ['出库分配', 'Allocated'],
  MOVE: ['移动占用', 'Reserved for move'],
  HOLD: ['冻结', 'On hold'],
  COUNT: ['盘点占用', 'Reserved for count'],
  RTN: ['退供占用', 'Vendor return'],
  PROC: ['加工占用', 'Processing'],
} as const satisfies Record<string, Text>
export type ReservationKind = keyof typeof reservationKinds

/** 占用: goods promised to somebody, or (PENDING) promised as soon as they arrive on the bin. */
export const reservation = table(
  'reservation',
  ['占用', 'Reservation'],
  {
    /** None while PENDING. */
    stockId: ref(['库存', 'Stock'], 'wms.stock', { loose: true, filter: true }),
    kind: choice(['类型', 'Kind'], reservationKinds, { required: true, filter: true }),
    state: choice(
      ['状态', 'Status'],
      {
        PENDING: ['待补', 'Waiting'],
        ACTIVE: ['有效', 'Active'],
        CONSUMED: ['已用', 'Used'],
        RELEASED: ['已释放', 'Released'],
      },
      { required: true, filter: true },
    ),
    qty: qty(['数量', 'Quantity'], { required: true, total: true }),
    /** Pieces of catch-weight goods, beside their weight. */
    pieces: int(['件数', 'Pieces']),
    usedQty: qty(['已用', 'Used'], { required: true, initial: '0' }),
    freedQty: qty(['已释放', 'Released'], { required: true, initial: '0' }),
    usedPieces: int(['已用件数', 'Pieces used'], { required: true, initial: 0 }),
    freedPieces: int(['已释放件数', 'Pieces released'], { required: true, initial: 0 }),
    demandType: code(['需求', 'Demand'], { max: 32 }),
    demandLineId: ref(['需求行', 'Demand line'], 'wms.operateBillLine', { loose: true, filter: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { loose: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', { required: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true }),
    stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true }),
    /** A PENDING reservation takes only goods that last at least so long. */
    minExpire: date(['最早到期', 'Earliest expiry']),
    reason: text(['原因', 'Reason'], { max: 64 }),
    idemKey: text(['幂等键', 'Key'], { required: true, max: 120 }),
    lotId: computed(code(['批次ID', 'Lot id'], { filter: true })),
    billNo: computed(code(['单据', 'Document'])),
    holderBillId: computed(code(['单据ID', 'Bill id'])),
    taskNo: computed(code(['任务', 'Task'])),
    holderTaskId: computed(code(['任务ID', 'Task id'])),
  },
  { unique: [['idemKey']] },
)

/** 占用流水: what a posting took of a promise, and where it went on or came back. Never changed, never deleted. */
export const promiseMove = table(
  'promiseMove',
  ['占用流水', 'Reservation change'],
  {
    postingId: ref(['凭证', 'Posting'], 'wms.posting', outlived),
    /** None where a promise that was used up comes back. */
    fromId: ref(['来自占用', 'From reservation'], 'wms.reservation', { loose: true }),
    /** None where it was used up. */
    toId: ref(['转为占用', 'To reservation'], 'wms.reservation', { loose: true }),
    qty: qty(['数量', 'Quantity'], { required: true }),
    pieces: int(['件数', 'Pieces']),
  },
  { appendOnly: true, indexes: [['postingId']], ownerThrough: 'postingId' },
)

/** 货位预占: goods on their way to a bin, so that two put-aways do not choose the same empty one. */
export const binClaim = table(
  'binClaim',
  ['货位预占', 'Bin claim'],
  {
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { required: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true }),
    lotId: ref(['批次', 'Lot'], 'wms.lot', { required: true }),
    qty: qty(['数量', 'Quantity'], { required: true }),
    state: choice(
      ['状态', 'Status'],
      { ACTIVE: ['有效', 'Active'], DONE: ['完成', 'Done'], FREED: ['释放', 'Released'] },
      { required: true },
    ),
  },
  { unique: [['taskLineId']] },
)

/** What the ledger sums to before a month, place by place: checks begin there. Places outside the warehouse have none. */
export const ledgerOpening = table(
  'ledgerOpening',
  ['流水期初', 'Ledger opening'],
  {
    month: date(['月份', 'Month'], { required: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', outlived),
    productId: ref(['商品', 'Product'], 'mdm.product', outlived),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', outlived),
    lotId: ref(['批次', 'Lot'], 'wms.lot', outlived),
    stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', outlived),
    containerId: ref(['容器', 'Container'], 'wms.container', outlived),
    qty: qty(['期初', 'Opening'], { required: true, least: -1e15 }),
    pieces: int(['期初件数', 'Opening pieces'], { required: true, initial: 0, least: -2_000_000_000 }),
  },
  { unique: [['month', 'productId', 'binId', 'lotId', 'containerId', 'qpcId', 'stockType', 'ownerId']] },
)

/** A month whose opening is complete: what came before it was whole. */
export const ledgerMonth = table(
  'ledgerMonth',
  ['流水结转', 'Ledger month'],
  { month: date(['月份', 'Month'], { required: true }) },
  { appendOnly: true, indexes: [['month']], ownerThrough: 'everybody' },
)

/** What the nightly check found wrong: nothing, as long as the engine is right. */
export const reconcileHit = table(
  'reconcileHit',
  ['对账异常', 'Stock discrepancy'],
  {
    rule: code(['规则', 'Rule'], { required: true, max: 16, filter: true }),
    subjectId: ref(['对象', 'Subject'], 'wms.stock', { loose: true }),
    detail: text(['说明', 'Detail'], { required: true, max: 300 }),
    foundAt: instant(['发现时间', 'Found at'], { required: true }),
  },
  { ownerThrough: 'subjectId' },
)

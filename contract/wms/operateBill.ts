import { choice, code, computed, date, decimal, flag, int, qty, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { temperatureZones } from '../mdm/product.ts'
import { bill } from './bill.ts'
import { shortReasons } from './taskTypes/pick.ts'

export const operateFlow = flow({
  states: {
    SAVED: ['已保存', 'Saved'],
    APPROVED: ['待配货', 'To allocate'],
    INPROGRESS: ['进行中', 'In progress'],
    FINISHED: ['已完成', 'Finished'],
    CLOSED: ['已终止', 'Stopped'],
    CANCELED: ['已作废', 'Cancelled'],
  },
  initial: 'SAVED',
  final: ['FINISHED', 'CLOSED', 'CANCELED'],
  steps: {
    approve: { title: ['审核', 'Approve'], from: ['SAVED'], to: 'APPROVED', verb: 'approve', bulk: true },
    allocate: {
      title: ['分配', 'Allocate'],
      from: ['APPROVED', 'INPROGRESS'],
      to: 'INPROGRESS',
      verb: 'run',
      bulk: true,
    },
    giveUpShort: {
      title: ['放弃缺货', 'Close short'],
      from: ['INPROGRESS'],
      verb: 'stop',
      confirm: ['未分配与缺货数量将取消，确认？', 'Unallocated and short quantities will be cancelled. Continue?'],
      bulk: true,
    },
    cancel: {
      title: ['作废', 'Cancel'],
      from: ['SAVED', 'APPROVED'],
      to: 'CANCELED',
      verb: 'cancel',
      confirm: ['确认作废？', 'Cancel this order?'],
      reason: true,
      bulk: true,
      danger: true,
    },
    stop: {
      title: ['终止', 'Stop'],
      from: ['INPROGRESS'],
      to: 'CLOSED',
      verb: 'stop',
      confirm: [
        '未拣数量将取消并释放库存，确认终止？',
        'Unpicked quantities will be cancelled and their stock released. Stop the order?',
      ],
      reason: true,
      danger: true,
    },
  },
})

export const operateModes = {
  SUPPLY: ['统配', 'Central supply'],
  TRANSFER: ['调拨', 'Transfer'],
  DIRECT: ['直送', 'Direct'],
} as const satisfies Record<string, Text>

/** Why a line gets less than it ordered: found by allocation, or by the picker. */
export const lineShortReasons = {
  NO_STOCK: ['没有库存', 'No stock'],
  INSUFFICIENT: ['库存不足', 'Not enough stock'],
  NONE_ALLOWED: ['库存均不满足分配条件', 'No stock qualifies for allocation'],
  NOT_WHOLE: ['不足整箱', 'Less than a full case'],
  ...shortReasons,
} as const satisfies Record<string, Text>

/** 出库作业单: what a store is to get. booked = allocated, done = picked, sent = shipped. */
export const operateBill = bill('wms', 'operateBill', {
  title: ['出库作业单', 'Outbound order'],
  module: 'bill.operate',
  prefix: 'CK',
  worksAt: ['DC'],
  party: 'storeId',
  words: { booked: ['已分配', 'Allocated'], done: ['已拣货', 'Picked'], sent: ['已发运', 'Shipped'] },
  flow: operateFlow,
  fields: {
    storeId: ref(['门店', 'Store'], 'wms.store', { required: true, filter: true, brief: true }),
    mode: choice(['业务模式', 'Mode'], operateModes, { required: true, filter: true, initial: 'SUPPLY' }),
    delivery: choice(
      ['配送类型', 'Delivery'],
      { NORMAL: ['常规', 'Normal'], URGENT: ['加急', 'Urgent'], FIRST: ['首铺', 'Initial stocking'] },
      { required: true, filter: true, initial: 'NORMAL' },
    ),
    route: text(['线路', 'Route'], { max: 32, filter: true }),
    temperature: choice(['温层', 'Temperature'], temperatureZones, { filter: true }),
    customerPo: text(['客户订单号', 'Customer PO'], { max: 64, filter: true }),
    /** Upstream numbers of orders that this one was split off from, or took in. */
    sourceNo: text(['原上游单号', 'Original upstream no.'], { max: 200, filter: true, derived: true }),
    waveId: ref(['波次', 'Wave'], 'wms.waveBill', { filter: true, derived: true, loose: true }),
    shipBillId: ref(['装车单', 'Shipment'], 'wms.shipBill', { filter: true, derived: true, loose: true }),
    /** The first of its goods; its filter finds a code, a barcode or a part of a name in any line. */
    product: computed(text(['商品', 'Product'], { filter: true })),
    planCases: computed(code(['计划件数', 'Planned cases'])),
    bookedCases: computed(code(['分配件数', 'Allocated cases'])),
    doneCases: computed(code(['拣货件数', 'Picked cases'])),
    sentCases: computed(code(['发运件数', 'Shipped cases'])),
    /** What could not be allocated or found; it stays after it is given up. */
    shortCases: computed(code(['缺货件数', 'Short'])),
    fillPct: computed(decimal(['满足率%', 'Fill %'], { scale: 1 })),
    /** Work for many orders that goods of this one are still part of; none where there is none. */
    inBatches: computed(int(['未完成批拣与播种', 'Open batch picks and sorting'])),
    hasShortage: computed(flag(['有缺货', 'Has shortage'], { filter: true })),
  },
  lines: {
    minExpire: date(['最早到期', 'Earliest expiry']),
    gift: flag(['赠品', 'Gift'], { initial: false, hint: ['从赠品库存分配', 'Allocated from gift stock'] }),
    /** What could not be allocated or found, and the last reason why; it stays after it is given up. */
    shortQty: qty(['缺货数量', 'Short'], { derived: true }),
    shortReason: choice(['缺货原因', 'Short reason'], lineShortReasons, { derived: true }),
  },
  list: [
    'billNo',
    'state',
    'storeId',
    'doneCases',
    'fillPct',
    'shortCases',
    'deadlineAt',
    'priority',
    'route',
    'waveId',
    'planCases',
    'bookedCases',
    'sentCases',
    'hasShortage',
    'bizDate',
    'lineCount',
    'planQty',
    'doneQty',
    'cancelQty',
    'delivery',
    'ownerId',
    'upstreamNo',
  ],
  form: [
    'ownerId',
    'storeId',
    'mode',
    'delivery',
    'upstreamNo',
    'bizDate',
    'expectAt',
    'deadlineAt',
    'priority',
    'route',
    'temperature',
    'customerPo',
    'note',
  ],
  actions: ['create', 'update', 'remove', 'import', 'export', 'print', 'approve', 'run', 'cancel', 'stop'],
  verbs: {
    split: ['拆单', 'Split'],
    merge: ['合单', 'Merge'],
    joinWave: ['加入波次', 'Joined wave'],
    leaveWave: ['移出波次', 'Left wave'],
    rollback: ['波次回滚', 'Wave rolled back'],
  },
})

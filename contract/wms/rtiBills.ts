import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, code, date, flag, int, money, note, ref, rows } from '../kernel/field.ts'
import { flow, type Step } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { party } from './rti.ts'

// density: five papers of one posting, each with lines of its own
export const states = {
  SAVED: ['已保存', 'Saved'],
  FINISHED: ['已完成', 'Done'],
  REVERSED: ['已冲销', 'Reversed'],
  CANCELED: ['已作废', 'Cancelled'],
} as const satisfies Record<string, Text>
const approve = {
  title: ['审核', 'Approve'],
  from: ['SAVED'],
  to: 'FINISHED',
  verb: 'approve',
  bulk: true,
  stamp: 'finishedAt',
} as const satisfies Step
const cancel = {
  title: ['作废', 'Cancel'],
  from: ['SAVED'],
  to: 'CANCELED',
  verb: 'cancel',
  reason: true,
  bulk: true,
  danger: true,
} as const satisfies Step
export const reverse = {
  title: ['冲销', 'Reverse'],
  from: ['FINISHED'],
  to: 'REVERSED',
  verb: 'cancel',
  confirm: ['将按相反方向记账，确认？', 'The opposite is posted. Continue?'],
  reason: true,
  danger: true,
} as const satisfies Step
export const final = ['REVERSED', 'CANCELED'] as const
const posted = flow({ states, initial: 'SAVED', final, steps: { approve, reverse, cancel } })
const actions = ['create', 'update', 'remove', 'approve', 'cancel', 'export'] as const

const count = (title: Text) => int(title, { required: true, most: 1_000_000 })
const codes = note(['容器条码', 'Barcodes'], {
  max: 8_000,
  hint: ['逐个扫描，空格或逗号分隔', 'Scanned one by one, apart by spaces or commas'],
})
export const typeId = ref(['容器类型', 'Container type'], 'wms.containerType', { required: true })
const totals = {
  qty: int(['数量', 'Containers'], { total: true }),
}
export const own = (name: string) => ref(['单据', 'Document'], `wms.${name}`, { required: true, derived: true })
export const common = { worksAt: ['DC'] as const, ownerThrough: 'everybody' }

const outLine = childRows('wms', 'rtiOutLine', 'wms.rtiOut', {
  title: ['出库明细', 'Line'],
  scope: 'org',
  fields: {
    billId: own('rtiOut'),
    typeId,
    qty: count(['发出数量', 'Given out']),
    backQty: int(['换回数量', 'Taken back'], { required: true, initial: 0, most: 1_000_000 }),
    codes,
  },
  unique: [['billId', 'typeId']],
})
/** 容器出库单: empties that are given to somebody, in exchange for others or not; and what left with a truck. */
export const rtiOut = document('wms', 'rtiOut', {
  ...common,
  title: ['容器出库单', 'Containers out'],
  module: 'container.out',
  prefix: 'RC',
  flow: posted,
  fields: {
    ...party,
    shipId: ref(['装车单', 'Shipment'], 'wms.shipBill', { derived: true, filter: true, loose: true }),
    ...totals,
    backQty: int(['换回数量', 'Taken back'], { total: true }),
    /** What was charged for it, less what was given back for what came in exchange. */
    deposit: money(['押金', 'Deposit'], { derived: true, least: -1e12 }),
    lines: rows(['明细', 'Lines'], outLine, { required: true }),
  },
  sums: { qty: 'lines.qty', backQty: 'lines.backQty' },
  list: [
    'billNo',
    'state',
    'storeId',
    'vendorId',
    'carrierId',
    'qty',
    'backQty',
    'deposit',
    'shipId',
    'bizDate',
    'finishedAt',
    'note',
  ],
  form: ['storeId', 'vendorId', 'carrierId', 'bizDate', 'note', 'lines'],
  actions: [...actions],
})

export const conditions = {
  GOOD: ['完好', 'Good'],
  WASH: ['需清洗', 'To be washed'],
  DAMAGED: ['破损', 'Damaged'],
} as const satisfies Record<string, Text>
const inLine = childRows('wms', 'rtiInLine', 'wms.rtiIn', {
  title: ['回收明细', 'Line'],
  scope: 'org',
  fields: {
    billId: own('rtiIn'),
    typeId,
    /** What a driver has told of it. */
    planQty: int(['司机上报', 'Told by the driver'], { derived: true }),
    qty: count(['实收数量', 'Counted']),
    condition: choice(['状况', 'Condition'], conditions, { required: true, initial: 'GOOD' }),
    codes,
  },
  unique: [['billId', 'typeId', 'condition']],
})
/** 容器回收单: empties that come back. */
export const rtiIn = document('wms', 'rtiIn', {
  ...common,
  title: ['容器回收单', 'Containers in'],
  module: 'container.in',
  prefix: 'RH',
  flow: posted,
  fields: {
    ...party,
    shipId: ref(['装车单', 'Shipment'], 'wms.shipBill', { derived: true, filter: true, loose: true }),
    tripNo: code(['派车单', 'Trip'], { derived: true, filter: true }),
    ...totals,
    refund: money(['退还押金', 'Deposit given back'], { derived: true }),
    lines: rows(['明细', 'Lines'], inLine, { required: true }),
  },
  sums: { qty: 'lines.qty' },
  /** By what a driver's word is known, so that hearing it again makes nothing. */
  secrets: { sentKey: code(['来源', 'From'], { max: 80 }) },
  list: [
    'billNo',
    'state',
    'storeId',
    'vendorId',
    'carrierId',
    'qty',
    'refund',
    'tripNo',
    'shipId',
    'bizDate',
    'finishedAt',
    'note',
  ],
  form: ['storeId', 'vendorId', 'carrierId', 'bizDate', 'note', 'lines'],
  actions: [...actions],
})

const buyLine = childRows('wms', 'rtiBuyLine', 'wms.rtiBuy', {
  title: ['采购明细', 'Line'],
  scope: 'org',
  fields: {
    billId: own('rtiBuy'),
    typeId,
    qty: count(['数量', 'Quantity']),
    price: money(['单价', 'Price'], {}),
    /** Of a type whose containers have codes: whether they are made when these come in. */
    coded: flag(['生成条码', 'Make barcodes'], { initial: true }),
    firstCode: code(['起始条码', 'First barcode'], { derived: true }),
    lastCode: code(['截止条码', 'Last barcode'], { derived: true }),
  },
  unique: [['billId', 'typeId']],
})
/** 容器采购单: new containers, with codes of their own from their receipt on. */
export const rtiBuy = document('wms', 'rtiBuy', {
  ...common,
  title: ['容器采购单', 'Container purchase'],
  module: 'container.purchase',
  prefix: 'CG',
  flow: flow({
    states: { ...states, APPROVED: ['待收货', 'On order'] },
    initial: 'SAVED',
    final,
    steps: {
      approve: { ...approve, to: 'APPROVED', stamp: 'approvedAt' },
      finish: {
        title: ['收货', 'Receive'],
        from: ['APPROVED'],
        to: 'FINISHED',
        verb: 'finish',
        bulk: true,
        stamp: 'finishedAt',
      },
      reverse,
      cancel: { ...cancel, from: ['SAVED', 'APPROVED'] },
    },
  }),
  fields: {
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { filter: true }),
    ...totals,
    expectOn: date(['预计到货', 'Expected on'], { filter: true }),
    lines: rows(['明细', 'Lines'], buyLine, { required: true }),
  },
  sums: { qty: 'lines.qty' },
  list: ['billNo', 'state', 'vendorId', 'qty', 'expectOn', 'bizDate', 'approvedAt', 'finishedAt', 'note'],
  form: ['vendorId', 'expectOn', 'bizDate', 'note', 'lines'],
  actions: [...actions, 'finish'],
})

export const rtiCauses = {
  LOST: ['丢失', 'Lost'],
  BROKEN: ['破损', 'Broken'],
  SCRAPPED: ['报废', 'Scrapped'],
} as const satisfies Record<string, Text>
const lossLine = childRows('wms', 'rtiLossLine', 'wms.rtiLoss', {
  title: ['报损明细', 'Line'],
  scope: 'org',
  fields: { billId: own('rtiLoss'), typeId, qty: count(['数量', 'Quantity']), codes },
  unique: [['billId', 'typeId']],
})
/** 容器报损单: containers that are gone, at whose cost. Found again it is reversed. */
export const rtiLoss = document('wms', 'rtiLoss', {
  ...common,
  title: ['容器报损单', 'Container loss'],
  module: 'container.loss',
  prefix: 'BS',
  flow: posted,
  fields: {
    ...party,
    cause: choice(['报损原因', 'Cause'], rtiCauses, { required: true, filter: true, initial: 'LOST' }),
    isCharged: flag(['向持有方收取', 'Charged to the holder'], { initial: false }),
    amount: money(['收取金额', 'Charge'], { hint: ['不填按押金单价', 'Left empty: by the deposit of each'] }),
    ...totals,
    lines: rows(['明细', 'Lines'], lossLine, { required: true }),
  },
  sums: { qty: 'lines.qty' },
  list: [
    'billNo',
    'state',
    'cause',
    'storeId',
    'vendorId',
    'carrierId',
    'qty',
    'isCharged',
    'amount',
    'bizDate',
    'finishedAt',
    'reason',
    'note',
  ],
  form: ['cause', 'storeId', 'vendorId', 'carrierId', 'isCharged', 'amount', 'bizDate', 'note', 'lines'],
  actions: [...actions],
})

export const verdicts = {
  STAY: ['留在账上', 'Stays on the account'],
  HOLDER: ['持有方赔偿', 'Holder pays'],
  CARRIER: ['承运商承担', 'Carrier bears it'],
  DC: ['仓库更正', 'Warehouse corrects'],
  WRITEOFF: ['仓库报损', 'Warehouse writes off'],
} as const satisfies Record<string, Text>
const diffLine = childRows('wms', 'rtiDiffLine', 'wms.rtiDiff', {
  title: ['差异明细', 'Line'],
  scope: 'org',
  fields: {
    billId: own('rtiDiff'),
    typeId,
    bookQty: int(['账面数量', 'By the account'], { least: -2_000_000_000, derived: true }),
    countQty: count(['对方数量', 'Counted']),
    /** More by the account than was counted. */
    diffQty: int(['差异', 'Difference'], { least: -2_000_000_000, derived: true }),
    verdict: choice(['定责', 'Verdict'], verdicts, {}),
  },
  unique: [['billId', 'typeId']],
})
/** 容器差异: what somebody holds by the account, and by his own count, and who bears what is between. */
export const rtiDiff = document('wms', 'rtiDiff', {
  ...common,
  title: ['容器差异', 'Container difference'],
  module: 'container.diff',
  prefix: 'RD',
  flow: flow({ states, initial: 'SAVED', final, steps: { approve, reverse: { ...reverse, verb: 'finish' } } }),
  fields: {
    ...party,
    bearerId: ref(['责任承运商', 'Carrier that bears it'], 'tms.carrier', {}),
    statementId: ref(['对账单', 'Statement'], 'wms.rtiDeposit', { derived: true, filter: true, loose: true }),
    diffQty: int(['差异', 'Difference'], { least: -2_000_000_000 }),
    lines: rows(['明细', 'Lines'], diffLine, { required: true }),
  },
  sums: { diffQty: 'lines.diffQty' },
  list: [
    'billNo',
    'state',
    'storeId',
    'vendorId',
    'carrierId',
    'diffQty',
    'bearerId',
    'statementId',
    'bizDate',
    'finishedAt',
    'note',
  ],
  form: ['storeId', 'vendorId', 'carrierId', 'bearerId', 'bizDate', 'note', 'lines'],
  actions: ['create', 'update', 'remove', 'approve', 'finish', 'export'],
})

export const rtiLines = {
  out: outLine.entity,
  in: inLine.entity,
  buy: buyLine.entity,
  loss: lossLine.entity,
  diff: diffLine.entity,
}

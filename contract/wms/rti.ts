import { entity } from '../kernel/entity.ts'
import { choice, code, instant, int, money, ref } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** Who may hold returnable containers. SUPPLY is where they come from, LOSS where they end: only these two have no bottom. */
export const rtiKinds = {
  DC: ['仓库', 'Warehouse'],
  STORE: ['门店', 'Store'],
  VENDOR: ['供应商', 'Vendor'],
  CARRIER: ['承运商', 'Carrier'],
  SUPPLY: ['来源', 'Supply'],
  LOSS: ['损失', 'Loss'],
} as const satisfies Record<string, Text>
export type RtiKind = keyof typeof rtiKinds

/** When somebody's deposit is charged. */
export const depositModes = {
  DESPATCH: ['发出时收取', 'At despatch'],
  OVERDUE: ['逾期收取', 'When overdue'],
  NONE: ['不收取', 'None'],
} as const satisfies Record<string, Text>
export type DepositMode = keyof typeof depositModes

export const rtiTypes = {
  OPEN: ['期初', 'Opening'],
  BUY: ['采购', 'Purchase'],
  OUT: ['出库', 'Out'],
  IN: ['回收', 'In'],
  LOSS: ['报损', 'Loss'],
  DIFF: ['差异', 'Difference'],
  OVERDUE: ['逾期押金', 'Overdue deposit'],
  PAY: ['收付款', 'Payment'],
  UNDO: ['冲销', 'Reversal'],
} as const satisfies Record<string, Text>

const anySign = { least: -2_000_000_000, derived: true, required: true } as const
const anyMoney = { least: -1e12, derived: true, required: true } as const

/** One of those that hold containers; a warehouse names none of them. */
export const party = {
  storeId: ref(['门店', 'Store'], 'wms.store', { filter: true }),
  vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { filter: true }),
  carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { filter: true }),
}
const ofAccount = Object.fromEntries(
  Object.entries(party).map(([name, field]) => [name, { ...field, derived: true }]),
) as typeof party

/** 容器账分录 */
export const rtiEntry = entity('wms', 'rtiEntry', {
  title: ['容器账分录', 'Container entry'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    accountId: ref(['账户', 'Account'], 'wms.rtiAccount', { required: true, derived: true }),
    postingId: ref(['凭证', 'Posting'], 'wms.rtiPosting', { required: true, derived: true, loose: true }),
    delta: int(['变动', 'Change'], anySign),
    qtyAfter: int(['变动后', 'After'], anySign),
    /** Charged, or given back. */
    deposit: money(['押金变动', 'Deposit'], anyMoney),
    /** For so many containers. */
    charged: int(['计押数量', 'Charged for'], anySign),
  },
  indexes: [['accountId'], ['postingId']],
  found: false,
  appendOnly: true,
  actions: [],
})

/**
 * 容器账户: how many containers of a type somebody holds of a warehouse, and which deposit stands on them. One without a type
 * is somebody's money: what he was charged for losses, less what he paid. The warehouse's own accounts are the other side, so
 * that containers and money of each type add up to nothing. Only the ledger writes it.
 */
export const rtiAccount = entity('wms', 'rtiAccount', {
  title: ['容器账户', 'Container account'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['账户', 'Account'], { required: true, derived: true, max: 80 }),
    kind: choice(['账户类型', 'Kind of account'], rtiKinds, { required: true, derived: true }),
    typeId: ref(['容器类型', 'Container type'], 'wms.containerType', { derived: true }),
    ...ofAccount,
    qty: int(['数量', 'Held'], { ...anySign, initial: 0 }),
    deposit: money(['押金', 'Deposit'], anyMoney),
    charged: int(['计押数量', 'Charged for'], { ...anySign, initial: 0 }),
    /** Of one without a type; null: as the warehouse's option says. */
    depositMode: choice(['押金方式', 'Deposit charged'], depositModes, { derived: true }),
  },
  unique: [['code']],
  indexes: [['typeId']],
  label: { code: 'code', name: 'code' },
  found: false,
  actions: [],
})

/** 容器账凭证: one movement. Its entries add up to nothing, type by type. */
export const rtiPosting = entity('wms', 'rtiPosting', {
  title: ['容器账凭证', 'Container posting'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    bizType: choice(['类型', 'Kind'], rtiTypes, { required: true, derived: true }),
    /** What makes it harmless to tell twice. */
    idemKey: code(['幂等键', 'Key'], { required: true, derived: true, max: 120 }),
    billNo: code(['单号', 'Document'], { derived: true }),
    postedAt: instant(['记账时间', 'Posted at'], { required: true, derived: true }),
  },
  unique: [['idemKey']],
  label: { code: 'idemKey', name: 'idemKey' },
  indexes: [['postedAt']],
  found: false,
  appendOnly: true,
  actions: [],
})

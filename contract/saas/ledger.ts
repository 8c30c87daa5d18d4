import { childRows, entity } from '../kernel/entity.ts'
import { choice, code, computed, date, flag, instant, int, qty, ref, rows, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { units } from './units.ts'

export const accountKinds = {
  ISSUE: ['发行', 'Issued'],
  STOCK: ['代理商库存', "Agents' stock"],
  WALLET: ['租户钱包', 'Wallet'],
  CONSUMED: ['已消耗', 'Consumed'],
  EXPIRED: ['已过期', 'Expired'],
} as const satisfies Record<string, Text>

export const lotKinds = {
  PAID: ['购买', 'Paid'],
  GIFT: ['赠送', 'Gift'],
  TRIAL: ['试用', 'Trial'],
} as const satisfies Record<string, Text>

export const txnTypes = {
  PURCHASE: ['采购', 'Purchase'],
  TRANSFER: ['销售', 'Sale'],
  GRANT: ['赠送', 'Gift'],
  CONSUME: ['消耗', 'Consumption'],
  SETTLE: ['抵扣欠额', 'Debt settled'],
  EXPIRE: ['过期', 'Expiry'],
  REFUND: ['退款', 'Refund'],
  ADJUST: ['调整', 'Adjustment'],
} as const satisfies Record<string, Text>
export type TxnType = keyof typeof txnTypes

const anySign = { least: -1e12, derived: true } as const

const lotRows = childRows('saas', 'lot', 'saas.account', {
  title: ['批次', 'Lot'],
  scope: 'org',
  fields: {
    accountId: ref(['账户', 'Account'], 'saas.account', { required: true, derived: true }),
    kind: choice(['来源', 'Kind'], lotKinds, { required: true, derived: true }),
    qty: qty(['数量', 'Quantity'], { required: true, derived: true }),
    leftQty: qty(['剩余', 'Left'], { required: true, derived: true }),
    priority: int(['消耗顺序', 'Drawn in order'], { required: true, derived: true }),
    effectiveOn: date(['生效', 'From'], { required: true, derived: true }),
    expiresOn: date(['到期', 'Until'], { derived: true }),
    /** From which lot of the seller's it comes. */
    parentId: ref(['来源批次', 'Out of lot'], 'saas.lot', { derived: true, loose: true }),
    orderId: ref(['订单', 'Order'], 'saas.rationOrder', { derived: true, loose: true }),
  },
})
/** 批次: a block of quota with its expiry. Drawn by priority, then expiry, then age. */
export const lot = lotRows.entity

const adjustRows = childRows('saas', 'adjustment', 'saas.account', {
  title: ['调整', 'Adjustment'],
  scope: 'org',
  fields: {
    accountId: ref(['账户', 'Account'], 'saas.account', { required: true, derived: true }),
    qty: qty(['调整数量', 'By'], { required: true, ...anySign }),
    why: text(['原因', 'Reason'], { required: true, derived: true, max: 200 }),
    adjustState: choice(
      ['状态', 'State'],
      { ASKED: ['待复核', 'To confirm'], DONE: ['已记账', 'Posted'], REFUSED: ['已驳回', 'Refused'] },
      { required: true, derived: true, initial: 'ASKED' },
    ),
    askedById: ref(['申请人', 'Asked by'], 'sys.user', { required: true, derived: true }),
    askedAt: instant(['申请时间', 'Asked at'], { required: true, derived: true }),
    decidedById: ref(['复核人', 'Decided by'], 'sys.user', { derived: true }),
    decidedAt: instant(['复核时间', 'Decided at'], { derived: true }),
  },
})
/** 调整: more or less on an account beside all orders; it takes two people of the platform. */
export const adjustment = adjustRows.entity

/** 配额账户: what somebody has of a unit. Its balance is the sum of its entries; only the ledger writes it. */
export const account = entity('saas', 'account', {
  title: ['配额账户', 'Quota account'],
  scope: 'org',
  worksAt: ['PLAT', 'AGENT'],
  seenFrom: { AGENT: 'BELOW' },
  ownerThrough: 'everybody',
  fields: {
    code: code(['账户', 'Account'], { required: true, derived: true, max: 80 }),
    kind: choice(['账户类型', 'Kind of account'], accountKinds, { required: true, derived: true }),
    unit: choice(['单位', 'Unit'], units, { required: true, derived: true, filter: true }),
    agentId: ref(['代理商', 'Agent'], 'saas.agent', { derived: true, filter: true }),
    applicationId: ref(['租户', 'Tenant'], 'saas.tenantApplication', { derived: true, filter: true }),
    balance: qty(['余额', 'Balance'], { required: true, initial: '0', ...anySign }),
    isFrozen: flag(['冻结', 'Frozen'], { derived: true, filter: true } as never),
    lots: rows(['批次', 'Lots'], lotRows, { derived: true }),
    adjusts: rows(['调整', 'Adjustments'], adjustRows, { derived: true }),
  },
  label: { code: 'code', name: 'code' },
  found: false,
  actions: [],
  verbs: {
    freeze: ['冻结', 'Freeze'],
    unfreeze: ['解冻', 'Unfreeze'],
    give: ['赠送配额', 'Quota given'],
    adjust: ['申请调整', 'Adjustment asked for'],
    decide: ['复核调整', 'Adjustment decided'],
  },
  details: { qty: qty(['数量', 'Quantity']), reason: text(['原因', 'Reason']) },
})

/** 配额交易: one movement of quota. Its entries add up to nothing, unit by unit. */
export const txn = entity('saas', 'txn', {
  title: ['配额交易', 'Quota transaction'],
  scope: 'tenant',
  ownerThrough: 'everybody',
  fields: {
    kind: choice(['类型', 'Kind'], txnTypes, { required: true, derived: true }),
    /** What makes it harmless to tell twice. */
    idemKey: code(['幂等键', 'Key'], { required: true, derived: true, max: 120 }),
    orderId: ref(['订单', 'Order'], 'saas.rationOrder', { derived: true, loose: true }),
    day: date(['业务日期', 'Day'], { required: true, derived: true }),
    postedAt: instant(['记账时间', 'Posted at'], { required: true, derived: true }),
    reason: text(['原因', 'Reason'], { derived: true, max: 200 }),
  },
  unique: [['idemKey']],
  found: false,
  appendOnly: true,
  actions: [],
})

/** 配额分录 */
export const entry = entity('saas', 'entry', {
  title: ['配额分录', 'Quota entry'],
  scope: 'tenant',
  ownerThrough: 'everybody',
  fields: {
    txnId: ref(['交易', 'Transaction'], 'saas.txn', { required: true, derived: true, loose: true }),
    accountId: ref(['账户', 'Account'], 'saas.account', { required: true, derived: true }),
    lotId: ref(['批次', 'Lot'], 'saas.lot', { derived: true, loose: true }),
    unit: choice(['单位', 'Unit'], units, { required: true, derived: true }),
    amount: qty(['变动', 'Change'], { required: true, ...anySign }),
    balanceAfter: qty(['变动后', 'Balance after'], { required: true, ...anySign }),
  },
  indexes: [['accountId'], ['txnId'], ['lotId']],
  found: false,
  appendOnly: true,
  actions: [],
})

const { lots: lotsOf, adjusts: adjustsOf, kind: _, applicationId: __, ...ofAgents } = account.fields
const part = (title: Text) => computed(qty(title, { least: -1e12 }))
/** 代理商配额账户: what agents have to sell. */
export const agentAccount = view(account, 'saas', 'agentAccount', {
  title: ['代理商配额账户', 'Agent quota account'],
  module: 'account.agentAccount',
  only: { kind: ['STOCK'] },
  fields: {
    ...ofAgents,
    expiring: part(['30天内到期', 'Expiring in 30 days']),
    bought: part(['累计购入', 'Bought']),
    soldQty: part(['累计售出', 'Sold']),
    expired: part(['累计过期', 'Expired']),
    lots: lotsOf,
    adjusts: adjustsOf,
  },
  list: ['agentId', 'unit', 'balance', 'expiring', 'bought', 'soldQty', 'expired', 'isFrozen'],
  form: [],
  sort: 'code',
  actions: ['stop', 'approve', 'export'],
})

/** 平台配额账户: of each unit all that was issued, and where it is. */
export const platAccount = view(account, 'saas', 'platAccount', {
  title: ['平台配额账户', 'Platform quota account'],
  module: 'account.platAccount',
  only: { kind: ['ISSUE'] },
  fields: {
    code: account.fields.code,
    unit: account.fields.unit,
    issued: part(['已发行', 'Issued']),
    inStock: part(['代理商库存', "Agents' stock"]),
    inWallets: part(['租户钱包', 'Wallets']),
    consumed: part(['已消耗', 'Consumed']),
    expired: part(['已过期', 'Expired']),
    /** What was issued less all places it can be in. Anything but nothing is an alarm. */
    difference: part(['核对差额', 'Unaccounted for']),
  },
  list: ['unit', 'issued', 'inStock', 'inWallets', 'consumed', 'expired', 'difference'],
  form: [],
  sort: 'code',
  actions: ['export'],
})

/** 配额监控: what each tenant has left, and for how long. */
export const quotaMonitor = view(account, 'saas', 'quotaMonitor', {
  title: ['配额监控', 'Quota monitor'],
  module: 'ration_monitor.quotaMonitor',
  only: { kind: ['WALLET'] },
  fields: {
    code: account.fields.code,
    applicationId: account.fields.applicationId,
    unit: account.fields.unit,
    balance: account.fields.balance,
    burn: computed(qty(['日均消耗', 'Burn a day'])),
    daysLeft: computed(int(['可用天数', 'Days left'])),
    nextExpiry: computed(date(['最近到期', 'Next expiry'])),
    lastMeter: computed(date(['最近计量', 'Last metered'])),
    agentId: account.fields.agentId,
    lots: lotsOf,
    adjusts: adjustsOf,
  },
  list: ['applicationId', 'unit', 'balance', 'burn', 'daysLeft', 'nextExpiry', 'lastMeter', 'agentId'],
  form: [],
  sort: 'code',
  actions: ['run', 'approve', 'export'],
})

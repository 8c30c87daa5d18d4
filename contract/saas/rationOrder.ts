import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, code, decimal, instant, int, money, qty, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { units } from './units.ts'

const line = childRows('saas', 'orderLine', 'saas.rationOrder', {
  title: ['订单明细', 'Order line'],
  scope: 'org',
  fields: {
    orderId: ref(['订单', 'Order'], 'saas.rationOrder', { required: true, derived: true }),
    unit: choice(['单位', 'Unit'], units, { required: true, derived: true }),
    qty: qty(['数量', 'Quantity'], { required: true, derived: true }),
    amount: money(['金额', 'Amount'], { required: true, derived: true }),
    validDays: int(['有效天数', 'Valid for days'], { derived: true }),
    priority: int(['消耗顺序', 'Drawn in order'], { required: true, derived: true }),
    refundQty: qty(['已退数量', 'Returned'], { required: true, initial: '0', derived: true }),
  },
})
export const orderLine = line.entity

const paying = {
  paid: money(['实付金额', 'Amount paid'], { required: true }),
  voucher: text(['付款凭证号', 'Voucher'], { required: true, max: 64 }),
}

/** Of which voucher and how much, for what was paid. */
const steps = {
  submit: { title: ['提交', 'Submit'], from: ['DRAFT'], to: 'SUBMITTED', verb: 'update', bulk: true },
  withdraw: { title: ['撤回', 'Withdraw'], from: ['SUBMITTED'], to: 'DRAFT', verb: 'update' },
  approve: {
    title: ['审核', 'Approve'],
    from: ['SUBMITTED'],
    to: 'APPROVED',
    verb: 'approve',
    stamp: 'approvedAt',
    bulk: true,
  },
  reject: { title: ['驳回', 'Reject'], from: ['SUBMITTED'], to: 'REJECTED', verb: 'approve', reason: true },
  pay: {
    title: ['登记付款', 'Register payment'],
    from: ['APPROVED', 'DELIVERED'],
    to: 'FULFILLED',
    verb: 'pay',
    stamp: 'paidAt',
    input: paying,
  },
  deliver: { title: ['赊销交付', 'Deliver on credit'], from: ['APPROVED'], to: 'DELIVERED', verb: 'finish' },
  refund: {
    title: ['退款', 'Refund'],
    from: ['FULFILLED'],
    verb: 'cancel',
    reason: true,
    input: {
      unit: choice(['单位', 'Unit'], units, { required: true }),
      refundQty: qty(['退回数量', 'Quantity returned'], { required: true }),
    },
  },
  cancel: {
    title: ['取消', 'Cancel'],
    from: ['DRAFT', 'SUBMITTED', 'APPROVED'],
    to: 'CANCELLED',
    verb: 'cancel',
    reason: true,
    danger: true,
  },
} as const

// density: both kinds of order, with the steps that each seller takes
/** 配额订单: quota that is sold, by the platform to an agent or a tenant, or by an agent to one of its tenants. */
export const rationOrder = document('saas', 'rationOrder', {
  title: ['配额订单', 'Quota order'],
  module: 'ration_order.order',
  prefix: 'PE',
  worksAt: ['PLAT', 'AGENT'],
  seenFrom: { AGENT: 'BELOW' },
  flow: flow({
    states: {
      DRAFT: ['草稿', 'Draft'],
      SUBMITTED: ['待审核', 'To approve'],
      APPROVED: ['待付款', 'To pay'],
      DELIVERED: ['已交付待付款', 'Delivered, to pay'],
      FULFILLED: ['已完成', 'Fulfilled'],
      REJECTED: ['已驳回', 'Rejected'],
      CANCELLED: ['已取消', 'Cancelled'],
    },
    initial: 'DRAFT',
    typedIn: ['DRAFT'],
    final: ['FULFILLED', 'REJECTED', 'CANCELLED'],
    fulfilled: ['FULFILLED'],
    steps,
  }),
  ownerThrough: 'everybody',
  fields: {
    kind: choice(
      ['订单类型', 'Kind'],
      { AGENT: ['代理商销售', "Agent's sale"], PLAT: ['平台销售', "Platform's sale"] },
      { required: true, derived: true, initial: 'AGENT' },
    ),
    /** Who sells to a tenant, or buys from the platform. */
    agentId: ref(['代理商', 'Agent'], 'saas.agent', { filter: true }),
    applicationId: ref(['租户', 'Tenant'], 'saas.tenantApplication', { filter: true }),
    packageId: ref(['套餐', 'Package'], 'saas.quotaPackage', { required: true, filter: true }),
    copies: int(['份数', 'Copies'], { required: true, initial: 1, least: 1 }),
    listAmount: money(['标价金额', 'At list price'], { derived: true }),
    discount: decimal(['折扣优惠%', 'Discount %'], { derived: true, most: 100 }),
    amount: money(['应付金额', 'Amount due'], { derived: true, total: true }),
    paid: money(['实付金额', 'Amount paid'], { derived: true, total: true }),
    paidAt: instant(['付款时间', 'Paid at'], { derived: true }),
    voucher: text(['付款凭证号', 'Voucher'], { derived: true, max: 64 }),
    refunded: money(['已退金额', 'Refunded'], { derived: true, total: true }),
    invoiceNo: code(['发票号', 'Invoice no.'], { max: 40 }),
    lines: rows(['明细', 'Lines'], line, { derived: true }),
  },
  list: ['billNo', 'state', 'amount', 'agentId', 'applicationId', 'packageId', 'copies', 'paid', 'paidAt', 'bizDate'],
  form: ['agentId', 'applicationId', 'packageId', 'copies', 'invoiceNo', 'note'],
  actions: ['create', 'update', 'remove', 'approve', 'pay', 'cancel', 'finish', 'export'],
})

const actions = ['create', 'update', 'remove', 'approve', 'pay', 'cancel', 'finish', 'export'] as const
/** The same document under a further name. It keeps its flow and its number. */
const seenAs = (noun: string, kind: 'AGENT' | 'PLAT', title: Text): typeof rationOrder => ({
  ...rationOrder,
  header: view(rationOrder.header, 'saas', noun, {
    title,
    module: `ration_order.${noun}`,
    only: { kind: [kind] },
    actions,
  }) as typeof rationOrder.header,
})
/** 代理商配额订单: an agent sells to one of its tenants. */
export const agentOrder = seenAs('agentOrder', 'AGENT', ['代理商配额订单', 'Agent quota order'])
/** 平台配额订单: the platform sells, to an agent or straight to a tenant. */
export const platOrder = seenAs('platOrder', 'PLAT', ['平台配额订单', 'Platform quota order'])

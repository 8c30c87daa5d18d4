import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, decimal, instant, int, qty, ref, rows, text } from '../kernel/field.ts'
import { flow, titlesOf } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { orderFaults } from './orderFaults.ts'
import { carriedGoods } from './wayBill.ts'

const states = {
  DRAFT: ['待提交', 'Draft'],
  SUBMITTED: ['待审核', 'To approve'],
  APPROVED: ['已审核', 'Approved'],
  TASKED: ['已生成任务', 'Planned'],
  PICKED: ['已提货', 'Collected'],
  HANDED: ['已交接', 'Handed over'],
  CLOSED: ['已完成', 'Closed'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>
type State = keyof typeof states

/** From its task on it cannot be called off any more. */
export const taskedStates = ['TASKED', 'PICKED', 'HANDED'] as const satisfies readonly State[]

/** What becomes of it with its way bill. */
export const takeDeliveryMoves = {
  task: { title: ['生成任务', 'Plan'], from: ['APPROVED'], to: 'TASKED' },
  untask: { title: ['撤回任务', 'Take off the plan'], from: ['TASKED'], to: 'APPROVED' },
  pick: { title: ['提货', 'Collect'], from: ['TASKED'], to: 'PICKED' },
  unpick: { title: ['更正提货', 'Correct what was collected'], from: ['PICKED', 'HANDED'], to: 'TASKED' },
  hand: { title: ['交接', 'Hand over'], from: ['PICKED'], to: 'HANDED' },
  close: { title: ['完成', 'Close'], from: ['PICKED', 'HANDED'], to: 'CLOSED' },
  /** What was to be fetched was not given out. */
  lose: { title: ['提货被拒', 'Refused'], from: ['TASKED'], to: 'CANCELLED' },
} as const satisfies Record<string, { title: Text; from: readonly State[]; to: State }>
export type TakeDeliveryMove = keyof typeof takeDeliveryMoves

const line = childRows('tms', 'takeDeliveryLine', 'tms.takeDeliveryBill', {
  title: ['提货明细', 'Collection line'],
  scope: 'org',
  fields: {
    billId: ref(['提货单', 'Collection'], 'tms.takeDeliveryBill', { required: true, derived: true }),
    lineNo: int(['行号', 'Line'], { required: true, derived: true }),
    ...carriedGoods,
    pickedQty: qty(['实提数量', 'Collected'], { derived: true }),
    pickedWeight: decimal(['实提重量', 'Weight collected'], { derived: true }),
    diffReason: text(['差异原因', 'Why it differs'], { derived: true, max: 100 }),
  },
  unique: [['billId', 'lineNo']],
})
export const takeDeliveryLine = line.entity

/** 提货单: a client's goods that are to be fetched somewhere. Approved, it is one way bill. */
export const takeDeliveryBill = document('tms', 'takeDeliveryBill', {
  title: ['提货单', 'Collection order'],
  module: 'transportation.takeDelivery',
  prefix: 'TH',
  worksAt: ['TC'],
  flow: flow({
    states,
    initial: 'DRAFT',
    typedIn: ['DRAFT'],
    final: ['CLOSED', 'CANCELLED'],
    fulfilled: ['CLOSED'],
    steps: {
      submit: { title: ['提交', 'Submit'], from: ['DRAFT'], to: 'SUBMITTED', verb: 'update', bulk: true },
      approve: {
        title: ['审核', 'Approve'],
        from: ['SUBMITTED'],
        to: 'APPROVED',
        verb: 'approve',
        stamp: 'approvedAt',
        bulk: true,
      },
      reject: { title: ['驳回', 'Reject'], from: ['SUBMITTED'], to: 'DRAFT', verb: 'approve', reason: true },
      copy: { title: ['复制', 'Copy'], from: Object.keys(states) as State[], verb: 'create' },
      cancel: {
        title: ['取消', 'Cancel'],
        from: ['DRAFT', 'SUBMITTED', 'APPROVED'],
        to: 'CANCELLED',
        verb: 'cancel',
        reason: true,
        bulk: true,
        danger: true,
        why: Object.fromEntries(taskedStates.map((s) => [s, orderFaults.tasked])),
      },
    },
  }),
  ownerThrough: 'clientId',
  fields: {
    clientId: ref(['客户', 'Client'], 'tms.client', { required: true, brief: true, filter: true }),
    fromSiteId: ref(['提货点', 'Collect at'], 'tms.clientSite', { required: true, brief: true, filter: true }),
    toSiteId: ref(['送达点', 'Bring to'], 'tms.clientSite', { required: true, brief: true, filter: true }),
    wantFrom: instant(['期望提货从', 'Wanted from'], { filter: true }),
    wantTo: instant(['期望提货至', 'Wanted until'], {}),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    sourceNo: text(['来源单号', 'Source no.'], { filter: true, frozen: true }),
    vendorRef: text(['供应商单号', "Vendor's no."], { filter: true }),
    orderRef: text(['入库单号', 'Inbound order'], { filter: true }),
    source: choice(
      ['来源', 'Source'],
      {
        MANUAL: ['手工', 'Typed in'],
        IMPORT: ['导入', 'Import'],
        CLIENT: ['客户', 'Client'],
        WMS: ['仓库', 'Warehouse'],
      },
      { required: true, derived: true, filter: true, initial: 'MANUAL' },
    ),
    lineCount: int(['行数', 'Lines']),
    pieces: qty(['件数', 'Pieces'], { total: true }),
    weight: decimal(['重量(kg)', 'Weight (kg)'], { total: true }),
    volume: decimal(['体积(m³)', 'Volume (m³)'], { total: true, scale: 6 }),
    wayBillId: ref(['运单', 'Waybill'], 'tms.wayBill', { derived: true }),
    lines: rows(['明细', 'Lines'], line, { required: true }),
  },
  unique: [['sourceNo']],
  sums: { lineCount: 'lines', pieces: 'lines.planQty', weight: 'lines.weight', volume: 'lines.volume' },
  list: [
    'billNo',
    'state',
    'clientId',
    'fromSiteId',
    'toSiteId',
    'weight',
    'volume',
    'wantFrom',
    'wantTo',
    'pieces',
    'wayBillId',
    'orderRef',
    'vendorRef',
  ],
  actions: ['create', 'update', 'remove', 'import', 'export', 'print', 'approve', 'cancel'],
  verbs: titlesOf(takeDeliveryMoves as never),
})

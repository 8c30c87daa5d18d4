import type { Entity, Fields } from './entity.ts'
import { childRows, entity } from './entity.ts'
import type { Field } from './field.ts'
import { choice, code, computed, date, decimal, instant, int, money, note, qty, ref, rows, text } from './field.ts'
import { type Flow, titlesOf } from './flow.ts'
import type { Action } from './permission.ts'
import type { Text } from './text.ts'

/** What every bill's header has (wms.md 5.1). Totals are kept by the bill engine. */
const headerFields = <S extends string>(states: Readonly<Record<S, Text>>) =>
  ({
    billNo: code(['单号', 'No.'], { required: true, derived: true, filter: true }),
    state: choice(['状态', 'State'], states, { required: true, derived: true, filter: true }),
    upstreamNo: text(['上游单号', 'Upstream no.'], { max: 64, filter: true, frozen: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    bizDate: date(['业务日期', 'Business date'], { filter: true }),
    expectAt: instant(['预计时间', 'Expected at'], { filter: true }),
    deadlineAt: instant(['截止时间', 'Deadline']),
    priority: int(['优先级', 'Priority'], { required: true, initial: 50, most: 99 }),
    lineCount: int(['行数', 'Lines'], { required: true, derived: true, initial: 0 }),
    planQty: qty(['计划数量', 'Planned'], { required: true, derived: true, initial: '0', total: true }),
    bookedQty: qty(['占用数量', 'Booked'], { required: true, derived: true, initial: '0', total: true }),
    doneQty: qty(['完成数量', 'Done'], { required: true, derived: true, initial: '0', total: true }),
    sentQty: qty(['送出数量', 'Sent'], { required: true, derived: true, initial: '0', total: true }),
    cancelQty: qty(['取消数量', 'Cancelled'], { required: true, derived: true, initial: '0', total: true }),
    volume: decimal(['体积(m³)', 'Volume (m³)'], { derived: true, scale: 6 }),
    weight: decimal(['重量(kg)', 'Weight (kg)'], { derived: true }),
    amount: money(['金额', 'Amount'], { derived: true }),
    reason: text(['原因', 'Reason'], { derived: true, max: 200 }),
    approvedAt: instant(['审核时间', 'Approved at'], { derived: true }),
    startedAt: instant(['开始时间', 'Started at'], { derived: true }),
    finishedAt: instant(['结束时间', 'Finished at'], { derived: true, filter: true }),
    note: note(['备注', 'Note']),
  }) as const satisfies Fields

export const lineStates = {
  OPEN: ['未完成', 'Open'],
  PARTIAL: ['部分完成', 'Partly done'],
  DONE: ['已完成', 'Done'],
  CANCELED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>

const caseHint: Text = ['整件+零散，如 3+2 为 3 箱又 2 个', 'Cases + loose: 3+2 is 3 cases and 2 pieces']
const piecesHint: Text = ['仅称重商品：重量之外的个数', 'Weighed goods only: how many pieces, beside their weight']

/** What every product line has: the five quantities that say how far it has come. */
const lineFields = {
  lineNo: int(['行号', 'Line'], { required: true, derived: true }),
  productId: ref(['商品', 'Product'], 'mdm.product', { required: true }),
  qpcId: ref(['规格', 'Pack'], 'mdm.productQpc'),
  planQty: qty(['计划数量', 'Planned'], { required: true }),
  planCases: computed(code(['件数', 'Cases'], { hint: caseHint })),
  /** Pieces of catch-weight goods, beside their weight. */
  planPieces: int(['称重个数', 'Weighed pcs'], { hint: piecesHint }),
  bookedQty: qty(['占用数量', 'Booked'], { required: true, derived: true, initial: '0' }),
  doneQty: qty(['完成数量', 'Done'], { required: true, derived: true, initial: '0' }),
  doneCases: computed(code(['完成件数', 'Cases done'], { hint: caseHint })),
  donePieces: int(['完成称重个数', 'Weighed pcs done'], { derived: true, hint: piecesHint }),
  sentQty: qty(['送出数量', 'Sent'], { required: true, derived: true, initial: '0' }),
  cancelQty: qty(['取消数量', 'Cancelled'], { required: true, derived: true, initial: '0' }),
  state: choice(['状态', 'State'], lineStates, { required: true, derived: true, initial: 'OPEN' }),
  unitPrice: money(['单价', 'Unit price']),
  reason: text(['原因', 'Reason'], { derived: true, max: 200 }),
  note: text(['备注', 'Note'], { max: 200 }),
} as const satisfies Fields

type Header<S extends string> = ReturnType<typeof headerFields<S>>
type Line = typeof lineFields

export interface Bill<
  H extends Fields = Fields,
  L extends Fields = Fields,
  S extends string = string,
  A extends string = string,
> {
  readonly header: Entity<H>
  readonly line: Entity<L>
  readonly flow: Flow<S, A>
  /** Two letters before the date in its number. */
  readonly prefix: string
  /** What the quantities mean for this bill, in its own words. */
  readonly words: { readonly booked: Text; readonly done: Text; readonly sent: Text }
  /** The field of the header that names the other party: vendor, store, carrier. */
  readonly party: string | undefined
}
export type AnyBill = Bill<Fields, Fields>

/**
 * Declares a bill type: its own pair of typed tables (header and lines), its state machine, its permissions.
 * A bill has no generic verb that moves goods: tasks do that.
 */
export function bill<const F extends Fields, const G extends Fields, const S extends string, const A extends string>(
  area: string,
  noun: string,
  o: {
    title: Text
    module: string
    prefix: string
    party?: keyof F & string
    words: Bill['words']
    flow: Flow<S, A>
    fields: F
    lines: G
    list?: readonly ((keyof F | keyof Header<S>) & string)[]
    form?: readonly ((keyof F | keyof Header<S>) & string)[]
    actions: readonly Action[]
    /** Words of the log for what is not a step of the flow. */
    verbs?: Readonly<Record<string, Text>>
    indexes?: readonly (readonly ((keyof F | keyof Header<S>) & string)[])[]
  },
): Bill<Omit<Header<S>, keyof F> & F & { lines: Field<readonly object[]> }, Omit<Line, keyof G> & G, S, A> {
  const key = `${area}.${noun}`
  const child = childRows(area, `${noun}Line`, key, {
    title: [`${o.title[0]}明细`, `${o.title[1]} line`],
    scope: 'org',
    fields: { billId: ref(o.title, key, { required: true, derived: true }), ...lineFields, ...o.lines },
    unique: [['billId', 'lineNo']],
  })
  const header = entity(area, noun, {
    title: o.title,
    module: o.module,
    scope: 'org',
    fields: {
      ...headerFields(o.flow.states),
      ...o.fields,
      lines: rows(['明细', 'Lines'], child, { required: true }),
    },
    unique: [['billNo'], ['upstreamNo']],
    label: { code: 'billNo', name: 'billNo' },
    actions: o.actions,
    verbs: { ...titlesOf(o.flow.steps), ...o.verbs },
    sort: '-id',
    indexes: o.indexes ?? [['state', 'bizDate']],
    ...(o.list && { list: o.list }),
    ...(o.form && { form: [...o.form, 'lines'] }),
  } as never)
  return { header, line: child.entity, flow: o.flow, prefix: o.prefix, words: o.words, party: o.party } as never
}

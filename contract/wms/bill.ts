import type { DocumentOptions } from '../kernel/document.ts'
import { type Document, document } from '../kernel/document.ts'
import type { Entity, Fields } from '../kernel/entity.ts'
import { childRows } from '../kernel/entity.ts'
import type { Field } from '../kernel/field.ts'
import { choice, code, computed, date, decimal, instant, int, money, qty, ref, rows, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** What every bill's header has beside that of any paper (wms.md 5.1). Totals are kept by the bill engine. */
const goodsFields = {
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
} as const satisfies Fields

export const lineStates = {
  OPEN: ['未完成', 'Open'],
  PARTIAL: ['部分完成', 'Partly done'],
  DONE: ['已完成', 'Done'],
  CANCELED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>

const caseHint: Text = ['整件+零散，如 3+2 为 3 箱又 2 个', 'Cases + loose: 3+2 means 3 cases and 2 pieces']
const piecesHint: Text = [
  '仅称重商品：重量之外的个数',
  'Weighed goods only: number of pieces, in addition to the weight',
]

/** Of a bill whose goods are handled and then sent on: what was handled altogether is called what its bill calls that. */
const billLineStates = (handled: Text) => {
  const { OPEN, PARTIAL, DONE, CANCELED } = lineStates
  return { OPEN, PARTIAL, HANDLED: handled, DONE, CANCELED }
}
const lineState = (handled: Text) =>
  choice(['状态', 'Status'], billLineStates(handled), { required: true, derived: true, initial: 'OPEN' })

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
  donePieces: int(['完成称重个数', 'Pcs done'], { derived: true, hint: piecesHint }),
  sentQty: qty(['送出数量', 'Sent'], { required: true, derived: true, initial: '0' }),
  cancelQty: qty(['取消数量', 'Cancelled'], { required: true, derived: true, initial: '0' }),
  state: lineState(['已处理', 'Handled']),
  unitPrice: money(['单价', 'Unit price']),
  reason: text(['原因', 'Reason'], { derived: true, max: 200 }),
  note: text(['备注', 'Note'], { max: 200 }),
} as const satisfies Fields

type Own<F extends Fields> = Omit<typeof goodsFields, keyof F> & F
type Line = typeof lineFields

export interface Bill<
  H extends Fields = Fields,
  L extends Fields = Fields,
  S extends string = string,
  A extends string = string,
> extends Document<H, S, A> {
  readonly line: Entity<L>
  /** What the quantities mean for this bill, in its own words. */
  readonly words: { readonly booked: Text; readonly done: Text; readonly sent: Text }
  /** The field of the header that names the other party: vendor, store, carrier. */
  readonly party: string | undefined
}
export type AnyBill = Bill<Fields, Fields>

interface BillOptions<F extends Fields, G extends Fields, S extends string, A extends string>
  extends Omit<DocumentOptions<Own<F>, S, A>, 'fields'> {
  party?: keyof F & string
  words: Bill['words']
  fields: F
  lines: G
  /** Columns of its lines that never leave the server. See {@link Entity.secrets}. */
  lineSecrets?: Fields
}

/**
 * Declares a bill type: a document with lines of goods, each kind with tables of its own.
 * A bill has no generic verb that moves goods: tasks do that.
 */
export function bill<const F extends Fields, const G extends Fields, const S extends string, const A extends string>(
  area: string,
  noun: string,
  { party, words, fields, lines, lineSecrets, ...o }: BillOptions<F, G, S, A>,
): Bill<
  ReturnType<
    typeof document<Own<F> & { lines: Field<readonly object[]> & { readonly kind: 'rows' } }, S, A>
  >['header']['fields'],
  Omit<Line, keyof G> & G & { readonly billId: Field<string> },
  S,
  A
> {
  const key = `${area}.${noun}`
  const child = childRows(area, `${noun}Line`, key, {
    title: [`${o.title[0]}明细`, `${o.title[1]} line`],
    scope: 'org',
    fields: {
      billId: ref(o.title, key, { required: true, derived: true }),
      ...lineFields,
      state: lineState(words.done),
      ...lines,
    },
    ...(lineSecrets && { secrets: lineSecrets }),
    unique: [['billId', 'lineNo']],
  })
  const made = document(area, noun, {
    ...o,
    fields: { ...goodsFields, ...fields, lines: rows(['明细', 'Lines'], child, { required: true }) },
    unique: [['upstreamNo']],
    outsideNo: 'upstreamNo',
    found: { codes: ['upstreamNo'] },
    ...(o.form && { form: [...o.form, 'lines'] }),
  } as never)
  return { ...made, line: child.entity, words, party } as never
}

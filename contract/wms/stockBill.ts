import { z } from 'zod'
import { listQuery, pageOf, query } from '../kernel/call.ts'
import { type AnyDocument, document } from '../kernel/document.ts'
import { childRows, type Entity, entityPath, entityPermission, type Fields } from '../kernel/entity.ts'
import { choice, int, qty, ref, rows, text } from '../kernel/field.ts'
import { type Flow, flow, type Step } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { lineStates } from './bill.ts'
import { stockKeyFields } from './stockKey.ts'

const required = { required: true } as const
const { binId, productId, stockType, lotId, containerId, qpcId } = stockKeyFields

/** What a paper over stock is before and after; its own flow may have more in between. */
export const stockStates = {
  SAVED: ['已保存', 'Saved'],
  FINISHED: ['已完成', 'Finished'],
  CANCELED: ['已作废', 'Cancelled'],
} as const satisfies Record<string, Text>

/** The usual steps, for a flow of one's own to take and to change. */
export const stockSteps = {
  approve: {
    title: ['审核', 'Approve'],
    from: ['SAVED'],
    to: 'FINISHED',
    verb: 'approve',
    confirm: ['审核后库存立即变更，确认？', 'Stock changes immediately on approval. Approve?'],
    stamp: 'approvedAt',
    notByMaker: true,
    closesLines: true,
  },
  cancel: {
    title: ['作废', 'Cancel'],
    from: ['SAVED'],
    to: 'CANCELED',
    verb: 'cancel',
    confirm: ['确认作废？', 'Cancel this document?'],
    reason: true,
    bulk: true,
    danger: true,
    closesLines: true,
  },
} as const satisfies Record<string, Step>

const atOnce = flow({ states: stockStates, initial: 'SAVED', final: ['FINISHED', 'CANCELED'], steps: stockSteps })

/** Approved by somebody else, and done; and taken back by the opposite, as long as the goods lie where they lie. */
export const reversible = flow({
  states: { ...stockStates, REVERSED: ['已冲销', 'Reversed'] },
  initial: 'SAVED',
  final: ['FINISHED', 'REVERSED', 'CANCELED'],
  steps: {
    ...stockSteps,
    reverse: {
      title: ['冲销', 'Reverse'],
      from: ['FINISHED'],
      to: 'REVERSED',
      verb: 'cancel',
      confirm: ['将按相反方向记账，确认？', 'The opposite is posted. Continue?'],
      reason: true,
      danger: true,
      early: true,
    },
  },
})

interface StockBillOptions<F extends Fields, L extends Fields> {
  title: Text
  module: string
  prefix: string
  /** Its states and steps. Left out: it is approved by somebody else, and done. The goods change when its lines are closed. */
  flow?: Flow
  /** Its own, beside owner and cause. What a step asks is kept under its own name without being said again. */
  fields?: F
  /** What becomes of each line's goods. */
  lines: L
}

/** A bill that changes stock where it stands, with the step that closes its lines. */
export interface StockBill extends AnyDocument {
  readonly line: Entity<typeof stockKeyFields & Fields>
}

/** Declares a bill whose lines are stock that is chosen, and of which nobody was promised what they name. */
export function stockBill<const F extends Fields, const L extends Fields>(
  noun: string,
  { fields, lines, flow: own = atOnce, ...o }: StockBillOptions<F, L>,
): StockBill {
  const steps = Object.values(own.steps)
  // What a step asks is kept: it is empty until then, and never typed into the form.
  const asked = Object.fromEntries(
    steps
      .flatMap(({ input = {} }) => Object.entries(input))
      .map(([name, f]) => [name, { ...f, required: false, derived: true }]),
  )
  const stamps = new Set(steps.flatMap((step) => step.stamp ?? []))
  const key = `wms.${noun}`
  const child = childRows('wms', `${noun}Line`, key, {
    title: [`${o.title[0]}明细`, `${o.title[1]} line`],
    scope: 'org',
    fields: {
      billId: ref(o.title, key, { required: true, derived: true }),
      lineNo: int(['行号', 'Line'], { required: true, derived: true }),
      // What decides stands first, also where a table shows only what it has room for.
      binId,
      productId,
      stockType,
      qty: qty(['数量', 'Quantity'], required),
      ...lines,
      pieces: int(['称重个数', 'Weighed pcs']),
      doneQty: qty(['完成数量', 'Done'], { required: true, derived: true, initial: '0' }),
      state: choice(['状态', 'Status'], lineStates, { required: true, derived: true, initial: 'OPEN' }),
      lotId,
      containerId,
      qpcId,
    },
    unique: [['billId', 'lineNo']],
  })
  const made = document('wms', noun, {
    ...o,
    worksAt: ['DC'],
    flow: own,
    fields: {
      ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
      cause: text(['调整原因', 'Cause'], { required: true, filter: true, max: 200 }),
      ...asked,
      ...fields,
      lineCount: int(['行数', 'Lines'], { required: true, derived: true, initial: 0 }),
      lines: rows(['明细', 'Lines'], child, required),
    },
    list: [
      'billNo',
      'state',
      'ownerId',
      'cause',
      ...Object.keys(fields ?? {}),
      'lineCount',
      'bizDate',
      ...stamps,
      'note',
    ],
    form: ['ownerId', 'cause', ...Object.keys(fields ?? {}), 'bizDate', 'note', 'lines'],
    actions: ['create', 'update', 'remove', ...new Set(steps.map((step) => step.verb)), 'export'],
  } as never)
  return { ...made, line: child.entity } as never
}

const known = new WeakMap<StockBill, ReturnType<typeof stockCall>>()
/** Lists the stock that a bill's lines may name. */
export function stockOf(b: StockBill) {
  const call = known.get(b) ?? stockCall(b)
  known.set(b, call)
  return call
}
const stockCall = (b: StockBill) =>
  query(`${entityPath(b.header)}/stock`, {
    title: ['可选库存', 'Available stock'],
    permission: entityPermission(b.header, 'create'),
    input: listQuery,
    output: pageOf(z.record(z.string(), z.unknown())),
  })

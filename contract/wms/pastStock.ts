import { z } from 'zod'
import { id, pageOf, pageSizeMax, query } from '../kernel/call.ts'
import { entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { instant } from '../kernel/field.ts'
import { isDistinct, valueSchema } from '../kernel/schema.ts'
import { ledgerView, type StockDimension, stockLookBoard } from './board.ts'
import { stockTypes } from './place.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of the ledger inquiry: 42460, 42461 and 42469. */
export const pastFaults = {
  ofWhat: refusal(42460, '请选择商品、货位或批次', 'Choose a product, a bin or a lot'),
  turned: refusal(42461, '开始时间不能晚于截止时间', 'The start must not be later than the end'),
  tooMany: refusal(
    42469,
    '共{n}行，超过导出上限{most}行，请缩小范围或减少汇总维度',
    '{n} rows, at most {most} fit into one file: ask of less, or sum up by less',
  ),
} as const

/** What a line of the ledger tells of goods, and so by what they may be summed up at any moment. */
export const pastDimensions = [
  'productId',
  'binId',
  'lotId',
  'ownerId',
  'stockType',
  'containerId',
] as const satisfies readonly StockDimension[]
export type PastDimension = (typeof pastDimensions)[number]

const some = z.array(id).max(50).optional()
const moment = valueSchema(instant(['时间', 'At'], { required: true })) as z.ZodType<string>

const question = {
  productId: some,
  binId: some,
  lotId: some,
  ownerId: some,
  stockType: z
    .array(z.enum(Object.keys(stockTypes) as [keyof typeof stockTypes]))
    .max(20)
    .optional(),
  from: moment.optional(),
  to: moment.optional(),
  groupBy: z.array(z.enum(pastDimensions)).min(1).max(5).refine(isDistinct).default(['productId']),
}
const flow = { cameQty: z.string(), wentQty: z.string(), lines: z.number() }
export const pastGroup = z.object({
  /** The dimensions' values joined by `/`. */
  id: z.string(),
  keys: z.record(z.string(), z.string()),
  refs: z.record(z.string(), z.object({ code: z.string(), name: z.string() })),
  /** Before the stretch, and at its end. */
  openQty: z.string(),
  closeQty: z.string(),
  /** Where goods of one product are summed up: what they are counted in, and what there is at the end in its usual pack. */
  unit: z.string().nullable(),
  closeCases: z.string().nullable(),
  /** What moved within a group neither came to it nor left it; `lines` are all of its ledger, both sides of each posting. */
  ...flow,
})

/**
 * 收发存: stock as it was at a moment (`to`; left out: now), and, with `from`, what came and went since another. Of
 * products, bins or lots: the whole ledger is asked by no one.
 */
export const queryPast = query('/wms/api/ledger/sums', {
  title: ['收发存查询', 'Ledger inquiry'],
  permission: entityPermission(stockLookBoard, 'view'),
  reads: [ledgerView.key, 'wms.stock'],
  input: z.object({
    ...question,
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(pageSizeMax).default(50),
  }),
  output: pageOf(pastGroup).extend({
    /** The moment that was answered for. */
    at: z.string(),
    /** What moved since the start, by kind of business; quantities only where all goods are counted in one unit. */
    types: z.array(
      z.object({
        bizType: z.string(),
        cameQty: z.string().nullable(),
        wentQty: z.string().nullable(),
        postings: z.number(),
      }),
    ),
  }),
})
/** So many rows go into one file. */
export const pastFileMost = 100_000
/** The same as a workbook: all rows, and why goods came and went. */
export const pastFile = query('/wms/api/ledger/sumsFile', {
  title: ['导出收发存', 'Export ledger inquiry'],
  permission: entityPermission(ledgerView, 'export'),
  input: z.object(question),
  binary: true,
})

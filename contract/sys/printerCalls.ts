import { z } from 'zod'
import { get, id, post, query } from '../kernel/call.ts'
import type { Text } from '../kernel/text.ts'

/** What printing asks of printers: every page that prints knows it, so it names no entity of a page. */
export const printOutput = z.enum(['PDF', 'ZPL', 'TSPL', 'ESCPOS'])

/** Paper of receipt printers. */
export const receiptPapers = {
  W58: ['58毫米', '58 mm'],
  W80: ['80毫米', '80 mm'],
} as const satisfies Record<string, Text>
export type ReceiptPaper = keyof typeof receiptPapers

export const batchStates = {
  QUEUED: ['排队中', 'Queued'],
  SENDING: ['打印中', 'Printing'],
  DONE: ['已完成', 'Done'],
  FAILED: ['失败', 'Failed'],
  CANCELED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>
export type BatchState = keyof typeof batchStates

const batchAt = (verb: string) => `/fw/api/sys/printBatch/${verb}`
const printerAt = (verb: string) => `/fw/api/sys/printer/${verb}`
const batchTold = z.object({
  id: z.string(),
  title: z.string(),
  printer: z.string(),
  state: z.enum(['QUEUED', 'SENDING', 'DONE', 'FAILED', 'CANCELED']),
  pages: z.number(),
  done: z.number(),
  error: z.string().nullable(),
})
export type ToldBatch = z.output<typeof batchTold>

/** Whoever may print a document may send it to a printer of the organisation he works in, and sees how far it is. */
export const printerCalls = {
  choices: query(printerAt('choices'), {
    title: ['可用打印机', 'Printers to choose from'],
    permission: 'session',
    output: z.array(z.object({ id: z.string(), name: z.string(), language: z.enum(['ZPL', 'TSPL', 'ESCPOS']) })),
  }),
  test: post(printerAt('test'), {
    title: ['测试打印', 'Print a test label'],
    permission: 'sys:print_template:print',
    input: z.object({ id }),
    output: z.object({ batchId: z.string() }),
  }),
  batch: get(batchAt('getById'), {
    title: ['打印进度', 'Progress of a print batch'],
    permission: 'session',
    input: z.object({ id }),
    output: batchTold,
  }),
  cancel: post(batchAt('cancel'), {
    title: ['取消打印', 'Cancel a print batch'],
    permission: 'session',
    input: z.object({ id }),
    output: z.object({ id: z.string() }),
  }),
  /** Goes on with what has not been sent yet. */
  restart: post(batchAt('restart'), {
    title: ['继续打印', 'Continue a print batch'],
    permission: 'session',
    input: z.object({ id }),
    output: z.object({ id: z.string() }),
  }),
} as const

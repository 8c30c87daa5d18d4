import { z } from 'zod'
import type { Text } from '../kernel/text.ts'

/** What others may want to hear of as it happens. */
export const businessEvents = {
  received: ['已收货', 'Received'],
  putAway: ['已上架', 'Put away'],
  shipped: ['已发运', 'Shipped'],
  signed: ['已签收', 'Signed for'],
  adjusted: ['已调整库存', 'Stock adjusted'],
  counted: ['盘点差异已过账', 'Count difference posted'],
  reversed: ['已冲销', 'Reversed'],
} as const satisfies Record<string, Text>
export type BusinessEvent = keyof typeof businessEvents
export const businessEventNames = Object.keys(businessEvents) as [BusinessEvent, ...BusinessEvent[]]

const code = z.string().nullable()
/** A quantity in base units as an exact decimal; goods that leave a place have it below zero. */
const qty = z.string().regex(/^-?\d+(\.\d{1,3})?$/)
const line = z.object({
  lineNo: z.number().int(),
  owner: z.string(),
  product: z.string(),
  productName: z.string(),
  pack: code,
  lot: z.string(),
  productionDate: code,
  expiryDate: code,
  batch: code,
  stockType: z.string(),
  bin: z.string(),
  container: code,
  qty,
  unit: z.string(),
})
/**
 * A message as others get it. Within a version fields are only ever added: whoever reads it leaves out what he does not
 * know.
 */
export const businessMessage = z.object({
  /** The same in every delivery of the message: whoever has it has it. */
  id: z.string(),
  type: z.enum(businessEventNames),
  version: z.literal(1),
  occurredAt: z.iso.datetime({ offset: true }),
  org: z.object({ code: z.string(), name: z.string() }),
  source: z.object({ kind: code, no: code, billNo: code }),
  /** For whom goods have left, or who has signed for them; of other messages none. */
  store: code,
  storeName: code,
  reason: code,
  /** The message whose goods this one puts back; of reversals only. */
  reverses: code,
  lines: z.array(line).min(1),
})
export type BusinessMessage = z.output<typeof businessMessage>

export const documentMax = 64
/** What a message is about; those of one document go to each receiver in their order. */
export const documentOf = ({ id, source }: Pick<BusinessMessage, 'id' | 'source'>): string =>
  (source.billNo ?? source.no ?? id).slice(0, documentMax)

const pathsIn = (shape: z.ZodRawShape, before: string): string[] =>
  Object.entries(shape).flatMap(([name, part]) =>
    part instanceof z.ZodObject
      ? pathsIn(part.shape, `${before}${name}.`)
      : part instanceof z.ZodArray && part.element instanceof z.ZodObject
        ? pathsIn(part.element.shape, `${before}${name}[].`)
        : [`${before}${name}`],
  )
/** Where each value of a message stands: `org.code`, `lines[].qty`. */
export const messagePaths: readonly string[] = pathsIn(businessMessage.shape, '')

/** A message as it could be, to try by what becomes of one. */
export const messageSample: BusinessMessage = {
  id: '7390482711200001',
  type: 'received',
  version: 1,
  occurredAt: '2026-01-05T09:30:00.000Z',
  org: { code: 'DC01', name: 'DC01' },
  source: { kind: 'receiveTask', no: 'T260105000001', billNo: 'R260105000001' },
  store: null,
  storeName: null,
  reason: null,
  reverses: null,
  lines: [
    {
      lineNo: 1,
      owner: 'O1',
      product: 'P1001',
      productName: 'P1001',
      pack: '1*12',
      lot: 'L260105',
      productionDate: '2026-01-01',
      expiryDate: '2026-12-31',
      batch: null,
      stockType: 'NORMAL',
      bin: 'A-01-01',
      container: null,
      qty: '24',
      unit: 'PCS',
    },
  ],
}

/** What somebody who receives a kind of message checks it by. */
export const schemaOf = (event: BusinessEvent): object =>
  z.toJSONSchema(businessMessage.extend({ type: z.literal(event) }), { io: 'output' })

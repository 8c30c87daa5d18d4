import { z } from 'zod'
import { get, id, post, seen, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { qtyText, rowsMax } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { operateBill } from './operateBill.ts'

/** How goods are picked. */
export const pickUnits = {
  PALLET: ['整托', 'Pallet'],
  CASE: ['整件', 'Cases'],
  PIECE: ['零散', 'Pieces'],
} as const satisfies Record<string, Text>

const text = z.tuple([z.string(), z.string()])
const spot = z.object({
  bin: z.string(),
  container: z.string().nullable(),
  lotNo: z.string(),
  expireDate: z.string().nullable(),
  qty: z.string(),
})
/** Places told of one line that were passed over. */
export const refusedMax = 20

/** 试算: which goods each line of an order would get, and why not others. The same engine as the real one; nothing is written. */
export const planOperate = get(`${entityPath(operateBill.header)}/plan`, {
  title: ['分配试算', 'Simulate allocation'],
  permission: entityPermission(operateBill.header, 'view'),
  input: z.object({ id }),
  output: z.object({
    lines: z.array(
      z.object({
        id: z.string(),
        lineNo: z.number(),
        product: z.object({ code: z.string(), name: z.string() }),
        baseUnit: z.string(),
        qpc: z.string(),
        want: z.string(),
        short: z.string(),
        /** Why something is missing. */
        why: text.nullable(),
        takes: z.array(spot.extend({ unit: z.enum(['PALLET', 'CASE', 'PIECE']) })),
        refused: z.array(spot.extend({ why: text })),
        refusedCount: z.number(),
      }),
    ),
  }),
})

/** Orders are split and merged before anything of them is allocated. */
export const rearrangeStates = ['SAVED', 'APPROVED'] as const
/** Orders made one at once. */
export const mergeMax = 50
const made = z.object({ id: z.string(), version: z.number(), billNo: z.string() })

/** 拆单: lines of an order, or parts of them, become an order of their own. */
export const splitOperate = post(`${entityPath(operateBill.header)}/split`, {
  title: ['拆单', 'Split'],
  permission: entityPermission(operateBill.header, 'update'),
  input: z.object({
    id,
    version,
    lines: z
      .array(z.object({ lineId: id, qty: qtyText }))
      .min(1)
      .max(rowsMax),
  }),
  output: made.extend({ made }),
})
/** 合单: orders of one store, owner, mode and delivery day become the oldest of them. */
export const mergeOperate = post(`${entityPath(operateBill.header)}/merge`, {
  title: ['合单', 'Merge'],
  permission: entityPermission(operateBill.header, 'update'),
  input: z.object({ rows: z.array(seen).min(1).max(mergeMax) }),
  output: made.extend({ lineCount: z.number() }),
})

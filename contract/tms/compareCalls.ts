import { z } from 'zod'
import { id, query } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Text } from '../kernel/text.ts'
import { carrierPayableBill, settleBill } from './settleBill.ts'

/** What becomes of a line where two sides reckon. */
export const compareStates = {
  EQUAL: ['一致', 'Equal'],
  DIFFERS: ['金额不同', 'Amounts differ'],
  OURS: ['仅我方有', 'Only ours'],
  THEIRS: ['仅对方有', 'Only theirs'],
} as const satisfies Record<string, Text>
export type CompareState = keyof typeof compareStates

const line = z.object({
  id: z.string(),
  state: z.enum(['EQUAL', 'DIFFERS', 'OURS', 'THEIRS']),
  /** The trip, or the way bill, or what else the file calls it. */
  no: z.string(),
  /** Empty: all of it together, since the file does not tell our kinds of charges apart. */
  feeType: z.string().nullable(),
  /** In the words of the file. */
  said: z.string(),
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
  /** What they ask for beyond ours. */
  diff: z.string(),
  feeNos: z.array(z.string()),
  rows: z.array(z.number()),
})
export type CompareLine = z.output<typeof line>

/**
 * 核对对方文件: a carrier's own workbook beside his statement, line by line. Nothing is written; `file` is the same as a
 * workbook, in base64.
 */
export const compareWithFile = query(`${entityPath(carrierPayableBill.header)}/compare`, {
  title: ['核对对方文件', "Compare with the carrier's file"],
  permission: entityPermission(carrierPayableBill.header, 'view'),
  input: z.object({ id }),
  output: z.object({
    lines: z.array(line),
    ours: z.string(),
    theirs: z.string(),
    /** What the statement was adjusted by already. */
    adjust: z.string(),
    /** What they ask for beyond what the statement comes to. */
    open: z.string(),
    file: z.string(),
  }),
  upload: true,
  reads: [settleBill.header.key],
})

import { z } from 'zod'
import { type Call, id, post } from '../kernel/call.ts'
import { type AnyEntity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Text } from '../kernel/text.ts'
import { printOutput } from './printerCalls.ts'

/** Documents of one call. */
export const printMax = 500
export const copiesMax = 100

const printInput = z.object({
  rows: z.array(z.object({ id })).min(1).max(printMax),
  /** Asked for when one of them was printed before. */
  reason: z.string().trim().min(1).max(200).optional(),
  /** Labels on a roll, or many on an A4 sheet. */
  paper: z.enum(['LABEL', 'A4']).default('LABEL'),
  /** To look at: marked as such across each page, asked no reason for, and noted nowhere. */
  preview: z.literal(true).optional(),
  /** Sent to this label printer; the answer names the batch instead of a file. */
  printerId: id.optional(),
  /** On the printer, or as its commands say. */
  copies: z.number().int().min(1).max(copiesMax).default(1),
  /** What kind of file, where no printer is named. */
  output: printOutput.default('PDF'),
})
export type PrintInput = z.output<typeof printInput>

/** Prints rows of an entity: it answers a file, or says by which batch a printer gets it. */
export const printCall = (e: AnyEntity, title: Text, verb = 'print'): Call<PrintInput> =>
  post(`${entityPath(e)}/${verb}`, { title, permission: entityPermission(e, 'print'), input: printInput, binary: true })

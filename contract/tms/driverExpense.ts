import { z } from 'zod'
import { id, post } from '../kernel/call.ts'
import { wordSchema } from '../kernel/schema.ts'
import { employeeFeeBill } from './feeBill.ts'
import type { FeeType } from './feeTerms.ts'
import { driverRight, eventUid } from './tripCalls.ts'

/** What a driver has paid on the road, or asks for before he leaves. */
export const expenseTypes = ['TOLL', 'REFUEL', 'PARKING', 'OTHER', 'ADVANCE'] as const satisfies readonly FeeType[]
export type ExpenseType = (typeof expenseTypes)[number]
/** For what is paid there is a receipt; what is asked for has none yet. */
export const needsPhoto = (type: string): boolean => type !== 'ADVANCE'
/** Of one driver on one trip. */
export const expensesMax = 50
/** Yuan and cents as a phone's keyboard types them. */
export const expenseAmount = /^(?=.*[1-9])\d{1,6}(\.\d{1,2})?$/

/**
 * 报销: what a driver's phone tells of money, with the photo of the receipt; at once, or hours later. Each is named by the
 * device: told twice it is booked once.
 */
export const tellExpense = post('/tms/api/task/expense', {
  title: ['报销', 'Claim an expense'],
  permission: driverRight('run'),
  input: z.object({
    uid: eventUid,
    tripId: id,
    feeType: z.enum(expenseTypes),
    amount: z.string().regex(expenseAmount),
    note: wordSchema(200).optional(),
    /** He has been told of an earlier one just like it, and says that this is another. */
    again: z.literal('yes').optional(),
  }),
  output: z.object({ billNo: z.string() }),
  upload: true,
  reads: [employeeFeeBill.header.key],
})

import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import type { Served } from '../../kernel/http/serve.ts'
import { billServed } from '../bill/billServed.ts'
import { goodsComputed, lineComputed } from '../computed/bill.ts'
import { recipientRules, recipientSteps } from './steps.ts'

const served = (): Served[] => billServed(recipientBill, recipientSteps, recipientRules)
const computed = {
  [recipientBill.header.table]: goodsComputed(recipientBill),
  [recipientBill.line.table]: lineComputed,
}

/** 领用: goods that are used in the house. */
export const recipient = { served, computed } as const

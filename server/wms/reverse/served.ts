import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { vendorReturnBill } from '@lading/contract/wms/vendorReturnBill.ts'
import type { Served } from '../../kernel/http/serve.ts'
import { billServed } from '../bill/billServed.ts'
import { goodsComputed, lineComputed } from '../computed/bill.ts'
import { diffDerivation, diffSteps } from './diff.ts'
import { reverseListeners } from './heard.ts'
import { sjDerivation, sjSteps, storeReturnDerivation, storeReturnSteps } from './returns.ts'
import { sjRules } from './sjRules.ts'
import { vendorReturnDerivation, vendorReturnSteps } from './vendorReturn.ts'

const served = (): Served[] => [
  ...billServed(storeReturnBill, storeReturnSteps),
  ...billServed(sjReturn, sjSteps, sjRules),
  ...billServed(vendorReturnBill, vendorReturnSteps),
  ...billServed(diffBill, diffSteps),
]

const papers = [storeReturnBill, sjReturn, vendorReturnBill, diffBill]
const computed = Object.fromEntries(
  papers.flatMap((b) => [
    [b.header.table, goodsComputed(b)],
    [b.line.table, lineComputed],
  ]),
)
const derivations = {
  [storeReturnBill.header.key]: storeReturnDerivation,
  [sjReturn.header.key]: sjDerivation,
  [vendorReturnBill.header.key]: vendorReturnDerivation,
  [diffBill.header.key]: diffDerivation,
}

/** 逆向: goods that come back, go back to vendors, or are disputed. */
export const reverse = { served, computed, derivations, listeners: reverseListeners } as const

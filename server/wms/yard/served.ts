import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { inviteSupplier } from '@lading/contract/wms/supplierSlot.ts'
import { expectedTrucks, warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { documentServed } from '../../platform/document/served.ts'
import type { Sign } from '../../platform/signed/signedPages.ts'
import { expected, registerRules } from './arrival.ts'
import { previewRules, previewSteps } from './booking.ts'
import { invite } from './supplierPage.ts'
import { registerSteps } from './visits.ts'

/** 预约 and 入园: appointments at docks, and trucks from gate to gate. */
export const yardServed = (sign: Sign): Served[] => [
  ...documentServed(previewBill, previewSteps, previewRules),
  ...documentServed(warehouseRegister, registerSteps, registerRules),
  serve(expectedTrucks, expected),
  serve(inviteSupplier, invite(sign)),
]

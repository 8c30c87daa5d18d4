import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { mergeWayBills, orderPrints, splitWayBill } from '@lading/contract/tms/orderCalls.ts'
import { takeDeliveryBill } from '@lading/contract/tms/takeDeliveryBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { type Served, serve, serveOutside } from '../kernel/http/serve.ts'
import type { Rules } from '../kernel/rules.ts'
import { demandAt } from '../kernel/scope.ts'
import { documentServed } from '../platform/document/served.ts'
import type { StepWorks } from '../platform/document/steps.ts'
import { type PrintDocument, type PrintNeeds, printDocument } from '../platform/print/documents.ts'
import { paperForm } from '../platform/print/sheet.ts'
import { sheetServed } from '../platform/sheet/template.ts'
import { collectionPaper, collections, receiptPaper, receipts } from './print/orderSheets.ts'
import { takeDeliveryRules, takeDeliverySteps } from './takeDelivery/steps.ts'
import { merge, split } from './wayBill/rearrange.ts'
import { fromFile, wayBillRules, wayBillSteps } from './wayBill/rules.ts'

/** A paper's list, form, steps and files; what a file brings says so. */
function orderServed<D extends AnyDocument>(
  d: D,
  steps: StepWorks<NoInfer<D>>,
  rules: Rules<NoInfer<D>['header']>,
): Served[]
function orderServed(d: AnyDocument, steps: StepWorks, rules: Rules): Served[] {
  const isImport = ({ call }: Served) => call.path === crudCalls(d.header).import?.path
  return [
    ...documentServed(d, steps, rules).filter((s) => !isImport(s)),
    ...sheetServed(d.header, fromFile(rules)).filter(isImport),
  ]
}

/** What is printed by which call. */
export const orderDocuments = {
  wayBill: { kind: receiptPaper.kind, subject: wayBill.header.key, title: receiptPaper.title, make: receipts },
  takeDeliveryBill: {
    kind: collectionPaper.kind,
    subject: takeDeliveryBill.header.key,
    title: collectionPaper.title,
    make: collections,
  },
} as const satisfies Record<keyof typeof orderPrints, PrintDocument>
export const orderForms = [paperForm(receiptPaper), paperForm(collectionPaper)]

/** 运单, 提货单 */
export const ordersServed = (o: PrintNeeds): Served[] => [
  ...orderServed(wayBill, wayBillSteps, wayBillRules),
  ...orderServed(takeDeliveryBill, takeDeliverySteps, takeDeliveryRules),
  serve(splitWayBill, split),
  serve(mergeWayBills, merge),
  ...(
    [
      [wayBill, 'wayBill'],
      [takeDeliveryBill, 'takeDeliveryBill'],
    ] as const
  ).map(([d, name]) =>
    serveOutside(orderPrints[name], (request, input) =>
      printDocument(request, orderDocuments[name], input, { ...o, demandHere: (ctx) => demandAt(d.header, ctx) }),
    ),
  ),
]

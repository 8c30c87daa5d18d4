import type { Text } from '@lading/contract/kernel/text.ts'
import { mergeWayBills, orderPrints, splitWayBill } from '@lading/contract/tms/orderCalls.ts'
import { trackWayBill } from '@lading/contract/tms/portal.ts'
import { takeDeliveryBill } from '@lading/contract/tms/takeDeliveryBill.ts'
import { wayBill, wayBillStates } from '@lading/contract/tms/wayBill.ts'
import type { Row } from '../kernel/records.ts'
import { billPage } from '../platform/bill/billPage.ts'
import { later } from '../platform/later.ts'
import type { Printing } from '../platform/print/papers.ts'

const print = (call: Printing['call'], title: Text): Printing => ({ call, title })
/** Fetched when it is pressed: the list of pages must be readable without the client. */
const merge = async (rows: readonly Row[]): Promise<boolean> => (await import('./mergeWayBills.ts')).mergeAll(rows)
/** A receiver follows what he is to get, not what is still being written or is called off. */
const followed = Object.keys(wayBillStates).filter((state) => state !== 'DRAFT' && state !== 'CANCELLED')

export const wayBillPages = billPage(wayBill, {
  dialogs: [
    {
      key: 'split',
      title: splitWayBill.title,
      verb: 'update',
      from: ['CONFIRMED'],
      view: later(async () => (await import('./SplitWayBill.tsx')).SplitWayBill),
    },
    {
      key: 'track',
      title: trackWayBill.title,
      verb: 'print',
      from: followed,
      view: later(async () => (await import('./ReceiverLink.tsx')).ReceiverLink),
    },
  ],
  // What is changed of it leads it nowhere.
  aside: () => ['change', 'changeRoute', 'track'],
  bulk: [{ key: 'merge', title: mergeWayBills.title, verb: 'update', run: merge }],
  print: print(orderPrints.wayBill, ['打印签收单', 'Print receipt']),
})

export const takeDeliveryPages = billPage(takeDeliveryBill, {
  aside: () => ['copy'],
  print: print(orderPrints.takeDeliveryBill, ['打印委托书', 'Print order']),
})

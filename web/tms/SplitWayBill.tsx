import { splitWayBill } from '@lading/contract/tms/orderCalls.ts'
import { orderFaults } from '@lading/contract/tms/orderFaults.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import type { Row } from '../kernel/records.ts'
import { SplitDialog } from '../platform/bill/SplitDialog.tsx'

const goodsOf = (line: Row): string => [line.productCode, line.productName].filter(Boolean).join(' ')

export const SplitWayBill = (at: { bill: Row; onClose: () => void }) => (
  <SplitDialog of={wayBill.header} call={splitWayBill} all={orderFaults.splitAll.text} goods={goodsOf} {...at} />
)

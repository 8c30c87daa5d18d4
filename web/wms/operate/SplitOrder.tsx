import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { splitOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import { labelText, type Row } from '../../kernel/records.ts'
import { SplitDialog } from '../../platform/bill/SplitDialog.tsx'

const productOf = (line: Row): string => labelText(line.refs.productId)

export const SplitOrder = (at: { bill: Row; onClose: () => void }) => (
  <SplitDialog
    of={operateBill.header}
    call={splitOperate}
    all={operateFaults.splitAll.text}
    goods={productOf}
    {...at}
  />
)

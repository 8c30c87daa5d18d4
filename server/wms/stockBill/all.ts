import { attrChangeBill } from '@lading/contract/wms/attrChangeBill.ts'
import { ownerAdjBill } from '@lading/contract/wms/ownerAdjBill.ts'
import { productAdjBill } from '@lading/contract/wms/productAdjBill.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import type { Served } from '../../kernel/http/serve.ts'
import { attrChangeWork } from './attrChange.ts'
import { ownerAdjWork } from './ownerAdj.ts'
import { productAdjWork } from './productAdj.ts'
import { stockBillServed } from './served.ts'
import { typeChangeWork } from './typeChange.ts'

/** All papers by which stock becomes something else where it stands. */
export const stockBillsServed = (): Served[] => [
  ...stockBillServed(typeChangeBill, typeChangeWork),
  ...stockBillServed(attrChangeBill, attrChangeWork),
  ...stockBillServed(productAdjBill, productAdjWork),
  ...stockBillServed(ownerAdjBill, ownerAdjWork),
]

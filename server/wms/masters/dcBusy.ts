// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { attrChangeBill } from '@lading/contract/wms/attrChangeBill.ts'
import { bom } from '@lading/contract/wms/bom.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { ownerAdjBill } from '@lading/contract/wms/ownerAdjBill.ts'
import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import { preRplBill } from '@lading/contract/wms/preRplBill.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { productAdjBill } from '@lading/contract/wms/productAdjBill.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import { rtiBuy, rtiDiff, rtiIn, rtiLoss, rtiOut } from '@lading/contract/wms/rtiBills.ts'
import { rtiDeposit } from '@lading/contract/wms/rtiDeposit.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { task, taskFlow } from '@lading/contract/wms/task.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import { vendorReturnBill } from '@lading/contract/wms/vendorReturnBill.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { unfinishedOf } from '../../platform/document/unfinished.ts'
import type { Holding } from '../../platform/manifest.ts'

/** Papers of containers that are done can be reversed for ever, and keep nothing open. */
const rtiPapers = [rtiOut, rtiIn, rtiBuy, rtiLoss, rtiDiff, rtiDeposit].map(({ header, flow }) => ({
  header,
  flow: { ...flow, final: [...flow.final, 'FINISHED'] },
}))

/** All that a centre has to end before it closes: whatever has states of its own, by what it is called. */
export const unfinished: readonly Pick<AnyDocument, 'header' | 'flow'>[] = [
  orderBill,
  operateBill,
  waveBill,
  shipBill,
  stockTakeBill,
  qualityBill,
  previewBill,
  warehouseRegister,
  preRplBill,
  pickBinBill,
  typeChangeBill,
  attrChangeBill,
  storeReturnBill,
  sjReturn,
  vendorReturnBill,
  diffBill,
  processTask,
  productAdjBill,
  ownerAdjBill,
  recipientBill,
  // A recipe is a master: whatever its state, it keeps nothing open.
  { header: bom.header, flow: { ...bom.flow, final: Object.keys(bom.flow.states) } },
  ...rtiPapers,
  { header: task, flow: taskFlow },
]
const stock: Text = ['库存', 'Stock']

/** What keeps a logistics centre open, of each kind how much: goods in places, and papers and work that are not at their end. */
export async function whatHolds(ctx: Ctx, orgId: string): Promise<readonly Holding[]> {
  const { count } = await ctx.tx.one<{ count: number }>(sql`
    select count(*)::int as count from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${orgId} and qty > 0`)
  const goods = count > 0 ? [{ kind: stock, count }] : []
  return [...goods, ...(await unfinishedOf(ctx, orgId, unfinished))]
}

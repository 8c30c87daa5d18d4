import { z } from 'zod'
import { id, post, seen, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { qtyText, rowsMax } from '../kernel/schema.ts'
import { printCall } from '../sys/printCall.ts'
import { takeDeliveryBill } from './takeDeliveryBill.ts'
import { wayBill } from './wayBill.ts'

/** Way bills made one at once. */
export const mergeMax = 50
const made = z.object({ id: z.string(), version: z.number(), billNo: z.string() })

/** 拆单: lines of a way bill, or parts of them, become a way bill of their own. */
export const splitWayBill = post(`${entityPath(wayBill.header)}/split`, {
  title: ['拆单', 'Split'],
  permission: entityPermission(wayBill.header, 'update'),
  input: z.object({
    id,
    version,
    lines: z
      .array(z.object({ lineId: id, qty: qtyText }))
      .min(1)
      .max(rowsMax),
  }),
  output: made.extend({ made }),
})
/** 合单: way bills of one way, day and window become the oldest of them. */
export const mergeWayBills = post(`${entityPath(wayBill.header)}/merge`, {
  title: ['合单', 'Merge'],
  permission: entityPermission(wayBill.header, 'update'),
  input: z.object({ rows: z.array(seen).min(1).max(mergeMax) }),
  output: made.extend({ lineCount: z.number() }),
})

export const orderPrints = {
  wayBill: printCall(wayBill.header, ['打印配送签收单', 'Print delivery receipts']),
  takeDeliveryBill: printCall(takeDeliveryBill.header, ['打印提货委托书', 'Print collection orders']),
}

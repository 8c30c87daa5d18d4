import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { shipBill } from '@lading/contract/wms/shipBill.ts'
import { shipFaults } from '@lading/contract/wms/shipFaults.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { listedContainers, measure, readStaged } from './load.ts'

type Ship = BillRow<typeof shipBill>

const limitOf = (bill: Ship): Qty | null => (bill.maxWeightKg === null ? null : parseQty(bill.maxWeightKg))

/** More than the truck may carry needs a supervisor, who permits it for this shipment. */
export function demandWeight(bill: Ship, weight: Qty): void {
  const max = limitOf(bill)
  if (max !== null && weight > max && bill.permittedAt === null)
    refuse(wmsFaults.overweight, { w: formatQty(weight), max: formatQty(max) })
}

/** 超载放行: only of a load that really is too heavy, and by somebody who has not planned it. */
export async function permitOverload(ctx: Ctx, bill: Ship): Promise<undefined> {
  const max = limitOf(bill)
  if (max === null) return refuse(shipFaults.noLimit)
  const staged = await readStaged(ctx, bill.id)
  const { weight } = await measure(ctx, [...(await listedContainers(ctx, bill.id)), ...staged.map((c) => c.id)])
  if (weight <= max) refuse(shipFaults.notOver, { w: formatQty(weight), max: formatQty(max) })
}

import type { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { shipBill } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { BillRow } from '../../platform/document/steps.ts'

/** The outbox's word that an outbound order is to be brought, or no longer, or less of it. Its key is the order's id. */
export const outboundTopic = 'wms.outbound'
/** The outbox's word that a shipment of a trip is being loaded, has been, or has left. Its key is the shipment's id. */
export const shipmentTopic = 'wms.shipment'

/** The outbox's word that the verdict of a discrepancy charges somebody, or no longer. Its key is the discrepancy's id. */
export const chargeTopic = 'wms.charge'

/** Leaves word of a discrepancy of goods that went by truck. */
export function tellCharge(ctx: Ctx, bill: { readonly id: string; readonly shipBillId: string | null }): void {
  if (bill.shipBillId !== null) ctx.emit({ topic: chargeTopic, key: bill.id })
}

/** Leaves word of outbound orders, where the centre names somebody who plans their transport. */
export async function tellOutbound(
  ctx: Ctx,
  orders: readonly Pick<BillRow<typeof operateBill>, 'id'>[],
): Promise<void> {
  const named = await ctx.tx.maybe(sql`
    select 1 from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id} and transport_org_id is not null`)
  if (named) for (const { id } of orders) ctx.emit({ topic: outboundTopic, key: id })
}

/** Leaves word of a shipment that a trip goes with; of others nobody asks. */
export function tellShipment(ctx: Ctx, bill: Pick<BillRow<typeof shipBill>, 'id' | 'tripNo'>): void {
  if (bill.tripNo !== null) ctx.emit({ topic: shipmentTopic, key: bill.id })
}

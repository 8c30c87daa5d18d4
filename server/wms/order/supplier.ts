// engine: takes deliveries in: docks, pallets and dates that concern all who deliver

import { refuse } from '@lading/contract/kernel/fault.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import type { orderBill } from '@lading/contract/wms/orderBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { BillRow } from '../../platform/document/steps.ts'

/** A vendor that names the owners whom he supplies brings goods for nobody else. */
export async function demandSupplier(ctx: Ctx, bill: BillRow<typeof orderBill>): Promise<void> {
  const row = await ctx.tx.maybe<{ vendor: string; owner: string }>(sql`
    select v.name as vendor, w.name as owner from wms_vendor v join wms_owner w on w.tenant_id = v.tenant_id and w.id = ${bill.ownerId}
    where v.tenant_id = ${ctx.tenantId} and v.id = ${bill.vendorId}
      and exists (select 1 from wms_vendor_owner o where o.tenant_id = v.tenant_id and o.vendor_id = v.id)
      and not exists (select 1 from wms_vendor_owner o where o.tenant_id = v.tenant_id and o.vendor_id = v.id and o.owner_id = w.id)`)
  if (row) refuse(masterFaults.notSupplied, row)
}

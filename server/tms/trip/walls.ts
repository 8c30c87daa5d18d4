// engine: the wall itself

import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Walls } from '../../kernel/registry.ts'

/** A trip with nobody else's goods: one that is still empty is everybody's. */
export const tripWalls: Walls = {
  [shipPlanBill.header.table]: (owners, t) => sql`not exists (
    select 1 from ${raw(tripItem.table)} ti join tms_way_bill tw on tw.tenant_id = ti.tenant_id and tw.id = ti.way_bill_id
      join tms_client tc on tc.tenant_id = tw.tenant_id and tc.id = tw.client_id
    where ti.tenant_id = ${t}.tenant_id and ti.bill_id = ${t}.id and tc.owner_ref is not null and not (tc.owner_ref = any(${owners}::bigint[])))`,
}

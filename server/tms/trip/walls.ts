// engine: the wall itself

import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Walls } from '../../kernel/registry.ts'

/** A trip with nobody else's goods: one that is still empty is everybody's. */
export const tripWalls: Walls = {
  [shipPlanBill.header.table]: (owners, t) => sql`not exists (
    select 1 from ${raw(tripItem.table)} ti join tms_way_bill tw on tw.tenant_id = ti.tenant_id and tw.id = ti.way_bill_id
      join tms_client tc on tc.tenant_id = tw.tenant_id and tc.id = tw.client_id
    where ti.tenant_id = ${t}.tenant_id and ti.bill_id = ${t}.id and tc.owner_ref is not null and not (tc.owner_ref = any(${owners}::bigint[])))`,
}

const trips = raw(shipPlanBill.header.table)
/** With a carrier are the way bills that belong to a trip of his, and the sites where his trips begin and stop. */
export const carriedBy: Walls = {
  [wayBill.header.table]: (carriers, t) => sql`exists (
    select 1 from ${raw(tripItem.table)} ci join ${trips} ct on ct.tenant_id = ci.tenant_id and ct.id = ci.bill_id
    where ci.tenant_id = ${t}.tenant_id and ci.way_bill_id = ${t}.id and ci.is_live and ct.carrier_id = any(${carriers}::bigint[]))`,
  [clientSite.table]: (carriers, t) => sql`(exists (
    select 1 from ${raw(tripStop.table)} cs join ${trips} ct on ct.tenant_id = cs.tenant_id and ct.id = cs.bill_id
    where cs.tenant_id = ${t}.tenant_id and cs.site_id = ${t}.id and ct.carrier_id = any(${carriers}::bigint[]))
    or exists (select 1 from ${trips} ct where ct.tenant_id = ${t}.tenant_id and ct.depart_site_id = ${t}.id
      and ct.carrier_id = any(${carriers}::bigint[])))`,
}

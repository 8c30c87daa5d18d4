// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import sql from 'sql-template-tag'
import type { Walls } from '../../kernel/registry.ts'

type Wall = Walls[string]

/** A container with nobody else's goods in it or on it, and on no order of anybody else: an empty one is everybody's. */
export const containerWall: Wall = (owners, t) => sql`(not exists (
    select 1 from wms_stock ws where ws.tenant_id = ${t}.tenant_id and ws.org_id = ${t}.org_id and ws.qty > 0
      and not (ws.owner_id = any(${owners}::bigint[])) and ws.container_id = any(array(
        select ${t}.id union all
        select wc.id from wms_container wc where wc.tenant_id = ${t}.tenant_id and wc.org_id = ${t}.org_id and wc.parent_id = ${t}.id)))
  and not exists (
    select 1 from wms_operate_bill wb where wb.tenant_id = ${t}.tenant_id and wb.id = ${t}.bill_id
      and not (wb.owner_id = any(${owners}::bigint[]))))`

/** A posting that moved nobody else's goods. */
export const postingWall: Wall = (owners, t) => sql`not exists (
  select 1 from wms_ledger wl where wl.tenant_id = ${t}.tenant_id and wl.posting_id = ${t}.id
    and not (wl.owner_id = any(${owners}::bigint[])))`

/** A truck that takes nobody else's orders and lists nobody else's containers: one that is only planned is everybody's. */
export const shipmentWall: Wall = (owners, t) => sql`(not exists (
    select 1 from wms_operate_bill wb where wb.tenant_id = ${t}.tenant_id and wb.org_id = ${t}.org_id and wb.ship_bill_id = ${t}.id
      and not (wb.owner_id = any(${owners}::bigint[])))
  and not exists (
    select 1 from wms_task wk where wk.tenant_id = ${t}.tenant_id and wk.org_id = ${t}.org_id and wk.bill_id = ${t}.id
      and wk.task_type in ('ENTER_TRUCK', 'DESPATCH') and not coalesce(wk.owner_id = any(${owners}::bigint[]), false)))`

/** A wave of nobody else's orders: one that is still empty is everybody's. */
export const waveWall: Wall = (owners, t) => sql`not exists (
  select 1 from wms_operate_bill wb where wb.tenant_id = ${t}.tenant_id and wb.org_id = ${t}.org_id and wb.wave_id = ${t}.id
    and not (wb.owner_id = any(${owners}::bigint[])))`

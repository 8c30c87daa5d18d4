// engine: loads trucks and lets them go

import { formatQty, parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { visible } from '../../kernel/scope.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { caseSum, packed } from '../computed/cases.ts'
import type { NewLine } from '../task/create.ts'

/** Container `c` has been picked and stands where a truck can be loaded from. */
const isReady = sql`c.state in ('PICKED', 'COLLECTED', 'CHECKED')`
/** Container `c` is on no truck's load list that is still being worked on. */
const isUnlisted = sql`not exists (select 1 from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id
  where k.tenant_id = c.tenant_id and k.org_id = c.org_id and k.task_type = 'ENTER_TRUCK' and k.state not in ('DONE', 'CANCELED')
    and l.state = 'OPEN' and l.from_container_id = c.id)`
export const isStaged = sql`${isReady} and ${isUnlisted}`

/** Lines of the shipment `bill` that load containers. */
export const loadLines = (bill: Sql): Sql => sql`
  wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id
  where k.tenant_id = ${bill}.tenant_id and k.org_id = ${bill}.org_id and k.bill_id = ${bill}.id and k.task_type = 'ENTER_TRUCK' and l.state <> 'CANCELED'`

export interface Staged {
  id: string
  code: string
  binId: string
  storeId: string
  ownerId: string | null
  seq: number
}

/** Containers that stand ready for the shipment's stores and that it does not list yet, last stop first: it goes in first. */
export const readStaged = (ctx: Ctx, billId: string): Promise<Staged[]> =>
  ctx.tx.query<Staged>(sql`
    select c.id, c.code, c.bin_id, c.store_id, p.seq,
      case when count(distinct s.owner_id) = 1 then min(s.owner_id) end as owner_id
    from wms_container c
    join wms_ship_stop p on p.tenant_id = c.tenant_id and p.store_id = c.store_id and p.bill_id = ${billId}
    join wms_stock s on s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0
    where ${visible(container, ctx, 'c')} and c.org_id = ${ctx.org.id} and ${isStaged} and not exists (
      select 1 from (select l.from_container_id from wms_ship_bill t, ${loadLines(sql`t`)} and t.tenant_id = ${ctx.tenantId} and t.id = ${billId}) x
      where x.from_container_id = c.id)
    group by c.id, c.code, c.bin_id, c.store_id, p.seq order by p.seq desc, c.code`)

export interface Measure {
  readonly weight: Qty
  readonly volume: string
  readonly cases: string
}

/** What the containers hold, by the weights and sizes of the goods. */
export async function measure(ctx: Ctx, containerIds: readonly string[]): Promise<Measure> {
  const goods = sql`from wms_stock s where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.container_id = any(${containerIds}::bigint[]) and s.qty > 0`
  const row = await ctx.tx.one<{ weight: string; volume: string; cases: string }>(sql`
    select coalesce(sum(g.qty * m.weight_kg), 0)::numeric(18,3) as weight, coalesce(sum(g.qty * m.volume_m3), 0)::numeric(18,6) as volume,
      ${caseSum(sql`select g.qty, ${packed(ctx)} from (select s.tenant_id, s.qpc_id, s.qty ${goods}) g
        left join mdm_product_qpc q on q.tenant_id = g.tenant_id and q.id = g.qpc_id`)} as cases
    from (select s.tenant_id, s.product_id, s.qty ${goods}) g join mdm_product m on m.tenant_id = g.tenant_id and m.id = g.product_id`)
  return { ...row, weight: parseQty(row.weight) }
}

/** The containers that the shipment takes along: listed and not left behind. */
export async function listedContainers(ctx: Ctx, billId: string): Promise<string[]> {
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select l.from_container_id as id from wms_ship_bill t, ${loadLines(sql`t`)} and l.state <> 'SHORT' and t.tenant_id = ${ctx.tenantId} and t.id = ${billId}`)
  return rows.map((r) => r.id)
}

/** What the header says of its load. */
export async function loadFacts(ctx: Ctx, containerIds: readonly string[]): Promise<Record<string, unknown>> {
  const { weight, volume, cases } = await measure(ctx, containerIds)
  return { containers: containerIds.length, weight: formatQty(weight), volume, cases }
}

/** The orders whose goods are in the containers say on which truck they go. Their forms' versions stay: nobody typed. */
export async function noteShipment(ctx: Ctx, shipBillId: string, containerIds: readonly string[]): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const ids = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map((r) => r.id)
  // Step by step, each by its index: joined, a planner that knows no statistics reads every order there ever was.
  const goods = await ids(
    ctx.tx.query(sql`
    select id from wms_stock where ${here} and container_id = any(${containerIds}::bigint[]) and qty > 0`),
  )
  const lines = await ids(
    ctx.tx.query(sql`
    select demand_line_id as id from wms_reservation
    where ${here} and stock_id = any(${goods}::bigint[]) and state = 'ACTIVE' and demand_type = ${operateBill.header.key}`),
  )
  const orders = await ids(
    ctx.tx.query(sql`
    select distinct bill_id as id from wms_operate_bill_line where ${here} and id = any(${lines}::bigint[])`),
  )
  await ctx.tx.query(sql`
    select id from wms_operate_bill where ${here} and id = any(${orders}::bigint[]) order by id for update`)
  await ctx.tx.run(sql`
    update wms_operate_bill set ship_bill_id = ${shipBillId} where ${here} and id = any(${orders}::bigint[])`)
  ctx.tell(operateBill.header.key)
}

export const taskBill = (bill: BillRow<typeof shipBill>) => ({ key: shipBill.header.key, id: bill.id, no: bill.billNo })

/** One line per container, onto the truck. */
export const loadLine = (c: Staged, truckBinId: string, seq: number): NewLine => ({
  seq,
  fromContainerId: c.id,
  fromBinId: c.binId,
  toBinId: truckBinId,
  storeId: c.storeId,
  ownerId: c.ownerId,
  planQty: wholeQty(1),
})

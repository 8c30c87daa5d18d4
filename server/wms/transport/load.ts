// engine: tells transport what is aboard, whoever may see it

import type { Load } from '@lading/contract/tms/warehouse.ts'
import type { shipFlow } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

type Head = Omit<Load, 'state' | 'lines' | 'shipBillId' | 'goneAt'> & {
  readonly id: string
  readonly state: keyof typeof shipFlow.states
  readonly truckBinId: string | null
  readonly despatchedAt: Date | null
}
const told: Readonly<Record<Head['state'], Load['state']>> = {
  SAVED: 'WAITING',
  APPROVED: 'WAITING',
  INPROGRESS: 'LOADING',
  LOADED: 'LOADED',
  DESPATCHED: 'GONE',
  FINISHED: 'GONE',
  CANCELED: 'WAITING',
}

/** Which order's goods stand on the truck, by the promises on them. */
const aboard = (ctx: Ctx, truckBinId: string | null) => sql`
  select r.demand_line_id as order_line_id, sum(r.qty - r.used_qty - r.freed_qty) as qty from wms_container c
  join wms_stock s on s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0
  join wms_reservation r on r.tenant_id = s.tenant_id and r.org_id = s.org_id and r.stock_id = s.id and r.state = 'ACTIVE'
  where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.bin_id = ${truckBinId} group by r.demand_line_id`
/** Which order's goods left with it, by the promises that this used up. */
const left = (ctx: Ctx, billId: string) => sql`
  select r.demand_line_id as order_line_id, sum(m.qty) as qty from wms_posting g
  join wms_promise_move m on m.tenant_id = g.tenant_id and m.org_id = g.org_id and m.posting_id = g.id and m.to_id is null
  join wms_reservation r on r.tenant_id = m.tenant_id and r.org_id = m.org_id and r.id = m.from_id
  where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.biz_type = 'SHIP' and g.source_id = ${billId} group by r.demand_line_id`

/** How far a shipment of the organisation is. @returns undefined: no trip goes with it */
export async function loadOf(ctx: Ctx, shipBillId: string): Promise<Load | undefined> {
  const head = await ctx.tx.maybe<Head & object>(sql`
    select b.id, b.bill_no, b.state, b.sent_trip_id as trip_id, b.started_at, b.despatched_at, b.seal_no, b.odometer_km, b.truck_bin_id
    from wms_ship_bill b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = ${shipBillId} and b.sent_trip_id is not null`)
  if (!head) return undefined
  const { id, state: at, truckBinId, despatchedAt, ...facts } = head
  const state = told[at]
  const isKnown = state === 'LOADED' || state === 'GONE'
  const lines = isKnown
    ? await ctx.tx.query<Load['lines'][number] & object>(sql`
        select l.bill_id as order_id, x.order_line_id, x.qty from (${state === 'GONE' ? left(ctx, id) : aboard(ctx, truckBinId)}) x
        join wms_operate_bill_line l on l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = x.order_line_id order by l.bill_id, l.line_no`)
    : []
  return { ...facts, shipBillId: id, state, goneAt: despatchedAt, lines }
}

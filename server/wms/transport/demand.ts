// engine: tells transport of an outbound order as a whole, whoever may see it

import type { temperatureZones } from '@lading/contract/mdm/product.ts'
import type { Demand, DemandLine } from '@lading/contract/tms/warehouse.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { deliveryDay } from '../operate/deliveryDay.ts'

type Zone = keyof typeof temperatureZones
/** Trucks know three temperatures: what is to be kept cool goes with what needs none of its own. */
export const carriedAs: Readonly<Record<Zone, DemandLine['zone']>> = {
  AMBIENT: 'AMBIENT',
  COOL: 'AMBIENT',
  CHILLED: 'CHILL',
  FROZEN: 'FROZEN',
}

/** Looked back so far: orders that were divided and made one again lead in circles. */
const mostDivided = 8

interface Head {
  readonly id: string
  readonly billNo: string
  readonly state: string
  readonly bizDate: string | null
  readonly expectAt: Date | null
  readonly temperature: Zone | null
  readonly ownerId: string
  readonly owner: string
  readonly ownerName: string
  readonly storeId: string
  readonly centreId: string | null
}
const depotOf = (ctx: Ctx) =>
  ctx.tx.one<Demand['depot'] & object>(sql`
    select id, code, name, contact, phone, address, longitude as lng, latitude as lat from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`)
const storeOf = (ctx: Ctx, id: string) =>
  ctx.tx.one<Demand['store'] & object>(sql`
    select id, code, name, contact, phone, address, longitude as lng, latitude as lat, route, window_from, window_to from wms_store
    where tenant_id = ${ctx.tenantId} and id = ${id}`)

/**
 * An outbound order of the organisation, as it stands. What it says of its temperature holds for all of its goods; else each
 * product has its own.
 * @returns undefined: there is no such order
 */
export async function demandOf(ctx: Ctx, orderId: string): Promise<Demand | undefined> {
  const head = await ctx.tx.maybe<Head & object>(sql`
    select b.id, b.bill_no, b.state, b.biz_date::text, b.expect_at, b.temperature, b.owner_id, w.code as owner, w.name as owner_name, b.store_id,
      o.transport_org_id as centre_id
    from wms_operate_bill b join wms_owner w on w.tenant_id = b.tenant_id and w.id = b.owner_id
    join sys_org o on o.tenant_id = b.tenant_id and o.id = b.org_id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = ${orderId}`)
  if (!head) return undefined
  const lines = await ctx.tx.query<Omit<DemandLine, 'zone' | 'cameFrom'> & { zone: Zone }>(sql`
    select l.id, l.line_no, p.code, p.name, p.base_unit as unit, l.plan_qty - l.cancel_qty as qty, l.sent_qty, coalesce(${head.temperature}, p.temperature) as zone,
      ((l.plan_qty - l.cancel_qty) * coalesce(p.weight_kg, 0))::numeric(18,3) as weight, ((l.plan_qty - l.cancel_qty) * coalesce(p.volume_m3, 0))::numeric(18,6) as volume
    from wms_operate_bill_line l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${orderId} order by l.line_no`)
  // Whatever they were divided from, however often: whoever hears of a part first finds the whole that he knows.
  const links = await ctx.tx.query<{ toLineId: string; lineId: string; qty: string; keeps: string }>(sql`
    with recursive k as (
      select k.to_line_id, k.from_bill_id, k.from_line_id, k.qty, 1 as n, k.id from wms_bill_link k
      where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.to_bill_id = ${orderId}
      union all
      select k.to_line_id, l.from_bill_id, l.from_line_id, least(k.qty, l.qty), k.n + 1, l.id
      from k join wms_bill_link l on l.to_bill_id = k.from_bill_id and l.to_line_id = k.from_line_id
      where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.from_line_id <> k.to_line_id and k.n < ${mostDivided})
    select k.to_line_id, k.from_line_id as line_id, k.qty, case when b.state in ('SAVED', 'CANCELED') then 0 else l.plan_qty - l.cancel_qty end::numeric(18,3) as keeps
    from k join wms_operate_bill_line l on l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = k.from_line_id
    join wms_operate_bill b on b.tenant_id = l.tenant_id and b.org_id = l.org_id and b.id = l.bill_id order by k.n, k.id`)
  return {
    orderId: head.id,
    billNo: head.billNo,
    centreId: head.centreId,
    owner: { id: head.ownerId, code: head.owner, name: head.ownerName },
    depot: await depotOf(ctx),
    store: await storeOf(ctx, head.storeId),
    day: deliveryDay(ctx, head),
    isOff: head.state === 'SAVED' || head.state === 'CANCELED',
    lines: lines.map((l) => ({
      ...l,
      zone: carriedAs[l.zone],
      cameFrom: links.filter((k) => k.toLineId === l.id).map(({ toLineId: _, ...from }) => from),
    })),
  }
}

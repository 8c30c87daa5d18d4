import { carrier } from '@lading/contract/tms/carrier.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { shipPlanBill, type TripState, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { type Empties, tripEvent } from '@lading/contract/tms/tripEvent.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import type { SignedGoods, TripPlan } from '@lading/contract/tms/warehouse.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'

const notSent: readonly TripState[] = ['DRAFT', 'CANCELLED']

type Head = Omit<TripPlan, 'stops' | 'signed' | 'isSent' | 'isAllSigned' | 'tripId'> & {
  readonly id: string
  readonly state: TripState
  /** The logistics centre where it departs. */
  readonly dcId: string | null
}
interface ItemRow {
  readonly itemId: string
  readonly storeId: string
  readonly planArriveAt: Date | null
  readonly state: string
  readonly signer: string | null
  readonly signedAt: Date | null
  readonly empties: readonly Empties[] | null
}

/** Goods of the warehouse that a trip brings out, in the order of its stops. */
const itemsOf = (ctx: Ctx, tripId: string) =>
  ctx.tx.query<ItemRow>(sql`
    select i.id as item_id, p.store_ref as store_id, s.plan_arrive_at, i.state, w.signer, w.signed_at, (select e.payload -> 'empties' from ${fromHere(ctx, tripEvent, 'e')}
        where e.bill_id = i.bill_id and e.way_bill_id = i.way_bill_id and e.kind = 'SIGN' order by e.round desc, e.id desc limit 1) as empties
    from ${fromHere(ctx, tripItem, 'i')}
    join ${fromHere(ctx, tripStop, 's')} on s.id = i.stop_id join ${named(ctx, clientSite, 'p')} on p.id = s.site_id and p.store_ref is not null
    join ${fromHere(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id
    where i.bill_id = ${tripId} and i.direction = 'OUT' and i.is_live
      and exists (select 1 from ${fromHere(ctx, wayBillLine, 'l')} where l.bill_id = w.id and l.out_order_id is not null) order by s.seq, i.id`)
const goodsOf = (ctx: Ctx, tripId: string) =>
  ctx.tx.query<SignedGoods & { itemId: string }>(sql`
    select i.id as item_id, l.out_order_id as order_id, l.out_line_id as order_line_id, coalesce(l.loaded_qty, l.plan_qty) as loaded_qty, l.signed_qty, coalesce(l.rejected_qty, 0) as refused_qty, l.reject_reason as reason
    from ${fromHere(ctx, tripItem, 'i')} join ${fromHere(ctx, wayBillLine, 'l')} on l.bill_id = i.way_bill_id and l.out_line_id is not null and l.signed_qty is not null
    where i.bill_id = ${tripId} and i.direction = 'OUT' and i.is_live and i.state <> 'OPEN' order by l.id`)

/**
 * A trip of the organisation as it stands, and the logistics centre that it departs from.
 * @returns undefined: it departs from none
 */
export async function planOf(ctx: Ctx, tripId: string): Promise<{ dcId: string; plan: TripPlan } | undefined> {
  const head = await ctx.tx.maybe<Head & object>(sql`
    select t.id, t.bill_no, t.state, d.org_ref as dc_id, k.code as vehicle_no, f.name as driver_name, f.phone as driver_phone, c.name as carrier,
      t.load_kg as max_weight_kg, t.volume_m3 as max_volume_m3, t.dock_code, t.route, t.biz_date::text, t.plan_depart_at
    from ${fromHere(ctx, shipPlanBill.header, 't')} join ${named(ctx, clientSite, 'd')} on d.id = t.depart_site_id
    left join ${named(ctx, truck, 'k')} on k.id = t.truck_id left join ${named(ctx, staff, 'f')} on f.id = t.driver_id
    left join ${named(ctx, carrier, 'c')} on c.id = t.carrier_id where t.id = ${tripId}`)
  if (!head || head.dcId === null) return undefined
  const { id, dcId, state, ...facts } = head
  const items = await itemsOf(ctx, id)
  const goods = Map.groupBy(await goodsOf(ctx, id), (g) => g.itemId)
  const stops = new Map<string, TripPlan['stops'][number]>()
  for (const { storeId, planArriveAt } of items) if (!stops.has(storeId)) stops.set(storeId, { storeId, planArriveAt })
  const signed = items.filter((i) => i.state !== 'OPEN')
  const plan: TripPlan = {
    ...{ ...facts, tripId: id, isSent: !notSent.includes(state) && items.length > 0, stops: [...stops.values()] },
    signed: signed.map(({ itemId, storeId, signer, signedAt: at, empties }) => {
      const lines = (goods.get(itemId) ?? []).map(({ itemId: _, ...line }) => line)
      return { storeId, at, signer, empties: empties ?? [], lines }
    }),
    isAllSigned: items.length > 0 && signed.length === items.length,
  }
  return { dcId, plan }
}

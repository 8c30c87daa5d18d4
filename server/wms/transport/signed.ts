// engine: writes down what stores have signed for, whoever may see it

import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import type { SignedGoods, SignedStore, TripPlan } from '@lading/contract/tms/warehouse.ts'
import type { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill, shipSign, shipStop } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { type BillRow, setBill } from '../../platform/document/steps.ts'
import { tellSigned } from '../events/posted.ts'
import { claimTopic } from '../reverse/topic.ts'
import { takeEmpties } from '../rti/trip.ts'

type Ship = BillRow<typeof shipBill>
type Goods = SignedGoods & Omit<SignedStore, 'lines' | 'empties'>

const textOf = (g: Omit<Goods, 'orderId' | 'orderLineId' | 'storeId'>): string =>
  [g.loadedQty, g.signedQty, g.refusedQty].map(Number).join(' ') + [g.reason, g.signer, g.at?.getTime()].join(' ')

/** A line of an order that is told of more than once on a trip, as after a way bill was divided, counts as one. */
function merged(stores: readonly SignedStore[]): readonly Goods[] {
  const all = stores.flatMap(({ lines, empties: _, ...of }) => lines.map((l) => ({ ...of, ...l })))
  return [...Map.groupBy(all, (g) => g.orderLineId).values()].flatMap((parts) => {
    const [first] = parts
    if (!first) return []
    const total = (name: 'loadedQty' | 'signedQty' | 'refusedQty') => decimalSum(parts.map((p) => p[name]), 3)
    const sums = { loadedQty: total('loadedQty'), signedQty: total('signedQty'), refusedQty: total('refusedQty') }
    return [{ ...first, ...sums, reason: parts.find((p) => p.reason !== null)?.reason ?? null }]
  })
} // biome-ignore format: one sum a line

type Line = RowOf<typeof operateBill.line, 'id' | 'lineNo' | 'productId'>
type Known = RowOf<
  typeof shipSign,
  'orderId' | 'lineNo' | 'loadedQty' | 'signedQty' | 'refusedQty' | 'reason' | 'signer'
> & {
  readonly at: Date | null
}
const nameOf = (orderId: string, lineNo: number): string => `${orderId} ${lineNo}`

/** What stores took of each line of their orders; all of them have signed: so has the shipment. */
export async function takeSigned(ctx: Ctx, bill: Ship, { signed, isAllSigned }: TripPlan): Promise<void> {
  await takeEmpties(ctx, bill, signed)
  const goods = merged(signed)
  const lines = await ctx.tx.query<Line>(sql`
    select l.id, l.line_no, l.product_id from wms_operate_bill_line l
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = any(${goods.map((g) => g.orderLineId)}::bigint[])`)
  const known = await ctx.tx.query<Known>(sql`
    select s.order_id, s.line_no, s.loaded_qty, s.signed_qty, s.refused_qty, s.reason, s.signer, s.signed_at as at
    from ${fromHere(ctx, shipSign, 's')} where s.bill_id = ${bill.id}`)
  const was = new Map(known.map((k) => [nameOf(k.orderId, k.lineNo), textOf(k)]))
  const fresh = goods.flatMap(({ orderLineId, at, ...g }) => {
    const line = lines.find((l) => l.id === orderLineId)
    if (!line || was.get(nameOf(g.orderId, line.lineNo)) === textOf({ ...g, at })) return []
    return [{ ...g, billId: bill.id, lineNo: line.lineNo, productId: line.productId, signedAt: at }]
  })
  if (fresh.length > 0) {
    for (const { orderId, lineNo } of fresh)
      await ctx.tx.run(sql`
        delete from wms_ship_sign where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id} and order_id = ${orderId} and line_no = ${lineNo}`)
    await insert(ctx, shipSign, fresh)
    // What stores did not take comes home, and is asked about.
    ctx.emit({ topic: claimTopic, key: `${shipBill.header.key}:${bill.id}` })
    await signStops(ctx, bill, signed)
    if (!isAllSigned || bill.state !== 'DESPATCHED') tellLog(ctx, bill, bill.state)
  }
  if (isAllSigned && bill.state === 'DESPATCHED') await finish(ctx, bill)
}
const tellLog = (ctx: Ctx, bill: Ship, state: string): void =>
  ctx.audit({
    ...{ subject: shipBill.header.key, subjectId: bill.id, subjectNo: bill.billNo, action: 'sign' },
    before: { state: bill.state },
    after: { state },
  }) // biome-ignore format: whose, and what

async function signStops(ctx: Ctx, bill: Ship, stores: readonly SignedStore[]): Promise<void> {
  for (const { storeId, at, signer } of stores)
    await ctx.tx.run(sql`
      update wms_ship_stop set signed_at = ${at}, signer = ${signer}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id} and store_id = ${storeId}`)
}

/** Whoever listens hears of each store, with what it took. */
async function finish(ctx: Ctx, bill: Ship): Promise<void> {
  await setBill(ctx, shipBill, bill, 'FINISHED', { finishedAt: ctx.now() })
  tellLog(ctx, bill, 'FINISHED')
  const stops = await ctx.tx.query<{ id: string }>(sql`
    select s.id from ${fromHere(ctx, shipStop, 's')} where s.bill_id = ${bill.id} order by s.id`)
  tellSigned(
    ctx,
    stops.map(({ id }) => id),
  )
}

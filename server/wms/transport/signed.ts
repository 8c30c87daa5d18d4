// engine: writes down what stores have signed for, whoever may see it

import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import type { SignedGoods, SignedStore, TripPlan } from '@lading/contract/tms/warehouse.ts'
import { shipBill, shipSign, shipStop } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { type BillRow, setBill } from '../../platform/document/steps.ts'
import { tellSigned } from '../events/posted.ts'

type Ship = BillRow<typeof shipBill>
type Goods = SignedGoods & Omit<SignedStore, 'lines'>

const textOf = (g: Omit<Goods, 'orderId'>): string =>
  [g.loadedQty, g.signedQty, g.refusedQty].map(Number).join(' ') + [g.reason, g.signer, g.at?.getTime()].join(' ')

/** A line of an order that is told of more than once on a trip, as after a way bill was divided, counts as one. */
function merged(stores: readonly SignedStore[]): readonly Goods[] {
  const all = stores.flatMap(({ lines, ...of }) => lines.map((l) => ({ ...of, ...l })))
  return [...Map.groupBy(all, (g) => g.orderLineId).values()].flatMap((parts) => {
    const [first] = parts
    if (!first) return []
    const total = (name: 'loadedQty' | 'signedQty' | 'refusedQty') => decimalSum(parts.map((p) => p[name]), 3)
    const sums = { loadedQty: total('loadedQty'), signedQty: total('signedQty'), refusedQty: total('refusedQty') }
    return [{ ...first, ...sums, reason: parts.find((p) => p.reason !== null)?.reason ?? null }]
  })
} // biome-ignore format: one sum a line

/** What stores took of each line of their orders; all of them have signed: so has the shipment. */
export async function takeSigned(ctx: Ctx, bill: Ship, { signed, isAllSigned }: TripPlan): Promise<void> {
  const goods = merged(signed)
  const known = await ctx.tx.query<Omit<Goods, 'orderId'> & { id: string }>(sql`
    select s.id, s.store_id, s.order_line_id, s.loaded_qty, s.signed_qty, s.refused_qty, s.reason, s.signer, s.signed_at as at
    from ${fromHere(ctx, shipSign, 's')} where s.bill_id = ${bill.id}`)
  const was = new Map(known.map((k) => [k.orderLineId, k]))
  const fresh = goods.filter((g) => {
    const k = was.get(g.orderLineId)
    return !k || textOf(k) !== textOf(g)
  })
  if (fresh.length > 0) {
    await writeGoods(ctx, bill, fresh)
    await signStops(ctx, bill, signed)
    ctx.audit({
      ...{ subject: shipBill.header.key, subjectId: bill.id, subjectNo: bill.billNo, action: 'sign' },
      before: { state: bill.state },
      after: { state: bill.state },
    })
  }
  if (isAllSigned && bill.state === 'DESPATCHED') await finish(ctx, bill)
} // biome-ignore format: whose, and what

async function writeGoods(ctx: Ctx, bill: Ship, fresh: readonly Goods[]): Promise<void> {
  const ids = fresh.map((g) => g.orderLineId)
  await ctx.tx.run(sql`
    delete from wms_ship_sign where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id} and order_line_id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<{ id: string; productId: string }>(sql`
    select id, product_id from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])`)
  const productOf = new Map(lines.map((l) => [l.id, l.productId]))
  await insert(
    ctx,
    shipSign,
    fresh.flatMap(({ at, ...g }) => {
      const productId = productOf.get(g.orderLineId)
      return productId === undefined ? [] : [{ ...g, billId: bill.id, productId, signedAt: at }]
    }),
  )
}

async function signStops(ctx: Ctx, bill: Ship, stores: readonly SignedStore[]): Promise<void> {
  for (const { storeId, at, signer } of stores)
    await ctx.tx.run(sql`
      update wms_ship_stop set signed_at = ${at}, signer = ${signer}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id} and store_id = ${storeId}`)
}

/** Whoever listens hears of each store, with what it took. */
async function finish(ctx: Ctx, bill: Ship): Promise<void> {
  await setBill(ctx, shipBill, bill, 'FINISHED', { finishedAt: ctx.now() })
  ctx.audit({
    ...{ subject: shipBill.header.key, subjectId: bill.id, subjectNo: bill.billNo, action: 'sign' },
    before: { state: bill.state },
    after: { state: 'FINISHED' },
  })
  const stops = await ctx.tx.query<{ id: string }>(sql`
    select s.id from ${fromHere(ctx, shipStop, 's')} where s.bill_id = ${bill.id} order by s.id`)
  tellSigned(
    ctx,
    stops.map(({ id }) => id),
  )
} // biome-ignore format: whose, and what

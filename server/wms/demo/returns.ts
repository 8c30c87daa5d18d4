import { store, vendor } from '@lading/contract/mdm/partner.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import { ledger, posting, stock } from '@lading/contract/wms/stock.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { vendorReturnBill } from '@lading/contract/wms/vendorReturnBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { refreshStates } from '../../platform/document/refresh.ts'
import { readBill } from '../../platform/document/steps.ts'
import { billRules } from '../bill/billServed.ts'
import { diffSteps } from '../reverse/diff.ts'
import { sjDerivation, sjSteps, storeReturnSteps } from '../reverse/returns.ts'
import { sjRules } from '../reverse/sjRules.ts'
import { vendorReturnSteps } from '../reverse/vendorReturn.ts'
import { step, work } from './orders.ts'

interface Brought {
  readonly shipBillId: string
  readonly storeId: string
  readonly ownerId: string
  readonly productId: string
  readonly qpcId: string
}
/** What the day's truck brought to stores, several pieces of one lot each; goods of the owner that has the most. */
async function brought(ctx: Ctx): Promise<readonly Brought[]> {
  const rows = await ctx.tx.query<Brought & object>(sql`
    select g.source_id as ship_bill_id, g.store_id, l.owner_id, l.product_id, min(l.qpc_id) as qpc_id
    from ${fromHere(ctx, posting, 'g')} join ${fromHere(ctx, ledger, 'l')} on l.posting_id = g.id and l.delta > 0
    join ${named(ctx, store, 's')} on s.id = g.store_id
    where g.biz_type = 'SHIP' group by 1, 2, 3, 4 having count(distinct l.lot_id) = 1 and sum(l.delta) >= 6 order by 1, 3, 2, 4`)
  const owners = [...Map.groupBy(rows, (r) => r.ownerId).values()].toSorted((a, b) => b.length - a.length)
  return owners[0] ?? []
}

const lineOf = ({ productId, qpcId }: Brought, planQty: string, expected: string, cause: string) => ({
  ...{ productId, qpcId, planQty, expected, cause, unitPrice: '6.5' },
})
/** A return of a store, with its first goods sound and its second broken. */
async function storeReturn(ctx: Ctx, goods: readonly Brought[], kind: string): Promise<string> {
  const [first, second] = goods
  if (!first) throw new Error('the demo has no goods that a store could return')
  const lines = [lineOf(first, '2', 'GOOD', '多订'), ...(second ? [lineOf(second, '1', 'DAMAGE', '外包装破损')] : [])]
  const { ownerId, storeId, shipBillId } = first
  const head = { ownerId, storeId, kind, shipBillId, bizDate: businessDay(ctx), priority: 50 }
  return (await createRow(ctx, storeReturnBill.header, { ...head, lines }, billRules(storeReturnBill))).id
}
async function driverReturn(ctx: Ctx, of: Brought): Promise<string> {
  const { ownerId, shipBillId, storeId } = of
  const lines = [{ ...lineOf(of, '1', 'DAMAGE', '瓶身破损'), storeId }]
  const head = { ownerId, shipBillId, bizDate: businessDay(ctx), priority: 50, lines }
  return (await createRow(ctx, sjReturn.header, head, sjRules)).id
}

interface Spoilt {
  readonly ownerId: string
  readonly productId: string
  readonly qpcId: string
}
/** Defective goods, to go back to their vendor. */
const spoilt = (ctx: Ctx): Promise<Spoilt[]> =>
  ctx.tx.query<Spoilt & object>(sql`
    select s.owner_id, s.product_id, min(s.qpc_id) as qpc_id from ${fromHere(ctx, stock, 's')} join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id
    where s.stock_type = 'DAMAGE' and s.qty - s.reserved_qty >= 1 and b.usage in ('DEFECT', 'VENDOR_RTN', 'STORAGE', 'PICK_STORAGE', 'PICK')
    group by 1, 2 order by 1, 2 limit 3`)
async function vendorReturn(ctx: Ctx, { ownerId, productId, qpcId }: Spoilt, authNo: string): Promise<string> {
  const { id } = await ctx.tx.one<{ id: string }>(
    sql`select v.id from ${named(ctx, vendor, 'v')} order by v.code limit 1`,
  )
  const lines = [{ productId, qpcId, planQty: '1', stockType: 'DAMAGE', unitPrice: '5', cause: '破损' }]
  const head = {
    ownerId,
    vendorId: id,
    kind: 'QUALITY',
    authNo,
    contact: '冯经理',
    bizDate: businessDay(ctx),
    priority: 50,
  }
  return (await createRow(ctx, vendorReturnBill.header, { ...head, lines }, billRules(vendorReturnBill))).id
}

/** A dispute about a delivery; with verdicts where they are given. */
async function dispute(ctx: Ctx, goods: readonly Brought[], verdicts: readonly object[]): Promise<string> {
  const [first] = goods
  const lines = goods.map((g, i) => ({
    ...{ productId: g.productId, qpcId: g.qpcId, planQty: '1', unitPrice: '6.5', cause: '签收时少1件' },
    ...{ side: 'SHORT', liable: 'CARRIER', ...verdicts[i] },
  }))
  const { carrier } = await readBill(ctx, shipBill, first?.shipBillId ?? '')
  const day = businessDay(ctx)
  const of = { ownerId: first?.ownerId, storeId: first?.storeId, shipBillId: first?.shipBillId, carrier }
  const head = { ...of, kind: 'DELIVERY', occurredOn: day, bizDate: day, priority: 50, lines }
  return (await createRow(ctx, diffBill.header, head, billRules(diffBill))).id
}

/** Returns as a centre has them in the afternoon: received, waiting, on the road; to vendors; and what is disputed. */
export async function seedReturns(run: Run): Promise<void> {
  const goods = await run(brought)
  const byStore = [...Map.groupBy(goods, (g) => g.storeId).values()]
  const [first = [], second = first, third = first] = byStore
  await run((ctx) => storeReturn(ctx, third.slice(0, 1), 'NEAR'))
  for (const [i, own] of [first, second].entries()) {
    const id = await run((ctx) => storeReturn(ctx, own.slice(0, 2), 'QUALITY'))
    await run((ctx) => step(ctx, storeReturnBill, id, 'approve', storeReturnSteps))
    if (i > 0) continue
    await run((ctx) => work(ctx, id, 'STORE_RTN_RECEIVE', false))
    await run((ctx) => work(ctx, id, 'PUTAWAY', false))
  }
  const [home, onRoad = home] = first.slice(-2)
  if (home && onRoad) {
    const id = await run((ctx) => driverReturn(ctx, home))
    await run((ctx) => step(ctx, sjReturn, id, 'approve', sjSteps))
    await run((ctx) => work(ctx, id, 'STORE_RTN_RECEIVE', false))
    await run((ctx) => work(ctx, id, 'PUTAWAY', false))
    await run((ctx) => refreshStates(ctx, sjDerivation, [id]))
    await run((ctx) => driverReturn(ctx, onRoad))
  }
  const backs = await run(spoilt)
  for (const [i, of] of backs.entries()) {
    const id = await run((ctx) => vendorReturn(ctx, of, `RMA-${i + 1}`))
    if (i > 1) continue
    await run((ctx) => step(ctx, vendorReturnBill, id, 'approve', vendorReturnSteps))
    if (i === 0) await run((ctx) => work(ctx, id, 'RETURN_PICK', false))
  }
  const pay = { verdict: 'DEDUCT', charge: '120.5' }
  const decided = await run((ctx) => dispute(ctx, second.slice(0, 2), [pay, { verdict: 'LOSS', liable: 'DC' }]))
  await run((ctx) => step(ctx, diffBill, decided, 'approve', diffSteps))
  await run((ctx) => work(ctx, decided, 'OPERATE_DIFF', true))
  await run((ctx) => dispute(ctx, first.slice(0, 1), []))
}

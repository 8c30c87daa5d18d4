import { addDays } from '@lading/contract/kernel/day.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { attrChangeBill } from '@lading/contract/wms/attrChangeBill.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot, stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { approveTask } from '../adjust/approve.ts'
import { type Asked, askFor } from '../adjust/write.ts'
import type { StockKey } from '../stock/key.ts'
import { attrChangeWork } from '../stockBill/attrChange.ts'
import { stockBillRules } from '../stockBill/served.ts'
import { confirmSheet } from '../task/sheet.ts'

/** How far a correction of the book has come. */
type Reached = 'NEW' | 'READY' | 'DONE'

/** Loose goods on shelves that nobody was promised, of one owner. */
async function shelf(ctx: Ctx, from: number, count: number): Promise<readonly StockKey[]> {
  const rows = await ctx.tx.query<StockKey>(sql`
    select s.owner_id, s.product_id, s.qpc_id, s.lot_id, s.stock_type, s.bin_id, s.container_id from ${fromHere(ctx, stock, 's')}
    join ${named(ctx, product, 'p')} on p.id = s.product_id and not p.is_weigh
    join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'STORAGE' and not b.lock_in
    join ${fromHere(ctx, container, 'c')} on c.id = s.container_id and c.code = 'LOOSE'
    where s.stock_type = 'GOOD' and s.reserved_qty = 0 and s.qty >= 20
    order by s.id desc offset ${from} limit ${count * 3}`)
  return rows.filter((row) => row.ownerId === rows[0]?.ownerId).slice(0, count)
}

/** Asked for by who works with the goods, approved by the administrator, and done. */
async function correction(
  system: Ctx,
  type: Asked,
  to: Reached,
  said: { readonly cause: string; readonly note: string },
  rows: readonly StockKey[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const maker = await as(system, 'receiver')
  const lines = rows.map(({ ownerId: _, ...key }, i) =>
    type === 'STOCK_DEC'
      ? { ...key, qty: String(2 + i) }
      : {
          productId: key.productId,
          qpcId: key.qpcId,
          binId: key.binId,
          lotId: key.lotId,
          stockType: 'GOOD',
          planQty: String(3 + i),
        },
  )
  const { id } = await askFor(maker, type, { ownerId: first.ownerId, ...said, lines })
  if (to === 'NEW') return
  await approveTask(async () => 0)(await as(system, 'admin'), { id, version: 0 })
  if (to === 'DONE') await confirmSheet(maker, { id })
}

/** A date that was typed wrong at the dock: written down, and to be approved by somebody else. */
async function wrongDate(system: Ctx): Promise<void> {
  const ctx = await as(system, 'receiver')
  const row = await ctx.tx.maybe<StockKey & { expireDate: string }>(sql`
    select s.owner_id, s.product_id, s.qpc_id, s.lot_id, s.stock_type, s.bin_id, s.container_id, g.expire_date from ${fromHere(ctx, stock, 's')}
    join ${fromHere(ctx, lot, 'g')} on g.id = s.lot_id and g.expire_date is not null and g.production_date is not null
    join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'STORAGE'
    where s.stock_type = 'GOOD' and s.reserved_qty = 0 and s.qty > 0
    order by s.id limit 1`)
  if (!row) return
  const { ownerId, expireDate, ...key } = row
  const { qty } = await ctx.tx.one<{ qty: string }>(sql`
    select qty from ${fromHere(ctx, stock, 's')} where bin_id = ${key.binId} and lot_id = ${key.lotId}
      and product_id = ${key.productId} and container_id = ${key.containerId} and stock_type = 'GOOD' and owner_id = ${ownerId} and qpc_id = ${key.qpcId}`)
  const lines = [{ ...key, qty, newExpires: addDays(expireDate, -7) }]
  const input = { ownerId, cause: '收货时到期日期录错', lines }
  await createRow(ctx, attrChangeBill.header, input, stockBillRules(attrChangeBill, attrChangeWork))
}

/** What was broken, lost or found again, in every state. */
export async function seedAdjustments(run: Run): Promise<void> {
  const dec = (to: Reached, cause: string, note: string, from: number, count: number) =>
    run(async (ctx) => correction(ctx, 'STOCK_DEC', to, { cause, note }, await shelf(ctx, from, count)))
  const inc = (to: Reached, cause: string, note: string, from: number, count: number) =>
    run(async (ctx) => correction(ctx, 'STOCK_INC', to, { cause, note }, await shelf(ctx, from, count)))
  await dec('DONE', 'SAMPLE', '质检抽样送检', 4, 2)
  await dec('READY', 'DESTROYED', '过期商品集中销毁', 10, 2)
  await dec('NEW', 'SCRAP', '叉车碰撞，内物破损', 16, 3)
  await dec('NEW', 'LOST', '监控回看后确认丢失', 22, 1)
  await inc('DONE', 'FOUND', '货架后方找回', 28, 1)
  await inc('NEW', 'COUNT_GAIN', '动碰盘点盘盈', 34, 2)
  await run(wrongDate)
}

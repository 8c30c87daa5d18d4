import { product } from '@lading/contract/mdm/product.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { startMerging } from '../merge/start.ts'
import { confirmLine } from '../task/confirm.ts'
import { readWork } from '../task/read.ts'
import { type Box, makeTotes, pickInto } from './checks.ts'
import { pickerFor } from './crew.ts'
import type { DemoMasters } from './masters.ts'

/** Goods of the ambient faces of which enough is free. */
const ambient = (ctx: Ctx, ownerId: string): Promise<{ productId: string }[]> =>
  ctx.tx.query<{ productId: string }>(sql`
    select s.product_id from ${fromHere(ctx, stock, 's')} join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'PICK'
    join ${named(ctx, product, 'p')} on p.id = s.product_id and not p.is_weigh and p.split_allowed and p.temperature = 'AMBIENT'
    where s.owner_id = ${ownerId} and s.stock_type = 'GOOD'
    group by s.product_id having sum(s.qty - s.reserved_qty) >= 30 order by s.product_id limit 4`)

/** Two totes of one shop that are hardly filled. */
async function pair(run: Run, m: DemoMasters, storeId: string, turn: number): Promise<Box[]> {
  const ownerId = m.owners.get('O1') ?? ''
  const boxes: Box[] = []
  for (const [n, tote] of (await run((ctx) => makeTotes(ctx, 2))).entries()) {
    const box = await run(async (ctx) => {
      const lines = (await ambient(ctx, ownerId))
        .slice(n * 2, n * 2 + 2)
        .map(({ productId }, i) => ({ productId, planQty: String(2 + i), gift: false }))
      return pickInto(ctx, { ownerId, storeId, lines }, pickerFor(turn + n), tote)
    })
    if (box) boxes.push(box)
  }
  return boxes
}

/** What need not travel in two totes is put into one: it was done for one shop, and is still to be done for another. */
export async function seedMerges(run: Run, m: DemoMasters): Promise<void> {
  for (const [i, store] of m.stores.slice(-2).entries()) {
    const [target, source] = await pair(run, m, store.id, i * 2)
    if (!target || !source) continue
    await run(async (system) => {
      const ctx = await as(system, 'shipper')
      const { id } = await startMerging(ctx, { targetId: target.id, sourceIds: [source.id] })
      if (i > 0) return
      for (const line of (await readWork(ctx, id)).lines)
        await confirmLine(ctx, { taskLineId: line.id, qty: line.planQty, partial: false, scans: {} })
    })
  }
}

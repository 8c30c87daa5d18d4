import { addDays } from '@lading/contract/kernel/day.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { preRplBill } from '@lading/contract/wms/preRplBill.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { preRplRules, preRplSteps } from '../preRpl/steps.ts'
import type { DemoMasters } from './masters.ts'
import { at } from './orders.ts'

/** Faces of an owner's products of which storage has plenty, two cases for each. */
const plenty = (ctx: Ctx, ownerId: string, from: number, count: number) =>
  ctx.tx.query<{ productId: string; binId: string; planQty: string }>(sql`
    select f.product_id, f.bin_id, (2 * q.qpc)::text as plan_qty from ${fromHere(ctx, productBin, 'f')}
    join ${named(ctx, product, 'p')} on p.id = f.product_id and not p.is_weigh
    join ${named(ctx, qpc, 'q')} on q.product_id = f.product_id and q.is_default
    join lateral (select sum(s.qty - s.reserved_qty) as free from ${fromHere(ctx, stock, 's')}
      join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'STORAGE' and not b.lock_out
      where s.product_id = f.product_id and s.owner_id = ${ownerId} and s.stock_type = 'GOOD') x on x.free > 4 * q.qpc
    join ${fromHere(ctx, bin, 'd')} on d.id = f.bin_id and not d.disabled and not d.lock_in
    where f.role = 'PICK' order by f.id offset ${from} limit ${count}`)

/** Faces filled for tomorrow: one plan under way, one that is still to be looked at. */
export async function seedPreRpl(run: Run, m: DemoMasters): Promise<void> {
  const ownerId = m.owners.get('O1') ?? ''
  for (const [i, note] of ['明日早班备货', '周末促销备货'].entries())
    await run(async (system) => {
      const ctx = await as(system, 'admin')
      const day = addDays(businessDay(ctx), 1)
      const lines = await plenty(ctx, ownerId, i * 6, i === 0 ? 4 : 6)
      const basis = i === 0 ? { basis: 'ORDERS', demandDate: day } : { basis: 'SALES', days: 2 }
      const made = await createRow(
        ctx,
        preRplBill.header,
        { ownerId, ...basis, dueAt: at(day, 6), note, lines },
        preRplRules,
      )
      if (i > 0 || lines.length === 0) return
      const approved = await takeStep(ctx, preRplBill, 'approve', made, preRplSteps.approve)
      await takeStep(ctx, preRplBill, 'start', approved, preRplSteps.start)
    })
}

import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { binClaim, reservation, stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { as } from '../../platform/demo/site.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { pickBinSteps } from '../pickBin/carryOut.ts'
import { pickBinRules } from '../pickBin/rules.ts'

interface Face {
  productId: string
  ownerId: string
  binId: string
  emptyId: string
}

/** Faces whose goods nobody was promised, each with an empty bin of the same pick area. */
const movable = (ctx: Ctx, count: number): Promise<Face[]> =>
  ctx.tx.query<Face>(sql`
    with faces as (
      select f.product_id, f.bin_id, b.pick_area_id, min(s.owner_id) as owner_id, row_number() over (partition by b.pick_area_id order by f.id desc) as n
      from ${fromHere(ctx, productBin, 'f')} join ${fromHere(ctx, bin, 'b')} on b.id = f.bin_id and not b.disabled and not b.lock_in and not b.lock_out
      join ${fromHere(ctx, stock, 's')} on s.bin_id = f.bin_id and s.product_id = f.product_id
      where f.role = 'PICK'
        and not exists (select 1 from ${fromHere(ctx, reservation, 'r')} where r.bin_id = f.bin_id and r.state in ('ACTIVE', 'PENDING'))
      group by f.id, f.product_id, f.bin_id, b.pick_area_id having count(distinct s.owner_id) = 1 and sum(s.qty) > 0),
    free as (
      select b.id, b.pick_area_id, row_number() over (partition by b.pick_area_id order by b.pick_seq, b.code) as n from ${fromHere(ctx, bin, 'b')}
      where b.usage = 'PICK' and not b.disabled and not b.lock_in
        and not exists (select 1 from ${fromHere(ctx, stock, 's')} where s.bin_id = b.id and s.qty > 0)
        and not exists (select 1 from ${fromHere(ctx, binClaim, 'c')} where c.bin_id = b.id and c.state = 'ACTIVE')
        and not exists (select 1 from ${fromHere(ctx, productBin, 'f')} where f.bin_id = b.id))
    select f.product_id, f.owner_id, f.bin_id, e.id as empty_id from faces f join free e on e.pick_area_id = f.pick_area_id and e.n = f.n
    order by f.bin_id limit ${count}`)

/** Products that are picked often come nearer: one is being moved, one waits to be approved. */
export async function seedFaces(ctx: Ctx): Promise<void> {
  const by = await as(ctx, 'admin')
  for (const [i, { ownerId, emptyId, ...face }] of (await movable(ctx, 2)).entries()) {
    const lines = [{ ...face, toBinId: emptyId, minCases: 4, maxCases: 50, effective: i === 0 ? 'NOW' : 'AFTER_WAVE' }]
    const cause = i === 0 ? '畅销品移至近通道拣货位' : '旺季前调整拣货动线'
    const made = await createRow(by, pickBinBill.header, { ownerId, cause, lines }, pickBinRules)
    if (i === 0) await takeStep(by, pickBinBill, 'approve', made, pickBinSteps.approve)
  }
}

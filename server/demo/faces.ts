import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../kernel/crud.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { as } from '../platform/demo/as.ts'
import { takeStep } from '../platform/document/steps.ts'
import { pickBinSteps } from '../wms/pickBin/carryOut.ts'
import { pickBinRules } from '../wms/pickBin/rules.ts'
import type { Run } from './orders.ts'

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
      from wms_product_bin f join wms_bin b on b.tenant_id = f.tenant_id and b.id = f.bin_id and not b.disabled and not b.lock_in and not b.lock_out
      join wms_stock s on s.tenant_id = f.tenant_id and s.org_id = f.org_id and s.bin_id = f.bin_id and s.product_id = f.product_id
      where f.tenant_id = ${ctx.tenantId} and f.org_id = ${ctx.org.id} and f.role = 'PICK'
        and not exists (select 1 from wms_reservation r where r.tenant_id = f.tenant_id and r.org_id = f.org_id and r.bin_id = f.bin_id and r.state in ('ACTIVE', 'PENDING'))
      group by f.id, f.product_id, f.bin_id, b.pick_area_id having count(distinct s.owner_id) = 1 and sum(s.qty) > 0),
    free as (
      select b.id, b.pick_area_id, row_number() over (partition by b.pick_area_id order by b.pick_seq, b.code) as n from wms_bin b
      where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.usage = 'PICK' and not b.disabled and not b.lock_in
        and not exists (select 1 from wms_stock s where s.tenant_id = b.tenant_id and s.org_id = b.org_id and s.bin_id = b.id and s.qty > 0)
        and not exists (select 1 from wms_bin_claim c where c.tenant_id = b.tenant_id and c.org_id = b.org_id and c.bin_id = b.id and c.state = 'ACTIVE')
        and not exists (select 1 from wms_product_bin f where f.tenant_id = b.tenant_id and f.org_id = b.org_id and f.bin_id = b.id))
    select f.product_id, f.owner_id, f.bin_id, e.id as empty_id from faces f join free e on e.pick_area_id = f.pick_area_id and e.n = f.n
    order by f.bin_id limit ${count}`)

/** Products that are picked often come nearer: one is being moved, one waits to be approved. */
export async function seedFaces(run: Run): Promise<void> {
  await run(async (ctx) => {
    const by = await as(ctx, 'admin')
    for (const [i, { ownerId, emptyId, ...face }] of (await movable(ctx, 2)).entries()) {
      const lines = [
        { ...face, toBinId: emptyId, minCases: 4, maxCases: 50, effective: i === 0 ? 'NOW' : 'AFTER_WAVE' },
      ]
      const cause = i === 0 ? '畅销品移至近通道拣货位' : '旺季前调整拣货动线'
      const made = await createRow(by, pickBinBill.header, { ownerId, cause, lines }, pickBinRules)
      if (i === 0) await takeStep(by, pickBinBill, 'approve', made, pickBinSteps.approve)
    }
  })
}

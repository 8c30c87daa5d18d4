import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'
import { startUnloading } from '../wms/ship/unload.ts'
import { confirmLine } from '../wms/task/confirm.ts'
import { readWork } from '../wms/task/read.ts'
import { as } from './counts.ts'
import type { Run } from './orders.ts'

/** A container that was loaded on a truck that has not left. */
const aboard = (ctx: Ctx) =>
  ctx.tx.maybe<{ id: string; shipBillId: string }>(sql`
    select c.id, b.id as ship_bill_id from wms_ship_bill b join wms_container c on c.tenant_id = b.tenant_id and c.org_id = b.org_id and c.bin_id = b.truck_bin_id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.state = 'INPROGRESS' and c.state = 'LOADED' order by c.code limit 1`)

/** One was loaded by mistake, came off, and is to go on again. */
export async function seedUnload(run: Run): Promise<void> {
  const task = await run(async (system) => {
    const ctx = await as(system, 'shipper')
    const box = await aboard(ctx)
    if (!box) return undefined
    return startUnloading(ctx, {
      shipBillId: box.shipBillId,
      containerIds: [box.id],
      reason: 'WRONG',
      toShipBillId: box.shipBillId,
    })
  })
  if (!task) return
  await run(async (system) => {
    const ctx = await as(system, 'shipper')
    for (const line of (await readWork(ctx, task.id)).lines)
      await confirmLine(ctx, { taskLineId: line.id, qty: line.planQty, partial: false, scans: { bin: line.toBin?.code } })
  })
}

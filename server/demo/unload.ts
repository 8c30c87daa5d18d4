import { shipBill } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../kernel/crud.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { as } from '../platform/demo/as.ts'
import { businessDay } from '../platform/document/day.ts'
import { shipRules, shipSteps } from '../wms/ship/steps.ts'
import { startUnloading } from '../wms/ship/unload.ts'
import { confirmLine } from '../wms/task/confirm.ts'
import { readWork } from '../wms/task/read.ts'
import { at, type Run, step } from './orders.ts'

/** A store whose containers wait for a truck that nobody has planned, and that nobody is looking into. */
const waiting = (ctx: Ctx) =>
  ctx.tx.maybe<{ storeId: string; route: string | null }>(sql`
    select c.store_id, max(s.route) as route from wms_container c join wms_store s on s.tenant_id = c.tenant_id and s.id = c.store_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.state in ('PICKED', 'COLLECTED')
      and not exists (select 1 from wms_ship_stop p join wms_ship_bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id and b.state in ('SAVED', 'APPROVED', 'INPROGRESS')
        where p.tenant_id = c.tenant_id and p.store_id = c.store_id)
      and not exists (select 1 from wms_container_check x join wms_container o on o.tenant_id = x.tenant_id and o.id = x.container_id
        where x.tenant_id = c.tenant_id and x.state in ('OPEN', 'FAILED') and o.store_id = c.store_id)
    group by c.store_id having count(*) > 0 order by count(*) desc, c.store_id limit 1`)

/** A truck is being loaded, and one of its containers was loaded by mistake: it is to come off again. */
export async function seedUnload(run: Run): Promise<void> {
  await run(async (system) => {
    const ctx = await as(system, 'shipper')
    const to = await waiting(ctx)
    if (!to) return
    const day = businessDay(ctx)
    const { id } = await createRow(
      ctx,
      shipBill.header,
      {
        ...{ route: to.route, vehicleNo: '沪C·2D518', driverName: '孙师傅', carrier: '长三角城配', bizDate: day },
        ...{ planDepartAt: at(day, 23), stops: [{ seq: 1, storeId: to.storeId }] },
      },
      shipRules,
    )
    for (const name of ['approve', 'start']) await step(ctx, shipBill, id, name, shipSteps)
    const load = await ctx.tx.one<{ id: string }>(sql`
      select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${id} and task_type = 'ENTER_TRUCK'`)
    const [line] = (await readWork(ctx, load.id)).lines
    if (!line?.fromContainer) return
    await confirmLine(ctx, { taskLineId: line.id, qty: line.planQty, partial: false, scans: {} })
    await startUnloading(ctx, {
      shipBillId: id,
      containerIds: [line.fromContainer.id],
      reason: 'WRONG',
      toShipBillId: id,
    })
  })
}

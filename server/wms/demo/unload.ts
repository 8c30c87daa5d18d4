import { store } from '@lading/contract/mdm/partner.ts'
import { container } from '@lading/contract/wms/container.ts'
import { containerCheck } from '@lading/contract/wms/containerCheck.ts'
import { shipBill, shipStop } from '@lading/contract/wms/shipBill.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { shipRules, shipSteps } from '../ship/steps.ts'
import { startUnloading } from '../ship/unload.ts'
import { confirmLine } from '../task/confirm.ts'
import { readWork } from '../task/read.ts'
import { at, step } from './orders.ts'

/** A store whose containers wait for a truck that nobody has planned, and that nobody is looking into. */
const waiting = (ctx: Ctx) =>
  ctx.tx.maybe<{ storeId: string; route: string | null }>(sql`
    select c.store_id, max(s.route) as route from ${fromHere(ctx, container, 'c')} join ${named(ctx, store, 's')} on s.id = c.store_id
    where c.state in ('PICKED', 'COLLECTED')
      and not exists (select 1 from ${fromHere(ctx, shipStop, 'p')} join ${fromHere(ctx, shipBill.header, 'b')} on b.id = p.bill_id and b.state in ('SAVED', 'APPROVED', 'INPROGRESS')
        where p.store_id = c.store_id)
      and not exists (select 1 from ${fromHere(ctx, containerCheck, 'x')} join ${fromHere(ctx, container, 'o')} on o.id = x.container_id
        where x.state in ('OPEN', 'FAILED') and o.store_id = c.store_id)
    group by c.store_id having count(*) > 0 order by count(*) desc, c.store_id limit 1`)

/** A truck is being loaded, and one of its containers was loaded by mistake: it is to come off again. */
export async function seedUnload(system: Ctx): Promise<void> {
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
    select id from ${fromHere(ctx, task, 'k')} where bill_id = ${id} and task_type = 'ENTER_TRUCK'`)
  const [line] = (await readWork(ctx, load.id)).lines
  if (!line?.fromContainer) return
  await confirmLine(ctx, { taskLineId: line.id, qty: line.planQty, partial: false, scans: {} })
  await startUnloading(ctx, {
    shipBillId: id,
    containerIds: [line.fromContainer.id],
    reason: 'WRONG',
    toShipBillId: id,
  })
}

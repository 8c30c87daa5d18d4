import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'
import { checkContainer } from '../wms/check/make.ts'
import { confirmLine } from '../wms/task/confirm.ts'
import { as } from './counts.ts'
import type { Run } from './orders.ts'

interface Box {
  id: string
  version: number
}
/** Picked containers of stores that no truck waits for: nobody is kept from loading. */
const boxes = (ctx: Ctx): Promise<Box[]> =>
  ctx.tx.query<Box>(sql`
    select c.id, c.version from wms_container c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.state = 'PICKED'
      and not exists (select 1 from wms_ship_stop p join wms_ship_bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id
        where p.tenant_id = c.tenant_id and p.store_id = c.store_id and b.state in ('SAVED', 'APPROVED', 'INPROGRESS'))
    order by c.id limit 4`)

/** Counts a container; of its first goods one is missing where that is wanted. */
async function count(system: Ctx, box: Box, missing: boolean): Promise<void> {
  const ctx = await as(system, 'shipper')
  const line = await ctx.tx.one<{ id: string }>(sql`
    select l.id from wms_container_check x join wms_task_line l on l.tenant_id = x.tenant_id and l.id = x.task_line_id
    where x.tenant_id = ${ctx.tenantId} and x.container_id = ${box.id} order by x.id desc limit 1`)
  const goods = await ctx.tx.query<{ code: string; qty: string; isWeigh: boolean }>(sql`
    select p.code, sum(s.qty)::text as qty, p.is_weigh from wms_stock s join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${ctx.tenantId} and s.container_id = ${box.id} and s.qty > 0 group by p.code, p.is_weigh order by p.is_weigh, p.code`)
  for (const [i, g] of goods.entries()) {
    const qty = formatQty(parseQty(g.qty) - (missing && i === 0 ? parseQty('1') : 0n))
    await confirmLine(ctx, { taskLineId: line.id, qty, partial: true, scans: { product: g.code } })
  }
  await confirmLine(ctx, { taskLineId: line.id, qty: '0', partial: false, reason: 'GONE', scans: {} })
}

/** Checks as a centre has them: one without a difference, one that differs, and some that wait. */
export async function seedChecks(run: Run): Promise<void> {
  const chosen = await run(boxes)
  for (const box of chosen) await run(async (ctx) => checkContainer(await as(ctx, 'admin'), box))
  const [right, wrong] = chosen
  if (right) await run((ctx) => count(ctx, right, false))
  if (wrong) await run((ctx) => count(ctx, wrong, true))
}

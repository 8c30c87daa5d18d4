import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../kernel/crud.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { businessDay } from '../platform/document/day.ts'
import { billRules } from '../wms/bill/billServed.ts'
import { operateSteps } from '../wms/operate/steps.ts'
import { addOrders, waveRules } from '../wms/wave/members.ts'
import { advance } from '../wms/wave/pipeline.ts'
import { waveSteps } from '../wms/wave/steps.ts'
import type { DemoMasters } from './masters.ts'
import { at, type Run, step } from './orders.ts'
import { replenishInTwoSteps, seedComeDown } from './replenish.ts'

/** Orders of many cases, more than the pick faces hold. */
async function big(ctx: Ctx, m: DemoMasters, day: string, i: number): Promise<string> {
  const ownerId = m.owners.get('O1') ?? ''
  const store = m.stores[i % m.stores.length]
  const plenty = await ctx.tx.query<{ productId: string; qpc: string }>(sql`
    select s.product_id, q.qpc from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.usage = 'STORAGE'
    join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id and not p.is_weigh
    join mdm_product_qpc q on q.tenant_id = p.tenant_id and q.product_id = p.id and q.is_default
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.owner_id = ${ownerId} and s.stock_type = 'GOOD'
    group by s.product_id, q.qpc order by sum(s.qty - s.reserved_qty) / q.qpc desc, s.product_id limit 8`)
  const lines = plenty
    .filter((_, n) => (n + i) % 3 > 0)
    .map((p, n) => ({ productId: p.productId, planQty: String(Number(p.qpc) * (2 + ((i + n * 3) % 5))), gift: false }))
  const { id } = await createRow(
    ctx,
    operateBill.header,
    {
      ownerId,
      storeId: store?.id,
      mode: 'SUPPLY',
      delivery: 'URGENT',
      route: store?.route,
      upstreamNo: `WV${day.replaceAll('-', '')}${String(i + 1).padStart(3, '0')}`,
      bizDate: day,
      deadlineAt: at(day, 21),
      priority: 40,
      lines,
    },
    billRules(operateBill),
  )
  await step(ctx, operateBill, id, 'approve', operateSteps)
  return id
}

/** A wave of these orders, saved. */
export async function wave(
  ctx: Ctx,
  title: string,
  day: string,
  ration: string,
  orderIds: readonly string[],
): Promise<string> {
  const { id, version } = await createRow(ctx, waveBill.header, { title, ration, dueAt: at(day, 20) }, waveRules)
  const rows = await ctx.tx.query<{ id: string; version: number }>(sql`
    select id, version from wms_operate_bill where tenant_id = ${ctx.tenantId} and id = any(${orderIds}::bigint[])`)
  await addOrders(ctx, { id, version, rows })
  return id
}

/** A wave that has been started, with its replenishment on the way, and one that is still to be looked at. */
export async function seedWaves(run: Run, m: DemoMasters): Promise<void> {
  const day = await run(async (ctx) => businessDay(ctx))
  await run(replenishInTwoSteps)
  const orders: string[] = []
  for (let i = 0; i < 9; i++) orders.push(await run((ctx) => big(ctx, m, day, i)))
  const started = await run((ctx) => wave(ctx, '午班 线路一', day, 'INTURN', orders.slice(0, 5)))
  await run((ctx) => step(ctx, waveBill, started, 'start', waveSteps))
  while (await run((ctx) => advance(ctx, started)));
  await seedComeDown(run, started)
  await run((ctx) => wave(ctx, '晚班 线路二', day, 'AVG', orders.slice(5)))
}

import { product, qpc } from '@lading/contract/mdm/product.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { billRules } from '../bill/billServed.ts'
import { operateSteps } from '../operate/steps.ts'
import { addOrders, waveRules } from '../wave/members.ts'
import { advance } from '../wave/pipeline.ts'
import { waveSteps } from '../wave/steps.ts'
import type { DemoMasters } from './masters.ts'
import { at, step } from './orders.ts'
import { replenishInTwoSteps, seedComeDown } from './replenish.ts'

interface Plenty {
  readonly productId: string
  readonly qpc: string
}
/** Goods of which most is in storage. */
const plentyOf = (ctx: Ctx, m: DemoMasters): Promise<Plenty[]> =>
  ctx.tx.query<Plenty>(sql`
    with there as materialized (
      select s.product_id, sum(s.qty - s.reserved_qty) as free from ${fromHere(ctx, stock, 's')}
      where s.owner_id = ${m.owners.get('O1') ?? ''} and s.stock_type = 'GOOD'
        and s.bin_id in (select id from ${fromHere(ctx, bin, 'b')} where usage = 'STORAGE')
      group by s.product_id)
    select t.product_id, q.qpc from there t
    join ${named(ctx, product, 'p')} on p.id = t.product_id and not p.is_weigh
    join ${named(ctx, qpc, 'q')} on q.product_id = p.id and q.is_default
    order by t.free / q.qpc desc, t.product_id limit 8`)

/** Orders of many cases, more than the pick faces hold. */
async function big(ctx: Ctx, m: DemoMasters, plenty: readonly Plenty[], day: string, i: number): Promise<string> {
  const ownerId = m.owners.get('O1') ?? ''
  const store = m.stores[i % m.stores.length]
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
    select id, version from ${fromHere(ctx, operateBill.header, 'b')} where id = any(${orderIds}::bigint[])`)
  await addOrders(ctx, { id, version, rows })
  return id
}

/** A wave that has been started, with its replenishment on the way, and one that is still to be looked at. */
export async function seedWaves(run: Run, m: DemoMasters): Promise<void> {
  const day = await run(async (ctx) => businessDay(ctx))
  await run(replenishInTwoSteps)
  const plenty = await run((ctx) => plentyOf(ctx, m))
  const orders: string[] = []
  for (let i = 0; i < 9; i++) orders.push(await run((ctx) => big(ctx, m, plenty, day, i)))
  const started = await run((ctx) => wave(ctx, '午班 线路一', day, 'INTURN', orders.slice(0, 5)))
  await run((ctx) => step(ctx, waveBill, started, 'start', waveSteps))
  while (await run((ctx) => advance(ctx, started)));
  await seedComeDown(run, started)
  await run((ctx) => wave(ctx, '晚班 线路二', day, 'AVG', orders.slice(5)))
}

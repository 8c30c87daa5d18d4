// engine: says where a cart stands, behind the locks of its tasks

import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { dpsPick, dpsTask } from '@lading/contract/dps/task.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { arrive, demandOperator } from './bind.ts'
import { lockCart } from './cart.ts'
import { goOn } from './goOn.ts'
import { here, type Jobpoint, lockTasks, readLine, tellLights, worksOf } from './read.ts'

interface Wanted {
  readonly binId: string
  readonly bin: string
  /** Of what was scanned, or what its bin gives first. */
  readonly productId: string
  readonly product: string
}
/** What is open of the containers on a cart. */
const onCart = (ctx: Ctx, point: Jobpoint): Sql => sql`${fromHere(ctx, dpsPick, 'p')}
  join ${fromHere(ctx, dpsTask.header, 't')} on t.id = p.task_id and t.state in ('BOUND', 'PICKING') and p.jobpoint_id = ${point.id} and p.state in ('WAIT', 'LIT')`
/**
 * An open pick of the cart that a bin's or a product's code means.
 * @throws Fault scanBin of goods that are wanted from several bins: whoever has them in his hand may stand at any of them
 */
async function wantedAt(ctx: Ctx, point: Jobpoint, code: string): Promise<Wanted | undefined> {
  const all = await ctx.tx.query<Wanted & { isBin: boolean }>(sql`
    select b.code = ${code} as is_bin, b.id as bin_id, b.code as bin, m.id as product_id, m.code as product from ${onCart(ctx, point)}
    join ${named(ctx, bin, 'b')} on b.id = p.bin_id join ${named(ctx, product, 'm')} on m.id = p.product_id
    where (b.code = ${code} or m.code = ${code}
      or exists (select 1 from mdm_product_barcode c where c.tenant_id = m.tenant_id and c.product_id = m.id and c.code = ${code}))
    order by b.code = ${code} desc, b.pick_seq, b.code, p.blocked_at is not null, m.id`)
  const [first] = all
  const bins = [...new Set(all.map((w) => w.bin))]
  if (first && !first.isBin && bins.length > 1)
    refuse(dpsFaults.scanBin, { goods: first.product, bins: bins.join(' ') })
  return first
}

/**
 * Something was scanned at a cart. A bin, or goods, of which its containers want some: their positions light, and no others.
 * A container: it is put on the cart.
 * @throws Fault notACart, pointClosed, signOnFirst, notOnCart, scanBin, and what the binding of a container refuses
 */
export async function scanCart(ctx: Ctx, warehouse: Warehouse, point: Jobpoint, code: string) {
  if ((await readLine(ctx, point.lineId)).mode !== 'CART') refuse(dpsFaults.notACart, { point: point.code })
  if (point.state !== 'OPEN') refuse(dpsFaults.pointClosed, { point: point.code })
  await demandOperator(ctx, point)
  const wanted = await wantedAt(ctx, point, code)
  if (wanted) return lightBin(ctx, warehouse, point, wanted)
  if (!(await warehouse.containerOf(ctx, code))) return refuse(dpsFaults.notOnCart, { code })
  const { billNo, position = null } = await arrive(ctx, warehouse, point, code)
  return { position, billNo, bin: null, product: null, qty: null }
}

/** Presses of the cart's picks wait: their tasks in the warehouse are locked before anything of the rack. */
async function lockAll(ctx: Ctx, warehouse: Warehouse, point: Jobpoint): Promise<string[]> {
  const there = sql`id in (select o.task_id from dps_task_point o where o.tenant_id = dps_task.tenant_id and o.jobpoint_id = ${point.id} and o.state in ('ARRIVED', 'LIT'))`
  const seen = await ctx.tx.query<{ id: string }>(sql`select id from dps_task where ${here(ctx)} and ${there}`)
  const works = await worksOf(
    ctx,
    seen.map((t) => t.id),
  )
  await warehouse.workOf(ctx, [...new Set(works.map((w) => w.workId))])
  await lockCart(ctx, point)
  return (await lockTasks(ctx, there)).map((t) => t.id)
}

async function lightBin(ctx: Ctx, warehouse: Warehouse, point: Jobpoint, at: Wanted) {
  const taskIds = await lockAll(ctx, warehouse, point)
  await ctx.tx.run(sql`
    update dps_jobpoint set now_bin_id = ${at.binId}, now_product_id = ${at.productId}, updated_at = ${ctx.now()} where ${here(ctx)} and id = ${point.id}`)
  // One thing at a time: what is lit elsewhere waits.
  await ctx.tx.run(sql`
    update dps_pick set state = 'WAIT', version = version + 1 where ${here(ctx)} and jobpoint_id = ${point.id} and state = 'LIT'
      and (bin_id <> ${at.binId} or product_id <> ${at.productId})`)
  ctx.audit({
    subject: jobpoint.key,
    subjectId: point.id,
    subjectNo: point.code,
    action: 'scan',
    after: { nowBinId: at.binId },
  })
  tellLights(ctx)
  await goOn(ctx, taskIds)
  const { qty } = await ctx.tx.one<{ qty: string }>(sql`
    select coalesce(sum(p.plan_qty - p.done_qty - p.short_qty), 0) as qty from ${onCart(ctx, point)}
    where p.bin_id = ${at.binId} and p.product_id = ${at.productId}`)
  return { position: null, billNo: null, bin: at.bin, product: at.product, qty }
}

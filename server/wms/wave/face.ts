// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { makeLabels } from '../label/make.ts'
import { tellLights } from '../lights.ts'
import { freeStock, readCandidates } from '../operate/candidates.ts'
import { harden } from '../stock/harden.ts'
import type { StockKey } from '../stock/key.ts'
import { readReservations, release } from '../stock/reservations.ts'
import { topUp, type WaveFace, waitedFor } from '../strategy/wave.ts'
import { logTasks } from '../task/log.ts'
import { readFaces } from './faces.ts'
import { admitted, givenUp, supply, waitingAt } from './supply.ts'
import { wakePicks } from './wake.ts'

/**
 * Looks at a pick face after something has happened there: what orders wait for, and nothing is under way for any more,
 * is fetched from elsewhere, or told short; what waits for room is let in. Its only caller is the outbox; should that tell the
 * same twice at once, the second sees what the first has sent for.
 */
export async function lookAtFace(ctx: Ctx, binId: string): Promise<void> {
  const goods = await ctx.tx.query<{ productId: string }>(sql`
    select product_id from wms_product_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${binId} and role = 'PICK'
    order by product_id for no key update`)
  const ids = goods.map((g) => g.productId)
  const here = async () => (await readFaces(ctx, ids)).faces.filter((f) => f.binId === binId)
  // What lies there serves whoever waits, whatever else is on its way.
  const awaited = (await here()).filter((f) => f.waiting > 0n)
  for (const { productId } of awaited) {
    await serveFromFace(ctx, binId, productId)
    const face = (await here()).find((f) => f.productId === productId)
    if (face && face.waiting > face.incoming) await fetchMore(ctx, face)
  }
  const ready = await admitted(ctx, await here())
  if (ready.length === 0) return
  await ctx.tx.run(sql`
    update wms_task set state = 'READY', version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ready}::bigint[]) and state = 'WAIT'`)
  await makeLabels(ctx, ready)
  await tellLights(ctx, ready)
  logTasks(
    ctx,
    ready.map((taskId) => ({ taskId, action: 'release', from: 'WAIT', to: 'READY' })),
  )
}

/**
 * What stands free on the face serves those who wait there: somebody else was promised it until now, or it came in the
 * moment in which they were promised that it was under way.
 */
async function serveFromFace(ctx: Ctx, binId: string, productId: string): Promise<void> {
  await lockPicks(ctx, { binId, productId })
  await harden(
    ctx,
    await ctx.tx.query<Pick<StockKey, 'ownerId' | 'productId' | 'stockType' | 'binId'>>(sql`
      select distinct owner_id, product_id, stock_type, bin_id from wms_stock
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${binId} and product_id = ${productId} and qty > reserved_qty
      order by owner_id, stock_type`),
  )
}

/** Goods that did not come are looked for elsewhere, the picks of those who wait locked. Source: wms.md 7.5. */
async function fetchMore(ctx: Ctx, face: WaveFace): Promise<void> {
  const lack = face.waiting - face.incoming
  const waiting = await waitingAt(ctx, face)
  const owners = await ctx.tx.query<{ ownerId: string }>(sql`
    select distinct owner_id from wms_reservation where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${waiting.map((w) => w.id)}::bigint[])`)
  const rows = (
    await Promise.all(
      owners.map(({ ownerId }) => readCandidates(ctx, ownerId, [face.productId], [waitedFor], freeStock)),
    )
  ).flat()
  // The strictest of those who wait decides, so that what comes serves any of them.
  const strictest = waiting.reduce((most, w) => (w.minExpire !== null && w.minExpire > most ? w.minExpire : most), '')
  const usable = rows.filter(
    (r) =>
      r.lot.hold === null && r.bin.lockOut === null && (r.lot.expireDate === null || r.lot.expireDate >= strictest),
  )
  const taken = new Map<string, Qty>()
  const supplies = topUp({ ...face, qpc: 1n }, lack, usable, taken)
  await supply(ctx, {}, { supplies, rows: usable, faces: [face] })
  const found = supplies.reduce((sum, s) => sum + s.qty, 0n)
  if (found < lack) await tellShort(ctx, givenUp(waiting, lack - found))
}

/** The picks of those who wait, before any stock. */
const lockPicks = (ctx: Ctx, { binId, productId }: Pick<WaveFace, 'binId' | 'productId'>): Promise<unknown> =>
  ctx.tx.query(sql`
    select k.id from wms_task k where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id in (
      select l.task_id from wms_task_line l join wms_reservation r on r.tenant_id = l.tenant_id and r.org_id = l.org_id and r.task_line_id = l.id
      where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.bin_id = ${binId} and r.product_id = ${productId} and r.state = 'PENDING')
    order by k.id for update`)

/** What nobody can bring is off the pick and short on its order; what has come in this very moment is not. */
async function tellShort(ctx: Ctx, lost: ReturnType<typeof givenUp>): Promise<void> {
  const off = []
  for (const { of, qty } of lost) {
    const freed = await release(ctx, await readReservations(ctx, [of.id]), qty)
    if (freed > 0n) off.push({ of, qty: freed })
  }
  const lines = off.flatMap(({ of, qty }) => (of.taskLineId === null ? [] : [{ id: of.taskLineId, qty }]))
  await ctx.tx.run(sql`
    update wms_task_line l set plan_qty = l.plan_qty - n.qty, state = case when l.plan_qty - n.qty <= 0 then 'CANCELED' else l.state end,
      version = l.version + 1, updated_at = ${ctx.now()}
    from unnest(${lines.map((l) => l.id)}::bigint[], ${lines.map((l) => formatQty(l.qty))}::numeric[]) as n(id, qty)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = n.id and l.state = 'OPEN'`)
  const orders = off.flatMap(({ of, qty }) => (of.demandLineId === null ? [] : [{ id: of.demandLineId, qty }]))
  const bills = await ctx.tx.query<{ billId: string }>(sql`
    update wms_operate_bill_line l set booked_qty = l.booked_qty - n.qty, short_qty = coalesce(l.short_qty, 0) + n.qty, short_reason = 'INSUFFICIENT'
    from unnest(${orders.map((o) => o.id)}::bigint[], ${orders.map((o) => formatQty(o.qty))}::numeric[]) as n(id, qty)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = n.id returning l.bill_id`)
  for (const { billId } of bills) ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${billId}` })
  await wakePicks(
    ctx,
    lines.map((l) => l.id),
  )
}

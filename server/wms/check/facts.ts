// engine: looks into containers whose locks it holds: who sees a check sees all that is in its container

import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { container } from '@lading/contract/wms/container.ts'
import type { checkCount, containerCheck } from '@lading/contract/wms/containerCheck.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** A look into a container. */
export type Check = RowOf<
  typeof containerCheck,
  'id' | 'taskId' | 'taskLineId' | 'containerId' | 'storeId' | 'state' | 'byOther' | 'weighGrams' | 'weighPct'
>
const columns = sql`id, task_id, task_line_id, container_id, store_id, state, by_other, weigh_grams, weigh_pct`

/** Locks the check of a task, whose lock is held. */
export const lockCheck = async (ctx: Ctx, taskId: string): Promise<Check> =>
  found(
    await ctx.tx.maybe<Check>(sql`
      select ${columns} from wms_container_check where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${taskId} for update`),
    ['复核', 'Check'],
  )

export const setCheck = (ctx: Ctx, id: string, change: Sql): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_container_check set ${change}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)

/** What was counted of one product, the last word. */
export type Counted = RowOf<typeof checkCount, 'ownerId' | 'productId' | 'qpcId' | 'bookQty' | 'countedQty' | 'diffQty'>
export const readCounted = (ctx: Ctx, checkId: string): Promise<Counted[]> =>
  ctx.tx.query<Counted>(sql`
    select distinct on (owner_id, product_id) owner_id, product_id, qpc_id, book_qty, counted_qty, diff_qty from wms_check_count
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and check_id = ${checkId} order by owner_id, product_id, id desc`)

/** Of what a check tells apart: whose goods, and which. */
export const goodsKey = (k: { readonly ownerId: string; readonly productId: string }): string =>
  `${k.ownerId}:${k.productId}`
/** How much the book has of each. */
export function bookOf(
  rows: readonly { readonly ownerId: string; readonly productId: string; readonly qty: Qty }[],
): Map<string, Qty> {
  const book = new Map<string, Qty>()
  for (const r of rows) book.set(goodsKey(r), (book.get(goodsKey(r)) ?? 0n) + r.qty)
  return book
}

/**
 * Lines of picks that brought goods into containers, by the promises on what is in them now: a tote that was emptied
 * and filled again, or into which others were merged, tells of its own goods only. Of `c` container, `l` line, `k` task.
 */
export const pickedInto = (ctx: Ctx): Sql => sql`
  wms_stock s join wms_reservation r on r.tenant_id = s.tenant_id and r.org_id = s.org_id and r.stock_id = s.id and r.state = 'ACTIVE'
  join wms_task_line l on l.tenant_id = r.tenant_id and l.org_id = r.org_id and l.bill_line_id = r.demand_line_id and l.lot_id = s.lot_id
    and l.qpc_id = s.qpc_id and l.stock_type = s.stock_type and l.done_qty > 0
  join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id and k.task_type = 'PICK'
  where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0`

/** Who picked into a container must not check it, where the rule says so. */
export async function demandOtherThan(
  ctx: Ctx,
  check: Pick<Check, 'byOther' | 'containerId'>,
  userId: string | null = ctx.userId,
): Promise<void> {
  if (!check.byOther) return
  const own = await ctx.tx.maybe(sql`
    select 1 from ${pickedInto(ctx)} and s.container_id = ${check.containerId} and l.confirmed_by = ${userId} limit 1`)
  if (own) refuse(checkFaults.picker, { c: await boxName(ctx, check.containerId) })
}

/** Nobody is sent to a container that he may not check. Of the task `t`. */
export const barredFromCheck = (ctx: Ctx): Sql => sql`exists (
  select 1 from wms_container_check x where x.tenant_id = t.tenant_id and x.org_id = t.org_id and x.task_id = t.id and x.by_other
    and exists (select 1 from ${pickedInto(ctx)} and s.container_id = x.container_id and l.confirmed_by = ${ctx.userId}))`

export async function demandChecker(ctx: Ctx, task: { readonly id: string }, userId: string): Promise<void> {
  await demandOtherThan(ctx, await lockCheck(ctx, task.id), userId)
}

export async function boxName(ctx: Ctx, id: string) {
  const row = await ctx.tx.one<{ code: string }>(sql`
    select code from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  return rowName(container, id, row.code)
}

/** Containers that are not to be loaded: somebody still looks into them, or found something else than the book has. */
export async function demandChecked(ctx: Ctx, containerIds: readonly string[]): Promise<void> {
  if (containerIds.length === 0) return
  const open = await ctx.tx.maybe<{ id: string; code: string; taskId: string; taskNo: string; state: string }>(sql`
    select c.id, c.code, k.id as task_id, k.task_no, x.state from wms_container_check x
    join wms_container c on c.tenant_id = x.tenant_id and c.org_id = x.org_id and c.id = x.container_id
    join wms_task k on k.tenant_id = x.tenant_id and k.org_id = x.org_id and k.id = x.task_id
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.container_id = any(${containerIds}::bigint[]) and x.state in ('OPEN', 'FAILED')
    order by c.code limit 1`)
  if (!open) return
  refuse(open.state === 'OPEN' ? checkFaults.unchecked : checkFaults.differs, {
    c: rowName(container, open.id, open.code),
    no: rowName(viewOf('CONTAINER_CHECK'), open.taskId, open.taskNo),
  })
}

/** What the scales should show of a container's goods, in kilograms; nothing where a weight is not known. */
export interface Weights {
  readonly tareKg: Qty | null
  readonly each: ReadonlyMap<string, { readonly kg: Qty | null; readonly isPiece: boolean }>
}
export async function weightsOf(ctx: Ctx, containerId: string): Promise<Weights> {
  const box = await ctx.tx.one<{ tareKg: string | null }>(sql`
    select y.tare_kg from wms_container c join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = ${containerId}`)
  const goods = await ctx.tx.query<{ id: string; weightKg: string | null; isWeigh: boolean }>(sql`
    select distinct p.id, p.weight_kg, p.is_weigh from wms_stock s join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.container_id = ${containerId} and s.qty > 0`)
  return {
    tareKg: box.tareKg === null ? null : parseQty(box.tareKg),
    each: new Map(
      goods.map((g) => [
        g.id,
        // Goods that are sold by weight are counted in kilograms.
        g.isWeigh
          ? { kg: parseQty('1'), isPiece: false }
          : { kg: g.weightKg === null ? null : parseQty(g.weightKg), isPiece: true },
      ]),
    ),
  }
}
export const canWeigh = ({ tareKg, each }: Weights): boolean =>
  tareKg !== null && each.size > 0 && [...each.values()].every(({ kg }) => kg !== null && kg > 0n)

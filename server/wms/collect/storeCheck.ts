// engine: finds room for containers among those of all stores, under the lock of its scheme

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { collectFaults } from '@lading/contract/wms/collectFaults.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { addLines, createTasks, type NewLine, soleOwner } from '../task/create.ts'
import { logTasks } from '../task/log.ts'

/** Containers of a store have been staged: its key is the store. */
export const storeStagedTopic = 'wms.storeStaged'

/** Whether any scheme says that stores are checked. */
const isChecked = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from wms_collect_bin_scheme where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and not disabled and store_check limit 1`)) !==
  undefined

/** Work that still brings goods of a store to its containers, or these to their bins. */
const isUnderWay = async (ctx: Ctx, storeId: string): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from wms_task k where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type in ('PICK', 'SOW', 'PICK_COLLECT')
      and k.state not in ('DONE', 'CANCELED') and (k.store_id = ${storeId} or exists (
        select 1 from wms_task_line l where l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.store_id = ${storeId}
          and l.state in ('OPEN', 'INHAND'))) limit 1`)) !== undefined

interface Waiting {
  id: string
  binId: string
  day: string | null
  ownerId: string | null
}
/** Staged containers of a store that no check is about yet, with the day when their orders are to leave. */
const waitingOf = (ctx: Ctx, storeId: string): Promise<Waiting[]> =>
  ctx.tx.query<Waiting>(sql`
    select * from (
      select c.id, c.code, c.bin_id, (
          select min(b.biz_date) from wms_stock s
          join wms_reservation r on r.tenant_id = s.tenant_id and r.org_id = s.org_id and r.stock_id = s.id and r.state = 'ACTIVE'
          join wms_operate_bill_line o on o.tenant_id = r.tenant_id and o.org_id = r.org_id and o.id = r.demand_line_id
          join wms_operate_bill b on b.tenant_id = o.tenant_id and b.org_id = o.org_id and b.id = o.bill_id
          where s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0) as day, (
          select case when count(distinct g.owner_id) = 1 then min(g.owner_id) end from wms_stock g
          where g.tenant_id = c.tenant_id and g.org_id = c.org_id and g.container_id = c.id and g.qty > 0) as owner_id
      from wms_container c join wms_bin n on n.tenant_id = c.tenant_id and n.id = c.bin_id and n.usage in ('COLLECT', 'DOCK')
      where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.store_id = ${storeId} and c.state in ('COLLECTED', 'CHECKED')) w
    where not exists (
      select 1 from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
        and k.task_type = 'STORE_COLLECT_CHECK' and k.state <> 'CANCELED' and k.store_id = ${storeId} and k.biz_date is not distinct from w.day
      where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.from_container_id = w.id and l.state <> 'CANCELED')
    order by w.code`)

/**
 * When all goods of a store are staged that are under way to it, its containers are checked: one task for each day when
 * they leave. What is staged later joins the check of its day while that is open. Its only caller is the outbox, one
 * store after the other. Source: wms.md 11.8.
 */
export async function lookAtStore(ctx: Ctx, storeId: string): Promise<void> {
  if (!(await isChecked(ctx)) || (await isUnderWay(ctx, storeId))) return
  for (const [day, boxes] of Map.groupBy(await waitingOf(ctx, storeId), (w) => w.day)) {
    const lines = boxes.map(
      (c): NewLine => ({ fromContainerId: c.id, fromBinId: c.binId, storeId, ownerId: c.ownerId, planQty: 1000n }),
    )
    const open = await ctx.tx.maybe<RowOf<typeof taskTable, 'id' | 'lineCount'>>(sql`
      select id, line_count from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_type = 'STORE_COLLECT_CHECK'
        and store_id = ${storeId} and biz_date is not distinct from ${day} and state not in ('DONE', 'CANCELED') order by id limit 1 for update`)
    if (!open) {
      await createTasks(ctx, [{ taskType: 'STORE_COLLECT_CHECK', storeId, bizDate: day, lines }])
      continue
    }
    await addLines(ctx, open, lines)
    await ctx.tx.run(sql`
      update wms_task set owner_id = case when owner_id = ${soleOwner(lines)} then owner_id end, line_count = line_count + ${lines.length},
        plan_qty = plan_qty + ${lines.length}, version = version + 1, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${open.id}`)
    logTasks(ctx, [{ taskId: open.id, action: 'addLines', payload: { lines: lines.length } }])
  }
}

/** Containers of a store whose check is still to be done are not loaded. @throws Fault unchecked */
export async function demandStoreChecked(ctx: Ctx, containerIds: readonly string[]): Promise<void> {
  if (containerIds.length === 0) return
  const open = await ctx.tx.maybe<{ id: string; taskNo: string; storeId: string; code: string }>(sql`
    select k.id, k.task_no, s.id as store_id, s.code from wms_task k
    join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.state in ('OPEN', 'DONE')
    join wms_store s on s.tenant_id = k.tenant_id and s.id = k.store_id
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type = 'STORE_COLLECT_CHECK' and k.state not in ('DONE', 'CANCELED')
      and l.from_container_id = any(${containerIds}::bigint[]) order by k.id limit 1`)
  if (!open) return
  refuse(collectFaults.unchecked, {
    s: rowName(store, open.storeId, open.code),
    no: rowName(viewOf('STORE_COLLECT_CHECK'), open.id, open.taskNo),
  })
}

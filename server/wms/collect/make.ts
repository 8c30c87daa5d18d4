// engine: finds room for containers among those of all stores, under the lock of its scheme

import type { task as taskTable } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { createTasks, type NewLine } from '../task/create.ts'
import { logTasks } from '../task/log.ts'
import { isTypeOn } from '../task/typeConfig.ts'
import { giving, readSchemes, schemeFor } from './bins.ts'

/** A container has gone where nobody stages it any more: its key is the container. */
export const unstagedTopic = 'wms.unstaged'

interface Filled {
  id: string
  binId: string | null
  storeId: string
  route: string | null
  mode: string | null
  ownerId: string | null
}
type Origin = RowOf<typeof taskTable, 'billKey' | 'billId' | 'billNo' | 'priority' | 'dueAt'>

/**
 * 集货: what was picked or sorted into containers is brought to where it waits for its truck, where a scheme says so.
 * @param taskId the work that filled them
 */
export async function makeCollecting(ctx: Ctx, taskId: string, containerIds: readonly string[]): Promise<void> {
  if (containerIds.length === 0) return
  const schemes = await readSchemes(ctx)
  if (schemes.length === 0 || !(await isTypeOn(ctx, 'PICK_COLLECT'))) return
  const boxes = await ctx.tx.query<Filled>(sql`
    select c.id, c.bin_id, c.store_id, s.route, b.mode, (
        select case when count(distinct g.owner_id) = 1 then min(g.owner_id) end from wms_stock g
        where g.tenant_id = c.tenant_id and g.org_id = c.org_id and g.container_id = c.id and g.qty > 0) as owner_id
    from wms_container c join wms_store s on s.tenant_id = c.tenant_id and s.id = c.store_id
    left join wms_operate_bill b on b.tenant_id = c.tenant_id and b.org_id = c.org_id and b.id = c.bill_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${containerIds}::bigint[]) and c.state = 'PICKED'
      and not exists (select 1 from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.task_type = 'PICK_COLLECT'
        where l.tenant_id = c.tenant_id and l.org_id = c.org_id and l.from_container_id = c.id and l.state = 'OPEN')
    order by s.code, c.code`)
  const givings = new Map(schemes.map((s) => [s.id, giving(s)]))
  const lines = boxes.flatMap((box): NewLine[] => {
    const scheme = schemeFor(schemes, box.mode)
    if (!scheme) return []
    return [
      {
        ownerId: box.ownerId,
        fromBinId: box.binId,
        fromContainerId: box.id,
        toBinId: givings.get(scheme.id)?.(box) ?? null,
        storeId: box.storeId,
        planQty: 1000n,
      },
    ]
  })
  if (lines.length === 0) return
  const of = await ctx.tx.one<Origin>(sql`
    select bill_key, bill_id, bill_no, priority, due_at from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${taskId}`)
  const stores = new Set(lines.map((l) => l.storeId))
  await createTasks(ctx, [
    {
      taskType: 'PICK_COLLECT',
      ...(of.billKey && of.billId && { bill: { key: of.billKey, id: of.billId, no: of.billNo ?? '' } }),
      storeId: stores.size === 1 ? (lines[0]?.storeId ?? null) : null,
      containerId: lines.length === 1 ? (lines[0]?.fromContainerId ?? null) : null,
      priority: of.priority,
      dueAt: of.dueAt,
      lines,
    },
  ])
}

/** A container that was loaded, emptied or is filled again is staged by nobody, and checked by nobody there: what waited for that is off. */
export async function leaveStaging(ctx: Ctx, containerId: string): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const tasks = await ctx.tx.query<{ id: string; state: string }>(sql`
    select k.id, k.state from wms_task k where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type in ('PICK_COLLECT', 'STORE_COLLECT_CHECK')
      and k.state not in ('DONE', 'CANCELED') and exists (
        select 1 from wms_task_line l where l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.from_container_id = ${containerId} and l.state = 'OPEN')
      and not exists (select 1 from wms_container c where c.tenant_id = k.tenant_id and c.org_id = k.org_id and c.id = ${containerId}
        and (c.state = 'CHECKED' or c.state = 'COLLECTED' and k.task_type = 'STORE_COLLECT_CHECK' or c.state in ('PICKING', 'PICKED') and k.task_type = 'PICK_COLLECT'))
    order by k.id for update`)
  for (const { id, state } of tasks) {
    await ctx.tx.run(sql`
      update wms_task_line set state = 'CANCELED', version = version + 1, updated_at = ${ctx.now()}
      where ${here} and task_id = ${id} and from_container_id = ${containerId} and state = 'OPEN'`)
    const after = await ctx.tx.one<{ state: string }>(sql`
      update wms_task k set line_count = n.lines, done_lines = n.done, plan_qty = n.lines, version = k.version + 1, updated_at = ${ctx.now()},
        state = case when n.lines = 0 then 'CANCELED' when n.done = n.lines then 'DONE' else k.state end,
        finished_at = case when n.done = n.lines then ${ctx.now()}::timestamptz end
      from (select (count(*) filter (where state <> 'CANCELED'))::integer as lines, (count(*) filter (where state in ('DONE', 'SHORT')))::integer as done
        from wms_task_line where ${here} and task_id = ${id}) n
      where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = ${id} returning k.state`)
    logTasks(ctx, [
      {
        taskId: id,
        action: after.state === 'CANCELED' ? 'cancel' : after.state === 'DONE' ? 'finish' : 'dropLines',
        from: state,
        to: after.state,
        payload: { lines: 1, containerId },
      },
    ])
  }
}

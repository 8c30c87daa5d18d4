// engine: assigns containers to picks, and frees them, behind the locks of both

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName, type Text } from '@lading/contract/kernel/text.ts'
import { container } from '@lading/contract/wms/container.ts'
import { pickContainer, pickContainerLine } from '@lading/contract/wms/pickContainer.ts'
import { pickContainerFaults } from '@lading/contract/wms/pickContainerCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { ContainerFacts } from '../masters/facts.ts'
import type { TaskRow } from '../task/read.ts'
import { weighAnew } from './keptPlan.ts'

/** A label says what is in its container: goods come into the one that they were planned for, or the plan is changed. */

/** How much of lines is still to come into one container of their pick. */
interface Open {
  readonly taskLineId: string
  readonly boxId: string
  readonly containerId: string
  readonly code: string
  readonly seq: number
  readonly printCount: number
  readonly open: Qty
}
/** Goods that go into one container together. */
export interface Putting {
  readonly tote: ContainerFacts
  readonly lines: readonly { readonly id: string; readonly rest: Qty; readonly qty: Qty }[]
}
/** What has to be written into the plan once the goods are in: by container and line. */
export interface Shift {
  readonly from: readonly { readonly boxId: string; readonly taskLineId: string; readonly qty: Qty }[]
  readonly tote: ContainerFacts
  readonly labels: readonly string[]
}

const openOf = async (ctx: Ctx, lineIds: readonly string[]): Promise<Open[]> =>
  (
    await ctx.tx.query<Omit<Open, 'open'> & { open: string }>(sql`
      select n.task_line_id, x.id as box_id, x.container_id, x.code, x.seq, x.print_count, (n.plan_qty - n.done_qty)::text as open
      from wms_pick_container_line n join wms_pick_container x on x.tenant_id = n.tenant_id and x.org_id = n.org_id and x.id = n.pick_container_id
      where n.tenant_id = ${ctx.tenantId} and n.org_id = ${ctx.org.id} and n.task_line_id = any(${lineIds}::bigint[])
        and x.state in ('BOUND', 'USED') and n.plan_qty > n.done_qty order by x.seq, n.id`)
  ).map((row) => ({ ...row, open: parseQty(row.open) }))

const sumOf = <T>(of: readonly T[], qty: (one: T) => Qty): Qty => of.reduce((n, one) => n + qty(one), 0n)

/**
 * Goods that were planned for another container are asked for there, unless who picks decides otherwise; then what is
 * missing of the plan comes from the last containers.
 * @throws Fault goesInto
 */
export async function shiftsOf(
  ctx: Ctx,
  task: TaskRow,
  puttings: readonly Putting[],
  isDecided: boolean,
): Promise<Shift[]> {
  if (!task.hasContainers || puttings.length === 0) return []
  const all = await openOf(
    ctx,
    puttings.flatMap(({ lines }) => lines.map((l) => l.id)),
  )
  return puttings.flatMap(({ tote, lines }): Shift[] => {
    const open = all.filter((o) => lines.some((l) => l.id === o.taskLineId))
    const others = open.filter((o) => o.containerId !== tote.id)
    // What no container was planned for may come into any.
    const unplanned = sumOf(lines, (l) => l.rest) - sumOf(open, (o) => o.open)
    const own = sumOf(open, (o) => o.open) - sumOf(others, (o) => o.open)
    let over = sumOf(lines, (l) => l.qty) - own - (unplanned > 0n ? unplanned : 0n)
    const [first] = others
    if (over <= 0n || !first) return []
    if (!isDecided)
      refuse(pickContainerFaults.goesInto, {
        n: first.seq,
        to: first.code,
        qty: formatQty(first.open),
        c: rowName(container, tote.id, tote.code),
      })
    const from = others.toReversed().flatMap(({ boxId, taskLineId, open: there }) => {
      const qty = there < over ? there : over
      over -= qty
      return qty > 0n ? [{ boxId, taskLineId, qty }] : []
    })
    const printed = open.filter(
      (o) => o.printCount > 0 && (o.containerId === tote.id || from.some((f) => f.boxId === o.boxId)),
    )
    return [{ from, tote, labels: [...new Set(printed.map((o) => o.code))] }]
  })
}

/** The plan as it was decided: labels that tell another one are to be printed again. */
export async function replan(ctx: Ctx, task: TaskRow, shifts: readonly Shift[]): Promise<Text[]> {
  if (shifts.length === 0) return []
  const boxes = await ctx.tx.query<{ id: string; containerId: string }>(sql`
    select id, container_id from wms_pick_container
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${task.id} and state in ('BOUND', 'USED')`)
  const boxOf = ({ tote }: Shift): string => boxes.find((b) => b.containerId === tote.id)?.id ?? ''
  const from = shifts.flatMap((s) => s.from)
  await ctx.tx.run(sql`
    update wms_pick_container_line n set plan_qty = n.plan_qty - f.qty, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from unnest(${from.map((f) => f.boxId)}::bigint[], ${from.map((f) => f.taskLineId)}::bigint[], ${from.map((f) => formatQty(f.qty))}::numeric[]) as f(box, line, qty)
    where n.tenant_id = ${ctx.tenantId} and n.org_id = ${ctx.org.id} and n.pick_container_id = f.box and n.task_line_id = f.line`)
  await ctx.tx.run(sql`
    delete from wms_pick_container_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and task_line_id = any(${from.map((f) => f.taskLineId)}::bigint[]) and plan_qty = 0 and done_qty = 0`)
  const to = shifts.flatMap((s) =>
    [...Map.groupBy(s.from, (f) => f.taskLineId)].map(([taskLineId, of]) => ({
      pickContainerId: boxOf(s),
      taskLineId,
      planQty: formatQty(sumOf(of, (f) => f.qty)),
      doneQty: '0',
    })),
  )
  await insert(
    ctx,
    pickContainerLine,
    to,
    sql`on conflict (tenant_id, org_id, pick_container_id, task_line_id) do update set plan_qty = wms_pick_container_line.plan_qty + excluded.plan_qty,
      version = wms_pick_container_line.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
  )
  const touched = [...new Set([...from.map((f) => f.boxId), ...shifts.map(boxOf)])]
  await weighAnew(ctx, task.id, touched)
  for (const s of shifts)
    ctx.audit({
      subject: pickContainer.key,
      subjectId: boxOf(s),
      subjectNo: s.tote.code,
      action: 'replan',
      after: { taskId: task.id },
    })
  const labels = [...new Set(shifts.flatMap((s) => s.labels))].join(', ')
  return labels === ''
    ? []
    : [[`装箱计划已改，请重打标签：${labels}`, `The plan has changed: print the labels of ${labels} again`]]
}

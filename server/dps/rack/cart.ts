// engine: keeps which container stands at which position of a cart, behind the locks of the cart and its tasks

import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { taskPoint } from '@lading/contract/dps/task.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { here, type Jobpoint, type RackTask, readPoints } from './read.ts'

/** Whoever puts something on a cart, or says where it stands, waits for the other. Before tasks of the rack are locked. */
export const lockCart = (ctx: Ctx, { id }: Pick<Jobpoint, 'id'>): Promise<unknown> =>
  ctx.tx.one(sql`select 1 from dps_jobpoint where ${here(ctx)} and id = ${id} for no key update`)

interface Position {
  readonly tagId: string
  readonly code: string
  readonly seq: number
  /** What stands there. */
  readonly box: string | null
}
const positionsOf = (ctx: Ctx, { id }: Jobpoint): Promise<Position[]> =>
  ctx.tx.query<Position & object>(sql`
    select s.tag_id, g.code, s.seq, (
      select c.code from dps_task_point o join dps_task t on t.tenant_id = o.tenant_id and t.id = o.task_id join wms_container c on c.tenant_id = t.tenant_id and c.id = t.container_id
      where o.tenant_id = s.tenant_id and o.org_id = s.org_id and o.tag_id = s.tag_id and o.state in ('ARRIVED', 'LIT') limit 1) as box
    from dps_slot s join dps_tag g on g.tenant_id = s.tenant_id and g.id = s.tag_id and not g.disabled
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.jobpoint_id = ${id} and s.enabled order by s.seq, s.id`)

/**
 * A container of a task is put on a cart, at the position that is named or the first that is free. Its picks are shown there.
 * @returns the number of the position
 * @throws Fault wrongPoint, containerTaken, noPosition, positionTaken, cartFull
 */
export async function putOn(
  ctx: Ctx,
  task: RackTask,
  point: Jobpoint,
  code: string,
  position: string | undefined,
): Promise<number> {
  if (task.lineId !== point.lineId) refuse(dpsFaults.wrongPoint, { code, point: point.code, next: '-' })
  const points = await readPoints(ctx, sql`task_id = ${task.id}`)
  if (points.some((p) => p.state === 'ARRIVED' || p.state === 'LIT'))
    refuse(dpsFaults.containerTaken, { code, no: task.billNo })
  const all = await positionsOf(ctx, point)
  const named = all.find((p) => p.code === position || String(p.seq) === position)
  if (position !== undefined && !named) refuse(dpsFaults.noPosition, { cart: point.code, position })
  if (named?.box) refuse(dpsFaults.positionTaken, { position: named.seq, code: named.box })
  const at = named ?? all.find((p) => p.box === null)
  if (!at) return refuse(dpsFaults.cartFull, { cart: point.code })
  // With the first container a new way begins: its picker does not stand where the last one ended.
  if (all.every((p) => p.box === null))
    await ctx.tx.run(sql`
      update dps_jobpoint set now_bin_id = null, now_product_id = null, updated_at = ${ctx.now()} where ${here(ctx)} and id = ${point.id}`)
  await takeOff(ctx, [task.id])
  await insert(ctx, taskPoint, [
    {
      ...{ taskId: task.id, jobpointId: point.id, seq: point.seq, tagId: at.tagId },
      ...{ state: 'ARRIVED', operatorId: ctx.userId, arrivedAt: ctx.now() },
    },
  ])
  await takeAlong(ctx, task.id)
  await ctx.tx.run(sql`
    update dps_task set jobpoint_id = ${point.id}, version = version + 1, updated_at = ${ctx.now()} where ${here(ctx)} and id = ${task.id}`)
  return at.seq
}

/** What is open of a task is shown at the position of its container, if that stands on a cart. @returns how many were shown elsewhere */
export const takeAlong = (ctx: Ctx, taskId: string): Promise<number> =>
  ctx.tx.run(sql`
    update dps_pick p set jobpoint_id = o.jobpoint_id, tag_id = o.tag_id, version = p.version + 1, updated_at = ${ctx.now()} from dps_task_point o
    where o.tenant_id = p.tenant_id and o.org_id = p.org_id and o.task_id = p.task_id and o.state in ('ARRIVED', 'LIT') and o.tag_id is not null
      and p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_id = ${taskId} and p.state in ('WAIT', 'LIT') and p.tag_id is distinct from o.tag_id`)

/** What is open of tasks of carts is on none, and shown nowhere. Of others nothing changes. */
export async function takeOff(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  await ctx.tx.run(
    sql`delete from dps_task_point where ${here(ctx)} and task_id = any(${taskIds}::bigint[]) and tag_id is not null`,
  )
  await ctx.tx.run(sql`
    update dps_pick set jobpoint_id = null, tag_id = null, version = version + 1, updated_at = ${ctx.now()}
    where ${here(ctx)} and task_id = any(${taskIds}::bigint[]) and mode = 'CART' and state in ('WAIT', 'LIT')`)
}

/** Of how many bins where the cart goes anyway a task `t` wants something. */
export const bestOnCart = (ctx: Ctx, { id }: Jobpoint): Sql => sql`(
  select count(distinct w.bin_id) from dps_pick w join dps_pick x on x.tenant_id = w.tenant_id and x.org_id = w.org_id and x.bin_id = w.bin_id
    and x.jobpoint_id = ${id} and x.state in ('WAIT', 'LIT')
  where w.tenant_id = ${ctx.tenantId} and w.org_id = ${ctx.org.id} and w.task_id = t.id and w.state in ('WAIT', 'LIT'))`

/** Picks that are on no cart yet, where this is the last of their line that is not closed. */
export const isOfLastCart = (
  ctx: Ctx,
  jobpointId: string,
): Sql => sql`(mode = 'CART' and jobpoint_id is null and task_id in (
  select t.id from dps_task t join dps_jobpoint j on j.tenant_id = t.tenant_id and j.line_id = t.line_id and j.id = ${jobpointId}
  where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and not exists (select 1 from dps_jobpoint o
    where o.tenant_id = j.tenant_id and o.line_id = j.line_id and o.id <> j.id and not o.disabled and o.state <> 'CLOSED'
      and exists (select 1 from dps_slot s join dps_tag g on g.tenant_id = s.tenant_id and g.id = s.tag_id and not g.disabled where s.tenant_id = o.tenant_id and s.jobpoint_id = o.id and s.enabled))))`

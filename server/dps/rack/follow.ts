// engine: keeps what the rack shows with what the warehouse has to do, behind the locks of its tasks

import { dpsPick, dpsTask, taskPoint } from '@lading/contract/dps/task.ts'
import type { LightLine, LightTask } from '@lading/contract/dps/work.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { takeAlong, takeOff } from './cart.ts'
import { goOn } from './goOn.ts'
import { here, lockTasks, type RackTask } from './read.ts'

/** Where the light of a bin is; of what carts fetch it shows only when a container is put on one. */
interface Home {
  readonly binId: string
  readonly tagId: string | null
  readonly jobpointId: string | null
  readonly pointSeq: number
  readonly lineId: string
  readonly mode: 'DPS' | 'DAS' | 'CART'
  readonly relay: 'SEQUENTIAL' | 'PARALLEL'
}

/** Carts serve the bins of their area: those with a tag of their own come last, and have the last word. */
const homesOf = async (ctx: Ctx, binIds: readonly string[]): Promise<Home[]> => [
  ...(await ctx.tx.query<Home & object>(sql`
    select b.id as bin_id, null::bigint as tag_id, null::bigint as jobpoint_id, 0 as point_seq, l.id as line_id, l.mode, 'SEQUENTIAL' as relay
    from wms_bin b join dps_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.pick_area_id = b.pick_area_id and l.mode = 'CART' and not l.disabled
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = any(${binIds}::bigint[]) and b.usage <> 'SOW' and exists (
      select 1 from dps_jobpoint j join dps_slot s on s.tenant_id = j.tenant_id and s.jobpoint_id = j.id and s.enabled
      join dps_tag t on t.tenant_id = s.tenant_id and t.id = s.tag_id and not t.disabled
      where j.tenant_id = l.tenant_id and j.org_id = l.org_id and j.line_id = l.id and not j.disabled and j.state <> 'CLOSED')`)),
  ...(await ctx.tx.query<Home & object>(sql`
    select s.bin_id, s.tag_id, j.id as jobpoint_id, j.seq as point_seq, l.id as line_id, l.mode, l.relay
    from dps_slot s join dps_jobpoint j on j.tenant_id = s.tenant_id and j.id = s.jobpoint_id and not j.disabled and j.state <> 'CLOSED'
    join dps_line l on l.tenant_id = j.tenant_id and l.id = j.line_id and not l.disabled
    join dps_tag t on t.tenant_id = s.tenant_id and t.id = s.tag_id and not t.disabled
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.enabled and s.bin_id = any(${binIds}::bigint[])`)),
]

/** Of these bins those at which a tag stands that is in use. */
export const litBins = async (ctx: Ctx, binIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await homesOf(ctx, binIds)).map((h) => h.binId))

/**
 * Brings the rack to what the warehouse's tasks say now: new lines become picks, closed ones go dark, what was taken back
 * is to be lit again. It reads what stands there, so it does not matter how often or in what order it is called.
 */
export const createFollow =
  (warehouse: Warehouse) =>
  async (ctx: Ctx, taskIds: readonly string[]): Promise<void> => {
    const touched = new Set<string>()
    // Of one task it is asked in the same journey; of several, what becomes of one may change what is known of the next.
    const [tasks, known] = await Promise.all([
      warehouse.workOf(ctx, taskIds),
      taskIds.length === 1 ? knownOf(ctx, taskIds[0]) : undefined,
    ])
    for (const task of tasks) {
      // Where a light was when the work was made, and is none now, somebody with a handheld does it.
      await warehouse.linesToHandhelds(ctx, await shelter(ctx, task, known ?? (await knownOf(ctx, task.id))))
      for (const id of await align(ctx, task)) touched.add(id)
    }
    if (touched.size > 0) await goOn(ctx, [...touched])
  }

const isOpenLine = (l: LightLine): boolean => l.state === 'OPEN' || l.state === 'INHAND'

/** A line that the rack has a pick of. */
interface Known {
  readonly taskLineId: string
  readonly taskId: string
  readonly lineId: string
  readonly jobpointId: string | null
  readonly tagId: string | null
  readonly isOver: boolean
  readonly isMoved: boolean
}
/** Of the lines of a task of the warehouse. */
const knownOf = (ctx: Ctx, wmsTaskId: string | undefined): Promise<Known[]> =>
  ctx.tx.query<Known & object>(sql`
    select p.task_line_id, p.task_id, t.line_id, p.jobpoint_id, p.tag_id, t.state = 'CANCELLED' as is_over,
      t.state in ('WAIT', 'READY') and t.wms_task_id <> ${wmsTaskId} as is_moved
    from dps_pick p join dps_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id}
      and p.task_line_id in (select l.id from wms_task_line l where l.tenant_id = p.tenant_id and l.org_id = p.org_id and l.task_id = ${wmsTaskId})`)
const isAt = (home: Home | undefined, k: Known): boolean =>
  home?.lineId === k.lineId && (home.mode === 'CART' || (home.jobpointId === k.jobpointId && home.tagId === k.tagId))

/** Open lines that no task of the rack has get one, each at the line where its light is. @returns those whose bin has none */
async function shelter(ctx: Ctx, task: LightTask, known: readonly Known[]): Promise<readonly string[]> {
  if (task.mode !== 'LIGHT' || task.state === 'CANCELED') return []
  const settled = new Set(known.flatMap((k) => (k.isMoved || k.isOver ? [] : [k.taskLineId])))
  const unsettled = task.lines.filter((l) => isOpenLine(l) && !settled.has(l.id))
  if (unsettled.length === 0) return []
  const homes = new Map(
    (
      await homesOf(
        ctx,
        unsettled.flatMap((l) => l.binId ?? []),
      )
    ).map((h) => [h.binId, h]),
  )
  // Lines that were moved to another task before anybody began leave the one that they were in; so do those that come back
  // from handhelds when their light is another one by now.
  const binOf = new Map(unsettled.map((l) => [l.id, l.binId]))
  const isAway = (k: Known): boolean => k.isMoved || (k.isOver && !isAt(homes.get(binOf.get(k.taskLineId) ?? ''), k))
  const away = new Map(known.flatMap((k) => (isAway(k) ? [[k.taskLineId, k.taskId] as const] : [])))
  const housed = new Set(known.flatMap((k) => (isAway(k) ? [] : [k.taskLineId])))
  const fresh = unsettled.filter((l) => !housed.has(l.id))
  const placed = fresh.flatMap((line) => {
    const home = homes.get(line.binId ?? '')
    return home ? [{ line, home }] : []
  })
  // What is divided is one task, however many points its wall has: it is in one container.
  const groups = Map.groupBy(placed, ({ home }) =>
    home.mode === 'DAS' ? home.mode : home.relay === 'PARALLEL' ? `${home.lineId}/${home.jobpointId}` : home.lineId,
  )
  for (const group of groups.values()) await house(ctx, task, group, away)
  if (away.size > 0) await leave(ctx, [...new Set(away.values())])
  // Of sorting a position may still be to be given.
  return fresh.flatMap((l) => (l.binId !== null && !homes.has(l.binId) ? l.id : []))
}

/** Tasks that lines were taken from say what is left of them; at job points where nothing is they are not awaited. */
async function leave(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  await ctx.tx.run(sql`
    delete from dps_task_point o where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.task_id = any(${taskIds}::bigint[]) and o.state = 'PENDING'
      and not exists (select 1 from dps_pick p where p.tenant_id = o.tenant_id and p.org_id = o.org_id and p.task_id = o.task_id and p.jobpoint_id = o.jobpoint_id)`)
  await sumUp(ctx, taskIds)
}

/** @param away picks that come from another task of the rack: they stay what they are, with all that was lit of them */
async function house(
  ctx: Ctx,
  task: LightTask,
  group: readonly { line: LightLine; home: Home }[],
  away: ReadonlyMap<string, string>,
): Promise<void> {
  const home = group[0]?.home
  if (!home) return
  const taskId = (await joined(ctx, task, home)) ?? (await begin(ctx, task, home))
  const moved = group.filter(({ line }) => away.has(line.id))
  await ctx.tx.run(sql`
    update dps_pick p set task_id = ${taskId}, mode = ${home.mode}, jobpoint_id = n.point, tag_id = n.tag, version = p.version + 1, updated_at = ${ctx.now()}
    from unnest(${moved.map(({ line }) => line.id)}::bigint[], ${moved.map((m) => m.home.jobpointId)}::bigint[], ${moved.map((m) => m.home.tagId)}::bigint[]) as n(line, point, tag)
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_line_id = n.line`)
  const made = group.filter(({ line }) => !away.has(line.id))
  await insert(
    ctx,
    dpsPick,
    made.map(({ line, home: at }) => ({
      ...{ taskId, mode: at.mode, jobpointId: at.jobpointId, tagId: at.tagId, binId: at.binId, taskLineId: line.id },
      ...{ storeId: line.storeId, ownerId: line.ownerId, productId: line.productId, lotId: line.lotId, seq: line.seq },
      planQty: line.planQty,
    })),
  )
  if (home.mode === 'CART') await takeAlong(ctx, taskId)
  const points = new Map(
    group.flatMap(({ home: at }) => (at.jobpointId === null ? [] : [[at.jobpointId, at.pointSeq] as const])),
  )
  await insert(
    ctx,
    taskPoint,
    [...points].map(([jobpointId, seq]) => ({ taskId, jobpointId, seq })),
    // Where it was through already there is work again.
    sql`on conflict (tenant_id, org_id, task_id, jobpoint_id) do update set state = case when dps_task_point.state in ('DONE', 'SKIPPED') then 'PENDING' else dps_task_point.state end`,
  )
}

/** Its own task, while nobody has bound it; or the one of the same order whose container is on its way: goods that were found elsewhere come into it. */
async function joined(ctx: Ctx, task: LightTask, { lineId, relay, jobpointId }: Home): Promise<string | undefined> {
  const tasks = await lockTasks(
    ctx,
    sql`line_id = ${lineId} and mode <> 'DAS' and ((wms_task_id = ${task.id} and state in ('WAIT', 'READY', 'SUSPENDED')) or (order_id = ${task.orderId} and state in ('BOUND', 'PICKING')) or (wms_task_id = ${task.id} and state in ('BOUND', 'PICKING')))
      and (${relay === 'SEQUENTIAL'} or exists (select 1 from dps_task_point o where o.tenant_id = dps_task.tenant_id and o.org_id = dps_task.org_id and o.task_id = dps_task.id and o.jobpoint_id = ${jobpointId}))`,
  )
  return (tasks.find((t) => t.wmsTaskId === task.id) ?? tasks[0])?.id
}

async function begin(ctx: Ctx, task: LightTask, home: Home): Promise<string> {
  const isSowing = task.taskType === 'SOW'
  const { ids } = await insert(ctx, dpsTask.header, [
    {
      billNo: ctx.number(dpsTask.prefix),
      // What is divided stands in its container from the beginning.
      state: task.state === 'WAIT' || task.state === 'NEW' ? 'WAIT' : isSowing ? 'BOUND' : 'READY',
      ...{ mode: home.mode, lineId: home.lineId, wmsTaskId: task.id, waveId: task.waveId, orderId: task.orderId },
      ...{
        storeId: task.storeId,
        ownerId: task.ownerId ?? task.lines[0]?.ownerId,
        priority: task.priority,
        dueAt: task.dueAt,
      },
      containerId: isSowing ? task.containerId : null,
      boundAt: isSowing ? ctx.now() : null,
    },
  ])
  return ids[0] ?? ''
}

const pickState = ({ state }: LightLine): string =>
  state === 'DONE' ? 'DONE' : state === 'SHORT' ? 'SHORT' : 'CANCELLED'

/** Picks say what their lines say, and tasks what their picks and the warehouse's tasks say. @returns the tasks */
async function align(ctx: Ctx, task: LightTask): Promise<readonly string[]> {
  const isLit = task.mode === 'LIGHT'
  const lines = task.lines
  const shown = (l: LightLine): string => (isOpenLine(l) && isLit ? 'OPEN' : isOpenLine(l) ? 'CANCELLED' : pickState(l))
  // What was taken back is shown where its container stands by now.
  const isBack = sql`p.mode = 'CART' and n.state = 'OPEN' and p.state not in ('WAIT', 'LIT')`
  // A pick that is open again, and one of which a part was taken, is lit anew.
  const said = ctx.tx.run(sql`
    update dps_pick p set plan_qty = n.plan, done_qty = n.done, short_qty = n.short, version = p.version + 1, updated_at = ${ctx.now()},
      state = case when n.state <> 'OPEN' then n.state when p.state = 'LIT' and p.done_qty = n.done and p.plan_qty = n.plan then 'LIT' else 'WAIT' end,
      closed_at = case when n.state = 'OPEN' then null else coalesce(p.closed_at, ${ctx.now()}) end,
      tag_id = case when ${isBack} then null else p.tag_id end, jobpoint_id = case when ${isBack} then null else p.jobpoint_id end,
      by = case when n.done = 0 then null when p.done_qty = n.done then p.by else 'HAND' end
    from unnest(${lines.map((l) => l.id)}::bigint[], ${lines.map(shown)}::text[], ${lines.map((l) => l.planQty)}::numeric[], ${lines.map((l) => l.doneQty)}::numeric[],
      ${lines.map((l) => l.shortQty)}::numeric[]) as n(line, state, plan, done, short)
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_line_id = n.line
      and (p.done_qty <> n.done or p.short_qty <> n.short or p.plan_qty <> n.plan or (n.state <> p.state and (n.state <> 'OPEN' or p.state not in ('WAIT', 'LIT'))))`)
  const locked = lockTasks(
    ctx,
    sql`id in (select task_id from dps_pick where ${here(ctx)} and task_line_id = any(${lines.map((l) => l.id)}::bigint[]))`,
  )
  const [tasks] = await Promise.all([locked, said])
  const own = tasks.filter((t) => t.wmsTaskId === task.id)
  for (const t of own) await stateAs(ctx, task, t)
  const ids = tasks.map((t) => t.id)
  await Promise.all([isLit && revive(ctx, task), sumUp(ctx, ids)])
  return ids
}

/** What the warehouse's task says of the rack's own state, where that does not follow from picks. */
async function stateAs(ctx: Ctx, task: LightTask, rack: RackTask): Promise<void> {
  const { state } = rack
  // With a reason somebody has suspended it at the rack, and resumes it there.
  const isHeld = state === 'SUSPENDED' && rack.reason !== null
  const ended = state === 'DONE' || state === 'CANCELLED'
  const bound = rack.containerId === null ? 'READY' : 'BOUND'
  const to =
    task.mode !== 'LIGHT' || task.state === 'CANCELED'
      ? ended || state === 'PICKED'
        ? state
        : 'CANCELLED'
      : (task.state === 'SUSPENDED' || isHeld) && !ended
        ? 'SUSPENDED'
        : task.state === 'WAIT' || task.state === 'NEW'
          ? 'WAIT'
          : state === 'WAIT' || state === 'SUSPENDED'
            ? bound
            : state
  if (to === state) return
  await ctx.tx.run(sql`
    update dps_task set state = ${to}, reason = null, finished_at = ${to === 'CANCELLED' ? ctx.now() : null}, version = version + 1, updated_at = ${ctx.now()}
    where ${here(ctx)} and id = ${rack.id}`)
}

/** What went to handhelds and came back before anybody had begun it waits for a container again. */
async function revive(ctx: Ctx, task: LightTask): Promise<void> {
  const back = await ctx.tx.query<{ id: string }>(sql`
    update dps_task t set state = ${task.state === 'WAIT' || task.state === 'NEW' ? 'WAIT' : 'READY'}, container_id = null, bound_at = null, jobpoint_id = null, finished_at = null,
      version = t.version + 1, updated_at = ${ctx.now()}
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.wms_task_id = ${task.id} and t.mode <> 'DAS' and t.state = 'CANCELLED'
      and exists (select 1 from dps_pick p where p.tenant_id = t.tenant_id and p.org_id = t.org_id and p.task_id = t.id and p.state in ('WAIT', 'LIT')) returning t.id`)
  await takeOff(
    ctx,
    back.map((t) => t.id),
  )
}

async function sumUp(ctx: Ctx, ids: readonly string[]): Promise<void> {
  ctx.tell(dpsTask.header.key)
  const summed = ctx.tx.run(sql`
    update dps_task t set line_count = n.lines, done_lines = n.closed, plan_qty = n.plan, done_qty = n.done, short_qty = n.short,
      version = t.version + 1, updated_at = ${ctx.now()}
    from (select k.id as task_id, (count(*) filter (where p.state <> 'CANCELLED'))::integer as lines, (count(*) filter (where p.state in ('DONE', 'SHORT')))::integer as closed,
        coalesce(sum(p.plan_qty) filter (where p.state <> 'CANCELLED'), 0) as plan, coalesce(sum(p.done_qty), 0) as done, coalesce(sum(p.short_qty), 0) as short
      from dps_task k left join dps_pick p on p.tenant_id = k.tenant_id and p.org_id = k.org_id and p.task_id = k.id
      where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = any(${ids}::bigint[]) group by k.id) n
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = n.task_id`)
  // All of it went elsewhere before anybody began.
  const ended = ctx.tx.run(sql`
    update dps_task set state = 'CANCELLED', finished_at = ${ctx.now()}, version = version + 1
    where ${here(ctx)} and id = any(${ids}::bigint[]) and state in ('WAIT', 'READY') and line_count = 0`)
  await Promise.all([summed, ended])
}

// engine: keeps what the rack shows with what the warehouse has to do, behind the locks of its tasks

import type { LightColour } from '@lading/contract/dps/equipment.ts'
import { light } from '@lading/contract/dps/light.ts'
import type { operator } from '@lading/contract/dps/line.ts'
import type { taskPoint } from '@lading/contract/dps/task.ts'
import { parseQty, qtyScale } from '@lading/contract/kernel/qty.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow, RowOf } from '../../kernel/rowOf.ts'
import { here, type Jobpoint, readJobpoints, readLines, readTags, shortNo, type Tag, tellLights } from './read.ts'

/** A container that is at a point, in the order in which it came. */
interface There extends RowOf<typeof taskPoint, 'id' | 'taskId' | 'jobpointId' | 'state' | 'colour' | 'operatorId'> {
  readonly billNo: string
  readonly open: number
}
interface Due {
  readonly id: string
  readonly taskId: string
  readonly tagId: string
  readonly rest: string
  readonly isAgain: boolean
  readonly isBlocked: boolean
  /** It was shown and withdrawn: somebody may have taken it, and his press was lost. */
  readonly isUnsure: boolean
}
type Operator = RowOf<typeof operator, 'jobpointId' | 'userId' | 'colour'>
type NewLight = NewRow<typeof light.fields>

/**
 * Lights what is due at these points: of the containers that are there as many as the point takes at once, each tag with
 * one thing at a time. A point at which nobody is signed on stays dark.
 */
export async function shine(ctx: Ctx, jobpointIds: readonly string[]): Promise<void> {
  if (jobpointIds.length === 0) return
  const among = sql`any(${jobpointIds}::bigint[])`
  const [points, lines, operators, there] = await Promise.all([
    readJobpoints(ctx, sql`id = ${among} and state = 'OPEN' and not disabled`),
    readLines(ctx, sql`id in (select line_id from dps_jobpoint where ${here(ctx)} and id = ${among})`),
    ctx.tx.query<Operator>(sql`
      select jobpoint_id, user_id, colour from dps_operator where ${here(ctx)} and jobpoint_id = ${among} order by since, id`),
    readThere(ctx, jobpointIds),
  ])
  for (const point of points) {
    const isIts = ({ jobpointId }: { jobpointId: string }): boolean => jobpointId === point.id
    const [line, own] = [lines.find((l) => l.id === point.lineId), operators.filter(isIts)]
    if (line?.state !== 'OPEN' || own.length === 0) continue
    // At a cart all containers are there at once, each at a tag of its own.
    const at = line.mode === 'CART' ? { ...point, orders: 99, colours: point.colours.slice(0, 1) } : point
    const pickers = line.colourOf === 'PERSON' ? own : []
    await lightPoint(ctx, at, await admit(ctx, at, there.filter(isIts), pickers, own[0]?.userId ?? null))
  }
}

async function lightPoint(ctx: Ctx, point: Jobpoint, there: readonly There[]): Promise<void> {
  const lit = there.filter((t) => t.state === 'LIT')
  if (lit.length === 0) return
  const [display] = lit
  const done = lit.find((t) => t.open === 0)
  const aside = [
    { tagId: point.displayTagId, of: display, purpose: 'ORDER' as const },
    { tagId: point.laneTagId, of: display, purpose: 'LANE' as const },
    { tagId: point.completerTagId, of: done, purpose: 'DONE' as const },
  ]
  const [due, free, way] = await Promise.all([
    readDue(ctx, point, lit),
    freeTags(ctx, point, lit, [point.displayTagId, point.laneTagId, point.completerTagId]),
    done && point.completerTagId !== null ? wayOn(ctx, point, done.taskId) : null,
  ])
  const tags = new Map(free.map((t) => [t.id, t]))
  const lights: NewLight[] = []
  for (const d of due) {
    const [tag, of] = [tags.get(d.tagId), lit.find((t) => t.taskId === d.taskId)]
    if (!tag || !of) continue
    tags.delete(tag.id)
    lights.push({
      ...lightAt(point, tag, d.isBlocked ? { ...of, colour: 'ORANGE' } : of),
      ...{ purpose: 'PICK' as const, pickId: d.id, qty: String(shownQty(tag, d.rest)), words: null },
      style: d.isUnsure ? 'RECHECK' : d.isAgain || d.isBlocked ? 'BLINK' : 'STEADY',
    })
  }
  for (const { tagId, of, purpose } of aside) {
    const tag = tags.get(tagId ?? '')
    if (!tag || !of) continue
    const words = purpose === 'LANE' ? null : purpose === 'DONE' ? way : shortNo(of.billNo)
    lights.push({
      ...lightAt(point, tag, of),
      purpose,
      pickId: null,
      qty: null,
      words,
      style: purpose === 'DONE' ? 'BLINK' : 'STEADY',
    })
  }
  turnOn(ctx, lights)
}

const lightAt = (point: Jobpoint, tag: Tag, of: There) => ({
  ...{
    taskId: of.taskId,
    jobpointId: point.id,
    controllerId: tag.controllerId,
    tagId: tag.id,
    operatorId: of.operatorId,
  },
  colour: tag.colours.find((c) => c === of.colour) ?? tag.colours[0] ?? null,
})
/** As much as its digits show; the rest is shown when that has been taken. */
const shownQty = (tag: Tag, rest: string): bigint => {
  const [pieces, most] = [parseQty(rest) / qtyScale, 10n ** BigInt(tag.digits) - 1n]
  return pieces < most ? pieces : most
}

/** Travels with what comes next. */
function turnOn(ctx: Ctx, lights: readonly NewLight[]): void {
  if (lights.length === 0) return
  const queued = lights.map((l) => ({ ...l, state: 'QUEUED' as const }))
  ctx.tx.later(insert(ctx, light, queued))
  const picks = lights.flatMap((l) => l.pickId ?? [])
  const lit = ctx.tx.run(sql`
    update dps_pick set state = 'LIT', version = version + 1, updated_at = ${ctx.now()} where ${here(ctx)} and id = any(${picks}::bigint[])`)
  ctx.tx.later(lit)
  const begun = ctx.tx.run(sql`
    update dps_task set state = 'PICKING', started_at = coalesce(started_at, ${ctx.now()}), version = version + 1, updated_at = ${ctx.now()}
    where ${here(ctx)} and id = any(${[...new Set(lights.map((l) => l.taskId))]}::bigint[]) and state = 'BOUND'`)
  ctx.tx.later(begun)
  tellLights(ctx)
}

/** So many of the containers that have come are lit, each in a colour that no other has there. */
async function admit(
  ctx: Ctx,
  point: Jobpoint,
  there: readonly There[],
  pickers: readonly Operator[],
  first: string | null,
): Promise<readonly There[]> {
  const free = point.orders - there.filter((t) => t.state === 'LIT').length
  const come = there.filter((t) => t.state === 'ARRIVED').slice(0, Math.max(0, free))
  const used = new Set(there.flatMap((t) => (t.state === 'LIT' && t.colour ? [t.colour] : [])))
  const admitted = come.map((t): There => {
    const operatorId = t.operatorId ?? first
    const colour =
      pickers.find((p) => p.userId === operatorId)?.colour ??
      (point.colours.find((c) => !used.has(c) && !pickers.some((p) => p.colour === c)) as LightColour | undefined) ??
      point.colours[0] ??
      null
    if (colour) used.add(colour)
    return { ...t, state: 'LIT', colour, operatorId }
  })
  for (const t of admitted)
    await ctx.tx.run(sql`
      update dps_task_point set state = 'LIT', colour = ${t.colour}, operator_id = ${t.operatorId}, lit_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}
      where ${here(ctx)} and id = ${t.id}`)
  return there.map((t) => admitted.find((a) => a.id === t.id) ?? t)
}

const readThere = (ctx: Ctx, jobpointIds: readonly string[]): Promise<There[]> =>
  ctx.tx.query<There>(sql`
    select o.id, o.task_id, o.jobpoint_id, o.state, o.colour, o.operator_id, t.bill_no, (select count(*)::integer from dps_pick p
      where p.tenant_id = o.tenant_id and p.org_id = o.org_id and p.task_id = o.task_id and p.jobpoint_id = o.jobpoint_id and p.state in ('WAIT', 'LIT')) as open
    from dps_task_point o join dps_task t on t.tenant_id = o.tenant_id and t.id = o.task_id and t.state in ('BOUND', 'PICKING')
    where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.jobpoint_id = any(${jobpointIds}::bigint[]) and o.state in ('ARRIVED', 'LIT')
    order by o.arrived_at, o.id`)

/** At a cart one thing at a time: what was scanned, then whatever else its bin has. What waits for goods keeps nobody. */
const goodsNow = (ctx: Ctx, point: Jobpoint, lit: readonly There[]): Sql => sql`(
  select q.product_id from dps_pick q where q.tenant_id = ${ctx.tenantId} and q.org_id = ${ctx.org.id} and q.jobpoint_id = ${point.id} and q.bin_id = ${point.nowBinId}::bigint
    and q.state in ('WAIT', 'LIT') and q.task_id = any(${lit.map((t) => t.taskId)}::bigint[])
  order by q.product_id is distinct from ${point.nowProductId}::bigint, q.blocked_at is not null, q.product_id limit 1)`

const readDue = (ctx: Ctx, point: Jobpoint, lit: readonly There[]): Promise<Due[]> =>
  ctx.tx.query<Due & object>(sql`
    select p.id, p.task_id, p.tag_id, p.plan_qty - p.done_qty - p.short_qty as rest, p.done_qty > 0 as is_again, p.blocked_at is not null as is_blocked,
      p.mode = 'CART' and exists (select 1 from dps_light l where l.tenant_id = p.tenant_id and l.org_id = p.org_id and l.pick_id = p.id
        and l.state = 'CANCELLED' and l.sent_at is not null) as is_unsure
    from dps_pick p join dps_task t on t.tenant_id = p.tenant_id and t.id = p.task_id and (t.mode <> 'DAS' or t.product_id = p.product_id)
      and (t.mode <> 'CART' or (p.bin_id = ${point.nowBinId}::bigint and p.product_id = ${goodsNow(ctx, point, lit)}))
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.jobpoint_id = ${point.id} and p.state = 'WAIT' and p.tag_id is not null
      and not exists (select 1 from dps_dest d join wms_container c on c.tenant_id = d.tenant_id and c.id = d.container_id
        where d.tenant_id = p.tenant_id and d.org_id = p.org_id and d.bin_id = p.bin_id and d.state = 'FULL' and p.mode = 'DAS' and c.store_id = p.store_id)
      and p.task_id = any(${lit.map((t) => t.taskId)}::bigint[])
    order by array_position(${lit.map((t) => t.taskId)}::bigint[], p.task_id), p.seq, p.id`)

/** Of the tags that these containers want something of, and of those aside, the ones that show nothing. */
const freeTags = (
  ctx: Ctx,
  point: Jobpoint,
  lit: readonly There[],
  aside: readonly (string | null)[],
): Promise<Tag[]> =>
  readTags(
    ctx,
    sql`(id = any(${aside}::bigint[]) or id in (select p.tag_id from dps_pick p where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id}
        and p.jobpoint_id = ${point.id} and p.state = 'WAIT' and p.task_id = any(${lit.map((t) => t.taskId)}::bigint[])))
      and not disabled and not exists (
      select 1 from dps_light l where l.tenant_id = dps_tag.tenant_id and l.org_id = dps_tag.org_id and l.tag_id = dps_tag.id and l.state in ('QUEUED', 'LIT'))`,
  )

/** What a completer shows: the number of the point to which the container is pushed, or that it is full. */
async function wayOn(ctx: Ctx, point: Jobpoint, taskId: string): Promise<string> {
  const next = await ctx.tx.maybe<{ seq: number }>(sql`
    select seq from dps_task_point where ${here(ctx)} and task_id = ${taskId} and state = 'PENDING' order by seq < ${point.seq}, seq limit 1`)
  return next ? `-${String(next.seq).padStart(2, '0')}` : 'End'
}

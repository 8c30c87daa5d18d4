// engine: keeps what the rack shows with what the warehouse has to do, behind the locks of its tasks

import { dpsFaults } from '@lading/contract/dps/faults.ts'
import type { deviceEvent, ExceptionKind, light, outcomes } from '@lading/contract/dps/light.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fullAt } from '../sow/dests.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { complete, full } from './bind.ts'
import { goOn } from './goOn.ts'
import { raise, settleRaised } from './raise.ts'
import { here, readJobpoints, readTags, type Tag, tellLights } from './read.ts'

/** What a tag told, as its driver understood it. */
export interface Told {
  readonly kind: string
  readonly qty?: number | undefined
  readonly key?: string | undefined
  readonly long?: boolean | undefined
  /** The light that the driver believes shown. */
  readonly token?: string | undefined
}
export interface Heard {
  readonly outcome: keyof typeof outcomes & RowOf<typeof deviceEvent, 'outcome'>['outcome']
  readonly lightId?: string
  readonly why?: string
}
type Light = RowOf<
  typeof light,
  'id' | 'purpose' | 'taskId' | 'pickId' | 'jobpointId' | 'qty' | 'operatorId' | 'sentAt'
> & {
  /** Of a pick what it is in the warehouse. */
  readonly taskLineId: string | null
}
const info: Heard = { outcome: 'INFO' }

/** The light that a tag shows. */
const openLight = (ctx: Ctx, tagId: Sql): Promise<Light | undefined> =>
  ctx.tx.maybe<Light>(sql`
    select l.id, l.purpose, l.task_id, l.pick_id, l.jobpoint_id, l.qty, l.operator_id, l.sent_at,
      (select p.task_line_id from dps_pick p where p.tenant_id = l.tenant_id and p.org_id = l.org_id and p.id = l.pick_id) as task_line_id
    from dps_light l where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.tag_id = ${tagId} and l.state in ('QUEUED', 'LIT')`)

/** A tag, and the light that it shows. */
export interface At {
  readonly tag: Tag
  readonly shown: Light | undefined
}
/** @param which of all tags the one */
export async function readAt(ctx: Ctx, which: Sql): Promise<At | undefined> {
  const [[tag], shown] = await Promise.all([
    readTags(ctx, which),
    openLight(ctx, sql`(select id from dps_tag where ${here(ctx)} and ${which})`),
  ])
  return tag && { tag, shown }
}

/** As whom a press counts: who the light was lit for. */
export const asOperator = (ctx: Ctx, operatorId: string | null): Ctx =>
  operatorId === null ? ctx : { ...ctx, userId: operatorId }

/**
 * What a tag told is done, once: a press counts only while its light is on, by one comparison in this transaction. Locks:
 * the warehouse's task, then picks, then the light.
 * @throws Fault whatever a confirm of the line refuses: nothing is done then
 */
export async function hear(ctx: Ctx, warehouse: Warehouse, at: At, told: Told, isEditable: boolean): Promise<Heard> {
  const { tag } = at
  switch (told.kind) {
    case 'CONFIRM':
    case 'SHORT':
      return press(ctx, warehouse, at, told, isEditable)
    case 'KEY':
      return functionKey(ctx, at, told)
    case 'NO_RESPONSE':
    case 'MALFUNCTION':
    case 'LOCKED':
      return unwell(ctx, tag, told.kind)
    case 'RESET':
      return restarted(ctx, tag)
    default:
      return info
  }
}

/** Whether a press can be about a light: a driver that knows no token, as after a restart, tells of one that was shown before. */
const isMeant = (shown: Light, { token }: Told): boolean =>
  token === undefined ? shown.sentAt !== null : token === shown.id

async function press(
  ctx: Ctx,
  warehouse: Warehouse,
  { tag, shown }: At,
  told: Told,
  isEditable: boolean,
): Promise<Heard> {
  if (!shown || !isMeant(shown, told)) return { outcome: 'ORPHAN' }
  const by = asOperator(ctx, shown.operatorId)
  if (shown.purpose === 'DONE') {
    if (!(await close(ctx, shown, 'CONFIRMED'))) return { outcome: 'DUPLICATE' }
    const [point] = await readJobpoints(ctx, sql`id = ${shown.jobpointId}`)
    if (point) await complete(by, point, { taskId: shown.taskId })
    return { outcome: 'APPLIED', lightId: shown.id }
  }
  const { pickId, taskLineId } = shown
  if (shown.purpose !== 'PICK' || pickId === null || taskLineId === null || shown.qty === null)
    return { ...info, lightId: shown.id }
  const most = parseQty(shown.qty)
  const read = told.qty === undefined ? most : wholeQty(told.qty)
  const isShort = told.kind === 'SHORT'
  if (read > most || (!isShort && read < most && !isEditable)) {
    await again(ctx, shown)
    await raise(ctx, 'QTY_MISMATCH', { tagId: tag.id, pickId }, `${told.qty} / ${formatQty(most)}`)
    return { outcome: 'QTY_MISMATCH', lightId: shown.id }
  }
  // A shortage of all that is shown: nothing was there.
  const taken = isShort && read === most ? 0n : read
  // One journey, in the order of the locks.
  const [isByLight, pick, isFirst] = await Promise.all([
    warehouse.holdTask(by, taskLineId),
    lockPick(by, pickId),
    close(by, shown, isShort ? 'SHORTED' : 'CONFIRMED'),
  ])
  if (!isFirst) return { outcome: 'DUPLICATE' }
  await confirmPick(by, warehouse, pick, { taken, isShort, isByLight, by: 'TAG' })
  return { outcome: 'APPLIED', lightId: shown.id }
}

interface HeldPick {
  readonly id: string
  readonly taskId: string
  readonly taskLineId: string
  readonly state: string
  readonly rest: string
  /** Where the goods go; of sorting whatever stands at the position, where nobody named one, or it has been elsewhere since. */
  readonly code: string | null
  readonly jobpointId: string | null
  readonly isBlocking: boolean
  /** Somebody has said that there is too little. */
  readonly isMissed: boolean
}
/** A pick as it stands, locked behind the warehouse's task. */
export const lockPick = (ctx: Ctx, id: string): Promise<HeldPick> =>
  ctx.tx.one<HeldPick & object>(sql`
    select p.id, p.task_id, p.task_line_id, p.state, p.plan_qty - p.done_qty - p.short_qty as rest, p.jobpoint_id, p.blocked_at is null and (select n.short_policy from dps_line n where n.tenant_id = t.tenant_id and n.id = t.line_id) = 'BLOCK' as is_blocking,
      exists (select 1 from dps_exception x where x.tenant_id = p.tenant_id and x.org_id = p.org_id and x.pick_id = p.id and x.kind = 'SHORTAGE' and x.state = 'OPEN') as is_missed,
      (select c.code from wms_container c where c.tenant_id = t.tenant_id and c.org_id = t.org_id and c.id = case when p.mode <> 'DAS' then t.container_id else (
        select d.container_id from dps_dest d where d.tenant_id = p.tenant_id and d.org_id = p.org_id and d.bin_id = p.bin_id and d.state = 'OPEN'
          and (c.bin_id = p.bin_id or c.last_move_at is null or c.last_move_at <= d.updated_at)) end
        and (p.mode <> 'DAS' or c.store_id is null or c.store_id = p.store_id)) as code
    from dps_pick p join dps_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.id = ${id} for update of p`)

interface Taking {
  readonly taken: Qty
  /** There is no more than that. */
  readonly isShort: boolean
  /** Whether the warehouse's task is done by light: the rack has followed then what was confirmed of it. */
  readonly isByLight: boolean
  readonly by: 'TAG' | 'HAND'
}

/**
 * Books so much of a pick, by its tag or by hand, and lights what comes then.
 * @throws Fault pickClosed, overShown
 */
export async function confirmPick(
  ctx: Ctx,
  warehouse: Warehouse,
  pick: HeldPick,
  { taken, isShort, isByLight, by }: Taking,
): Promise<void> {
  const { id: pickId } = pick
  if (pick.state !== 'WAIT' && pick.state !== 'LIT') refuse(dpsFaults.pickClosed)
  if (taken > parseQty(pick.rest)) refuse(dpsFaults.overShown, { max: formatQty(parseQty(pick.rest)) })
  // Its line waits for goods: what is there is taken, and what is not is asked for again until somebody says once more that it is short.
  const waits = isShort && by === 'TAG' && pick.isBlocking
  const isOver = isShort && !waits
  const about = { pickId, taskId: pick.taskId, jobpointId: pick.jobpointId }
  const lack = formatQty(parseQty(pick.rest) - taken)
  if (waits) await ctx.tx.run(sql`update dps_pick set blocked_at = ${ctx.now()} where ${here(ctx)} and id = ${pickId}`)
  // An edited figure of nothing says nothing yet: the light comes again.
  const isBooked = taken > 0n || isOver
  if (isBooked) {
    const toContainer = pick.code ?? undefined
    await warehouse.confirm(ctx, { taskLineId: pick.taskLineId, qty: formatQty(taken), toContainer, isShort: isOver })
    if (pick.isMissed && taken === parseQty(pick.rest)) await settleRaised(ctx, ['SHORTAGE'], { pickId })
  } else
    await ctx.tx.run(
      sql`update dps_pick set state = 'WAIT', version = version + 1 where ${here(ctx)} and id = ${pickId} and state = 'LIT'`,
    )
  if (isShort) await raise(ctx, 'SHORTAGE', about, lack)
  ctx.tx.later(
    ctx.tx.run(sql`
      update dps_pick set by = ${by}, operator_id = ${ctx.userId}, version = version + 1 where ${here(ctx)} and id = ${pickId} and done_qty + short_qty > 0`),
  )
  if (!isBooked || !isByLight) await goOn(ctx, [pick.taskId])
}

/**
 * A light ends once: whoever is second finds it closed. Its own key has made the tag dark; one that was shown again is put out
 * all the same, so that an older press of it that is still under way never meets what its tag shows next.
 */
const close = async (ctx: Ctx, { id }: Light, state: 'CONFIRMED' | 'SHORTED'): Promise<boolean> =>
  (await ctx.tx.run(sql`
    update dps_light set state = ${state}, closed_at = ${ctx.now()}, dark_at = case when style = 'RECHECK' then null else ${ctx.now()}::timestamptz end, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where ${here(ctx)} and id = ${id} and state in ('QUEUED', 'LIT')`)) === 1

/** The same light is sent once more. */
async function again(ctx: Ctx, { id }: Pick<Light, 'id'>): Promise<void> {
  await ctx.tx.run(sql`
    update dps_light set state = 'QUEUED', style = 'BLINK', version = version + 1, updated_at = ${ctx.now()} where ${here(ctx)} and id = ${id} and state = 'LIT'`)
  tellLights(ctx)
}

/** FN: the container is full; held, a supervisor is wanted. */
async function functionKey(ctx: Ctx, { tag, shown }: At, told: Told): Promise<Heard> {
  const pointId = shown?.jobpointId ?? (await pointOf(ctx, tag.id))
  if (told.key !== 'FN') return info
  if (told.long) {
    await raise(ctx, 'CALL', { jobpointId: pointId ?? null, tagId: tag.id })
    return { outcome: 'RAISED' }
  }
  // Tags repeat what nobody has acknowledged: of a light that is over it means nothing to the next one.
  if (!shown || !isMeant(shown, told)) return { outcome: 'ORPHAN' }
  const by = asOperator(ctx, shown.operatorId)
  const at = await standsAt(ctx, shown)
  await (at ? fullAt(by, at.binId, at.containerId) : full(by, shown.taskId))
  return { outcome: 'APPLIED', lightId: shown.id }
}
/** Of sorting: the position of a light, and the container that is being filled there. */
const standsAt = (ctx: Ctx, { pickId }: Light): Promise<{ binId: string; containerId: string } | undefined> =>
  ctx.tx.maybe<{ binId: string; containerId: string }>(sql`
    select p.bin_id, c.id as container_id from dps_pick p join wms_container c on c.tenant_id = p.tenant_id and c.org_id = p.org_id and c.bin_id = p.bin_id and c.store_id = p.store_id
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.id = ${pickId} and p.mode = 'DAS' and c.state in ('PICKING', 'PICKED')
    order by c.last_move_at desc nulls last, c.id desc limit 1`)
const pointOf = async (ctx: Ctx, tagId: string): Promise<string | undefined> =>
  (
    await ctx.tx.maybe<{ id: string }>(sql`
      select id from dps_jobpoint where ${here(ctx)} and (completer_tag_id = ${tagId} or display_tag_id = ${tagId} or lane_tag_id = ${tagId}
        or id in (select jobpoint_id from dps_slot where ${here(ctx)} and tag_id = ${tagId} and enabled)) limit 1`)
  )?.id

/** A tag that does not work: its picks are confirmed by hand until it does. */
async function unwell(
  ctx: Ctx,
  tag: Tag,
  kind: Extract<ExceptionKind, 'NO_RESPONSE' | 'MALFUNCTION' | 'LOCKED'>,
): Promise<Heard> {
  if (kind !== 'LOCKED') await setHealth(ctx, [tag.id], kind)
  await raise(ctx, kind, {
    tagId: tag.id,
    controllerId: tag.controllerId,
    jobpointId: (await pointOf(ctx, tag.id)) ?? null,
  })
  return { outcome: 'RAISED' }
}

/** A tag that has begun anew shows nothing: it alone is lit again. */
export async function restarted(ctx: Ctx, tag: Tag): Promise<Heard> {
  const shown = await openLight(ctx, sql`${tag.id}`)
  if (shown) await again(ctx, shown)
  await setHealth(ctx, [tag.id], 'OK')
  await settleRaised(ctx, ['NO_RESPONSE', 'MALFUNCTION', 'LOCKED'], { tagId: tag.id })
  return shown ? { ...info, lightId: shown.id } : info
}

export async function setHealth(
  ctx: Ctx,
  tagIds: readonly string[],
  health: 'OK' | 'NO_RESPONSE' | 'MALFUNCTION',
): Promise<void> {
  const n = await ctx.tx.run(sql`
    update dps_tag set health = ${health}, health_since = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}
    where ${here(ctx)} and id = any(${tagIds}::bigint[]) and health <> ${health}`)
  if (n > 0) ctx.tell('dps.tag')
}

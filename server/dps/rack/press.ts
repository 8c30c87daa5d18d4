// engine: keeps what the rack shows with what the warehouse has to do, behind the locks of its tasks

import { dpsFaults } from '@lading/contract/dps/faults.ts'
import type { deviceEvent, ExceptionKind, light, outcomes } from '@lading/contract/dps/light.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fullAt } from '../sow/dests.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { complete, full } from './bind.ts'
import { goOn } from './goOn.ts'
import { raise, settleRaised } from './raise.ts'
import { here, readJobpoints, type Tag, tellLights } from './read.ts'

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
>
const info: Heard = { outcome: 'INFO' }

/** The light that a tag shows. */
export const openLight = (ctx: Ctx, tagId: string): Promise<Light | undefined> =>
  ctx.tx.maybe<Light>(sql`
    select id, purpose, task_id, pick_id, jobpoint_id, qty, operator_id, sent_at from dps_light where ${here(ctx)} and tag_id = ${tagId} and state in ('QUEUED', 'LIT')`)

/** As whom a press counts: who the light was lit for. */
export const asOperator = (ctx: Ctx, operatorId: string | null): Ctx =>
  operatorId === null ? ctx : { ...ctx, userId: operatorId }

/**
 * What a tag told is done, once: a press counts only while its light is on, by one comparison in this transaction. Locks:
 * the warehouse's task, then picks, then the light.
 * @throws Fault whatever a confirm of the line refuses: nothing is done then
 */
export async function hear(ctx: Ctx, warehouse: Warehouse, tag: Tag, told: Told, isEditable: boolean): Promise<Heard> {
  switch (told.kind) {
    case 'CONFIRM':
    case 'SHORT':
      return press(ctx, warehouse, tag, told, isEditable)
    case 'KEY':
      return functionKey(ctx, tag, told)
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

async function press(ctx: Ctx, warehouse: Warehouse, tag: Tag, told: Told, isEditable: boolean): Promise<Heard> {
  const shown = await openLight(ctx, tag.id)
  if (!shown || !isMeant(shown, told)) return { outcome: 'ORPHAN' }
  const by = asOperator(ctx, shown.operatorId)
  if (shown.purpose === 'DONE') {
    if (!(await close(ctx, shown, 'CONFIRMED'))) return { outcome: 'DUPLICATE' }
    const [point] = await readJobpoints(ctx, sql`id = ${shown.jobpointId}`)
    if (point) await complete(by, point, { taskId: shown.taskId })
    return { outcome: 'APPLIED', lightId: shown.id }
  }
  if (shown.purpose !== 'PICK' || shown.pickId === null || shown.qty === null) return { ...info, lightId: shown.id }
  const most = parseQty(shown.qty)
  const read = told.qty === undefined ? most : wholeQty(told.qty)
  const isShort = told.kind === 'SHORT'
  if (read > most || (!isShort && read < most && !isEditable)) {
    await again(ctx, shown)
    await raise(ctx, 'QTY_MISMATCH', { tagId: tag.id, pickId: shown.pickId }, `${told.qty} / ${formatQty(most)}`)
    return { outcome: 'QTY_MISMATCH', lightId: shown.id }
  }
  // A shortage of all that is shown: nothing was there.
  const taken = isShort && read === most ? 0n : read
  return (await book(by, warehouse, shown, { ...shown, pickId: shown.pickId }, taken, isShort))
    ? { outcome: 'APPLIED', lightId: shown.id }
    : { outcome: 'DUPLICATE' }
}

/** @returns whether it counted */
async function book(
  ctx: Ctx,
  warehouse: Warehouse,
  shown: Light,
  pick: { pickId: string },
  taken: Qty,
  isShort: boolean,
) {
  const { taskLineId } = await ctx.tx.one<{ taskLineId: string }>(sql`
    select task_line_id from dps_pick where ${here(ctx)} and id = ${pick.pickId}`)
  await warehouse.holdTask(ctx, taskLineId)
  if (!(await close(ctx, shown, isShort ? 'SHORTED' : 'CONFIRMED'))) return false
  await confirmPick(ctx, warehouse, pick.pickId, taken, isShort, 'TAG')
  return true
}

/**
 * Books so much of a pick, by its tag or by hand, and lights what comes then.
 * @param isShort there is no more than that
 * @throws Fault pickClosed, overShown
 */
export async function confirmPick(
  ctx: Ctx,
  warehouse: Warehouse,
  pickId: string,
  taken: Qty,
  isShort: boolean,
  by: 'TAG' | 'HAND',
): Promise<void> {
  const pick = await ctx.tx.one<{
    taskId: string
    taskLineId: string
    state: string
    rest: string
    /** Where the goods go; of sorting whatever stands at the position, where nobody named one, or it has been elsewhere since. */
    code: string | null
    jobpointId: string | null
    isBlocking: boolean
  }>(sql`
    select p.task_id, p.task_line_id, p.state, p.plan_qty - p.done_qty - p.short_qty as rest, p.jobpoint_id, p.blocked_at is null and (select n.short_policy from dps_line n where n.tenant_id = t.tenant_id and n.id = t.line_id) = 'BLOCK' as is_blocking,
      (select c.code from wms_container c where c.tenant_id = t.tenant_id and c.org_id = t.org_id and c.id = case when p.mode <> 'DAS' then t.container_id else (
        select d.container_id from dps_dest d where d.tenant_id = p.tenant_id and d.org_id = p.org_id and d.bin_id = p.bin_id and d.state = 'OPEN'
          and (c.bin_id = p.bin_id or c.last_move_at is null or c.last_move_at <= d.updated_at)) end
        and (p.mode <> 'DAS' or c.store_id is null or c.store_id = p.store_id)) as code
    from dps_pick p join dps_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.id = ${pickId} for update of p`)
  if (pick.state !== 'WAIT' && pick.state !== 'LIT') refuse(dpsFaults.pickClosed)
  if (taken > parseQty(pick.rest)) refuse(dpsFaults.overShown, { max: formatQty(parseQty(pick.rest)) })
  // Its line waits for goods: what is there is taken, and what is not is asked for again until somebody says once more that it is short.
  const waits = isShort && by === 'TAG' && pick.isBlocking
  const isOver = isShort && !waits
  const about = { pickId, taskId: pick.taskId, jobpointId: pick.jobpointId }
  const lack = formatQty(parseQty(pick.rest) - taken)
  if (waits) await ctx.tx.run(sql`update dps_pick set blocked_at = ${ctx.now()} where ${here(ctx)} and id = ${pickId}`)
  // An edited figure of nothing says nothing yet: the light comes again.
  if (taken > 0n || isOver) {
    const toContainer = pick.code ?? undefined
    await warehouse.confirm(ctx, { taskLineId: pick.taskLineId, qty: formatQty(taken), toContainer, isShort: isOver })
    if (taken === parseQty(pick.rest)) await settleRaised(ctx, ['SHORTAGE'], { pickId })
  } else
    await ctx.tx.run(
      sql`update dps_pick set state = 'WAIT', version = version + 1 where ${here(ctx)} and id = ${pickId} and state = 'LIT'`,
    )
  if (isShort) await raise(ctx, 'SHORTAGE', about, lack)
  await ctx.tx.run(sql`
    update dps_pick set by = ${by}, operator_id = ${ctx.userId}, version = version + 1 where ${here(ctx)} and id = ${pickId} and done_qty + short_qty > 0`)
  await goOn(ctx, [pick.taskId])
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
async function functionKey(ctx: Ctx, tag: Tag, told: Told): Promise<Heard> {
  const shown = await openLight(ctx, tag.id)
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
  const shown = await openLight(ctx, tag.id)
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

// engine: looks for room among the goods of all owners, and claims it

import { assert } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { user } from '@lading/contract/sys/user.ts'
import type { area as areaTable, BinUsage } from '@lading/contract/wms/place.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { looseContainer } from '../masters/facts.ts'
import { systemAreaCode } from '../masters/prepareDc.ts'
import { moveContainer } from '../stock/containers.ts'
import type { StockKey } from '../stock/key.ts'
import { isKept, readPlaces } from '../stock/places.ts'
import { post } from '../stock/post.ts'
import { type LineRow, placeOf, sourceOf, type TaskRow } from '../task/read.ts'

const usage: BinUsage = 'PUTAWAY_TRANSIT'

/**
 * The bin that is one worker's hands: what he has taken up stands there until he puts it down, so that the book knows
 * who carries it. Made when he first takes something up.
 */
async function handsOf(ctx: Ctx): Promise<string> {
  const { userId } = ctx
  assert(userId !== null, 'only people have hands')
  const { username } = await ctx.tx.one<RowOf<typeof user, 'username'>>(sql`
    select username from sys_user where tenant_id = ${ctx.tenantId} and id = ${userId}`)
  const code = /^[\w./-]{1,24}$/.test(username) ? `HAND-${username}` : `HAND.${userId}`
  const known = await handsCalled(ctx, code)
  if (known) return known
  const area = await ctx.tx.one<RowOf<typeof areaTable, 'id'>>(sql`
    select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${systemAreaCode}`)
  const rules = { mixOwner: true, mixProduct: true, mixLot: true }
  await insert(ctx, bin, [{ code, usage, areaId: area.id, ...rules }], sql`on conflict do nothing`)
  return found(await handsCalled(ctx, code), ['货位', 'Bin'], code)
}
const handsCalled = async (ctx: Ctx, code: string): Promise<string | undefined> =>
  (
    await ctx.tx.maybe<RowOf<typeof bin, 'id'>>(sql`
      select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${code} and usage = ${usage}`)
  )?.id

/** Goods of lines go from where they stand to another place; the promise to their line goes along. */
interface Carrying {
  readonly idemKey: string
  readonly task: Pick<TaskRow, 'taskType' | 'id'>
  /** On one pallet, all of it; else exactly one. */
  readonly lines: readonly LineRow[]
  readonly isPallet: boolean
  readonly qty: Qty
  readonly toBinId: string
  /** Where loose goods go; pallets take themselves along. */
  readonly toContainerId: string
  readonly state: 'MOVING' | 'STORED' | 'RECEIVING'
}
async function carry(ctx: Ctx, { idemKey, task, lines, isPallet, qty, ...to }: Carrying): Promise<void> {
  const [line] = lines
  if (!line) return
  const facts = { bizType: 'MOVE', idemKey, source: { type: task.taskType, id: task.id }, taskLineId: line.id } as const
  const from = placeOf(line)
  if (isPallet) {
    const change = { from: ['RECEIVING', 'STORED', 'MOVING'], state: to.state } as const
    const { containerId, binId: fromBinId } = from
    await moveContainer(ctx, { ...facts, containerId, fromBinId, toBinId: to.toBinId, change })
    return
  }
  const key: StockKey = { ...from, binId: to.toBinId, containerId: to.toContainerId }
  await post(ctx, {
    ...facts,
    lines: [
      { key: from, delta: -qty },
      { key, delta: qty },
    ],
    own: { qty, carryTo: key, stays: true },
  })
}

/** Takes goods up: all of a pallet with all its lines, or so many of one line. */
export async function takeUp(
  ctx: Ctx,
  task: TaskRow,
  lines: readonly LineRow[],
  isPallet: boolean,
  qty: Qty,
): Promise<void> {
  const [line] = lines
  if (!line) return
  const [toBinId, loose] = await Promise.all([handsOf(ctx), looseContainer(ctx)])
  const toContainerId = isPallet ? (line.fromContainerId ?? '') : loose
  // What is in hand already stays there: the rest is taken from the line's own place.
  const there = lines.map((l) => ({ ...l, handBinId: null }))
  const idemKey = `tl:${line.id}:${ctx.key}`
  await carry(ctx, { idemKey, task, lines: there, isPallet, qty, toBinId, toContainerId, state: 'MOVING' })
  await ctx.tx.run(sql`
    update wms_task_line set state = 'INHAND', hand_bin_id = ${toBinId}, hand_container_id = ${toContainerId},
      hand_qty = case when ${isPallet} then plan_qty - done_qty - short_qty else hand_qty + ${formatQty(qty)}::numeric end,
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${lines.map((l) => l.id)}::bigint[])`)
}

/** So many of each line have been put down, or all of them. */
export async function emptyHands(ctx: Ctx, lineIds: readonly string[], qty?: Qty): Promise<void> {
  const left = qty === undefined ? sql`0` : sql`hand_qty - ${formatQty(qty)}::numeric`
  await ctx.tx.run(sql`
    update wms_task_line set hand_qty = ${left}, hand_bin_id = case when ${left} > 0 then hand_bin_id end,
      hand_container_id = case when ${left} > 0 then hand_container_id end
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${lineIds}::bigint[])`)
}

/** What is in hand goes back to where it was taken from; its lines are open again. */
export async function putBack(ctx: Ctx, task: TaskRow, lines: readonly LineRow[], isPallet: boolean): Promise<void> {
  const [line] = lines
  if (!line) return
  const to = sourceOf(line)
  const place = (await readPlaces(ctx, [to.binId])).get(to.binId)
  const state = place && isKept(place.usage) ? 'STORED' : 'RECEIVING'
  const idemKey = `back:${line.id}:${ctx.key}`
  const qty = parseQty(line.handQty)
  await carry(ctx, { idemKey, task, lines, isPallet, qty, toBinId: to.binId, toContainerId: to.containerId, state })
  const ids = lines.map((l) => l.id)
  await emptyHands(ctx, ids)
  await ctx.tx.run(sql`
    update wms_task_line set state = 'OPEN', version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])`)
}

/** Hands what one worker carries to another, in the book as on the floor. `groups` are pallets, or single lines. */
export async function passOn(
  ctx: Ctx,
  task: TaskRow,
  groups: readonly { readonly lines: readonly LineRow[]; readonly isPallet: boolean }[],
): Promise<void> {
  const toBinId = await handsOf(ctx)
  for (const { lines, isPallet } of groups) {
    const [line] = lines
    if (!line || line.handBinId === toBinId) continue
    const idemKey = `pass:${line.id}:${ctx.key}`
    const toContainerId = line.handContainerId ?? ''
    const qty = parseQty(line.handQty)
    await carry(ctx, { idemKey, task, lines, isPallet, qty, toBinId, toContainerId, state: 'MOVING' })
    await ctx.tx.run(sql`
      update wms_task_line set hand_bin_id = ${toBinId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${lines.map((l) => l.id)}::bigint[])`)
  }
}

// engine: locks tasks and their lines, and moves what they say

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { containerType } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { moveFaults } from '@lading/contract/wms/moveFaults.ts'
import { paperFaults } from '@lading/contract/wms/paperFaults.ts'
import type { stock as stockTable } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { incomingLines } from '../../bill/incoming.ts'
import { looseContainer } from '../../masters/facts.ts'
import { demandFits } from '../../putAway/fit.ts'
import { emptyHands, passOn, putBack, takeUp } from '../../putAway/hands.ts'
import { goesWhole } from '../../putAway/lines.ts'
import { closeClaims } from '../../putAway/propose.ts'
import { together } from '../../putAway/target.ts'
import { demandTarget } from '../../putAway/usage.ts'
import { changeContainers, lockContainers, moveContainer } from '../../stock/containers.ts'
import { freeEmptied } from '../../stock/emptied.ts'
import { isKept, readPlaces } from '../../stock/places.ts'
import { postAll } from '../../stock/post.ts'
import { release, reservationsOf, reserve } from '../../stock/reservations.ts'
import { reverse } from '../../stock/reverse.ts'
import { lockKeys } from '../../stock/rows.ts'
import { demandChangeable } from '../guards.ts'
import { demandPlanned } from '../overPlan.ts'
import { isOpen, type LineRow, placeOf, readLines, type TaskRow } from '../read.ts'
import { demandBin, demandProduct } from '../scan.ts'
import type { Confirm, Confirmed, Entering, TaskKind } from '../type.ts'

/** The bin that was scanned, which may differ from the instructed one where the bin takes the goods. */
async function targetOf(ctx: Ctx, line: LineRow, input: Confirm, qty: Qty): Promise<string> {
  const scanned = input.toBin || input.scans.bin
  if (!scanned) return line.toBinId ?? refuse(wmsFaults.noTarget)
  const { id, code } = await demandTarget(ctx, scanned, line.toBinId)
  if (id === line.toBinId) return id
  if (id === line.fromBinId) refuse(moveFaults.sameBin, { bin: code })
  await demandChangeable(ctx, line)
  const { lines, goods } = await together(ctx, line)
  await lockKeys(ctx, lines.map(placeOf))
  await demandFits(ctx, goods[0]?.whole ? goods : goods.map((g) => ({ ...g, qty })), id)
  return id
}

/** A move is a put-away that begins on a shelf, a replenishment one that ends at a pick face. */
const bizOf = ({ taskType }: TaskRow): 'PUTAWAY' | 'MOVE' | 'RPL_DOWN' | 'RPL_UP' =>
  taskType === 'MOVE' || taskType === 'RPL_DOWN' || taskType === 'RPL_UP' ? taskType : 'PUTAWAY'

/** Still to be taken from the line's own place: neither done nor short nor in hand. */
const restOf = (line: LineRow): Qty =>
  parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty) - parseQty(line.handQty)

/** So many of `rest` with a reason for what is missing, or so many for now. @returns what will not come */
function shortOf({ line, input }: Pick<Entering, 'line' | 'input'>, qty: Qty, rest: Qty): Qty {
  demandPlanned(line, qty, rest)
  if (qty < rest && !input.reason && !input.partial) refuse(wmsFaults.needReason)
  const short = input.partial && !input.reason ? 0n : rest - qty
  if (qty === 0n && short === 0n) refuse(wmsFaults.qtyNotPositive)
  return short
}

/** Moves goods to their bin: from where they stand, or out of the hands that carry them. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const carried = parseQty(line.handQty)
  if (carried === 0n && !input.partial) {
    const [done] = await confirmAll(ctx, task, [{ line, input }])
    assert(done, 'a line alone has its outcome')
    return done
  }
  const qty = parseQty(input.qty)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  // What is in hand is put down or put back: a shortage is told where goods are taken up.
  if (carried > 0n && input.reason) refuse(wmsFaults.inHand)
  const short = shortOf({ line, input }, qty, carried > 0n ? carried : restOf(line))
  const container = await lockedCategory(ctx, line)
  const isPallet = goesWhole(line, container === 'PALLET')
  const toBinId = qty > 0n ? await targetOf(ctx, line, input, qty) : (line.toBinId ?? '')
  if (qty > 0n && isPallet) return wholePallet(ctx, task, line, input, toBinId)
  if (qty > 0n) await moveOut(ctx, task, [{ line, qty, toBinId }])
  if (carried > 0n) await emptyHands(ctx, [line.id], qty)
  if (short > 0n) await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  const inHand = carried > qty ? carried - qty : 0n
  const closed = await settle(ctx, line, qty, short, inHand)
  if (container !== 'VIRTUAL' && closed) await freeEmptied(ctx, [line.fromContainerId ?? ''])
  if (qty > 0n) await addPutAway(ctx, task, [{ line, qty }])
  return {
    done: qty,
    short,
    closed,
    inHand,
    ...(qty > 0n && { placedBinId: toBinId, ...(closed && { toBinId }) }),
    pieces: input.pieces,
  }
}

/** What is to be put away of a line. */
interface Placing {
  readonly line: LineRow
  readonly input: Confirm
  readonly qty: Qty
  readonly short: Qty
}
/** All of them are closed: what does not come is told missing. A pallet goes with the first of its lines. */
async function confirmAll(
  ctx: Ctx,
  task: TaskRow,
  entering: readonly Pick<Entering, 'line' | 'input'>[],
): Promise<(Confirmed | null)[]> {
  for (const { line, input } of entering) await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const placings = entering.map(({ line, input }): Placing => {
    const qty = parseQty(input.qty)
    return { line, input, qty, short: shortOf({ line, input }, qty, restOf(line)) }
  })
  const boxes = await lockContainers(
    ctx,
    placings.map((p) => p.line.fromContainerId),
  )
  const categoryOfLine = ({ line }: Placing) => boxes.get(line.fromContainerId ?? '')?.category ?? 'VIRTUAL'
  const isAboard = (p: Placing) => p.qty > 0n && goesWhole(p.line, categoryOfLine(p) === 'PALLET')
  const aboard = placings.filter(isAboard)
  const loose = placings.filter((p) => !isAboard(p))
  const outcomes = new Map<Placing, Confirmed | null>()
  for (const together of Map.groupBy(aboard, (p) => p.line.fromContainerId).values()) {
    const [first, ...others] = together
    if (!first) continue
    // All that stand on it have said the same.
    for (const o of others) if (o.short > 0n || o.input.toBin !== first.input.toBin) refuse(paperFaults.onePallet)
    outcomes.set(
      first,
      await wholePallet(ctx, task, first.line, first.input, await targetOf(ctx, first.line, first.input, first.qty)),
    )
    for (const o of others) outcomes.set(o, null)
  }
  const moving: (Placing & { toBinId: string })[] = []
  for (const p of loose) if (p.qty > 0n) moving.push({ ...p, toBinId: await targetOf(ctx, p.line, p.input, p.qty) })
  await moveOut(ctx, task, moving)
  await release(
    ctx,
    await openPromises(
      ctx,
      loose.filter((p) => p.short > 0n),
    ),
  )
  await closeClaims(
    ctx,
    loose.map((p) => p.line.id),
    'DONE',
  )
  await freeEmptied(
    ctx,
    loose.flatMap((p) => (categoryOfLine(p) === 'VIRTUAL' ? [] : (p.line.fromContainerId ?? []))),
  )
  await addPutAway(ctx, task, moving)
  const toBins = new Map(moving.map((m) => [m.line.id, m.toBinId]))
  for (const p of loose) {
    const toBinId = toBins.get(p.line.id)
    outcomes.set(p, {
      done: p.qty,
      short: p.short,
      closed: true,
      inHand: 0n,
      ...(toBinId && { toBinId, placedBinId: toBinId }),
      pieces: p.input.pieces,
    })
  }
  return placings.map((p) => outcomes.get(p) ?? null)
}
const openPromises = async (ctx: Ctx, short: readonly Placing[]) =>
  short.length === 0
    ? []
    : reservationsOf(
        ctx,
        'task_line_id',
        short.map((p) => p.line.id),
      )

/** Takes goods up; what is not there is told now. */
async function pickUp(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const qty = parseQty(input.qty)
  await demandBin(ctx, line.fromBinId ?? '', input.scans.bin)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const short = shortOf({ line, input }, qty, restOf(line))
  const isPallet = goesWhole(line, (await lockedCategory(ctx, line)) === 'PALLET')
  if (isPallet && qty > 0n && (short > 0n || qty < restOf(line))) refuse(wmsFaults.needReason)
  const lines = isPallet ? await onPallet(ctx, line) : [line]
  if (qty > 0n) await takeUp(ctx, task, lines, isPallet, qty)
  if (short > 0n) {
    const promised = await reservationsOf(ctx, 'task_line_id', [line.id])
    await release(
      ctx,
      promised.filter((r) => r.binId === line.fromBinId),
    )
  }
  const inHand = parseQty(line.handQty) + qty
  return { done: 0n, short, inHand, closed: await settle(ctx, line, 0n, short, inHand) }
}

/** Closes the line's claim when nothing is to come any more, or lets it hold what is. @returns whether that closed it */
async function settle(ctx: Ctx, line: LineRow, done: Qty, short: Qty, inHand: Qty): Promise<boolean> {
  const left = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty) - done - short
  const closed = left <= 0n && inHand === 0n
  if (closed) await closeClaims(ctx, [line.id], 'DONE')
  else await claimRest(ctx, line.id, left)
  return closed
}

/** The open lines of the goods on a line's pallet. */
const onPallet = async (ctx: Ctx, line: LineRow): Promise<LineRow[]> =>
  (await readLines(ctx, line.taskId)).filter(
    (l) => isOpen(l) && l.fromContainerId === line.fromContainerId && goesWhole(l, true),
  )

/** What is carried together: pallets with all their lines, loose goods line by line. */
async function carriedGroups(ctx: Ctx, lines: readonly LineRow[]) {
  const groups: { lines: LineRow[]; isPallet: boolean }[] = []
  for (const [container, together] of Map.groupBy(lines, (l) => l.fromContainerId)) {
    const isPallet = (await categoryOf(ctx, container)) === 'PALLET'
    const whole = together.filter((l) => goesWhole(l, isPallet))
    if (whole.length > 0) groups.push({ lines: whole, isPallet: true })
    groups.push(...together.filter((l) => !whole.includes(l)).map((l) => ({ lines: [l], isPallet: false })))
  }
  return groups
}

/** What is still to come keeps its place where it was instructed to go. */
const claimRest = (ctx: Ctx, lineId: string, qty: Qty): Promise<number> =>
  ctx.tx.run(sql`
    update wms_bin_claim set qty = ${formatQty(qty)}::numeric, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_line_id = ${lineId} and state = 'ACTIVE'`)

/** What the line's goods stand in, locked before any of them. */
const lockedCategory = async (ctx: Ctx, line: LineRow): Promise<string> =>
  (await lockContainers(ctx, [line.fromContainerId])).get(line.fromContainerId ?? '')?.category ?? 'VIRTUAL'

const categoryOf = async (ctx: Ctx, id: string | null): Promise<string> =>
  (
    await ctx.tx.maybe<RowOf<typeof containerType, 'category'>>(sql`
      select k.category from wms_container c join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
      where c.tenant_id = ${ctx.tenantId} and c.id = ${id}`)
  )?.category ?? 'VIRTUAL'

/** Goods leave the tote, or the floor, and lie loose in their bin. */
async function moveOut(
  ctx: Ctx,
  task: TaskRow,
  moving: readonly { readonly line: LineRow; readonly qty: Qty; readonly toBinId: string }[],
): Promise<void> {
  if (moving.length === 0) return
  const containerId = await looseContainer(ctx)
  await postAll(
    ctx,
    moving.map(({ line, qty, toBinId }) => ({
      bizType: bizOf(task),
      idemKey: `tl:${line.id}:${ctx.key}`,
      source: { type: task.taskType, id: task.id },
      taskLineId: line.id,
      lines: [
        { key: placeOf(line), delta: -qty },
        { key: { ...placeOf(line), binId: toBinId, containerId }, delta: qty },
      ],
      own: { qty },
    })),
  )
}

/** A pallet goes up as it is: all its goods, and with them all its lines. */
async function wholePallet(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  input: Confirm,
  toBinId: string,
): Promise<Confirmed> {
  const lines = await onPallet(ctx, line)
  if (parseQty(input.qty) < parseQty(line.planQty) - parseQty(line.doneQty)) refuse(wmsFaults.needReason)
  const ids = lines.map((l) => l.id)
  await moveContainer(ctx, {
    bizType: bizOf(task),
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    containerId: line.fromContainerId ?? '',
    fromBinId: placeOf(line).binId,
    toBinId,
    change: { from: ['RECEIVING', 'STORED', 'MOVING'], state: 'STORED' },
  })
  await release(ctx, await reservationsOf(ctx, 'task_line_id', ids))
  await closeClaims(ctx, ids, 'DONE')
  if (line.state === 'INHAND') await emptyHands(ctx, ids)
  await addPutAway(
    ctx,
    task,
    lines.map((l) => ({ line: l, qty: parseQty(l.planQty) - parseQty(l.doneQty) })),
  )
  const others = lines.filter((l) => l.id !== line.id)
  return {
    done: parseQty(input.qty),
    short: 0n,
    closed: true,
    toBinId,
    alsoClosed: others.map((l) => ({ id: l.id, done: parseQty(l.planQty) - parseQty(l.doneQty) })),
  }
}

async function addPutAway(
  ctx: Ctx,
  task: TaskRow,
  done: readonly { readonly line: LineRow; readonly qty: Qty }[],
): Promise<void> {
  const sums = new Map<string, Qty>()
  for (const { line, qty } of done)
    if (line.billLineId !== null) sums.set(line.billLineId, (sums.get(line.billLineId) ?? 0n) + qty)
  if (sums.size === 0) return
  await ctx.tx.run(sql`
    update ${incomingLines(task.billKey)} b set sent_qty = b.sent_qty + n.qty
    from unnest(${[...sums.keys()]}::bigint[], ${[...sums.values()].map(formatQty)}::numeric[]) as n(id, qty)
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = n.id`)
}

/** Nobody puts these goods away now: they stay on the receiving bin, free for another task. */
async function dropLine(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  await closeClaims(ctx, [line.id], 'FREED')
}

/** Back to the receiving bin, promised to this line again, as long as the goods lie untouched. */
async function undo(ctx: Ctx, task: TaskRow, line: LineRow): Promise<void> {
  if (line.state === 'INHAND') refuse(wmsFaults.inHand)
  const pallet = goesWhole(line, (await lockedCategory(ctx, line)) === 'PALLET')
  if (pallet) await palletBack(ctx, task, line)
  else {
    await comesAgain(ctx, line)
    await reverse(ctx, line.id)
  }
  // What was told missing is asked for again; a pallet's promises ended with its journey.
  const short = parseQty(line.shortQty)
  await promiseAgain(ctx, line, pallet ? parseQty(line.doneQty) + short : short)
  await ctx.tx.run(sql`
    update wms_bin_claim set state = 'ACTIVE', bin_id = ${line.toBinId}, qty = ${line.planQty}::numeric, version = version + 1 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_line_id = ${line.id}`)
  if (line.billLineId !== null)
    await ctx.tx.run(sql`
      update ${incomingLines(task.billKey)} set sent_qty = sent_qty - ${line.doneQty}::numeric where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
}

/** What a container is called that stands there: kept, or still to be put away. */
async function standing(ctx: Ctx, binId: string | null): Promise<'STORED' | 'RECEIVING'> {
  const place = binId === null ? undefined : (await readPlaces(ctx, [binId])).get(binId)
  return place && isKept(place.usage) ? 'STORED' : 'RECEIVING'
}

/** A tote that was emptied is anybody's; where nobody has taken it, the goods find it where they left it. */
export async function comesAgain(ctx: Ctx, line: LineRow): Promise<void> {
  const boxes = await lockContainers(ctx, [line.fromContainerId])
  for (const { id, state } of boxes.values())
    if (state === 'IDLE')
      await changeContainers(ctx, [
        { id, from: ['IDLE'], state: await standing(ctx, line.fromBinId), binId: line.fromBinId },
      ])
}

async function promiseAgain(ctx: Ctx, line: LineRow, qty: Qty): Promise<void> {
  if (qty === 0n) return
  const row = await ctx.tx.one<RowOf<typeof stockTable, 'id'>>(sql`
    select id from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${line.fromBinId} and container_id = ${line.fromContainerId}
      and product_id = ${line.productId} and lot_id = ${line.lotId} and stock_type = ${line.stockType} and owner_id = ${line.ownerId} and qpc_id = ${line.qpcId}`)
  const idemKey = `pa:${line.id}:${ctx.newId()}`
  const [granted] = await reserve(ctx, [{ stockId: row.id, qty, kind: 'MOVE', taskLineId: line.id, idemKey }])
  if (granted?.qty !== qty) refuse(wmsFaults.movedOn)
}

/** A pallet comes down as a whole; one of several lines alone cannot. */
async function palletBack(ctx: Ctx, task: TaskRow, line: LineRow): Promise<void> {
  const lines = await readLines(ctx, line.taskId)
  if (lines.length > 1) refuse(wmsFaults.movedOn)
  await moveContainer(ctx, {
    bizType: bizOf(task),
    idemKey: `rev:${line.id}:${ctx.key}`,
    taskLineId: line.id,
    containerId: line.fromContainerId ?? '',
    toBinId: line.fromBinId ?? '',
    change: { from: ['STORED'], state: await standing(ctx, line.fromBinId) },
  })
}

export const putAwayKind: TaskKind = {
  confirm,
  confirmAll,
  pickUp,
  dropLine,
  undo,
  endsEarly: true,
  putBack: async (ctx, task, line) => {
    const isPallet = goesWhole(line, (await lockedCategory(ctx, line)) === 'PALLET')
    await putBack(ctx, task, isPallet ? await onPallet(ctx, line) : [line], isPallet)
  },
  passOn: async (ctx, task, lines) => passOn(ctx, task, await carriedGroups(ctx, lines)),
}

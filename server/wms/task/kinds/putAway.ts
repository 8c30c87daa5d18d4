import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { moveFaults } from '@lading/contract/wms/moveFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import { looseContainer } from '../../masters/facts.ts'
import { demandFits } from '../../putAway/fit.ts'
import { emptyHands, passOn, putBack, takeUp } from '../../putAway/hands.ts'
import { goesWhole } from '../../putAway/lines.ts'
import { closeClaims } from '../../putAway/propose.ts'
import { together } from '../../putAway/target.ts'
import { demandTarget } from '../../putAway/usage.ts'
import { changeContainers, lockContainers, moveContainer } from '../../stock/containers.ts'
import { isKept, readPlaces } from '../../stock/places.ts'
import { post } from '../../stock/post.ts'
import { release, reservationsOf, reserve } from '../../stock/reservations.ts'
import { reverse } from '../../stock/reverse.ts'
import { lockKeys } from '../../stock/rows.ts'
import { isOpen, type LineRow, placeOf, readLines, type TaskRow } from '../read.ts'
import { demandBin, demandProduct } from '../scan.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'

/** The bin that was scanned, which may differ from the instructed one where the bin takes the goods. */
async function targetOf(ctx: Ctx, line: LineRow, input: Confirm, qty: Qty): Promise<string> {
  const scanned = input.toBin || input.scans.bin
  if (!scanned) return line.toBinId ?? refuse(wmsFaults.noTarget)
  const { id, code } = await demandTarget(ctx, scanned, line.toBinId)
  if (id === line.toBinId) return id
  if (id === line.fromBinId) refuse(moveFaults.sameBin, { bin: code })
  const { lines, goods } = await together(ctx, line)
  await lockKeys(ctx, lines.map(placeOf))
  await demandFits(ctx, goods[0]?.whole ? goods : goods.map((g) => ({ ...g, qty })), id)
  return id
}

/** A move is a put-away that begins on a shelf. */
const bizOf = ({ taskType }: TaskRow): 'PUTAWAY' | 'MOVE' => (taskType === 'MOVE' ? 'MOVE' : 'PUTAWAY')

/** Still to be taken from the line's own place: neither done nor short nor in hand. */
const restOf = (line: LineRow): Qty =>
  parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty) - parseQty(line.handQty)

/** So many of `rest` with a reason for what is missing, or so many for now. @returns what will not come */
function shortOf(input: Confirm, qty: Qty, rest: Qty): Qty {
  if (qty > rest) refuse(wmsFaults.overPlan, { real: formatQty(qty), plan: formatQty(rest) })
  if (qty < rest && !input.reason && !input.partial) refuse(wmsFaults.needReason)
  const short = input.partial && !input.reason ? 0n : rest - qty
  if (qty === 0n && short === 0n) refuse(wmsFaults.qtyNotPositive)
  return short
}

/** Moves goods to their bin: from where they stand, or out of the hands that carry them. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const qty = parseQty(input.qty)
  const carried = parseQty(line.handQty)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  // What is in hand is put down or put back: a shortage is told where goods are taken up.
  if (carried > 0n && input.reason) refuse(wmsFaults.inHand)
  const short = shortOf(input, qty, carried > 0n ? carried : restOf(line))
  const container = await lockedCategory(ctx, line)
  const isPallet = goesWhole(line, container === 'PALLET')
  const toBinId = qty > 0n ? await targetOf(ctx, line, input, qty) : (line.toBinId ?? '')
  if (qty > 0n && isPallet) return wholePallet(ctx, task, line, input, toBinId)
  if (qty > 0n) await moveOut(ctx, task, line, qty, toBinId)
  if (carried > 0n) await emptyHands(ctx, [line.id], qty)
  if (short > 0n) await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  const inHand = carried > qty ? carried - qty : 0n
  const closed = await settle(ctx, line, qty, short, inHand)
  if (container !== 'VIRTUAL' && closed) await freeIfEmpty(ctx, line.fromContainerId ?? '')
  if (qty > 0n) await addPutAway(ctx, line.billLineId, qty)
  return { done: qty, short, closed, inHand, ...(qty > 0n && closed && { toBinId }), pieces: input.pieces }
}

/** Takes goods up; what is not there is told now. */
async function pickUp(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const qty = parseQty(input.qty)
  await demandBin(ctx, line.fromBinId ?? '', input.scans.bin)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const short = shortOf(input, qty, restOf(line))
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
    await ctx.tx.maybe<{ category: string }>(sql`
      select k.category from wms_container c join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
      where c.tenant_id = ${ctx.tenantId} and c.id = ${id}`)
  )?.category ?? 'VIRTUAL'

/** Goods leave the tote, or the floor, and lie loose in their bin. */
async function moveOut(ctx: Ctx, task: TaskRow, line: LineRow, qty: Qty, toBinId: string): Promise<void> {
  const from = placeOf(line)
  await post(ctx, {
    bizType: bizOf(task),
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    lines: [
      { key: from, delta: -qty },
      { key: { ...from, binId: toBinId, containerId: await looseContainer(ctx) }, delta: qty },
    ],
    own: { qty },
  })
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
  for (const l of lines) await addPutAway(ctx, l.billLineId, parseQty(l.planQty) - parseQty(l.doneQty))
  const others = lines.filter((l) => l.id !== line.id)
  return {
    done: parseQty(input.qty),
    short: 0n,
    closed: true,
    toBinId,
    alsoClosed: others.map((l) => ({ id: l.id, done: parseQty(l.planQty) - parseQty(l.doneQty) })),
  }
}

async function addPutAway(ctx: Ctx, billLineId: string | null, qty: Qty): Promise<void> {
  if (billLineId === null) return
  await ctx.tx.run(sql`
    update wms_order_bill_line set sent_qty = sent_qty + ${formatQty(qty)}::numeric where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${billLineId}`)
}

/** An emptied tote is free for other work. */
async function freeIfEmpty(ctx: Ctx, id: string): Promise<void> {
  const rows = await ctx.tx.query(sql`
    select 1 from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and container_id = ${id} and qty > 0 limit 1`)
  if (rows.length === 0) await changeContainers(ctx, [{ id, state: 'IDLE', binId: null, storeId: null, billId: null }])
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
      update wms_order_bill_line set sent_qty = sent_qty - ${line.doneQty}::numeric where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
}

/** What a container is called that stands there: kept, or still to be put away. */
async function standing(ctx: Ctx, binId: string | null): Promise<'STORED' | 'RECEIVING'> {
  const place = binId === null ? undefined : (await readPlaces(ctx, [binId])).get(binId)
  return place && isKept(place.usage) ? 'STORED' : 'RECEIVING'
}

/** A tote that was emptied is anybody's; where nobody has taken it, the goods find it where they left it. */
async function comesAgain(ctx: Ctx, line: LineRow): Promise<void> {
  const boxes = await lockContainers(ctx, [line.fromContainerId])
  for (const { id, state } of boxes.values())
    if (state === 'IDLE')
      await changeContainers(ctx, [
        { id, from: ['IDLE'], state: await standing(ctx, line.fromBinId), binId: line.fromBinId },
      ])
}

async function promiseAgain(ctx: Ctx, line: LineRow, qty: Qty): Promise<void> {
  if (qty === 0n) return
  const row = await ctx.tx.one<{ id: string }>(sql`
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

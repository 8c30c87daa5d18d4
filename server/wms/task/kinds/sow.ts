// engine: locks tasks and their lines, and moves what they say

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName, type Text } from '@lading/contract/kernel/text.ts'
import { container, containerFlow } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { sowFaults } from '@lading/contract/wms/sowFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { checkPicked, demandNoCheck } from '../../check/make.ts'
import { makeCollecting, unstagedTopic } from '../../collect/make.ts'
import { type ContainerFacts, containerByCode, isSystem, knownBox, looseContainer } from '../../masters/facts.ts'
import { chosenPosition } from '../../sow/positions.ts'
import { wallTopic } from '../../sow/wake.ts'
import { type ContainerChange, changeContainers, lockContainers } from '../../stock/containers.ts'
import type { StockKey } from '../../stock/key.ts'
import { type PostInput, post, postAll } from '../../stock/post.ts'
import { reverse } from '../../stock/reverse.ts'
import { isTakenBack } from '../../stock/taken.ts'
import { type LineRow, placeOf, type TaskRow } from '../read.ts'
import { demandBin, demandProduct } from '../scan.ts'
import type { Confirm, Confirmed, Entering, TaskKind } from '../type.ts'
import { holdForCount, setAside } from './inDoubt.ts'
import { makeVirtual } from './pick.ts'
import { amountsOf, holdLot, isShortReason, noteShort, orderOf, type ShortReason } from './short.ts'

/** Where the goods of a line go: the store's position, and the container that is filled there. */
interface Goal {
  readonly binId: string
  readonly tote: ContainerFacts
}

const confirm: TaskKind['confirm'] = async (ctx, task, line, input, box) => {
  const [done] = await confirmAll(ctx, task, [{ line, input, box }])
  assert(done, 'each line has its outcome')
  return done
}

async function confirmAll(ctx: Ctx, task: TaskRow, entering: readonly Entering[]): Promise<Confirmed[]> {
  const sown = entering.map((e) => ({ ...e, ...amountsOf(e) }))
  const goals = new Map<string, Goal>()
  for (const s of sown) {
    await demandProduct(ctx, s.line.productId ?? '', s.input.scans.product)
    const key = goalKey(s)
    if (s.qty > 0n && !goals.has(key)) goals.set(key, await goalOf(ctx, task, s, goals))
  }
  // What somebody looks into is not filled further.
  await demandNoCheck(
    ctx,
    [...goals.values()].flatMap(({ tote }) => (tote.state === 'PICKED' ? [tote.id] : [])),
  )
  const begun = new Set<string>()
  const postings: PostInput[] = []
  for (const s of sown) {
    const goal = goals.get(goalKey(s))
    if (s.qty > 0n && goal) postings.push(await postingOf(ctx, task, s, goal, begun))
  }
  await postAll(ctx, postings)
  for (const { line, input, short } of sown)
    if (short > 0n && isShortReason(input.reason)) await reportShort(ctx, task, line, short, input.reason)
  return sown.map((s) => {
    const goal = s.qty > 0n ? goals.get(goalKey(s)) : undefined
    return {
      done: s.qty,
      short: s.short,
      closed: s.qty + s.short >= s.rest,
      pieces: s.input.pieces,
      ...(goal && { toBinId: goal.binId, toContainerId: goal.tote.id }),
    }
  })
}

const toteCode = ({ input }: Entering): string => input.toContainer || input.scans.container || ''
const goalKey = (e: Entering): string => `${e.line.storeId}/${toteCode(e)}`

/** The store's position, which the worker chooses when it has none yet, and its container there. */
async function goalOf(ctx: Ctx, task: TaskRow, e: Entering, others: ReadonlyMap<string, Goal>): Promise<Goal> {
  const { line, input } = e
  const before = [...others].find(([key]) => key.startsWith(`${line.storeId}/`))?.[1].binId
  const known = line.toBinId ?? before
  if (known) await demandBin(ctx, known, input.scans.bin)
  const binId = known ?? (await positionFor(ctx, task, line, input))
  return { binId, tote: await toteAt(ctx, task, e, binId) }
}

/** From now on the store is served there, by all of its lines. */
async function positionFor(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<string> {
  const { schemeId } = await ctx.tx.one<{ schemeId: string }>(sql`
    select a.sowing_scheme_id as scheme_id from wms_task k join wms_pick_area a on a.tenant_id = k.tenant_id and a.id = k.pick_area_id
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = ${task.id}`)
  const binId = await chosenPosition(ctx, schemeId, line.storeId ?? '', input.scans.bin || input.toBin)
  await ctx.tx.run(sql`
    update wms_task_line l set to_bin_id = ${binId}, version = l.version + 1, updated_at = ${ctx.now()}
    from wms_task k where k.tenant_id = l.tenant_id and k.id = l.task_id and k.task_type = 'SOW' and k.pick_area_id = (
        select pick_area_id from wms_task where tenant_id = ${ctx.tenantId} and id = ${task.id})
      and l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.store_id = ${line.storeId} and l.state = 'OPEN' and l.to_bin_id is null`)
  return binId
}

/** The container that was scanned, the one that is being filled there, or one for goods that stand in none. */
async function toteAt(ctx: Ctx, task: TaskRow, e: Entering, binId: string): Promise<ContainerFacts> {
  const { line } = e
  const code = toteCode(e)
  if (code) {
    const c = await knownBox(ctx, e.box, code)
    if (c.category === 'VIRTUAL') refuse(wmsFaults.unknownCode, { code })
    const isItsOwn = (c.state === 'PICKING' || c.state === 'PICKED') && c.storeId === line.storeId && c.binId === binId
    if (c.state !== 'IDLE' && !isItsOwn)
      refuse(wmsFaults.containerState, {
        code: rowName(container, c.id, c.code),
        state: containerFlow.states[c.state],
        action: ['播种', 'Sort'],
      })
    return c
  }
  const there = await ctx.tx.maybe<{ code: string }>(sql`
    select code from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${binId} and store_id = ${line.storeId}
      and state in ('PICKING', 'PICKED') order by state desc, last_move_at desc nulls last, id desc limit 1`)
  if (there) return containerByCode(ctx, there.code)
  const own = `${task.taskNo}-${line.lineNo}`
  await makeVirtual(ctx, own)
  return containerByCode(ctx, own)
}

async function postingOf(
  ctx: Ctx,
  task: TaskRow,
  { line, input, qty }: Entering & { qty: Qty },
  { binId, tote }: Goal,
  begun: Set<string>,
): Promise<PostInput> {
  const from = placeOf(line)
  const to: StockKey = { ...from, binId, containerId: tote.id }
  const isBegun = tote.state !== 'IDLE' || begun.has(tote.id)
  begun.add(tote.id)
  const change: ContainerChange = isBegun
    ? { id: tote.id, from: ['PICKING', 'PICKED'], state: 'PICKING', ofStoreId: line.storeId }
    : {
        id: tote.id,
        from: ['IDLE'],
        state: 'PICKING',
        binId,
        storeId: line.storeId,
        billId: await orderOf(ctx, line),
      }
  return {
    bizType: 'SOW',
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    lines: [
      { key: from, delta: -qty, pieces: input.pieces === undefined ? undefined : -input.pieces },
      { key: to, delta: qty, pieces: input.pieces },
    ],
    // In the store's container they belong to its order.
    own: { qty, carryTo: to },
    containers: [change],
  }
}

/** What does not reach its store: the order is short of it, and what the book still shows is set aside. */
async function reportShort(ctx: Ctx, task: TaskRow, line: LineRow, short: Qty, reason: ShortReason): Promise<void> {
  await noteShort(ctx, task, line, short, reason)
  await ctx.tx.run(sql`
    update wms_operate_bill_line set done_qty = done_qty - ${formatQty(short)}::numeric, booked_qty = booked_qty - ${formatQty(short)}::numeric,
      short_qty = coalesce(short_qty, 0) + ${formatQty(short)}::numeric, short_reason = ${reason}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
  const left = await toExceptions(ctx, line, placeOf(line), short)
  if (reason === 'DAMAGED') await setAside(ctx, line, left, short)
  else if (reason === 'EXPIRED') await holdLot(ctx, line)
  else await holdForCount(ctx, line, left, ['播种差异', 'Missing at sorting'])
}

/** What the scale did not find of the last of a weight goes where differences are looked at: no piece of it is left. */
export async function leaveForCount(ctx: Ctx, line: LineRow, qty: Qty, why: Text): Promise<void> {
  await holdForCount(ctx, line, await toExceptions(ctx, line, placeOf(line), qty, 0), why)
}

/** The container is wanted again: what was not in it stands in the book where differences are looked at. */
async function toExceptions(ctx: Ctx, line: LineRow, key: StockKey, qty: Qty, pieces?: number): Promise<StockKey> {
  const bin = await ctx.tx.maybe<{ id: string }>(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and usage = 'EXCEPTION' and not disabled order by ${isSystem('wms_bin')}, code limit 1`)
  if (!bin) return key
  const to: StockKey = { ...key, binId: bin.id, containerId: await looseContainer(ctx) }
  await post(ctx, {
    bizType: 'MOVE',
    idemKey: `sown:${line.id}:${ctx.key}`,
    source: { type: 'pickDiff', id: line.id },
    lines: [
      { key, delta: -qty, pieces },
      { key: to, delta: qty, pieces },
    ],
  })
  return to
}

/** The batch container is free again, and the stores' are full as far as this wall goes. */
async function finish(ctx: Ctx, task: TaskRow): Promise<void> {
  const full = await filled(ctx, task)
  await changeContainers(ctx, [...(await emptied(ctx, task)), ...full])
  const ids = full.map((c) => c.id)
  await checkPicked(ctx, task.id, ids)
  await makeCollecting(ctx, task.id, ids)
  await tellWall(ctx, task)
}
/** What waits for room at this wall looks again. */
async function tellWall(ctx: Ctx, task: TaskRow): Promise<void> {
  const wall = await ctx.tx.maybe<{ id: string }>(sql`
    select a.sowing_scheme_id as id from wms_task k join wms_pick_area a on a.tenant_id = k.tenant_id and a.id = k.pick_area_id
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = ${task.id} and a.sowing_scheme_id is not null`)
  if (wall) ctx.emit({ topic: wallTopic, key: wall.id })
}
async function emptied(ctx: Ctx, task: TaskRow): Promise<ContainerChange[]> {
  const tote = await ctx.tx.maybe<{ id: string; isVirtual: boolean }>(sql`
    select c.id, t.category = 'VIRTUAL' as is_virtual from wms_container c join wms_container_type t on t.tenant_id = c.tenant_id and t.id = c.type_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = ${task.containerId} and c.state = 'PICKED' and c.store_id is null
      and not exists (select 1 from wms_stock s where s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0)`)
  return tote ? [{ id: tote.id, state: tote.isVirtual ? 'CLOSED' : 'IDLE', binId: null }] : []
}
/**
 * Containers at the wall, of the stores that this task served, into which nothing more goes; wherever they stand, for a
 * position may have been closed meanwhile. Two tasks that end at once serve the same stores: the containers are held
 * before anybody asks who else fills them.
 */
async function filled(ctx: Ctx, task: TaskRow): Promise<ContainerChange[]> {
  const own = await ctx.tx.query<{ id: string }>(sql`
    select c.id from wms_container c
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.state = 'PICKING'
      and exists (select 1 from wms_task_line l where l.tenant_id = c.tenant_id and l.org_id = c.org_id and l.task_id = ${task.id} and l.store_id = c.store_id)
      and exists (select 1 from wms_sow_position p where p.tenant_id = c.tenant_id and p.org_id = c.org_id and p.bin_id = c.bin_id)
    order by c.id for no key update`)
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select c.id from wms_container c
    where c.id = any(${own.map((c) => c.id)}::bigint[]) and c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.state = 'PICKING' and not exists (
        select 1 from wms_task_line o join wms_task k on k.tenant_id = o.tenant_id and k.id = o.task_id and k.task_type = 'SOW' and k.id <> ${task.id}
        where o.tenant_id = c.tenant_id and o.org_id = c.org_id and o.to_bin_id = c.bin_id and o.store_id = c.store_id and o.state = 'OPEN')
    order by c.id`)
  return rows.map(({ id }) => ({ id, from: ['PICKING'], state: 'PICKED' }))
}

/** Back into the batch container, while neither of both has gone on. */
async function undo(ctx: Ctx, task: TaskRow, line: LineRow): Promise<void> {
  if (parseQty(line.shortQty) > 0n) refuse(wmsFaults.movedOn)
  const toteIds = await totesOf(ctx, line.id)
  const boxes = await lockContainers(ctx, [...toteIds, task.containerId])
  for (const id of toteIds) {
    const state = boxes.get(id)?.state
    if (state !== 'PICKING' && state !== 'PICKED') refuse(wmsFaults.movedOn)
  }
  await demandNoCheck(ctx, toteIds)
  await standAgain(ctx, task, line, boxes.get(task.containerId ?? ''))
  await reverse(ctx, line.id)
  const full = await ctx.tx.query<{ id: string }>(sql`
    select distinct container_id as id from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and container_id = any(${toteIds}::bigint[]) and qty > 0`)
  const isFull = new Set(full.map((f) => f.id))
  for (const id of toteIds) if (!isFull.has(id)) ctx.emit({ topic: unstagedTopic, key: id })
  await changeContainers(
    ctx,
    toteIds.map((id) =>
      isFull.has(id) ? { id, state: 'PICKING' } : { id, state: 'IDLE', binId: null, storeId: null, billId: null },
    ),
  )
}

/** A batch container that was set free stands where it stood, unless it is in use for something else. */
async function standAgain(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  tote: { readonly state: string; readonly binId: string | null } | undefined,
): Promise<void> {
  const isFree = tote?.state === 'IDLE' || tote?.state === 'CLOSED'
  if (isFree) return changeContainers(ctx, [{ id: task.containerId ?? '', state: 'PICKED', binId: line.fromBinId }])
  if (tote?.state !== 'PICKED' || tote.binId !== line.fromBinId) refuse(wmsFaults.movedOn)
}

async function totesOf(ctx: Ctx, lineId: string): Promise<string[]> {
  const rows = await ctx.tx.query<RowOf<typeof container, 'id'>>(sql`
    select distinct g.container_id as id from wms_posting p
    join wms_ledger g on g.tenant_id = p.tenant_id and g.org_id = p.org_id and g.posting_id = p.id and g.delta > 0
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_line_id = ${lineId} and p.biz_type = 'SOW'
      and not ${isTakenBack('p')}`)
  return rows.map((r) => r.id)
}

/** The goods are the stores' already: their sorting can wait, or be somebody else's, but it is not dropped. */
const dropLine: TaskKind['dropLine'] = async () => refuse(sowFaults.mustSow)

export const sowKind: TaskKind = { confirm, confirmAll, finish, dropLine, undo, endsEarly: false }

// engine: locks tasks and their lines, and moves what they say

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container, containerFlow, type containerType } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { sowFaults } from '@lading/contract/wms/sowFaults.ts'
import type { stock as stockTable } from '@lading/contract/wms/stock.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../../kernel/ctx.ts'
import { given } from '../../../kernel/given.ts'
import { insert } from '../../../kernel/insert.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { checkPicked, demandNoCheck } from '../../check/make.ts'
import { makeCollecting, unstagedTopic } from '../../collect/make.ts'
import { type ContainerFacts, containerByCode, knownBox, maybeContainer, stageBin } from '../../masters/facts.ts'
import { tellFaceBills } from '../../pickBin/tell.ts'
import { putInto, takeOut } from '../../pickContainer/keptPlan.ts'
import { replan, shiftsOf } from '../../pickContainer/replan.ts'
import {
  containersOf,
  demandOwn,
  markUsed,
  reopenContainers,
  settleContainers,
  soleContainer,
} from '../../pickContainer/settle.ts'
import { makeSowing } from '../../sow/make.ts'
import { changeContainers, lockContainers } from '../../stock/containers.ts'
import { keyText, type StockKey } from '../../stock/key.ts'
import { type PostInput, postAll } from '../../stock/post.ts'
import { releaseAll } from '../../stock/reservations.ts'
import { reverse } from '../../stock/reverse.ts'
import { lockKeys } from '../../stock/rows.ts'
import { isTakenBack } from '../../stock/taken.ts'
import { tellWaiting } from '../../wave/tellWaiting.ts'
import { isBatch } from '../alike.ts'
import { planAsWeighed } from '../catchWeight.ts'
import { type LineRow, placeOf, readLines, type TaskRow } from '../read.ts'
import { demandBin, demandProduct } from '../scan.ts'
import type { Confirm, Confirmed, Entering, TaskKind } from '../type.ts'
import { holdForCount, setAside } from './inDoubt.ts'
import { amountsOf, holdLot, isShortReason, noteShort, type Picked, type ShortReason } from './short.ts'

/** The tote that takes the goods: the scanned one, the one assigned to the task, or a virtual one for work without totes. */
async function pickContainer(
  ctx: Ctx,
  task: TaskRow,
  input: Confirm,
  box: ContainerFacts | null,
): Promise<ContainerFacts> {
  const said = input.toContainer || input.scans.container
  const code = said || (task.hasContainers && (await soleContainer(ctx, task)))
  if (code) {
    const c = await knownBox(ctx, said ? box : await maybeContainer(ctx, code), code)
    await demandOwn(ctx, task, c)
    const usable = c.state === 'IDLE' || (c.state === 'PICKING' && c.storeId === task.storeId)
    if (c.category === 'VIRTUAL' && c.code !== task.taskNo) refuse(wmsFaults.unknownCode, { code })
    if (usable && isBatch(task) && c.state === 'PICKING' && c.pickTaskId !== task.id) await demandOwnTote(ctx, task, c)
    if (!usable)
      refuse(wmsFaults.containerState, {
        code: rowName(container, c.id, c.code),
        state: containerFlow.states[c.state],
        action: ['拣货', 'Pick'],
      })
    return c
  }
  if (box) return box
  await makeVirtual(ctx, task.taskNo)
  return containerByCode(ctx, task.taskNo)
}

/** Goods of two batch picks in one container could not be told apart afterwards. */
async function demandOwnTote(ctx: Ctx, task: TaskRow, { id, code }: ContainerFacts): Promise<void> {
  const own = await ctx.tx.maybe(sql`select 1 from wms_container c where c.id = ${id} and ${isFilledBy(ctx, task)}`)
  if (!own) refuse(sowFaults.otherPick, { code: rowName(container, id, code) })
}

/** A container that stands for goods on their way in none. */
export async function makeVirtual(ctx: Ctx, code: string): Promise<void> {
  const type = found(
    await ctx.tx.maybe<RowOf<typeof containerType, 'id'>>(
      sql`select id from wms_container_type where tenant_id = ${ctx.tenantId} and category = 'VIRTUAL' order by id limit 1`,
    ),
    ['容器类型', 'Container type'],
  )
  await insert(ctx, container, [{ code, typeId: type.id }], sql`on conflict do nothing`)
}

const confirm: TaskKind['confirm'] = async (ctx, task, line, input, box) => {
  const [done] = await confirmAll(ctx, task, [{ line, input, box }])
  assert(done, 'each line has its outcome')
  return done
}

async function confirmAll(ctx: Ctx, task: TaskRow, entering: readonly Entering[]): Promise<Confirmed[]> {
  const weighed = await planAsWeighed(ctx, task, entering)
  const picks = weighed.map((e) => ({ ...e, ...amountsOf(e) }))
  for (const { line, input } of picks) {
    await demandBin(ctx, line.fromBinId ?? '', input.scans.bin)
    await demandProduct(ctx, line.productId ?? '', input.scans.product)
  }
  const totes = await totesFor(ctx, task, picks)
  await holdTotes(ctx, task, picks.length, [...totes.values()])
  const moved = picks.filter((p) => p.qty > 0n)
  const shifts = await shiftsOf(
    ctx,
    task,
    puttingsOf(moved, totes),
    moved.some((p) => p.input.replan === true),
  )
  await moveToContainers(ctx, task, moved, (p) => totes.get(codeOf(p)))
  await keepForCount(ctx, moved)
  await markUsed(ctx, task, [...totes.values()])
  const warnings = await replan(ctx, task, shifts)
  await putInto(
    ctx,
    task,
    moved.flatMap((p) => {
      const tote = totes.get(codeOf(p))
      return tote ? [{ lineId: p.line.id, containerId: tote.id, qty: p.qty }] : []
    }),
  )
  for (const { line, input, short } of picks)
    if (short > 0n && isShortReason(input.reason)) await reportShort(ctx, task, line, short, input.reason)
  ctx.tx.later(countPicked(ctx, picks))
  if (isBatch(task)) await tellOrders(ctx, picks)
  return picks.map((p, i) => ({
    done: p.qty,
    short: p.short,
    closed: p.qty + p.short >= p.rest,
    pieces: p.input.pieces,
    ...(i === 0 && warnings.length > 0 && { warnings }),
    ...into(p.qty > 0n ? totes.get(codeOf(p)) : undefined),
  }))
}

/** What comes into which container together. */
const puttingsOf = (moved: readonly Picked[], totes: ReadonlyMap<string, ContainerFacts>) =>
  [...Map.groupBy(moved, codeOf)].flatMap(([code, of]) => {
    const tote = totes.get(code)
    return tote ? [{ tote, lines: of.map((p) => ({ id: p.line.id, rest: p.rest, qty: p.qty })) }] : []
  })
const into = (tote: ContainerFacts | undefined) => tote && { toContainerId: tote.id }
const codeOf = ({ input }: Entering): string => input.toContainer || input.scans.container || ''
/** A weight without a piece is nothing that anybody could fetch: it is looked at before anybody is sent for it. */
async function keepForCount(ctx: Ctx, moved: readonly Picked[]): Promise<void> {
  const weighed = moved.filter((p) => p.line.catchPct !== null)
  const rows = await lockKeys(
    ctx,
    weighed.map((p) => placeOf(p.line)),
  )
  for (const { line } of weighed) {
    const row = rows.get(keyText(placeOf(line)))
    if (row?.pieces === 0 && row.qty > 0n)
      await holdForCount(ctx, line, row, ['实重尾差', 'Weight left without a piece'])
  }
}

/** Where the goods go, by the code that was named. */
async function totesFor(
  ctx: Ctx,
  task: TaskRow,
  picks: readonly Picked[],
): Promise<ReadonlyMap<string, ContainerFacts>> {
  const totes = new Map<string, ContainerFacts>()
  for (const p of picks)
    if (p.qty > 0n && !totes.has(codeOf(p))) totes.set(codeOf(p), await pickContainer(ctx, task, p.input, p.box))
  return totes
}

/** A batch serves many orders, whose headers follow. */
async function tellOrders(ctx: Ctx, picks: readonly Picked[]): Promise<void> {
  const bills = await ctx.tx.query<{ billId: string }>(sql`
    select distinct bill_id from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and id = any(${picks.map((p) => p.line.billLineId)}::bigint[])`)
  for (const { billId } of bills) ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${billId}` })
}

/** What the orders' lines say of it, beside what was missing before. */
async function countPicked(ctx: Ctx, picks: readonly Picked[]): Promise<void> {
  const byLine = Map.groupBy(
    picks.filter((p) => p.line.billLineId !== null),
    (p) => p.line.billLineId,
  )
  const sums = [...byLine].map(([id, of]) => ({
    id,
    done: of.reduce((n, p) => n + p.qty, 0n),
    short: of.reduce((n, p) => n + p.short, 0n),
    pieces: of.reduce((n, p) => n + (p.input.pieces ?? 0), 0),
    reason: of.findLast((p) => p.short > 0n)?.input.reason ?? null,
  }))
  if (sums.length === 0) return
  await ctx.tx.run(sql`
    update wms_operate_bill_line b set done_qty = b.done_qty + n.done, booked_qty = b.booked_qty - n.short,
      done_pieces = coalesce(b.done_pieces, 0) + n.pieces,
      short_qty = case when n.short > 0 then coalesce(b.short_qty, 0) + n.short else b.short_qty end,
      short_reason = case when n.short > 0 then n.reason else b.short_reason end
    from ${given('n', sums, {
      id: ['bigint', (s) => s.id],
      done: ['numeric', (s) => formatQty(s.done)],
      short: ['numeric', (s) => formatQty(s.short)],
      pieces: ['integer', (s) => s.pieces],
      reason: ['text', (s) => s.reason],
    })}
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = n.id`)
}

/** The last line of a task ends its totes: all of them are locked before any goods are. */
async function holdTotes(ctx: Ctx, task: TaskRow, confirmed: number, totes: readonly ContainerFacts[]): Promise<void> {
  if (task.doneLines + confirmed < task.lineCount) return
  const lines = await readLines(ctx, task.id)
  const assigned = task.hasContainers ? await containersOf(ctx, [task.id]) : []
  await lockContainers(ctx, [
    ...totes.map((t) => t.id),
    ...lines.map((l) => l.toContainerId),
    ...assigned.filter((r) => r.state === 'BOUND' || r.state === 'USED').map((r) => r.containerId),
  ])
}

async function moveToContainers(
  ctx: Ctx,
  task: TaskRow,
  picks: readonly Picked[],
  toteOf: (p: Picked) => ContainerFacts | undefined,
): Promise<void> {
  const isNew = picks.some((p) => (toteOf(p)?.binId ?? null) === null)
  const stage = isNew ? await stageBin(ctx, 'PICK_TRANSIT', picks[0]?.line.fromBinId) : ''
  /** Those that goods came into by now. */
  const begun = new Set<string>()
  const postings = picks.map(({ line, input, qty, ...p }): PostInput => {
    const tote = toteOf({ line, input, qty, ...p })
    assert(tote, 'goods that are picked have a container')
    const from = placeOf(line)
    const transit = tote.binId ?? stage
    const to: StockKey = { ...from, binId: transit, containerId: tote.id }
    const isBegun = (tote.state === 'PICKING' && tote.binId !== null) || begun.has(tote.id)
    begun.add(tote.id)
    return {
      bizType: 'PICK',
      idemKey: `tl:${line.id}:${ctx.key}`,
      source: { type: task.taskType, id: task.id },
      taskLineId: line.id,
      lines: [
        { key: from, delta: -qty, pieces: input.pieces === undefined ? undefined : -input.pieces },
        { key: to, delta: qty, pieces: input.pieces },
      ],
      // Once picked, the goods belong to the order, no longer to this line.
      own: { qty, carryTo: to },
      containers: [
        isBegun
          ? { id: tote.id, from: ['PICKING'], state: 'PICKING', ofStoreId: task.storeId }
          : {
              id: tote.id,
              // One that was assigned to the pick is taken, and stands nowhere yet.
              from: [tote.pickTaskId === task.id ? 'PICKING' : 'IDLE'],
              state: 'PICKING',
              binId: transit,
              storeId: task.storeId,
              billId: isBatch(task) ? null : task.billId,
            },
      ],
    }
  })
  await postAll(ctx, postings)
}

/**
 * What is not there: the reason decides what becomes of the goods that the book still shows. Source: wms.md 7.5.
 */
async function reportShort(ctx: Ctx, task: TaskRow, line: LineRow, short: Qty, reason: ShortReason): Promise<void> {
  await noteShort(ctx, task, line, short, reason)
  const key = placeOf(line)
  if (reason === 'DAMAGED') await setAside(ctx, line, key, short)
  if (reason === 'NOT_FOUND') await holdForCount(ctx, line, key, ['拣货无货', 'Not found at picking'])
  if (reason === 'EXPIRED') await holdLot(ctx, line)
}

/**
 * The task's totes are full as far as it goes: they wait for staging or the truck. A line may have filled several of them
 * and names only its last, so the postings say which.
 */
async function finish(ctx: Ctx, task: TaskRow): Promise<void> {
  const rows = await ctx.tx.query<RowOf<typeof container, 'id'>>(sql`
    select c.id from wms_container c
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.state = 'PICKING' and ${isFilledBy(ctx, task)}
      and (c.code = ${task.taskNo} or not exists (select 1 from wms_task k
        where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type = ${task.taskType} and k.state in ('ASSIGNED', 'RUNNING') and k.id <> ${task.id}
          and exists (select 1 from wms_task_line o where o.tenant_id = k.tenant_id and o.org_id = k.org_id and o.task_id = k.id and o.to_container_id = c.id)))`)
  await changeContainers(
    ctx,
    rows.map((r) => ({ id: r.id, from: ['PICKING'], state: 'PICKED' as const })),
  )
  await settleContainers(ctx, task)
  const filled = rows.map((r) => r.id)
  if (isBatch(task)) await makeSowing(ctx, filled)
  else {
    await checkPicked(ctx, task.id, filled)
    await makeCollecting(ctx, task.id, filled)
  }
  const faces = sql`
    select l.from_bin_id from wms_task_line l
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = ${task.id}`
  await Promise.all([tellWaiting(ctx, faces), tellFaceBills(ctx, faces)])
}
/** Whether picks of the task filled the container `c`, by the ledger. */
function isFilledBy(ctx: Ctx, task: TaskRow): Sql {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  return sql`c.id = any(array(
    select g.container_id from wms_ledger g where ${here} and g.delta > 0 and g.posting_id = any(array(
      select p.id from wms_posting p where ${here} and p.biz_type = 'PICK' and p.task_line_id = any(array(
        select l.id from wms_task_line l where ${here} and l.task_id = ${task.id} and l.done_qty > 0))))))`
}

/** A line that will not be picked gives its goods back to all; the order's line is open for allocation again. */
async function dropLine(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  const open = parseQty(line.planQty) - parseQty(line.doneQty)
  await releaseAll(ctx, 'task_line_id', [line.id])
  const face = sql`${line.fromBinId}::bigint`
  await Promise.all([tellFaceBills(ctx, face), tellWaiting(ctx, face)])
  if (line.billLineId !== null)
    await ctx.tx.run(sql`
      update wms_operate_bill_line set booked_qty = booked_qty - ${formatQty(open)}::numeric where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
}

/** Back from its totes to the bin, promised to this line again, while none of them has gone on. */
async function undo(ctx: Ctx, task: TaskRow, line: LineRow): Promise<void> {
  if (parseQty(line.shortQty) > 0n) refuse(wmsFaults.movedOn)
  const totes = await lockContainers(ctx, await totesOf(ctx, line.id))
  if (isBatch(task)) await demandNotSown(ctx, [...totes.keys()])
  for (const { state } of totes.values()) if (state !== 'PICKING' && state !== 'PICKED') refuse(wmsFaults.movedOn)
  await demandNoCheck(ctx, [...totes.keys()])
  await reverse(ctx, line.id)
  await ctx.tx.run(sql`
    update wms_operate_bill_line set done_qty = done_qty - ${line.doneQty}::numeric, done_pieces = done_pieces - ${line.donePieces ?? 0}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
  const filled = await ctx.tx.query<RowOf<typeof stockTable, 'containerId'>>(sql`
    select distinct container_id from wms_stock
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and container_id = any(${[...totes.keys()]}::bigint[]) and qty > 0`)
  const isFilled = new Set(filled.map((f) => f.containerId))
  const emptied = new Set([...totes.keys()].filter((id) => !isFilled.has(id)))
  await takeOut(ctx, line.id)
  const waits = await reopenContainers(ctx, task, [...totes.keys()], emptied)
  for (const id of emptied) ctx.emit({ topic: unstagedTopic, key: id })
  await changeContainers(
    ctx,
    [...totes.keys()].map((id) =>
      isFilled.has(id)
        ? { id, state: 'PICKING' }
        : waits.has(id)
          ? { id, state: 'PICKING', binId: null }
          : { id, state: 'IDLE', binId: null, storeId: null, billId: null },
    ),
  )
}

/** What goes on to the stores is taken back there first. */
async function demandNotSown(ctx: Ctx, toteIds: readonly string[]): Promise<void> {
  const sown = await ctx.tx.maybe<{ id: string; taskNo: string }>(sql`
    select k.id, k.task_no from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.task_type = 'SOW'
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.from_container_id = any(${toteIds}::bigint[])
      and l.state = 'OPEN' order by k.id limit 1`)
  if (sown) refuse(sowFaults.toBeSown, { at: rowName(viewOf('SOW'), sown.id, sown.taskNo) })
}

/** The totes that a line's picks have filled, those that were taken back left out. */
async function totesOf(ctx: Ctx, lineId: string): Promise<string[]> {
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select distinct g.container_id as id from wms_posting p
    join wms_ledger g on g.tenant_id = p.tenant_id and g.org_id = p.org_id and g.posting_id = p.id and g.delta > 0
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_line_id = ${lineId} and p.biz_type = 'PICK'
      and not ${isTakenBack('p')}`)
  return rows.map((r) => r.id)
}

export const pickKind: TaskKind = { confirm, confirmAll, finish, dropLine, undo, endsEarly: false }

// engine: looks into containers whose locks it holds: who sees a check sees all that is in its container

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import { taskPermission } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { looseContainer, stageBin } from '../masters/facts.ts'
import { changeContainers, lockContainers } from '../stock/containers.ts'
import { freeEmptied } from '../stock/emptied.ts'
import type { StockKey } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { readReservations, release } from '../stock/reservations.ts'
import { lockContents, type StockRow } from '../stock/rows.ts'
import { countDoubt } from '../stockTake/doubt.ts'
import { createTasks, type NewLine } from '../task/create.ts'
import { demandOn } from '../task/guards.ts'
import { holdForCount } from '../task/kinds/inDoubt.ts'
import { noteShort } from '../task/kinds/short.ts'
import { logTasks } from '../task/log.ts'
import { type LineRow, lockTask, readLine, type TaskRow } from '../task/read.ts'
import { boxName, type Check, type Counted, goodsKey, lockCheck, pickedInto, readCounted, setCheck } from './facts.ts'
import { beginCheck } from './make.ts'

/** A check whose differences nobody has settled, with its task: both locked. */
async function lockFailed(ctx: Ctx, row: SeenRow, action: string): Promise<{ task: TaskRow; check: Check }> {
  demandDc(ctx)
  const task = await lockTask(ctx, row.id)
  if (task.taskType !== 'CONTAINER_CHECK') refuse(faults.notFound, { subject: viewOf('CONTAINER_CHECK').title, no: '' })
  demandOn(ctx, task, action)
  if (task.version !== row.version) refuse(faults.stale)
  const check = await lockCheck(ctx, task.id)
  if (check.state !== 'FAILED')
    refuse(checkFaults.notFailed, { no: rowName(viewOf('CONTAINER_CHECK'), task.id, task.taskNo) })
  return { task, check }
}

/** The task has changed with its check: who saw it before must look again. */
const note = async (ctx: Ctx, task: TaskRow, action: string): Promise<void> => {
  await ctx.tx.run(sql`
    update wms_task set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  logTasks(ctx, [{ taskId: task.id, action, from: task.state, to: task.state }])
}

/** 重新复核: the first count is not believed. Neither who picked nor who counted does it. */
export async function checkOnceMore(ctx: Ctx, row: SeenRow): Promise<void> {
  const { task, check } = await lockFailed(ctx, row, 'release')
  await setCheck(ctx, check.id, sql`state = 'AGAIN'`)
  await note(ctx, task, 'again')
  await beginCheck(ctx, check.containerId, 'AGAIN', task.assigneeId)
}

/** A pick line that brought goods of a row into the container, and the promise that they are under there. */
interface Source {
  readonly stockId: string
  readonly reservationId: string
  readonly open: string
  readonly lineId: string
  readonly taskId: string
  readonly done: string
  readonly postingId: string
}

/**
 * 处理差异: what is missing goes back in the book to where it was picked, is kept there for a count, and is short on its
 * order; what is too much waits at the exception bin to come into the book once somebody has approved it, and the bin
 * that it was taken from is counted. Then the container may go on. Source: wms.md 7.6.
 */
export async function settleCheck(ctx: Ctx, row: SeenRow): Promise<void> {
  const { task, check } = await lockFailed(ctx, row, 'finish')
  const diffs = (await readCounted(ctx, check.id)).filter((c) => parseQty(c.diffQty) !== 0n)
  const sources = await ctx.tx.query<Source>(sql`
    select distinct on (r.id, l.id) s.id as stock_id, r.id as reservation_id, (r.qty - r.used_qty - r.freed_qty)::text as open, l.id as line_id, l.task_id,
      l.done_qty::text as done, (select max(p.id) from wms_posting p where p.tenant_id = l.tenant_id and p.org_id = l.org_id and p.task_line_id = l.id and p.biz_type = 'PICK') as posting_id
    from ${pickedInto(ctx)} and s.container_id = ${check.containerId} order by r.id desc, l.id desc`)
  const picks = new Map<string, TaskRow>()
  for (const id of [...new Set(sources.map((s) => s.taskId))].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)))
    picks.set(id, await lockTask(ctx, id))
  await lockContainers(ctx, [check.containerId])
  const rows = await lockContents(ctx, [check.containerId])
  for (const diff of diffs) if (diff.diffQty.startsWith('-')) await takeBack(ctx, check, diff, { rows, sources, picks })
  await askForSurplus(
    ctx,
    check,
    diffs.filter((d) => parseQty(d.diffQty) > 0n),
    rows,
  )
  await changeContainers(ctx, [{ id: check.containerId, state: 'CHECKED' }])
  await freeEmptied(ctx, [check.containerId])
  await setCheck(ctx, check.id, sql`state = 'SETTLED', settled_at = ${ctx.now()}, settled_by = ${ctx.userId}`)
  await note(ctx, task, 'settle')
}

interface Held {
  readonly rows: readonly StockRow[]
  readonly sources: readonly Source[]
  readonly picks: ReadonlyMap<string, TaskRow>
}
/** What is missing of one product, by the picks that said that they had brought it. */
async function takeBack(ctx: Ctx, check: Check, diff: Counted, { rows, sources, picks }: Held): Promise<void> {
  let missing = -parseQty(diff.diffQty)
  const backs = new Map<string, Back>()
  for (const source of sources) {
    const row = rows.find((r) => r.id === source.stockId && goodsKey(r) === goodsKey(diff))
    const pick = picks.get(source.taskId)
    const part = minQty(missing, minQty(parseQty(source.open), parseQty(source.done)))
    if (!row || !pick || part <= 0n) continue
    backs.set(source.lineId, await unpick(ctx, check, { row, source, pick, part }))
    missing -= part
  }
  for (const { line, home } of backs.values())
    await holdForCount(ctx, line, home, ['容器复核少货', 'Missing at a container check'])
  if (missing <= 0n) return
  const goods = await ctx.tx.one<{ code: string }>(sql`
    select code from mdm_product where tenant_id = ${ctx.tenantId} and id = ${diff.productId}`)
  refuse(checkFaults.notPicked, {
    c: await boxName(ctx, check.containerId),
    code: rowName(product, diff.productId, goods.code),
  })
}

interface Back {
  readonly line: LineRow
  readonly home: StockKey
}
interface Unpicked {
  readonly row: StockRow
  readonly source: Source
  readonly pick: TaskRow
  readonly part: Qty
}
/** Goods that a pick says it brought, and that are not there: the book has them where they were, for a count. */
async function unpick(ctx: Ctx, check: Check, { row, source, pick, part }: Unpicked): Promise<Back> {
  const line = await readLine(ctx, source.lineId)
  const home: StockKey = {
    ...{ ownerId: row.ownerId, productId: row.productId, qpcId: row.qpcId, lotId: row.lotId, stockType: row.stockType },
    binId: line.fromBinId ?? '',
    containerId: line.fromContainerId ?? '',
  }
  const [promise] = await readReservations(ctx, [source.reservationId])
  if (promise) await release(ctx, [promise], part)
  // An emptied pallet has gone to other work: what it left would lie beside it.
  const box = (await lockContainers(ctx, [home.containerId])).get(home.containerId)
  await post(ctx, {
    bizType: 'REVERSE',
    idemKey: `check:${check.id}:${source.reservationId}:${source.lineId}`,
    reversesId: source.postingId,
    taskLineId: source.lineId,
    reason: 'NOT_FOUND',
    lines: [
      { key: row, delta: -part },
      { key: home, delta: part },
    ],
    ...(box?.state === 'IDLE' && {
      containers: [{ id: box.id, from: ['IDLE'] as const, state: 'STORED' as const, binId: home.binId }],
    }),
  })
  const qty = formatQty(part)
  await ctx.tx.run(sql`
    update wms_task_line set done_qty = done_qty - ${qty}::numeric, short_qty = short_qty + ${qty}::numeric, state = 'SHORT', reason = 'NOT_FOUND',
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
  await ctx.tx.run(sql`
    update wms_task set done_qty = done_qty - ${qty}::numeric, short_qty = short_qty + ${qty}::numeric, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.taskId}`)
  const { billId } = await ctx.tx.one<{ billId: string }>(sql`
    update wms_operate_bill_line set done_qty = done_qty - ${qty}::numeric, booked_qty = booked_qty - ${qty}::numeric,
      short_qty = coalesce(short_qty, 0) + ${qty}::numeric, short_reason = 'NOT_FOUND'
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId} returning bill_id`)
  await noteShort(ctx, pick, line, part, 'NOT_FOUND')
  ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${billId}` })
  return { line, home }
}

/** What is too much stands at the exception bin, and comes into the book as soon as somebody has approved it. */
async function askForSurplus(
  ctx: Ctx,
  check: Check,
  more: readonly Counted[],
  rows: readonly StockRow[],
): Promise<void> {
  if (more.length === 0) return
  const [binId, loose] = [await stageBin(ctx, 'EXCEPTION'), await looseContainer(ctx)]
  const c = await boxName(ctx, check.containerId)
  for (const [ownerId, goods] of Map.groupBy(more, (d) => d.ownerId)) {
    const lines: NewLine[] = []
    for (const d of goods) {
      const own = rows.find((r) => goodsKey(r) === goodsKey(d))
      const lotId = own?.lotId ?? (await likelyLot(ctx, ownerId, d.productId))
      if (lotId === undefined) return refuse(checkFaults.noLot, await goodsName(ctx, d.productId))
      const stockType: StockType = own?.stockType ?? 'GOOD'
      lines.push({
        ...{ ownerId, productId: d.productId, qpcId: own?.qpcId ?? d.qpcId, lotId, stockType },
        ...{ toBinId: binId, toContainerId: loose, planQty: parseQty(d.diffQty) },
      })
      await countSource(ctx, check, ownerId, d.productId)
    }
    const [made] = await createTasks(ctx, [
      { taskType: 'STOCK_INC', state: 'NEW', ownerId, cause: 'FOUND', note: `容器复核多货 ${c.no}`, lines },
    ])
    const { taskNo = '' } = made ?? {}
    tellWho(ctx, {
      kind: 'APPROVAL',
      about: taskNo,
      args: { by: ctx.username, no: taskNo },
      link: `${viewOf('STOCK_INC').key}?taskNo=${taskNo}`,
      to: { permission: taskPermission('STOCK_INC', 'approve'), ownerId },
    })
  }
}

const goodsName = async (ctx: Ctx, id: string) => {
  const goods = await ctx.tx.one<{ code: string }>(sql`
    select code from mdm_product where tenant_id = ${ctx.tenantId} and id = ${id}`)
  return { code: rowName(product, id, goods.code) }
}

/** Goods whose dates nobody wrote down are of the lot in the centre that goes first. */
async function likelyLot(ctx: Ctx, ownerId: string, productId: string): Promise<string | undefined> {
  const lot = await ctx.tx.maybe<{ id: string }>(sql`
    select o.id from wms_lot o where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.owner_id = ${ownerId} and o.product_id = ${productId}
    order by exists (select 1 from wms_stock s where s.tenant_id = o.tenant_id and s.org_id = o.org_id and s.lot_id = o.id and s.qty > 0) desc,
      o.expire_date nulls last, o.id limit 1`)
  return lot?.id
}

/** Where too much was taken, the book has too much now. */
async function countSource(ctx: Ctx, check: Check, ownerId: string, productId: string): Promise<void> {
  const from = await ctx.tx.query<{ binId: string }>(sql`
    select distinct l.from_bin_id as bin_id from ${pickedInto(ctx)} and s.container_id = ${check.containerId} and s.owner_id = ${ownerId} and s.product_id = ${productId}
    order by 1`)
  for (const { binId } of from) await countDoubt(ctx, { binId, ownerId, productId })
}

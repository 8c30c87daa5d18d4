// engine: counts bins whose locks it holds: who sees a count sees all that it counts

import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { type RowName, rowName } from '@lading/contract/kernel/text.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import type { recountBins } from '@lading/contract/wms/stockTakeCalls.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import { isTaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type BillRow, demandStep, lockBill, type StepWorks, setBill } from '../../platform/document/steps.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { binByCode, looseContainer } from '../masters/facts.ts'
import { lockContainers } from '../stock/containers.ts'
import { freeCounted } from '../stock/counted.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import { type PostInput, postAll } from '../stock/post.ts'
import { lockKeys, type StockRow } from '../stock/rows.ts'
import { endWithBill } from '../task/verbs.ts'
import {
  binColumns,
  type CountRecord,
  letGo,
  piecesOff,
  readCounts,
  readTake,
  roundsOf,
  type TakeBin,
  takeTopic,
  toleranceOf,
} from './bins.ts'
import { makeCount } from './count.ts'
import { countKept } from './doubt.ts'
import { start } from './start.ts'
import { verdictOf } from './verdict.ts'

type Take = BillRow<typeof stockTakeBill>

/** Bins of a count, locked by id; `which` speaks of `t`. */
const lockBins = (ctx: Ctx, takeId: string, which: Sql): Promise<TakeBin[]> =>
  ctx.tx.query<TakeBin>(sql`
    select ${binColumns} from wms_stock_take_bin t where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and take_id = ${takeId} and ${which}
    order by id for update`)
const setState = (ctx: Ctx, ids: readonly string[], state: string): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_stock_take_bin set state = ${state}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])`)

/** Tasks before bins, as a confirm has them. */
const lockTasks = (ctx: Ctx, takeId: string): Promise<unknown> =>
  ctx.tx.query(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${takeId} and task_type = 'STOCK_TAKE' order by id for update`)

/** Bins that nobody is to count any more are settled before: a task that ends has those counted again that are open. */
async function endTasks(ctx: Ctx, takeId: string): Promise<void> {
  const tasks = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${takeId} and task_type = 'STOCK_TAKE'
      and state not in ('DONE', 'CANCELED') order by id`)
  for (const { id } of tasks) await endWithBill(ctx, id)
}

/** What was counted so far counts; a bin whose recount nobody made stays as it was counted last. */
async function finish(ctx: Ctx, bill: Take): Promise<undefined> {
  const take = await readTake(ctx, bill.id)
  await lockTasks(ctx, bill.id)
  const doubted = await lockBins(ctx, bill.id, sql`t.state = 'OPEN' and t.counted_at is not null`)
  const counts = await readCounts(
    ctx,
    doubted.map((b) => b.id),
  )
  for (const b of doubted) {
    const rounds = roundsOf(
      counts.filter((c) => c.takeBinId === b.id),
      b.round - 1,
    )
    const verdict = verdictOf(rounds, { ...toleranceOf(take), rounds: b.round - 1 })
    await ctx.tx.run(sql`
      update wms_stock_take_bin set round = round - 1 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${b.id}`)
    await setState(ctx, [b.id], verdict)
    if (verdict === 'MATCHED') await letGo(ctx, take, [b])
  }
  await endTasks(ctx, bill.id)
  ctx.emit({ topic: takeTopic, key: bill.id })
}

/** What differs is posted: so much more, or so much less, whatever was moved since it was counted. */
async function settle(ctx: Ctx, bill: Take): Promise<undefined> {
  const take = await readTake(ctx, bill.id)
  const bins = await lockBins(ctx, bill.id, sql`t.state = 'DIFFERS'`)
  const all = await readCounts(
    ctx,
    bins.map((b) => b.id),
  )
  const final = all.filter(
    (c) => c.round === bins.find((b) => b.id === c.takeBinId)?.round && parseQty(c.diffQty) !== 0n,
  )
  await lockContainers(
    ctx,
    final.map((c) => c.containerId),
  )
  for (const b of bins) await freeCounted(ctx, { ...b, until: b.countedAt ?? ctx.now() })
  const rows = await lockKeys(ctx, final as readonly StockKey[])
  for (const c of final) await demandRoom(ctx, c, rows.get(keyText(c as StockKey)))
  const [virtual, loose] = [await binByCode(ctx, 'V_ADJUST'), await looseContainer(ctx)]
  await postAll(
    ctx,
    final.map((c) => postingOf(take, c, { binId: virtual, containerId: loose })),
  )
  await setState(
    ctx,
    bins.map((b) => b.id),
    'ADJUSTED',
  )
  await letGo(ctx, take, bins)
  await countKept(
    ctx,
    bins.map((b) => b.binId),
  )
}

function postingOf(
  take: { readonly id: string },
  c: CountRecord,
  outside: Pick<StockKey, 'binId' | 'containerId'>,
): PostInput {
  const { ownerId, productId, qpcId, lotId, stockType, binId, containerId } = c
  const key: StockKey = { ownerId, productId, qpcId, lotId, stockType, binId, containerId }
  const [delta, pieces] = [parseQty(c.diffQty), c.countedPieces === null ? undefined : piecesOff(c)]
  return {
    bizType: delta > 0n ? 'ADJ_INC' : 'ADJ_DEC',
    idemKey: `st:${c.takeBinId}:${c.id}`,
    source: { type: 'stockTake', id: take.id },
    reason: 'STOCK_TAKE',
    lines: [
      { key, delta, ...(pieces !== undefined && { pieces }) },
      { key: { ...key, ...outside }, delta: -delta, ...(pieces !== undefined && { pieces: -pieces }) },
    ],
  }
}

/** What is promised of a row cannot be taken from it: who holds it is named. @throws Fault held */
async function demandRoom(ctx: Ctx, c: CountRecord, row: StockRow | undefined): Promise<void> {
  const after: Qty = (row?.qty ?? 0n) + parseQty(c.diffQty)
  if (!row || after >= row.reserved) {
    if (after >= 0n) return
  }
  const place = await ctx.tx.one<{ code: string }>(sql`
    select code from wms_bin where tenant_id = ${ctx.tenantId} and id = ${c.binId}`)
  refuse(takeFaults.held, {
    bin: rowName(bin, c.binId, place.code),
    r: formatQty(row?.reserved ?? 0n),
    task: row ? await holderOf(ctx, row.id) : '–',
  })
}

async function holderOf(ctx: Ctx, stockId: string): Promise<RowName | string> {
  const by = await ctx.tx.maybe<{ id: string; taskNo: string; taskType: string }>(sql`
    select k.id, k.task_no, k.task_type from wms_reservation r
    join wms_task_line l on l.tenant_id = r.tenant_id and l.org_id = r.org_id and l.id = r.task_line_id
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.stock_id = ${stockId} and r.state = 'ACTIVE' order by k.priority, k.id limit 1`)
  return by && isTaskType(by.taskType) ? rowName(viewOf(by.taskType), by.id, by.taskNo) : '–'
}

/** The counts are dropped. What was kept for a count of doubtful goods is free, by whoever says that none is needed. */
async function cancel(ctx: Ctx, bill: Take): Promise<undefined> {
  const take = await readTake(ctx, bill.id)
  await lockTasks(ctx, bill.id)
  const bins = await lockBins(ctx, bill.id, sql`t.state in ('OPEN', 'DIFFERS', 'SKIPPED')`)
  await setState(
    ctx,
    bins.map((b) => b.id),
    'SKIPPED',
  )
  await endTasks(ctx, bill.id)
  const isDoubt = take.kind === 'EXCEPTION'
  const now = ctx.now()
  if (isDoubt || take.lockBins)
    await letGo(
      ctx,
      take,
      bins.map((b) => ({ ...b, countedAt: now })),
    )
}

export const takeSteps: StepWorks<typeof stockTakeBill> = {
  start: { effect: start },
  finish: { effect: finish },
  settle: { effect: settle },
  cancel: { effect: cancel },
}

/** 重盘: bins that differ are counted once more, not by who counted them last. */
export async function recount(
  ctx: Ctx,
  input: z.output<typeof recountBins.input>,
): Promise<z.output<typeof recountBins.output>> {
  demandDc(ctx)
  const bill = await lockBill(ctx, stockTakeBill, input.id, input.version)
  demandStep(stockTakeBill, 'settle', bill)
  const bins = await lockBins(ctx, bill.id, sql`t.state = 'DIFFERS' and t.bin_id = any(${input.binIds}::bigint[])`)
  if (bins.length === 0) refuse(takeFaults.noneChosen)
  await setState(
    ctx,
    bins.map((b) => b.id),
    'OPEN',
  )
  await ctx.tx.run(sql`
    update wms_stock_take_bin set round = round + 1 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${bins.map((b) => b.id)}::bigint[])`)
  const [counter] = new Set(bins.map((b) => b.countedBy))
  const task = await makeCount(ctx, await readTake(ctx, bill.id), bins, counter ?? null)
  await setBill(ctx, stockTakeBill, bill, 'INPROGRESS')
  const codes = await ctx.tx.query<{ code: string }>(sql`
    select code from wms_bin where tenant_id = ${ctx.tenantId} and id = any(${bins.map((b) => b.binId)}::bigint[]) order by code`)
  ctx.audit({
    subject: stockTakeBill.header.key,
    subjectId: bill.id,
    subjectNo: bill.billNo,
    action: 'recount',
    before: { state: bill.state },
    after: {
      state: 'INPROGRESS',
      bin: codes
        .map((c) => c.code)
        .join(' ')
        .slice(0, 1000),
    },
  })
  return { id: bill.id, version: bill.version + 1, taskId: task.id, taskNo: task.taskNo }
}

/** How far a count is follows from its bins: all counted, it ends where nothing differs, or waits for who approves. */
export async function refreshTake(ctx: Ctx, id: string): Promise<void> {
  const bill = await ctx.tx.maybe<Take>(sql`
    select * from wms_stock_take_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id} for no key update`)
  ctx.tell(stockTakeBill.header.key)
  if (bill?.state !== 'INPROGRESS') return
  const { open, differs } = await ctx.tx.one<{ open: number; differs: number }>(sql`
    select (count(*) filter (where state = 'OPEN'))::integer as open, (count(*) filter (where state = 'DIFFERS'))::integer as differs
    from wms_stock_take_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and take_id = ${id}`)
  if (open > 0) return
  const state = differs > 0 ? 'AUDITING' : 'FINISHED'
  await setBill(ctx, stockTakeBill, bill, state, state === 'FINISHED' ? { finishedAt: ctx.now() } : {})
  ctx.audit({
    subject: stockTakeBill.header.key,
    subjectId: id,
    subjectNo: bill.billNo,
    action: 'counted',
    before: { state: bill.state },
    after: { state },
  })
  if (state === 'AUDITING')
    tellWho(ctx, {
      kind: 'COUNT_DIFFERS',
      about: id,
      args: { no: bill.billNo, bins: String(differs) },
      link: `${stockTakeBill.header.key}?id=${id}`,
      to: {
        permission: entityPermission(stockTakeBill.header, 'approve'),
        ownerId: typeof bill.ownerId === 'string' ? bill.ownerId : null,
      },
    })
}

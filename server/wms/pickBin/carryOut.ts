// engine: moves what stands in a pick face, and the face itself, under the lock of its bill

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import { pickBinFaults } from '@lading/contract/wms/pickBinFaults.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import type { TaskState } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type BillRow, type StepWorks, setBill } from '../../platform/document/steps.ts'
import { startMoves } from '../move/start.ts'
import { moveTo, together } from '../putAway/target.ts'
import { faceTopic } from '../stock/topics.ts'
import { madeRecords } from '../task/create.ts'
import { readLine } from '../task/read.ts'
import { endWithBill } from '../task/verbs.ts'
import { demandFaces, type FaceLine, faceLines } from './rules.ts'
import { pickBinTopic } from './tell.ts'

type Paper = BillRow<typeof pickBinBill>

type Line = FaceLine & {
  readonly id: string
  readonly state: 'OPEN' | 'PARTIAL' | 'DONE' | 'CANCELED'
  readonly taskId: string | null
}
const linesOf = (ctx: Ctx, billId: string) => faceLines(ctx, billId) as Promise<Line[]> // With the columns of all rows.

const bound: Text = ['拣货位调整', 'The pick face was changed']
const isOver = (line: Line): boolean => line.state === 'DONE' || line.state === 'CANCELED'
/** The line gives up its old face. */
const leaves = (line: Line): boolean => !!line.binId && line.binId !== line.toBinId

/** Promises at a face whose goods have not come yet. */
const pendingAt = (ctx: Ctx, { binId, productId }: Line): Sql => sql`
  select 1 from wms_reservation r where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.bin_id = ${binId ?? null}
    and r.product_id = ${productId} and r.state = 'PENDING'`
/** Lines of replenishment that nobody has begun, on their way to a face. */
const comingTo = (ctx: Ctx, { binId, productId }: Line): Sql => sql`
  select l.id, l.task_id, l.face_bin_id is not null as by_transit from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
  where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.state = 'OPEN' and l.done_qty = 0 and coalesce(l.face_bin_id, l.to_bin_id) = ${binId ?? null}
    and l.product_id = ${productId} and k.task_type in ('RPL_DOWN', 'RPL_UP') and k.state not in ('DONE', 'CANCELED')`
/** Picks that orders of a wave still have at a face. */
const pickedFrom = (ctx: Ctx, { binId, productId }: Line): Sql => sql`
  select 1 from wms_reservation r where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.bin_id = ${binId ?? null}
    and r.product_id = ${productId} and r.kind = 'ALLOC' and r.state = 'ACTIVE'`
const holds = async (ctx: Ctx, rows: Sql): Promise<boolean> =>
  (await ctx.tx.one<{ yes: boolean }>(sql`select exists (${rows}) as yes`)).yes

/** Whether a face must stay as it is for now. A face that is given up for no other takes in what is under way to it. */
const isWaitedFor = async (ctx: Ctx, line: Line): Promise<boolean> =>
  leaves(line) &&
  ((await holds(ctx, pendingAt(ctx, line))) || (!line.toBinId && (await holds(ctx, comingTo(ctx, line)))))
const isInWave = async (ctx: Ctx, line: Line): Promise<boolean> =>
  leaves(line) && ((await isWaitedFor(ctx, line)) || holds(ctx, pickedFrom(ctx, line)))

/**
 * Goes on with a bill as far as it can: what is left in an old face is moved, and the new face holds as soon as it has
 * been. Whoever asks holds the bill's header.
 * @returns the move tasks that it made
 */
async function advance(ctx: Ctx, bill: Paper): Promise<MadeRecord[]> {
  const lines = (await linesOf(ctx, bill.id)).filter((line) => !isOver(line))
  const tasks = await ctx.tx.query<{ id: string; state: TaskState }>(sql`
    select id, state from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and id = any(${lines.flatMap((l) => l.taskId ?? [])}::bigint[])`)
  const stateOf = new Map(tasks.map((t) => [t.id, t.state]))
  const begins: Line[] = []
  const settles: Line[] = []
  for (const line of lines) {
    const task = line.taskId === null ? undefined : stateOf.get(line.taskId)
    if (task === 'CANCELED') await setLine(ctx, line, 'CANCELED')
    else if (task === 'DONE') settles.push(line)
    else if (line.taskId === null && !(line.effective === 'AFTER_WAVE' && (await isInWave(ctx, line))))
      begins.push(line)
  }
  // Tasks before goods: the order of all locks.
  await retarget(ctx, [...begins, ...settles])
  const made: MadeRecord[] = []
  for (const line of begins) {
    const task = await moveRest(ctx, bill, line)
    if (task) made.push(...madeRecords('MOVE', [task]))
    else settles.push(line)
  }
  for (const line of settles) if (!(await isWaitedFor(ctx, line))) await settle(ctx, line)
  return made
}

/** Replenishment that nobody has begun goes to the new face. */
async function retarget(ctx: Ctx, lines: readonly Line[]): Promise<void> {
  const going: { id: string; taskId: string; byTransit: boolean; to: string }[] = []
  for (const line of lines)
    if (leaves(line) && line.toBinId)
      for (const l of await ctx.tx.query<{ id: string; taskId: string; byTransit: boolean }>(comingTo(ctx, line)))
        going.push({ ...l, to: line.toBinId })
  await ctx.tx.query(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${going.map((g) => g.taskId)}::bigint[])
    order by id for update`)
  for (const { id, byTransit, to } of going) {
    const line = await readLine(ctx, id)
    if (line.state !== 'OPEN' || Number(line.doneQty) > 0) continue
    if (byTransit)
      await ctx.tx.run(sql`
        update wms_task_line set face_bin_id = ${to}, why = ${JSON.stringify(bound)}, version = version + 1, updated_at = ${ctx.now()}
        where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
    else {
      const { goods } = await together(ctx, line)
      await moveTo(ctx, line, goods[0], { binId: to, why: bound })
    }
    for (const key of [line.faceBinId ?? line.toBinId, to]) if (key) ctx.emit({ topic: faceTopic, key })
  }
}

/** One task for what stands in the old face and is promised to nobody; none where that is nothing. */
async function moveRest(ctx: Ctx, bill: Paper, line: Line) {
  if (!leaves(line)) return undefined
  const rows = await ctx.tx.query<{ id: string; free: string }>(sql`
    select id, qty - reserved_qty as free from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${line.binId}
      and product_id = ${line.productId} and owner_id = ${bill.ownerId} and qty > reserved_qty order by id`)
  if (rows.length === 0) return undefined
  const to = line.toBinId ? { toBinId: line.toBinId } : {}
  const asked = { lines: rows.map((r) => ({ stockId: r.id, qty: formatQty(parseQty(r.free)), ...to })) }
  const { id, taskNo } = await startMoves(ctx, asked, {
    key: pickBinBill.header.key,
    id: bill.id,
    no: bill.billNo,
  })
  await ctx.tx.run(sql`
    update wms_pick_bin_bill_line set state = 'PARTIAL', task_id = ${id}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
  return { id, taskNo, lineIds: [] }
}

/** The new face holds from now on. */
async function settle(ctx: Ctx, line: Line): Promise<void> {
  const faceOf = (binId: string | null | undefined) =>
    ctx.tx.maybe<RowOf<typeof productBin, 'id' | 'minCases' | 'maxCases'>>(sql`
      select id, min_cases, max_cases from wms_product_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
        and product_id = ${line.productId} and bin_id = ${binId ?? null} and role = 'PICK' for update`)
  const [old, next] = [await faceOf(line.binId), await faceOf(line.toBinId)]
  const kept = next ?? old
  const limits = {
    minCases: line.minCases ?? kept?.minCases ?? null,
    maxCases: line.maxCases ?? kept?.maxCases ?? null,
  }
  if (line.toBinId && kept)
    await ctx.tx.run(sql`
      update wms_product_bin set bin_id = ${line.toBinId}, min_cases = ${limits.minCases}, max_cases = ${limits.maxCases},
        version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${kept.id}`)
  else if (line.toBinId)
    await insert(ctx, productBin, [{ productId: line.productId, binId: line.toBinId, role: 'PICK', ...limits }])
  // Given up, or somebody has made the new one a face meanwhile.
  if (old && old.id !== (line.toBinId ? kept?.id : undefined))
    await ctx.tx.run(sql`
      delete from wms_product_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${old.id}`)
  await setLine(ctx, line, 'DONE')
}

const setLine = (ctx: Ctx, line: Line, state: Line['state']): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_pick_bin_bill_line set state = ${state}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)

/** The state that a bill's lines mean, when none of them is open any more. */
async function endOf(ctx: Ctx, billId: string): Promise<'FINISHED' | 'CANCELED' | undefined> {
  const lines = await linesOf(ctx, billId)
  if (!lines.every(isOver)) return undefined
  return lines.some((l) => l.state === 'DONE') ? 'FINISHED' : 'CANCELED'
}

/** Looks at a bill again after something that it may have waited for. */
export async function refreshFaces(ctx: Ctx, id: string): Promise<void> {
  const bill = await ctx.tx.maybe<Paper>(sql`
    select t.* from wms_pick_bin_bill t where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = ${id} for no key update`)
  if (bill?.state !== 'INPROGRESS') return
  await advance(ctx, bill)
  const to = await endOf(ctx, id)
  if (!to) return
  await setBill(ctx, pickBinBill, bill, to, { finishedAt: ctx.now() })
  ctx.audit({
    subject: pickBinBill.header.key,
    subjectId: id,
    subjectNo: bill.billNo,
    action: 'carriedOut',
    before: { state: bill.state },
    after: { state: to },
  })
}

async function approve(ctx: Ctx, bill: Paper, made: MadeRecord[]): Promise<undefined> {
  const lines = await linesOf(ctx, bill.id)
  await demandFaces(ctx, lines, bill.ownerId)
  for (const line of lines)
    if (line.effective === 'NOW' && (await isWaitedFor(ctx, line)))
      refuse(pickBinFaults.waited, { bin: await binName(ctx, line.binId ?? '') })
  made.push(...(await advance(ctx, bill)))
  // What has nothing left to wait for ends right after.
  ctx.emit({ topic: pickBinTopic, key: bill.id })
  return undefined
}
const binName = async (ctx: Ctx, id: string) => {
  const { code } = await ctx.tx.one<{ code: string }>(sql`
    select code from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  return rowName(binTable, id, code)
}

/** What has been carried out stays so; moves that have not begun are off. */
async function cancel(ctx: Ctx, bill: Paper): Promise<undefined> {
  const lines = (await linesOf(ctx, bill.id)).filter((line) => !isOver(line))
  const tasks = await ctx.tx.query<{ id: string; taskNo: string; state: TaskState; begun: boolean }>(sql`
    select k.id, k.task_no, k.state, exists (
      select 1 from wms_task_line l where l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and (l.done_qty > 0 or l.state = 'INHAND')) as begun
    from wms_task k where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = any(${lines.flatMap((l) => l.taskId ?? [])}::bigint[])
      and k.state <> 'CANCELED' order by k.id for update`)
  const begun = tasks.find((t) => t.begun)
  if (begun) refuse(pickBinFaults.begun, { no: rowName(viewOf('MOVE'), begun.id, begun.taskNo) })
  for (const { id } of tasks) await endWithBill(ctx, id)
  for (const line of lines) await setLine(ctx, line, 'CANCELED')
  return undefined
}

export const pickBinSteps: StepWorks<typeof pickBinBill> = {
  approve: { effect: approve },
  cancel: { effect: cancel },
}

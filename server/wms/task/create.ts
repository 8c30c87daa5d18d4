import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { type TaskState, type TaskType, taskPrefixes, taskViews } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { logTasks } from './log.ts'

export interface NewLine {
  /** Given when reservations name the line before it is written. */
  readonly id?: string
  readonly ownerId?: string | null
  readonly productId?: string | null
  readonly qpcId?: string | null
  readonly lotId?: string | null
  readonly stockType?: string | null
  readonly fromBinId?: string | null
  readonly fromContainerId?: string | null
  readonly toBinId?: string | null
  readonly toContainerId?: string | null
  readonly storeId?: string | null
  readonly billLineId?: string | null
  readonly originId?: string | null
  readonly planQty: Qty
  readonly planPieces?: number | null
  readonly seq?: number
  readonly why?: readonly [string, string] | null
}
export interface NewTask {
  readonly taskType: TaskType
  readonly state?: TaskState
  readonly mode?: string
  readonly bill?: { readonly key: string; readonly id: string; readonly no: string }
  readonly ownerId?: string | null
  readonly storeId?: string | null
  readonly vendorId?: string | null
  readonly pickAreaId?: string | null
  readonly dockId?: string | null
  readonly containerId?: string | null
  readonly priority?: number
  readonly dueAt?: Date | string | null
  readonly volume?: string | null
  readonly weight?: string | null
  readonly lines: readonly NewLine[]
}
export interface MadeTask {
  readonly id: string
  readonly taskNo: string
  readonly lineIds: readonly string[]
}

/** Tasks as the answer of the action that made them names them. */
export const madeRecords = (type: TaskType, tasks: readonly MadeTask[]): MadeRecord[] =>
  tasks.map(({ id, taskNo }) => ({ key: taskViews.find((v) => v.taskType === type)?.entity.key ?? '', id, no: taskNo }))

/** Makes tasks with their lines; they are READY unless said otherwise. Reservations and claims are the caller's. */
export async function createTasks(ctx: Ctx, tasks: readonly NewTask[]): Promise<MadeTask[]> {
  await demandDocksOpen(
    ctx,
    tasks.flatMap((t) => t.dockId ?? []),
  )
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id, createdAt: ctx.now(), createdBy: ctx.userId }
  const made = tasks.map((t) => ({
    t,
    id: ctx.newId(),
    taskNo: ctx.number(taskPrefixes[t.taskType]),
    lineIds: t.lines.map((l) => l.id ?? ctx.newId()),
  }))
  await bulkInsert(
    ctx.tx,
    'wms_task',
    made.map(({ t, id, taskNo }) => ({
      ...at,
      id,
      taskNo,
      taskType: t.taskType,
      state: t.state ?? 'READY',
      mode: t.mode ?? 'RF',
      billKey: t.bill?.key ?? null,
      billId: t.bill?.id ?? null,
      billNo: t.bill?.no ?? null,
      ownerId: t.ownerId ?? null,
      storeId: t.storeId ?? null,
      vendorId: t.vendorId ?? null,
      pickAreaId: t.pickAreaId ?? null,
      dockId: t.dockId ?? null,
      containerId: t.containerId ?? null,
      queue: t.taskType,
      priority: t.priority ?? 50,
      dueAt: t.dueAt ?? null,
      lineCount: t.lines.length,
      planQty: formatQty(qtySum(t.lines.map((l) => l.planQty))),
      volume: t.volume ?? null,
      weight: t.weight ?? null,
    })),
  )
  await Promise.all([
    bulkInsert(
      ctx.tx,
      'wms_task_line',
      made.flatMap(({ t, id, lineIds }) => t.lines.map((l, i) => lineRow(at, id, lineIds[i] ?? '', i + 1, l))),
    ),
    logTasks(
      ctx,
      made.map(({ t, id }) => ({ taskId: id, action: 'create', to: t.state ?? 'READY' })),
    ),
  ])
  return made.map(({ id, taskNo, lineIds }) => ({ id, taskNo, lineIds }))
}

/** Nobody is sent to a closed dock. Locked for reading, so that none closes meanwhile. */
async function demandDocksOpen(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.tx.query<{ code: string; closed: boolean }>(sql`
    select code, closed from wms_dock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])
    order by id for share`)
  const shut = rows.find((r) => r.closed)
  if (shut) refuse(masterFaults.dockClosed, { dock: shut.code })
}

function lineRow(at: object, taskId: string, id: string, lineNo: number, l: NewLine): object {
  return {
    ...at,
    id,
    taskId,
    lineNo,
    seq: l.seq ?? lineNo,
    ownerId: l.ownerId ?? null,
    productId: l.productId ?? null,
    qpcId: l.qpcId ?? null,
    lotId: l.lotId ?? null,
    stockType: l.stockType ?? null,
    fromBinId: l.fromBinId ?? null,
    fromContainerId: l.fromContainerId ?? null,
    toBinId: l.toBinId ?? null,
    toContainerId: l.toContainerId ?? null,
    storeId: l.storeId ?? null,
    billLineId: l.billLineId ?? null,
    originId: l.originId ?? null,
    planQty: formatQty(l.planQty),
    planPieces: l.planPieces ?? null,
    why: l.why ? JSON.stringify(l.why) : null,
  }
}

/** Adds lines to an open task and returns their ids. */
export async function addLines(
  ctx: Ctx,
  task: { id: string; lineCount: number },
  lines: readonly NewLine[],
): Promise<string[]> {
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id, createdAt: ctx.now(), createdBy: ctx.userId }
  const ids = lines.map((l) => l.id ?? ctx.newId())
  await bulkInsert(
    ctx.tx,
    'wms_task_line',
    lines.map((l, i) => lineRow(at, task.id, ids[i] ?? '', task.lineCount + i + 1, l)),
  )
  return ids
}

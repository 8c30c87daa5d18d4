// engine: locks tasks and their lines, and moves what they say

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { dock, type equipment, type StockType } from '@lading/contract/wms/place.ts'
import type { TypeUse } from '@lading/contract/wms/sysTaskConfig.ts'
import { type TaskMode, type TaskState, task, taskLine } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow, RowOf } from '../../kernel/rowOf.ts'
import { makeLabels } from '../label/make.ts'
import { lightTopic } from '../lights.ts'
import { type Deal, rulesFor, type TaskRule } from '../taskRule/policy.ts'
import { assignees, equipmentOf } from '../worker/assign.ts'
import { logTasks } from './log.ts'
import { tellAssigned } from './told.ts'
import { typesInUse } from './typeConfig.ts'

export interface NewLine {
  /** Given when reservations name the line before it is written. */
  readonly id?: string
  readonly ownerId?: string | null
  readonly productId?: string | null
  readonly qpcId?: string | null
  readonly lotId?: string | null
  readonly stockType?: StockType | null
  readonly fromBinId?: string | null
  readonly fromContainerId?: string | null
  readonly toBinId?: string | null
  readonly toContainerId?: string | null
  readonly storeId?: string | null
  readonly faceBinId?: string | null
  readonly billLineId?: string | null
  readonly originId?: string | null
  readonly planQty: Qty
  readonly planPieces?: number | null
  readonly seq?: number
  readonly why?: readonly [string, string] | null
}
type Equipment = keyof typeof equipment
type Cause = NonNullable<RowOf<typeof task, 'cause'>['cause']>
export interface NewTask {
  readonly taskType: TaskType
  readonly state?: TaskState
  readonly mode?: TaskMode | undefined
  readonly bill?: { readonly key: string; readonly id: string; readonly no: string }
  readonly toBillId?: string | null
  readonly ownerId?: string | null
  readonly storeId?: string | null
  readonly vendorId?: string | null
  readonly pickAreaId?: string | null
  readonly dockId?: string | null
  readonly containerId?: string | null
  /** Who must not do it. */
  readonly notById?: string | null
  /** Who is to do it; else whoever the rules give it to, or whoever takes it. */
  readonly assigneeId?: string | null
  readonly priority?: number
  readonly bizDate?: string | null
  readonly dueAt?: Date | string | null
  readonly volume?: string | null
  readonly weight?: string | null
  /** Of what is divided: its labels stay what they are; else as the rules say. */
  readonly labelTemplateId?: string | null
  readonly cause?: Cause | null
  readonly note?: string | null
  readonly lines: readonly NewLine[]
}
export interface MadeTask {
  readonly id: string
  readonly taskNo: string
  readonly lineIds: readonly string[]
}

/** Tasks as the answer of the action that made them names them. */
export const madeRecords = (type: TaskType, tasks: readonly MadeTask[]): MadeRecord[] =>
  tasks.map(({ id, taskNo }) => ({ key: viewOf(type).key, id, no: taskNo }))

/** Work on goods of several owners is nobody's own: who is limited to one of them never meets it. */
export const soleOwner = (lines: readonly { readonly ownerId?: string | null }[]): string | null => {
  const first = lines[0]?.ownerId ?? null
  return lines.every((l) => (l.ownerId ?? null) === first) ? first : null
}

/** What a new task begins with: as it was asked for, and what the type and the rules of the centre say of it. */
interface Begun {
  readonly t: NewTask
  readonly use: TypeUse | undefined
  readonly rule: TaskRule | undefined
  /** What whoever does it must be licensed for. */
  readonly equipment: readonly Equipment[]
  /** Who is given it at once. */
  readonly assigneeId: string | null
}
async function begun(ctx: Ctx, tasks: readonly NewTask[]): Promise<readonly Begun[]> {
  const [uses, rules, machines] = await Promise.all([
    typesInUse(
      ctx,
      tasks.map((t) => t.taskType),
    ),
    rulesFor(ctx, tasks.map(dealOf)),
    equipmentOf(
      ctx,
      tasks.flatMap((t) => t.lines.flatMap(binsOf)),
    ),
    demandDocksOpen(
      ctx,
      tasks.flatMap((t) => t.dockId ?? []),
    ),
  ])
  const list = tasks.map((t, i) => ({
    t,
    use: uses.get(t.taskType),
    rule: rules[i],
    equipment: [...new Set(t.lines.flatMap(binsOf).flatMap((id) => machines.get(id) ?? []))],
  }))
  const given = list.filter(
    (one) => !one.t.assigneeId && one.rule?.dispatch === 'AUTO_ASSIGN' && stateOf(one) === 'READY',
  )
  const people = await assignees(
    ctx,
    given.map(({ t, rule, equipment }) => ({
      queue: rule?.queue || t.taskType,
      pickAreaId: t.pickAreaId,
      equipment,
      notById: t.notById,
      lines: t.lines.length,
    })),
  )
  const isReady = (one: Pick<Begun, 't' | 'rule'>): boolean => stateOf(one) === 'READY'
  return list.map((one) => ({
    ...one,
    assigneeId: (isReady(one) ? one.t.assigneeId : null) ?? people[given.indexOf(one)] ?? null,
  }))
}
const binsOf = (l: NewLine): string[] => [l.fromBinId, l.toBinId].flatMap((id) => id ?? [])
/** What waits for its goods becomes ready by itself, and what must be approved by that. */
const stateOf = ({ t, rule }: Pick<Begun, 't' | 'rule'>): TaskState =>
  t.state === undefined || t.state === 'READY' ? (rule?.autoRelease === false ? 'NEW' : 'READY') : t.state

/** Makes tasks with their lines; they are READY unless said otherwise. Reservations and claims are the caller's. */
export async function createTasks(ctx: Ctx, tasks: readonly NewTask[]): Promise<MadeTask[]> {
  if (tasks.length === 0) return []
  const made = (await begun(ctx, tasks)).map((one) => ({
    ...one,
    at: ctx.now(),
    id: ctx.newId(),
    taskNo: ctx.number(taskTypes[one.t.taskType].prefix),
    lineIds: one.t.lines.map((l) => l.id ?? ctx.newId()),
  }))
  const written = insert(ctx, task, made.map(taskRow))
  const lines = insert(
    ctx,
    taskLine,
    made.flatMap(({ t, id, lineIds, rule }) =>
      t.lines.map((l, i) => ({
        ...lineRow(id, lineIds[i] ?? '', i + 1, l),
        allowChange: rule?.allowChangeBin ?? true,
      })),
    ),
  )
  for (const sent of [written, lines]) ctx.tx.later(sent)
  const labelled = made.filter(({ t, use }) => modeOf(t, use) === 'LABEL').map(({ id }) => id)
  if (labelled.length > 0) await makeLabels(ctx, labelled)
  for (const { t, id } of made) if (t.mode === 'LIGHT') ctx.emit({ topic: lightTopic, key: id })
  logTasks(
    ctx,
    made.map((one) => ({ taskId: one.id, action: 'create', to: stateOf(one) })),
  )
  const given = made.filter((one) => one.assigneeId !== null)
  logTasks(
    ctx,
    given.map((one) => ({
      taskId: one.id,
      action: 'assign',
      from: 'READY',
      to: 'ASSIGNED',
      payload: { userId: one.assigneeId },
    })),
  )
  for (const { id, taskNo, t, assigneeId } of given)
    if (assigneeId !== null) tellAssigned(ctx, { id, taskNo, taskType: t.taskType }, assigneeId)
  return made.map(({ id, taskNo, lineIds }) => ({ id, taskNo, lineIds }))
}

const modeOf = (t: NewTask, use: TypeUse | undefined): TaskMode => t.mode ?? use?.mode ?? 'RF'
const taskRow = (one: Begun & { id: string; taskNo: string; at: Date }): NewRow<typeof task.fields> => {
  const { t, use, rule, id, taskNo } = one
  return {
    id,
    taskNo,
    taskType: t.taskType,
    state: one.assigneeId === null ? stateOf(one) : 'ASSIGNED',
    assigneeId: one.assigneeId,
    assignedAt: one.assigneeId === null ? null : one.at,
    equipment: one.equipment,
    mode: modeOf(t, use),
    billKey: t.bill?.key,
    billId: t.bill?.id,
    billNo: t.bill?.no,
    toBillId: t.toBillId,
    ownerId: t.ownerId ?? soleOwner(t.lines),
    storeId: t.storeId,
    vendorId: t.vendorId,
    pickAreaId: t.pickAreaId,
    dockId: t.dockId,
    containerId: t.containerId,
    notById: t.notById,
    queue: rule?.queue || t.taskType,
    dispatch: rule?.dispatch ?? (use?.needAssign ? 'MANUAL' : 'PULL'),
    timeoutMin: rule?.timeoutMin,
    refetch: rule?.refetch ?? true,
    labelTemplateId: t.labelTemplateId ?? rule?.labelTemplateId,
    priority: priorityOf(t.priority ?? usualPriority, rule),
    bizDate: t.bizDate,
    dueAt: t.dueAt,
    lineCount: t.lines.length,
    planQty: formatQty(qtySum(t.lines.map((l) => l.planQty))),
    volume: t.volume,
    weight: t.weight,
    cause: t.cause,
    note: t.note,
  }
}

const usualPriority = 50
/** Work that is urgent already stays as urgent as it is. */
const priorityOf = (own: number, rule: TaskRule | undefined): number =>
  own < usualPriority ? own : (rule?.priority ?? own)

const dealOf = (t: NewTask): Deal => ({
  taskType: t.taskType,
  ownerId: t.ownerId ?? soleOwner(t.lines),
  pickAreaId: t.pickAreaId,
  billKey: t.bill?.key,
  storeId: t.storeId,
  mode: t.mode ?? 'RF',
  productIds: t.lines.flatMap((l) => l.productId ?? []),
})

/** Nobody is sent to a closed dock. Locked for reading, so that none closes meanwhile. */
async function demandDocksOpen(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.tx.query<RowOf<typeof dock, 'id' | 'code' | 'closed'>>(sql`
    select id, code, closed from wms_dock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])
    order by id for share`)
  const shut = rows.find((r) => r.closed)
  if (shut) refuse(masterFaults.dockClosed, { dock: rowName(dock, shut.id, shut.code) })
}

function lineRow(taskId: string, id: string, lineNo: number, l: NewLine): NewRow<typeof taskLine.fields> {
  return {
    id,
    taskId,
    lineNo,
    seq: l.seq ?? lineNo,
    ownerId: l.ownerId,
    productId: l.productId,
    qpcId: l.qpcId,
    lotId: l.lotId,
    stockType: l.stockType,
    fromBinId: l.fromBinId,
    fromContainerId: l.fromContainerId,
    toBinId: l.toBinId,
    toContainerId: l.toContainerId,
    storeId: l.storeId,
    faceBinId: l.faceBinId,
    billLineId: l.billLineId,
    originId: l.originId,
    planQty: formatQty(l.planQty),
    planPieces: l.planPieces,
    why: l.why,
  }
}

/** Adds lines to an open task and returns their ids. */
export async function addLines(
  ctx: Ctx,
  to: { id: string; lineCount: number },
  lines: readonly NewLine[],
): Promise<string[]> {
  const ids = lines.map((l) => l.id ?? ctx.newId())
  await insert(
    ctx,
    taskLine,
    lines.map((l, i) => lineRow(to.id, ids[i] ?? '', to.lineCount + i + 1, l)),
  )
  return ids
}

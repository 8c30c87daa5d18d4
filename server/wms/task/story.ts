import { isText, type Text } from '@lading/contract/kernel/text.ts'
import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { refuseReasons, task, taskLine, taskLineStates, taskLog } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Chapter, Done, Stories } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { containersOf, shipsOf } from '../operate/trail.ts'

/** Lines of task logs that one log tells at most. */
const toldMax = 500

/** What a task's log keeps of one thing that was done. */
interface Payload {
  readonly qty?: string
  readonly reason?: string
  readonly refusedQty?: string
  readonly refusedReason?: keyof typeof refuseReasons
  readonly permitted?: { readonly name: string; readonly reason: string }
  readonly from?: string | readonly string[] | null
  readonly to?: string
  readonly lot?: string
  readonly made?: string
  readonly lines?: number
  readonly priority?: number
  readonly userId?: string
}
interface Told {
  readonly id: string
  readonly at: Date
  readonly user: string | null
  readonly source: string | null
  readonly action: string
  readonly fromState: string | null
  readonly toState: string | null
  readonly payload: Payload | null
  readonly taskId: string
  readonly taskNo: string
  readonly taskType: TaskType
  readonly lineNo: number | null
  readonly productId: string | null
  readonly binId: string | null
  readonly containerId: string | null
}

/** Task logs `g` of tasks `k`, with the lines `l` that they are about, newest first. */
const read = (ctx: Ctx, tasks: Sql, where: Sql): Promise<Told[]> =>
  ctx.tx.query<Told>(sql`
    select g.id, g.created_at as at, u.real_name as user, g.device as source, g.action, g.from_state, g.to_state, g.payload,
      k.id as task_id, k.task_no, k.task_type, l.line_no, l.product_id,
      case when k.task_type in ('PICK') then l.from_bin_id when k.task_type in ('PUTAWAY', 'MOVE') then l.to_bin_id end as bin_id, c.id as container_id
    from ${tasks} join ${named(ctx, taskLog, 'g')} on g.org_id = k.org_id and g.task_id = k.id
    left join sys_user u on u.tenant_id = g.tenant_id and u.id = g.created_by
    left join ${named(ctx, taskLine, 'l')} on l.org_id = g.org_id and l.id = g.task_line_id
    left join ${named(ctx, container, 'c')} on c.org_id = l.org_id and c.code <> 'LOOSE'
      and c.id = case when k.task_type in ('ENTER_TRUCK', 'DESPATCH') then l.from_container_id else coalesce(l.to_container_id, l.from_container_id) end
    where ${where} order by g.id desc limit ${toldMax}`)

/** Of all types, for what one was told in the words of another. */
const allReasons: Readonly<Record<string, Text>> = Object.assign(
  {},
  refuseReasons,
  ...Object.values(taskTypes).map((type) => type.reasons),
)
/** A reason as the type of task words it; what somebody typed stands as he did. */
function reasonOf(type: TaskType, reason: string | undefined): Text | string | undefined {
  if (reason === undefined || isText(reason)) return reason
  const known: Readonly<Record<string, Text>> = { ...allReasons, ...taskTypes[type].reasons }
  // What somebody typed may be called as what every object has.
  return Object.hasOwn(known, reason) ? known[reason] : reason
}

const isLineState = (state: string | null): boolean => state !== null && state in taskLineStates

/** What else each kind of act changed, from what to what. */
const acts: Readonly<Record<string, (p: Payload) => readonly [object, object]>> = {
  takeOver: ({ from }) => [{ assigneeId: from }, {}],
  timeout: ({ from }) => [{ assigneeId: from }, {}],
  assign: ({ userId, priority }) => [{}, { assigneeId: userId, priority }],
  changeTarget: ({ from, to }) => [{ binId: from }, { binId: to }],
  changeLot: ({ from, lot }) => [{ lotNo: from }, { lotNo: lot }],
  split: ({ made, lines }) => [{}, { madeNo: made, lines }],
  merge: ({ from }) => [{}, { mergedNo: [from ?? []].flat().join(', ') }],
  addLines: ({ lines }) => [{}, { lines }],
}

/** One line of a task's log as what it changed: states of the task, or of the line with its goods and where they are. */
function doneOf(told: Told): Done {
  const { id, at, user, source, action, taskType, fromState, toState, payload } = told
  const p = payload ?? {}
  const [was, is] = acts[action]?.(p) ?? [{}, {}]
  const ofLine = told.lineNo !== null
  const state = isLineState(toState) && ofLine ? 'lineState' : 'state'
  const line = ofLine && {
    lineNo: told.lineNo,
    productId: told.productId,
    qty: p.qty,
    binId: told.binId,
    containerId: told.containerId,
  }
  return {
    id,
    at,
    user,
    source,
    action,
    before: { [state]: fromState, ...was },
    after: {
      ...line,
      [state]: toState,
      reason: reasonOf(taskType, p.reason),
      refusedQty: p.refusedQty,
      refusedReason: p.refusedReason,
      permittedBy: p.permitted?.name,
      permitReason: p.permitted?.reason,
      ...is,
    },
    more: { lineNo: told.lineNo, payload },
  }
}

/** What was done to one task. */
export const doneToTask = async (ctx: Ctx, id: string): Promise<Done[]> =>
  (await read(ctx, named(ctx, task, 'k'), sql`k.id = ${id}`)).map(doneOf)

/** What was done to several, for the log of what they serve: each names its task. */
async function chapters(ctx: Ctx, tasks: Sql, where: Sql): Promise<Chapter[]> {
  const told = await read(ctx, tasks, where)
  return [...Map.groupBy(told, (t) => t.taskType)].map(([type, own]) => ({
    of: viewOf(type),
    done: own.map((t) => ({ ...doneOf(t), more: {}, about: { id: t.taskId, no: t.taskNo } })),
  }))
}

const ofBill = (ctx: Ctx, billId: string): Promise<Chapter[]> =>
  chapters(ctx, from(ctx, task, 'k'), sql`k.bill_id = ${billId}`)

/** Of what is done to a truck, what its goods' orders tell: when it was loaded, and when it left with which seal. */
const shipActs = ['start', 'finish', 'reopen', 'despatch', 'sign']

/** Something done to a truck. */
interface Gone extends Done {
  readonly billId: string
  readonly billNo: string
  readonly vehicleNo: string | null
  readonly sealNo: string | null
}
/** An order's goods on their way: its picks, the containers that went onto trucks, and the trucks. */
async function ofOrder(ctx: Ctx, id: string): Promise<Chapter[]> {
  const [picks, ships, boxes] = await Promise.all([ofBill(ctx, id), shipsOf(ctx, { id }), containersOf(ctx, { id })])
  const shipIds = ships.map((row) => String(row.id))
  if (shipIds.length === 0) return picks
  const own = boxes.map((row) => String(row.containerId))
  const loads = await chapters(
    ctx,
    named(ctx, task, 'k'),
    sql`k.bill_id = any(${shipIds}::bigint[]) and l.from_container_id = any(${own}::bigint[])`,
  )
  const done = await ctx.tx.query<Gone>(sql`
    select a.id, a.created_at as at, coalesce(u.real_name, a.username) as user, a.source, a.action, a.before, a.after, t.id as bill_id, t.bill_no, t.vehicle_no, t.seal_no
    from sys_audit_log a join ${named(ctx, shipBill.header, 't')} on t.id = a.subject_id
    left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.created_by
    where a.tenant_id = ${ctx.tenantId} and a.subject = ${shipBill.header.key} and a.subject_id = any(${shipIds}::bigint[])
      and a.action = any(${shipActs}::text[]) order by a.id desc limit ${toldMax}`)
  const trucks = done.map(({ billId, billNo, vehicleNo, sealNo, ...one }) => ({
    ...one,
    // Its plate, and the seal that was planned and stayed.
    after: { vehicleNo, ...(one.action === 'despatch' && { sealNo }), ...one.after },
    about: { id: billId, no: billNo },
  }))
  return [...picks, ...loads, { of: shipBill.header, done: trucks }]
}

/** What bills tell of the work that was done for them. */
export const stories: Stories = {
  'wms.orderBill': ofBill,
  [operateBill.header.key]: ofOrder,
  [shipBill.header.key]: ofBill,
}

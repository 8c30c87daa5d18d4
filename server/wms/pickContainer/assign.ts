// engine: assigns containers to picks, and frees them, behind the locks of both

import { assert, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container, containerFlow, type containerType } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { boundStates, pickContainer, pickContainerStates } from '@lading/contract/wms/pickContainer.ts'
import type * as calls from '@lading/contract/wms/pickContainerCalls.ts'
import { containersMax, pickContainerFaults } from '@lading/contract/wms/pickContainerCalls.ts'
import { taskFlow } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { lockSeen } from '../../kernel/crud.ts'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow, RowOf } from '../../kernel/rowOf.ts'
import { visible } from '../../kernel/scope.ts'
import { makeContainers } from '../masters/containers.ts'
import { refuseOther } from '../masters/scanned.ts'
import { changeContainers, lockContainers } from '../stock/containers.ts'
import { byId } from '../stock/key.ts'
import { isBatch } from '../task/alike.ts'
import { lockTask, type TaskRow } from '../task/read.ts'
import { keepPlan, movePlan, type Planned } from './keptPlan.ts'
import { type PlannedBox, type PlannedLine, planBoxes, type TypeRoom } from './plan.ts'
import { containersOf, giveBack, successorOf } from './settle.ts'

type Output<C extends { output: z.ZodType }> = z.output<C['output']>
type Assigned = Output<typeof calls.rebindContainer>
type Type = TypeRoom & RowOf<typeof containerType, 'id' | 'returnable'>

/** A pick whose containers are assigned before anybody begins it. */
const early = ['NEW', 'WAIT', 'READY', 'ASSIGNED'] as const

/** 分配: by the sizes of the goods, in new cartons or in totes that were scanned. */
export async function assign(
  ctx: Ctx,
  input: z.output<typeof calls.assignContainers.input>,
): Promise<Output<typeof calls.assignContainers>> {
  demandDc(ctx)
  const tasks: TaskRow[] = []
  for (const id of [...new Set(input.taskIds)].sort(byId)) tasks.push(await lockPick(ctx, id))
  const held = await holdersOf(ctx, tasks)
  const bare = tasks.filter((t) => !held.has(t.id))
  for (const task of bare)
    if (!early.some((s) => s === task.state))
      refuse(faults.state, {
        no: task.taskNo,
        state: taskFlow.states[task.state],
        action: pickContainer.verbs.assign,
      })
  const lines = await linesOf(ctx, bare)
  const scanned = input.codes && (await idleOf(ctx, [...new Set(input.codes)]))
  const wanted: Wanted[] = []
  for (const task of bare) {
    const type = scanned ? smallest(scanned.map((s) => s.type)) : await typeFor(ctx, task, input.typeId)
    if (!scanned && type.returnable) refuse(pickContainerFaults.scanThem, { type: type.name })
    const boxes = planBoxes(lines.get(task.id) ?? [], type)
    const [n, m] = [boxes.length, scanned?.length ?? boxes.length]
    if (n > containersMax) refuse(pickContainerFaults.tooMany, { no: task.taskNo, n, max: containersMax })
    if (n !== m) refuse(pickContainerFaults.countDiffers, { no: task.taskNo, n, m })
    wanted.push({ task, type, boxes })
  }
  await bind(ctx, wanted, scanned)
  return {
    containers: await assignedOf(
      ctx,
      tasks.map((t) => t.id),
    ),
    kept: tasks.filter((t) => held.has(t.id)).map((t) => t.taskNo),
  }
}
interface Wanted {
  readonly task: TaskRow
  readonly type: Type
  readonly boxes: readonly PlannedBox[]
}

async function lockPick(ctx: Ctx, id: string): Promise<TaskRow> {
  const task = await lockTask(ctx, id)
  return found(task.taskType === 'PICK' ? task : undefined, viewOf('PICK').title)
}

/** Those of locked tasks that have containers. A row that was waited for is new, what its statement knows of others is not. */
async function holdersOf(ctx: Ctx, tasks: readonly TaskRow[]): Promise<ReadonlySet<string>> {
  const rows = await containersOf(
    ctx,
    tasks.map((t) => t.id),
  )
  return new Set(rows.filter((r) => boundStates.some((s) => s === r.state)).map((r) => r.taskId))
}

/** What is still to be picked of tasks. */
export async function linesOf(
  ctx: Ctx,
  tasks: readonly Pick<TaskRow, 'id'>[],
): Promise<ReadonlyMap<string, PlannedLine[]>> {
  const rows = await ctx.tx.query<PlannedLine & { taskId: string }>(sql`
    select l.task_id, l.id, p.code as product_code, l.plan_qty - l.done_qty - l.short_qty as rest, case when p.is_weigh then l.plan_qty else coalesce(q.qpc, 1) end as qpc,
      p.volume_m3, p.weight_kg
    from wms_task_line l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    left join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.id = l.qpc_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = any(${tasks.map((t) => t.id)}::bigint[]) and l.state = 'OPEN'
    order by l.seq, l.id`)
  return Map.groupBy(rows, (r) => r.taskId)
}

const typeColumns = sql`y.id, y.name, y.volume_m3, y.max_weight_kg, y.max_fill_pct, y.returnable`
async function typeFor(ctx: Ctx, task: TaskRow, typeId: string | undefined): Promise<Type> {
  const which: Sql = typeId
    ? sql`y.id = ${typeId}`
    : sql`y.id = (select a.container_type_id from wms_pick_area a where a.tenant_id = y.tenant_id and a.org_id = ${ctx.org.id} and a.id = ${task.pickAreaId})`
  const type = await ctx.tx.maybe<Type>(
    sql`select ${typeColumns} from wms_container_type y where y.tenant_id = ${ctx.tenantId} and ${which}`,
  )
  return type ?? refuse(pickContainerFaults.needType, { no: task.taskNo })
}

interface Idle {
  readonly id: string
  readonly code: string
  readonly type: Type
}
/** Containers that were scanned, in that order. @throws Fault otherKind, unknownCode, containerState */
async function idleOf(ctx: Ctx, codes: readonly string[]): Promise<readonly Idle[]> {
  const rows = await ctx.tx.query<
    Omit<Type, 'id'> & RowOf<typeof container, 'id' | 'code' | 'state' | 'hold' | 'typeId'>
  >(sql`
    select ${typeColumns}, c.id, c.code, c.state, c.hold, y.id as type_id from wms_container c
    join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id and y.category <> 'VIRTUAL'
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.code = any(${codes}::text[])`)
  const unknown = codes.find((code) => !rows.some((r) => r.code === code))
  if (unknown !== undefined) await refuseOther(ctx, unknown, 'CONTAINER')
  return codes.map((code) => {
    const row = rows.find((r) => r.code === code) ?? refuse(wmsFaults.unknownCode, { code })
    if (row.state !== 'IDLE' || row.hold)
      refuse(wmsFaults.containerState, {
        code: rowName(container, row.id, code),
        state: row.hold ? container.fields.hold.title : containerFlow.states[row.state],
        action: pickContainer.verbs.assign,
      })
    return { id: row.id, code, type: { ...row, id: row.typeId } }
  })
}

/** Of totes of several types all are planned as the smallest: nothing is promised that one of them does not take. */
function smallest(types: readonly Type[]): Type {
  const [first] = types.toSorted((a, b) => Number(a.volumeM3 ?? 0) - Number(b.volumeM3 ?? 0))
  assert(first, 'something was scanned')
  const weights = types.flatMap((t) => t.maxWeightKg ?? []).sort((a, b) => Number(a) - Number(b))
  return { ...first, maxWeightKg: weights[0] ?? null, maxFillPct: Math.min(...types.map((t) => t.maxFillPct)) }
}

/** The containers are their tasks' from now on. Types are asked for numbers in the order of their ids. */
async function bind(ctx: Ctx, wanted: readonly Wanted[], scanned: readonly Idle[] | undefined): Promise<void> {
  const codes = new Map<Wanted, readonly string[]>()
  for (const [typeId, of] of [...Map.groupBy(wanted, (w) => w.type.id)].sort(([a], [b]) => byId(a, b))) {
    const count = of.reduce((n, w) => n + w.boxes.length, 0)
    const made = scanned ? scanned.map((s) => s.code) : await makeContainers(ctx, { typeId, count })
    let at = 0
    for (const w of of) {
      codes.set(w, made.slice(at, at + w.boxes.length))
      at += w.boxes.length
    }
  }
  const ids = await idsOf(ctx, [...codes.values()].flat())
  const rows: (NewRow<typeof pickContainer.fields> & Bound)[] = []
  const plan: Planned[] = []
  for (const w of wanted) {
    const waveId = await waveOf(ctx, w.task)
    w.boxes.forEach((box, i) => {
      const code = codes.get(w)?.[i] ?? ''
      const id = ctx.newId()
      plan.push(
        ...box.parts.map(({ lineId, qty }) => ({ pickContainerId: id, taskLineId: lineId, planQty: formatQty(qty) })),
      )
      rows.push({
        id,
        ...{ code, containerId: ids.get(code) ?? '', taskId: w.task.id, seq: i + 1, waveId },
        ...{ storeId: w.task.storeId, pickAreaId: w.task.pickAreaId, lines: box.parts.length },
        ...{ volume: cubic(box.volumeMl), weight: kilos(box.weightGram) },
      })
    })
  }
  if (rows.length === 0) return
  const taskOf = new Map(wanted.map((w) => [w.task.id, w.task]))
  await changeContainers(
    ctx,
    rows.map((r) => taken(taskOf.get(r.taskId), r.containerId)),
  )
  await insert(ctx, pickContainer, rows)
  await keepPlan(ctx, plan)
  await markChanged(ctx, [...new Set(rows.map((r) => r.taskId))])
  for (const { id, code, taskId, seq } of rows) tellBound(ctx, 'assign', { id, code }, { state: 'BOUND', taskId, seq })
}
/** A confirm that read the task before and locks it afterwards knows by its version that it has to read again. */
const markChanged = (ctx: Ctx, taskIds: readonly string[]): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_task set version = version + 1
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${taskIds}::bigint[])`)
interface Bound {
  readonly id: string
  readonly code: string
  readonly taskId: string
  readonly containerId: string
}
const taken = (task: TaskRow | undefined, id: string) => {
  assert(task, 'each container has its task')
  const billId = isBatch(task) ? null : task.billId
  return { id, from: ['IDLE'], state: 'PICKING', binId: null, storeId: task.storeId, billId } as const
}
const tellBound = (
  ctx: Ctx,
  action: string,
  { id, code }: { id: string; code: string },
  after: Record<string, unknown>,
  before: Record<string, unknown> = {},
): void => ctx.audit({ subject: pickContainer.key, subjectId: id, subjectNo: code, action, before, after })
/** Thousandths of millilitres as cubic metres. */
const cubic = (ml: Qty): string => (Number(ml) / 1e9).toFixed(6)
const kilos = (gram: Qty): string => formatQty(gram / 1000n)

async function idsOf(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.tx.query<{ id: string; code: string }>(sql`
    select id, code from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = any(${codes}::text[])`)
  return new Map(rows.map((r) => [r.code, r.id]))
}
async function waveOf(ctx: Ctx, { billKey, billId }: TaskRow): Promise<string | null> {
  if (billKey === 'wms.waveBill') return billId
  const row = await ctx.tx.maybe<{ waveId: string | null }>(sql`
    select wave_id from wms_operate_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${billId}`)
  return row?.waveId ?? null
}

async function assignedOf(ctx: Ctx, taskIds: readonly string[]): Promise<Assigned[]> {
  return ctx.tx.query<Assigned>(sql`
    select x.id, x.code, k.task_no, x.seq, (count(*) over (partition by x.task_id))::integer as total from wms_pick_container x
    join wms_task k on k.tenant_id = x.tenant_id and k.id = x.task_id
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.task_id = any(${taskIds}::bigint[]) and x.state in ('BOUND', 'USED')
    order by x.task_id, x.seq, x.id`)
}

/** Locks what was assigned, behind its task and its container, as the caller saw it. @throws Fault isVoid, containerState */
async function lockBound(ctx: Ctx, seen: { id: string; version: number }, action: 'rebind' | 'free') {
  demandDc(ctx)
  const row = found(
    await ctx.tx.maybe<{ taskId: string; containerId: string }>(sql`
      select x.task_id, x.container_id from wms_pick_container x where ${visible(pickContainer, ctx, 'x')} and x.org_id = ${ctx.org.id} and x.id = ${seen.id}`),
    pickContainer.title,
  )
  const task = await lockPick(ctx, row.taskId)
  await lockContainers(ctx, [row.containerId])
  const all = await containersOf(ctx, [task.id])
  const bound = found(
    all.find((r) => r.id === seen.id),
    pickContainer.title,
  )
  const now = bound.state === 'VOID' ? successorOf(all, bound) : undefined
  if (now) refuse(pickContainerFaults.isVoid, { c: bound.code, reason: bound.reason ?? '', to: now.code })
  if (bound.state !== 'BOUND')
    refuse(wmsFaults.containerState, {
      code: rowName(container, bound.containerId, bound.code),
      state: pickContainerStates[bound.state],
      action: pickContainer.verbs[action],
    })
  await lockSeen(ctx, pickContainer, seen)
  return { task, bound }
}

/** 换绑: another one takes its place and its plan. A carton whose label was printed is never used again. */
export async function rebind(ctx: Ctx, input: z.output<typeof calls.rebindContainer.input>): Promise<Assigned> {
  const { task, bound } = await lockBound(ctx, input, 'rebind')
  const type = await ctx.tx.one<Type>(sql`
    select ${typeColumns} from wms_container c join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = ${bound.containerId}`)
  const code = input.code ?? (await freshCode(ctx, type))
  const [next] = await idleOf(ctx, [code])
  assert(next, 'one code is one container')
  await changeContainers(ctx, [
    {
      id: bound.containerId,
      from: ['PICKING'],
      state: type.returnable ? 'IDLE' : 'SCRAPPED',
      binId: null,
      storeId: null,
      billId: null,
    },
    taken(task, next.id),
  ])
  const id = ctx.newId()
  await insert(ctx, pickContainer, [
    await ctx.tx.one(sql`
      select ${id}::bigint as id, ${code}::text as code, ${next.id}::bigint as container_id, 'BOUND' as state, task_id, seq, store_id, wave_id, pick_area_id, lines, volume, weight
      from wms_pick_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bound.id}`),
  ])
  await ctx.tx.run(sql`
    update wms_pick_container set state = 'VOID', reason = ${input.reason}, replaced_by_id = ${id}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bound.id}`)
  await movePlan(ctx, bound.id, id)
  tellBound(ctx, 'rebind', bound, { state: 'VOID', reason: input.reason, replacedById: id }, { state: 'BOUND' })
  tellBound(ctx, 'assign', { id, code }, { state: 'BOUND', taskId: task.id, seq: bound.seq })
  const made = (await assignedOf(ctx, [task.id])).find((a) => a.id === id)
  return found(made, pickContainer.title)
}
async function freshCode(ctx: Ctx, type: Type): Promise<string> {
  if (type.returnable) refuse(pickContainerFaults.scanThem, { type: type.name })
  const [code] = await makeContainers(ctx, { typeId: type.id, count: 1 })
  return code ?? ''
}

/** 退回: nobody needs it for its task. */
export async function free(ctx: Ctx, row: SeenRow): Promise<void> {
  const { bound } = await lockBound(ctx, row, 'free')
  await giveBack(ctx, [bound], row.reason ?? null)
  await markChanged(ctx, [bound.taskId])
}

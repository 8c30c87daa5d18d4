import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { refusal } from '@lading/contract/kernel/flow.ts'
import { formatQty, qtyLimit, qtySum } from '@lading/contract/kernel/qty.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { flowOf } from '@lading/contract/wms/task.ts'
import { type TaskType, taskPermission } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandDc, demandOwner } from '../../kernel/ctx.ts'
import { checkRefs } from '../../kernel/rowParts.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { demandAt } from '../../kernel/scope.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { addLines, createTasks, type NewLine, type NewTask } from '../task/create.ts'
import { demandOn } from '../task/guards.ts'
import { logTasks } from '../task/log.ts'
import { lockTask } from '../task/read.ts'
import { decrease } from './decrease.ts'
import { increase } from './increase.ts'
import type { Asking, TypedLine } from './type.ts'
import { typedLines } from './typed.ts'

/** Kinds of work that are written down and approved. */
const askings = { STOCK_DEC: decrease, STOCK_INC: increase } as const satisfies Partial<Record<TaskType, Asking>>
export type Asked = keyof typeof askings
export const askedTypes = Object.keys(askings) as readonly Asked[]

/** Writes down what is to be done; whoever may approve it hears of it. */
export async function askFor(ctx: Ctx, type: Asked, input: Input): Promise<Seen> {
  const view = viewOf(type)
  demandDc(ctx)
  demandAt(view, ctx)
  await checkRefs(ctx, view, [input])
  const ownerId = String(input.ownerId)
  const lines = await checked(ctx, type, ownerId, allNew(input.lines as readonly TypedLine[]))
  const [made] = await createTasks(ctx, [
    {
      taskType: type,
      state: 'NEW',
      ownerId,
      cause: input.cause as NonNullable<NewTask['cause']>, // One of the view's own choices.
      note: input.note as string | null,
      lines,
    },
  ])
  tellWho(ctx, {
    kind: 'APPROVAL',
    about: made?.taskNo ?? '',
    args: { by: ctx.username, no: made?.taskNo ?? '' },
    link: `${view.key}?taskNo=${made?.taskNo ?? ''}`,
    to: { permission: taskPermission(type, 'approve'), ownerId },
  })
  return { id: made?.id ?? '', version: 0 }
}

async function checked(ctx: Ctx, type: Asked, ownerId: string, lines: readonly TypedLine[]): Promise<NewLine[]> {
  demandOwner(ctx, ownerId)
  await demandServedHere(ctx, [ownerId])
  if (lines.length === 0) refuse(faults.emptyLines)
  if (lines.length > rowsMax) refuse(wmsFaults.tooMuch)
  const child = viewOf(type).fields.lines?.rows?.entity
  if (child) await checkRefs(ctx, child, lines)
  const made = await askings[type].complete(ctx, ownerId, lines)
  if (qtySum(made.map((l) => l.planQty)) >= qtyLimit) refuse(wmsFaults.tooMuch)
  return made
}

/** Changes what nobody has approved yet. Lines that are not named stay as they are. */
export async function changeAsked(ctx: Ctx, type: Asked, input: Input & Seen): Promise<Seen> {
  demandDc(ctx)
  const row = await lockTask(ctx, input.id)
  if (row.taskType !== type) refuse(faults.notFound, { subject: viewOf(type).title, no: '' })
  demandOn(ctx, row, 'update')
  if (row.version !== input.version) refuse(faults.stale)
  const no = refusal(flowOf(type), 'approve', row.state, row.taskNo)
  if (no) refuse(no.refusal, { ...no.args, action: ['编辑', 'Edit'] })
  await checkRefs(ctx, viewOf(type), [input])
  const ownerId = String(input.ownerId ?? row.ownerId)
  if (input.lines !== undefined || ownerId !== row.ownerId) {
    const lines = merged(await typedLines(ctx, type, row.id), (input.lines ?? []) as readonly Changed[])
    const made = await checked(ctx, type, ownerId, lines)
    await ctx.tx.run(sql`
      delete from wms_task_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${row.id}`)
    await addLines(ctx, { id: row.id, lineCount: 0 }, made)
    await ctx.tx.run(sql`
      update wms_task set line_count = ${made.length}, plan_qty = ${formatQty(qtySum(made.map((l) => l.planQty)))}::numeric
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
  }
  await ctx.tx.run(sql`
    update wms_task set owner_id = ${ownerId},
      cause = ${input.cause === undefined ? sql`cause` : sql`${input.cause}`}, note = ${input.note === undefined ? sql`note` : sql`${input.note}`},
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
  logTasks(ctx, [{ taskId: row.id, action: 'update', from: row.state, to: row.state }])
  return { id: row.id, version: row.version + 1 }
}

/** What is new has no lines yet: whoever names one means another's. */
function allNew(lines: readonly TypedLine[]): readonly TypedLine[] {
  const named = lines.find((line) => line.id !== undefined)
  if (named) refuse(faults.notFound, { subject: ['任务明细', 'Task line'], no: named.id })
  return lines
}

type Changed = TypedLine & { readonly removed?: boolean }
/** The stored lines as they shall be, and after them the new ones. */
function merged(stored: readonly Input[], changes: readonly Changed[]): TypedLine[] {
  const changeOf = new Map(changes.flatMap((c) => (c.id === undefined ? [] : [[c.id, c]])))
  const odd = [...changeOf.keys()].find((id) => !stored.some((line) => line.id === id))
  if (odd) refuse(faults.notFound, { subject: ['任务明细', 'Task line'], no: odd })
  const kept = stored.flatMap((line) => {
    const { removed = false, ...change }: Input = changeOf.get(String(line.id)) ?? {}
    if (removed) return []
    // A lot was found by what was said: whoever says other dates means another.
    const isOther = lotFacts.some((name) => change[name]) && change.lotId === line.lotId
    return [{ ...line, ...change, ...(isOther && { lotId: null }) } as TypedLine]
  })
  return [...kept, ...changes.filter((c) => c.id === undefined)]
}

const lotFacts = ['productionDate', 'expireDate', 'batch', 'vendorId', 'attrs'] as const

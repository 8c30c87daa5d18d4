// engine: makes and changes labels behind the lock of their task

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type * as calls from '@lading/contract/wms/labelCalls.ts'
import { labelFaults } from '@lading/contract/wms/labelCalls.ts'
import { isOpenLabel, labelStates, pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { taskFlow } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { TaskRow } from '../task/read.ts'
import { cardsOf, type LabelRow, labelByNo, labelsOf } from './read.ts'
import { change, confirmThese, declareShort, demandInHand, lockLabelled, tell } from './work.ts'

type Input<C extends { input: z.ZodType }> = z.output<C['input']>
type Done = { id: string; labelNo: string }
const named = ({ id, labelNo }: LabelRow): Done => ({ id, labelNo })

/** A label as the exception desk sees it. */
export async function find(ctx: Ctx, input: Input<typeof calls.findLabel>) {
  demandDc(ctx)
  const { id } = await labelByNo(ctx, input.label)
  const [card] = await cardsOf(ctx, sql`x.id = ${id}`)
  return (
    card ??
    refuse(labelFaults.isClosed, { no: input.label, state: labelStates.VOID, action: ['查看', 'looking at it'] })
  )
}

/** A label that was scanned, behind the lock of its task. */
async function lockScanned(ctx: Ctx, no: string): Promise<{ task: TaskRow; label: LabelRow }> {
  demandDc(ctx)
  const { taskId, id } = await labelByNo(ctx, no)
  const task = await lockLabelled(ctx, taskId)
  const label = (await labelsOf(ctx, [taskId])).find((l) => l.id === id)
  return label ? { task, label } : refuse(labelFaults.notOfTask, { label: no, no: task.taskNo })
}
/** @throws Fault labelDone, isClosed */
function demandOpen({ labelNo: no, state }: LabelRow, action: Text): void {
  if (state === 'DONE') refuse(labelFaults.labelDone, { no })
  if (!isOpenLabel(state)) refuse(labelFaults.isClosed, { no, state: labelStates[state], action })
}

/** 缺货: its case is not there. Who has the task closes the line at once if this was its last label, else when he finishes. */
export async function short(ctx: Ctx, input: Input<typeof calls.shortLabel>): Promise<Done> {
  const { task, label } = await lockScanned(ctx, input.label)
  demandOpen(label, pickLabel.verbs.short ?? ['', ''])
  await declareShort(ctx, label, input.shortReason, input.reason)
  const isMine = task.assigneeId === ctx.userId && taskFlow.steps.confirmLine.from.some((s) => s === task.state)
  if (isMine) await confirmThese(ctx, task, [], undefined)
  return named(label)
}

/** 破损补打: a new label stands for the case, the damaged one for nothing. */
export async function replace(ctx: Ctx, input: Input<typeof calls.replaceLabel>): Promise<Done> {
  const { label } = await lockScanned(ctx, input.label)
  demandOpen(label, pickLabel.verbs.replace ?? ['', ''])
  const [id, labelNo] = [ctx.newId(), ctx.number('BQ')]
  await insert(ctx, pickLabel, [
    await ctx.tx.one(sql`
      select ${id}::bigint as id, ${labelNo}::text as label_no, kind, task_id, task_line_id, wave_id, pick_area_id, owner_id, store_id, product_id, qpc_id, qty,
        from_bin_id, seq, case_no, case_count, 'NEW' as state, print_count, obtained_by, obtained_at, id as replaces_id
      from wms_pick_label where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${label.id}`),
  ])
  await change(ctx, [label], sql`state = 'VOID', exception_code = 'DAMAGED', reason = ${input.reason}`)
  tell(ctx, label, 'replace', { state: label.state }, { state: 'VOID', reason: input.reason })
  tell(ctx, { id, labelNo }, 'replace', {}, { replacesId: label.id, reason: input.reason })
  return { id, labelNo }
}

/** 错贴: the case went into another container than its label was taken for; that is where it is confirmed. */
export async function move(ctx: Ctx, input: Input<typeof calls.moveLabel>): Promise<Done> {
  const { task, label } = await lockScanned(ctx, input.label)
  demandInHand(label, pickLabel.verbs.move ?? ['', ''])
  await change(ctx, [label], sql`exception_code = 'WRONG_BOX', reason = ${input.reason}`)
  await confirmThese(ctx, task, [label], input.toContainer)
  tell(ctx, label, 'move', { state: label.state }, { state: 'DONE', reason: input.reason })
  return named(label)
}

/** 多拣: one case too many was taken of what the label is for. The book never moved it: it goes back to its bin. */
export async function surplus(ctx: Ctx, input: Input<typeof calls.surplusLabel>): Promise<Done> {
  const { label } = await lockScanned(ctx, input.label)
  if (label.state === 'VOID')
    refuse(labelFaults.isClosed, {
      no: label.labelNo,
      state: labelStates.VOID,
      action: pickLabel.verbs.surplus,
    })
  await change(ctx, [label], sql`exception_code = 'SURPLUS', reason = ${input.reason}`)
  tell(ctx, label, 'surplus', {}, { exceptionCode: 'SURPLUS', reason: input.reason })
  return named(label)
}

/** 作废: it stands for nothing any more; what it was for is confirmed by handheld or on paper. */
export async function voided(ctx: Ctx, input: Input<typeof calls.voidLabel>): Promise<Done> {
  const { label } = await lockScanned(ctx, input.label)
  demandOpen(label, pickLabel.verbs.void ?? ['', ''])
  await change(ctx, [label], sql`state = 'VOID', exception_code = 'VOID', reason = ${input.reason}`)
  tell(ctx, label, 'void', { state: label.state }, { state: 'VOID', reason: input.reason })
  return named(label)
}

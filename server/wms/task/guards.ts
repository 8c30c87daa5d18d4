// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { refusal } from '@lading/contract/kernel/flow.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import { taskConfigFaults } from '@lading/contract/wms/sysTaskConfig.ts'
import { flowOf } from '@lading/contract/wms/task.ts'
import { taskRuleFaults } from '@lading/contract/wms/taskConfig.ts'
import { taskPermission } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { allowed, type Ctx, demand } from '../../kernel/ctx.ts'
import type { LineRow, TaskRow } from './read.ts'

/** The user may do this to tasks of the type. */
export const demandOn = (ctx: Ctx, task: Pick<TaskRow, 'taskType'>, action: string): void =>
  demand(ctx, taskPermission(task.taskType, action))

/** Somebody else looks at what this person did. */
export function demandOther(task: Pick<TaskRow, 'notById'>, userId: string | null): void {
  if (task.notById !== null && task.notById === userId) refuse(takeFaults.sameCounter)
}

/** Work that a supervisor hands out is taken by nobody else. */
export function demandHandedOut(ctx: Ctx, task: Pick<TaskRow, 'taskType' | 'taskNo' | 'dispatch'>): void {
  if (task.dispatch === 'MANUAL' && !allowed(ctx, taskPermission(task.taskType, 'update')))
    refuse(taskConfigFaults.needAssign, { no: task.taskNo })
}

/** Another bin than the instructed one, where the rules of the centre let it be changed. */
export async function demandChangeable(ctx: Ctx, line: Pick<LineRow, 'toBinId' | 'allowChange'>): Promise<void> {
  if (line.allowChange || line.toBinId === null) return
  const { code } = await ctx.tx.one<{ code: string }>(sql`
    select code from wms_bin where tenant_id = ${ctx.tenantId} and id = ${line.toBinId}`)
  refuse(taskRuleFaults.binFixed, { bin: rowName(binTable, line.toBinId, code) })
}

/** Only its worker works on a task. Nobody's READY task becomes his who confirms first. */
export async function demandMine(ctx: Ctx, task: TaskRow): Promise<void> {
  demandOther(task, ctx.userId)
  if (task.state === 'SUSPENDED') refuse(wmsFaults.suspended, { reason: task.reason ?? '' })
  if (task.state === 'READY') return demandHandedOut(ctx, task)
  const no = refusal(flowOf(task.taskType), 'confirmLine', task.state, task.taskNo)
  if (no) refuse(no.refusal, no.args)
  // What is done by light goes from hand to hand along its line.
  if (task.assigneeId === ctx.userId || task.mode === 'LIGHT') return
  const { name } = await ctx.tx.one<{ name: string }>(sql`
    select real_name as name from sys_user where tenant_id = ${ctx.tenantId} and id = ${task.assigneeId}`)
  refuse(wmsFaults.taskTaken, { no: rowName(viewOf(task.taskType), task.id, task.taskNo), user: name })
}

// engine: asks what a worker may do, and who has the least in hand, over the work of all owners

import { type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { worker, workerFaults } from '@lading/contract/wms/worker.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Rules, Seen } from '../../kernel/rules.ts'
import { demandAt } from '../../kernel/scope.ts'

/** Somebody comes to work, or leaves, as a supervisor says. Who is there already stays so. */
export async function setDuty(ctx: Ctx, row: SeenRow, onDuty: boolean): Promise<Seen> {
  demandAt(worker, ctx)
  const before = await lockSeen(ctx, worker, row)
  if (before.disabled && onDuty) refuse(workerFaults.isDisabled)
  if (before.onDuty === onDuty) return { id: row.id, version: row.version }
  await write(ctx, before, onDuty, null)
  return { id: row.id, version: before.version + 1 }
}

type Own = RowOf<typeof worker, 'id' | 'userId' | 'onDuty'> & { readonly disabled: boolean }
const own = (ctx: Ctx, how = sql``): Promise<Own | undefined> =>
  ctx.tx.maybe<Own>(sql`
    select w.id, w.user_id, w.on_duty, w.disabled from wms_worker w
    where w.tenant_id = ${ctx.tenantId} and w.org_id = ${ctx.org.id} and w.user_id = ${ctx.userId} ${how}`)

/** The user himself comes to work, or leaves. */
export async function setMine(ctx: Ctx, input: { onDuty: boolean; device?: string | undefined }) {
  demandDc(ctx)
  const row = (await own(ctx, sql`for update`)) ?? refuse(workerFaults.notWorker)
  if (row.disabled) refuse(workerFaults.isDisabled)
  if (row.onDuty !== input.onDuty) await write(ctx, row, input.onDuty, input.device ?? null)
  return { onDuty: input.onDuty }
}

export async function readMine(ctx: Ctx): Promise<{ isWorker: boolean; onDuty: boolean }> {
  demandDc(ctx)
  const row = await own(ctx)
  return { isWorker: row !== undefined && !row.disabled, onDuty: row?.onDuty ?? false }
}

async function write(
  ctx: Ctx,
  row: { readonly id: string; readonly userId: string },
  onDuty: boolean,
  device: string | null,
): Promise<void> {
  await ctx.tx.run(sql`
    update wms_worker set on_duty = ${onDuty}, duty_at = ${ctx.now()}, device = ${device}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
  const { name } = await ctx.tx.one<{ name: string }>(sql`
    select username as name from sys_user where tenant_id = ${ctx.tenantId} and id = ${row.userId}`)
  ctx.audit({
    subject: worker.key,
    subjectId: row.id,
    subjectNo: name,
    action: onDuty ? 'checkIn' : 'checkOut',
    before: { onDuty: !onDuty },
    after: { onDuty, ...(device !== null && { device }) },
  })
}

/** Who still has work in hand hands it on first. */
async function demandIdle(ctx: Ctx, userId: string, refusal: Refusal): Promise<void> {
  const open = await ctx.tx.maybe<RowOf<typeof taskTable, 'id' | 'taskNo' | 'taskType'>>(sql`
    select id, task_no, task_type from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and assignee_id = ${userId}
      and state in ('ASSIGNED', 'RUNNING') order by id limit 1`)
  if (open) refuse(refusal, { task: rowName(viewOf(open.taskType), open.id, open.taskNo) })
}

export const workerRules: Rules<typeof worker> = {
  beforeDisable: async (ctx, row) => {
    await demandIdle(ctx, row.userId, workerFaults.hasOpen)
    // Who may not work is not here either.
    await ctx.tx.run(sql`
      update wms_worker set on_duty = false where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
  },
}

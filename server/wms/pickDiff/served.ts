import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import { adjustDiffs, closeDiffs, diffStates, liabilityOf, pickDiff } from '@lading/contract/wms/pickDiff.ts'
import sql from 'sql-template-tag'
import { getRow, lockSeen } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serveEach } from '../../kernel/http/serve.ts'
import { lockBill } from '../../platform/document/steps.ts'
import { refetch } from './refetch.ts'

type Diff = Awaited<ReturnType<typeof lockSeen>>
/** An open difference, behind the lock of its order. */
async function lockOpen(ctx: Ctx, row: SeenRow, action: readonly [string, string]): Promise<Diff> {
  const { billId } = await getRow(ctx, pickDiff, row.id)
  await lockBill(ctx, operateBill, String(billId))
  const diff = await lockSeen(ctx, pickDiff, row)
  if (diff.state !== 'OPEN') {
    const state = diffStates[diff.state as keyof typeof diffStates]
    refuse(faults.state, { no: '', state, action })
  }
  return diff
}

/** 重新分配: other goods for the same order. @throws Fault noOther */
async function adjust(ctx: Ctx, row: SeenRow) {
  const diff = await lockOpen(ctx, row, adjustDiffs.title)
  const made = await refetch(ctx, String(diff.billId), row.id)
  if (made.length === 0) refuse(operateFaults.noOther)
  ctx.audit({ subject: pickDiff.key, subjectId: row.id, subjectNo: made[0]?.no ?? '', action: 'adjust' })
  return { id: row.id, version: row.version + 1, made }
}

/** 取消缺货: the store gets so much less, and the difference is over. */
async function close(ctx: Ctx, row: SeenRow) {
  const diff = await lockOpen(ctx, row, closeDiffs.title)
  const liability = liabilityOf[diff.reason as keyof typeof liabilityOf]
  await ctx.tx.run(sql`
    update wms_operate_bill_line set cancel_qty = cancel_qty + least(${String(diff.shortQty)}::numeric, plan_qty - cancel_qty - booked_qty)
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${String(diff.billLineId)}`)
  await ctx.tx.run(sql`
    update wms_pick_diff set state = 'CANCELED', liability = ${liability}, note = ${row.reason ?? null}, settled_at = ${ctx.now()}, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
  ctx.audit({
    subject: pickDiff.key,
    subjectId: row.id,
    subjectNo: '',
    action: 'close',
    before: { state: 'OPEN' },
    after: { state: 'CANCELED', liability },
  })
  ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${String(diff.billId)}` })
  return { id: row.id, version: row.version + 1 }
}

/** 拣货差异: what could not be picked, and both ways to settle it. */
export const pickDiffServed = (): Served[] => [serveEach(adjustDiffs, adjust), serveEach(closeDiffs, close)]

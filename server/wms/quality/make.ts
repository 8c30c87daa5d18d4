// engine: inspects what is received and judges it, under the lock of its receipt or bill

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Input } from '../../kernel/rules.ts'
import { begin } from '../../platform/document/served.ts'
import type { StockKey } from '../stock/key.ts'
import type { LineRow, TaskRow } from '../task/read.ts'
import type { Matched, Stage } from './match.ts'
import { sampleOf } from './sample.ts'

/** What came in on one container and is to be looked at. */
interface Part {
  readonly key: StockKey
  readonly qty: Qty
}

/**
 * The receipt's inspection that nobody has begun, kept as it is until the commit. One that somebody holds is left to him:
 * a confirm never waits for a bill.
 */
async function openBill(ctx: Ctx, task: TaskRow): Promise<{ id: string; lines: number }> {
  const open = await ctx.tx.maybe<{ id: string }>(sql`
    select b.id from wms_quality_bill b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.task_id = ${task.id} and b.state = 'SAVED'
    order by b.id desc limit 1 for share skip locked`)
  if (open) {
    const { lines } = await ctx.tx.one<{ lines: number }>(sql`
      select coalesce(max(line_no), 0) as lines from wms_quality_bill_line
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${open.id}`)
    return { id: open.id, lines }
  }
  const { ownerId, vendorId, billId } = task
  const head: Input = { id: ctx.newId(), ownerId, vendorId, orderId: billId, taskId: task.id }
  begin(ctx, qualityBill, [head])
  await insert(ctx, qualityBill.header, [head])
  ctx.tell(qualityBill.header.key)
  return { id: String(head.id), lines: 0 }
}

/** A line of inspection for each container that the receipt filled, with what is to be found of it. */
export async function inspect(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  parts: readonly Part[],
  { scheme, stage, goodType }: { scheme: Matched | null; stage: Stage; goodType: StockKey['stockType'] },
): Promise<void> {
  const bill = await openBill(ctx, task)
  let lineNo = bill.lines
  for (const { key, qty } of parts) {
    const before = await ctx.tx.maybe<{ id: string; lotQty: string; isStrict: boolean }>(sql`
      select id, lot_qty, is_strict from wms_quality_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}
        and task_line_id = ${line.id} and lot_id = ${key.lotId} and container_id = ${key.containerId} and good_type = ${goodType}`)
    const all = qty + (before ? parseQty(before.lotQty) : 0n)
    const isStrict = stage === 'STRICT' || before?.isStrict === true
    const sample = sampleOf(isStrict ? null : scheme, all)
    if (before) {
      await ctx.tx.run(sql`
        update wms_quality_bill_line set lot_qty = ${formatQty(all)}::numeric, sample_qty = ${formatQty(sample.qty)}::numeric,
          accept = ${sample.accept}, reject = ${sample.reject}, is_strict = ${isStrict}, version = version + 1, updated_at = ${ctx.now()}
        where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${before.id}`)
      continue
    }
    lineNo += 1
    const at = { billId: bill.id, lineNo }
    const { productId, containerId, lotId, qpcId, binId } = key
    await insert(ctx, qualityBill.line, [
      {
        ...at,
        ...{
          productId,
          containerId,
          lotId,
          qpcId,
          binId,
          goodType,
          schemeId: scheme?.id ?? null,
          taskLineId: line.id,
          isStrict,
        },
        lotQty: formatQty(qty),
        sampleQty: formatQty(sample.qty),
        accept: sample.accept,
        reject: sample.reject,
        rejectType: 'DAMAGE',
      },
    ])
    const items = scheme?.items ?? []
    if (items.length === 0) continue
    await insert(
      ctx,
      qualityBill.result,
      items.map(({ name, ...of }) => ({ ...at, item: name, ...of })),
    )
  }
}

/** A receipt that is taken back is not inspected any more. @throws Fault begun */
export async function withdraw(ctx: Ctx, taskLineId: string): Promise<void> {
  const bills = await ctx.tx.query<{ id: string; billNo: string; state: string }>(sql`
    select b.id, b.bill_no, b.state from wms_quality_bill b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.state <> 'CANCELED'
      and b.id in (select bill_id from wms_quality_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_line_id = ${taskLineId})
    order by b.id for no key update`)
  const begun = bills.find((b) => b.state !== 'SAVED')
  if (begun) refuse(qualityFaults.begun, { no: rowName(qualityBill.header, begun.id, begun.billNo) })
  for (const b of bills) {
    const of = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${b.id}`
    await ctx.tx.run(sql`
      delete from wms_quality_result where ${of} and line_no in (select line_no from wms_quality_bill_line where ${of} and task_line_id = ${taskLineId})`)
    await ctx.tx.run(sql`delete from wms_quality_bill_line where ${of} and task_line_id = ${taskLineId}`)
    await ctx.tx.run(sql`
      update wms_quality_bill set state = 'CANCELED', finished_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${b.id} and not exists (select 1 from wms_quality_bill_line where ${of})`)
    ctx.tell(qualityBill.header.key)
  }
}

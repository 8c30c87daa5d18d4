// engine: carries out verdicts, whatever papers they need

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { businessDay } from '../../platform/document/day.ts'
import { type BillRow, readBill } from '../../platform/document/steps.ts'
import { billRules } from '../bill/billServed.ts'
import type { LineRow, TaskRow } from '../task/read.ts'
import type { Confirm, Confirmed, TaskKind } from '../task/type.ts'

export type Paper = BillRow<typeof diffBill>
export type Line = RowOf<
  typeof diffBill.line,
  | 'id'
  | 'lineNo'
  | 'productId'
  | 'qpcId'
  | 'planQty'
  | 'doneQty'
  | 'unitPrice'
  | 'liable'
  | 'verdict'
  | 'charge'
  | 'side'
> & { readonly sourceLineId: string | null }
export const readLines = (ctx: Ctx, billId: string): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select id, line_no, product_id, qpc_id, plan_qty, done_qty, unit_price, liable, verdict, charge, side, source_line_id from wms_diff_bill_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} order by line_no`)

const paperOf = async (ctx: Ctx, task: TaskRow): Promise<Paper> =>
  found(
    await ctx.tx.maybe<Paper>(sql`
      select b.* from wms_diff_bill b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = ${task.billId}`),
    diffBill.header.title,
  )

/** The verdict is carried out for the whole line, or not at all with a reason. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const [qty, plan] = [parseQty(input.qty), parseQty(line.planQty)]
  if (qty !== 0n && qty !== plan) refuse(reverseFaults.wholeVerdict, { qty: formatQty(plan) })
  if (qty === 0n && !input.reason) refuse(wmsFaults.needReason)
  const [of] = (await readLines(ctx, task.billId ?? '')).filter((l) => l.id === line.billLineId)
  const followNo = qty === 0n ? null : await follow(ctx, await paperOf(ctx, task), found(of, diffBill.line.title))
  const count = qty === 0n ? sql`cancel_qty = plan_qty, charge = null` : sql`done_qty = plan_qty, sent_qty = plan_qty`
  await ctx.tx.run(sql`
    update wms_diff_bill_line set ${count}, follow_no = ${followNo} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
  return { done: qty, short: plan - qty, closed: true }
}

/** @returns the number of the paper that carries it out; null where nothing is to be moved */
async function follow(ctx: Ctx, bill: Paper, l: Line): Promise<string | null> {
  const { ownerId, storeId, shipBillId } = bill
  const goods = { productId: l.productId, qpcId: l.qpcId, planQty: l.planQty, unitPrice: l.unitPrice }
  const bizDate = businessDay(ctx)
  if (l.verdict === 'RESEND') {
    const input = {
      ownerId,
      storeId,
      bizDate,
      priority: urgent,
      delivery: 'URGENT',
      note: bill.billNo,
      lines: [{ ...goods, gift: false }],
    }
    const { id } = await createRow(ctx, operateBill.header, input, billRules(operateBill))
    return (await readBill(ctx, operateBill, id)).billNo
  }
  if (l.verdict !== 'BACK') return null
  const onTruck = await broughtHome(ctx, bill, l)
  if (onTruck) return onTruck
  const input = { ownerId, storeId, shipBillId, bizDate, note: bill.billNo, lines: [{ ...goods, expected: 'DAMAGE' }] }
  const { id } = await createRow(ctx, storeReturnBill.header, input, billRules(storeReturnBill))
  return (await readBill(ctx, storeReturnBill, id)).billNo
}
/** What is sent again goes before nearly everything else. Source: wms.md 11.9. */
const urgent = 5

/** The driver return that brings it, where its truck does. */
async function broughtHome(ctx: Ctx, bill: Paper, l: Line): Promise<string | undefined> {
  const row = await ctx.tx.maybe<{ billNo: string }>(sql`
    select b.bill_no from wms_sj_return b join wms_sj_return_line s on s.tenant_id = b.tenant_id and s.org_id = b.org_id and s.bill_id = b.id
    left join wms_operate_bill_line o on o.tenant_id = s.tenant_id and o.org_id = s.org_id and o.bill_id = s.order_id and o.line_no = s.order_line_no
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.ship_bill_id = ${bill.shipBillId} and b.state <> 'CANCELED'
      and ${l.sourceLineId}::bigint in (o.id, s.id) order by b.id limit 1`)
  return row?.billNo
}

export const operateDiffKind: TaskKind = {
  confirm,
  dropLine: async (ctx, _task, line) => {
    await ctx.tx.run(sql`
      update wms_diff_bill_line set cancel_qty = plan_qty, charge = null where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
  },
  endsEarly: true,
}

// engine: carries out verdicts, whatever papers they need

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { addDays } from '@lading/contract/kernel/day.ts'
import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
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
import type { Derivation, DerivedBill } from '../../platform/document/refresh.ts'
import { type BillRow, readBill, type StepWorks } from '../../platform/document/steps.ts'
import { billRules } from '../bill/billServed.ts'
import { readOption } from '../option.ts'
import { createTasks, madeRecords } from '../task/create.ts'
import type { LineRow, TaskRow } from '../task/read.ts'
import type { Confirm, Confirmed, TaskKind } from '../task/type.ts'
import { endWithBill } from '../task/verbs.ts'

type Paper = BillRow<typeof diffBill>
type Line = RowOf<
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
  | 'sourceLineId'
>
const readLines = (ctx: Ctx, billId: string): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select id, line_no, product_id, qpc_id, plan_qty, done_qty, unit_price, liable, verdict, charge, side, source_line_id from wms_diff_bill_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} order by line_no`)

/** Says of each line who is liable and what comes of it; where he pays, how much. */
function demandDecided(bill: Paper, lines: readonly Line[]): void {
  for (const { lineNo: n, liable, verdict, charge } of lines) {
    if (liable === null || verdict === null) refuse(reverseFaults.noVerdict, { n })
    if (verdict === 'DEDUCT' && !(Number(charge ?? 0) > 0)) refuse(reverseFaults.noAmount, { n })
    if (verdict === 'DEDUCT' && (liable === 'DC' || liable === 'UNKNOWN')) refuse(reverseFaults.nobodyPays, { n })
    if ((verdict === 'RESEND' || verdict === 'BACK') && bill.storeId === null) refuse(reverseFaults.noStore)
  }
}

/** 定责: in time, and of every line. A task for each verdict. */
async function approve(ctx: Ctx, bill: Paper, made: MadeRecord[]): Promise<Record<string, unknown>> {
  const days = Number(await readOption(ctx, 'wms_claim_days'))
  if (addDays(bill.occurredOn, days) < businessDay(ctx))
    refuse(reverseFaults.tooLate, { day: bill.occurredOn, n: days })
  const lines = await readLines(ctx, bill.id)
  demandDecided(bill, lines)
  const of = { bill: { key: diffBill.header.key, id: bill.id, no: bill.billNo }, ownerId: bill.ownerId }
  const tasks = await createTasks(
    ctx,
    lines.map((l) => ({
      ...{ ...of, taskType: 'OPERATE_DIFF' as const, storeId: bill.storeId, priority: Number(bill.priority) },
      lines: [
        {
          ...{ ownerId: bill.ownerId, productId: l.productId, qpcId: l.qpcId, storeId: bill.storeId },
          ...{ billLineId: l.id, planQty: parseQty(l.planQty) },
        },
      ],
    })),
  )
  await ctx.tx.run(sql`
    update wms_diff_bill_line set booked_qty = plan_qty, charge = case when verdict = 'DEDUCT' then charge end
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  ctx.emit({ topic: 'bill.refresh', key: `${diffBill.header.key}:${bill.id}` })
  made.push(...madeRecords('OPERATE_DIFF', tasks))
  const charges = lines.flatMap((l) => (l.verdict === 'DEDUCT' && l.charge !== null ? [l.charge] : []))
  return { charged: charges.length > 0 ? decimalSum(charges, 4) : null }
}

/** @throws Fault begun */
async function cancel(ctx: Ctx, bill: Paper): Promise<Record<string, unknown>> {
  const done = qtySum((await readLines(ctx, bill.id)).map((l) => parseQty(l.doneQty)))
  if (done > 0n) refuse(reverseFaults.begun, { qty: formatQty(done) })
  const open = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}
      and task_type = 'OPERATE_DIFF' and state not in ('DONE', 'CANCELED') order by id`)
  for (const { id } of open) await endWithBill(ctx, id)
  await ctx.tx.run(sql`
    update wms_diff_bill_line set cancel_qty = plan_qty, booked_qty = 0, state = 'CANCELED' where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  ctx.emit({ topic: 'bill.refresh', key: `${diffBill.header.key}:${bill.id}` })
  return { finishedAt: ctx.now(), charged: null }
}

export const diffSteps: StepWorks<typeof diffBill> = { approve: { effect: approve }, cancel: { effect: cancel } }

/** Over when every verdict is carried out, or given up. */
export const diffDerivation: Derivation = {
  table: diffBill.header.table,
  lineTable: diffBill.line.table,
  derive: async (_ctx, bills) => {
    const stateOf = (b: DerivedBill): string => {
      if (b.done >= b.plan - b.cancel) return 'FINISHED'
      return b.done > 0n ? 'INPROGRESS' : 'APPROVED'
    }
    const ours = bills.filter((b) => b.state === 'APPROVED' || b.state === 'INPROGRESS')
    return new Map(ours.map((b) => [b.id, stateOf(b)]))
  },
}

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
    const input = { ownerId, storeId, bizDate, priority: urgent, delivery: 'URGENT', note: bill.billNo, lines: [goods] }
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

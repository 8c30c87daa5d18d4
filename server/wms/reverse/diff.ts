// engine: carries out verdicts, whatever papers they need

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { addDays } from '@lading/contract/kernel/day.ts'
import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { Derivation, DerivedBill } from '../../platform/document/refresh.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import { readOption } from '../option.ts'
import { createTasks, madeRecords } from '../task/create.ts'
import { endWithBill } from '../task/verbs.ts'
import { tellCharge } from '../transport/tell.ts'

import { type Line, type Paper, readLines } from './diffWork.ts'

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
  tellCharge(ctx, bill)
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
  tellCharge(ctx, bill)
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

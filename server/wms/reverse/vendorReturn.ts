// engine: takes goods of a vendor out of stock, and makes the work of it

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { addDays } from '@lading/contract/kernel/day.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, minQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import type { vendor } from '@lading/contract/mdm/partner.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { vendorReturnBill } from '@lading/contract/wms/vendorReturnBill.ts'
import sql from 'sql-template-tag'
import { instantAt } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { Derivation, DerivedBill } from '../../platform/document/refresh.ts'
import type { BillRow, StepInput, StepWorks } from '../../platform/document/steps.ts'
import { demandEnabled } from '../bill/demandEnabled.ts'
import { reserve } from '../stock/reservations.ts'
import { lockIds, type StockRow } from '../stock/rows.ts'
import { createTasks, madeRecords, type NewLine } from '../task/create.ts'
import { endWithBill } from '../task/verbs.ts'
import { goodsName } from './returnable.ts'
import { ofBill } from './vendorWork.ts'

type Paper = BillRow<typeof vendorReturnBill>
type Line = RowOf<
  typeof vendorReturnBill.line,
  'id' | 'lineNo' | 'productId' | 'planQty' | 'doneQty' | 'sentQty' | 'stockType'
>

const readLines = (ctx: Ctx, billId: string): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select id, line_no, product_id, plan_qty, done_qty, sent_qty, stock_type from wms_vendor_return_bill_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} order by line_no`)

/**
 * Stock that may go back to the vendor: his own lots, where lots are told apart by vendor; first what waits for him, then
 * what is defective, then what is on the shelves, oldest first. Locked.
 */
async function candidates(ctx: Ctx, bill: Paper, lines: readonly Line[]): Promise<StockRow[]> {
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select s.id from wms_stock s
    join wms_bin b on b.tenant_id = s.tenant_id and b.org_id = s.org_id and b.id = s.bin_id and not b.lock_out
      and b.usage in ('VENDOR_RTN', 'DEFECT', 'STORAGE', 'PICK_STORAGE', 'PICK')
    join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join wms_lot x on x.tenant_id = s.tenant_id and x.org_id = s.org_id and x.id = s.lot_id and (x.vendor_id = ${bill.vendorId} or not 'VENDOR' = any(p.lot_by))
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.owner_id = ${bill.ownerId} and s.qty > s.reserved_qty
      and s.product_id = any(${lines.map((l) => l.productId)}::bigint[]) and s.stock_type = any(${lines.map((l) => l.stockType)}::text[])
    order by array_position(array['VENDOR_RTN', 'DEFECT', 'STORAGE', 'PICK_STORAGE', 'PICK'], b.usage), x.expire_date nulls last, s.id`)
  const ids = rows.map((r) => r.id)
  const held = await lockIds(ctx, ids)
  return ids.flatMap((id) => held.get(id) ?? [])
}

interface Drawn {
  readonly row: StockRow
  readonly line: Line
  readonly qty: Qty
}
/** @throws Fault noStock */
async function draw(ctx: Ctx, rows: readonly StockRow[], lines: readonly Line[]): Promise<Drawn[]> {
  const taken = new Map<string, Qty>()
  const all: Drawn[] = []
  for (const line of lines) {
    const need = parseQty(line.planQty)
    let left = need
    for (const row of rows) {
      if (row.productId !== line.productId || row.stockType !== (line.stockType as StockType)) continue
      const qty = minQty(left, row.qty - row.reserved - (taken.get(row.id) ?? 0n))
      if (qty <= 0n) continue
      taken.set(row.id, (taken.get(row.id) ?? 0n) + qty)
      left -= qty
      all.push({ row, line, qty })
    }
    if (left > 0n)
      refuse(reverseFaults.noStock, {
        ...{ p: await goodsName(ctx, line.productId), avail: formatQty(need - left), need: formatQty(need) },
      })
  }
  return all
}

/** Stock is promised to the return, and somebody is to fetch it. */
async function approve(ctx: Ctx, bill: Paper, made: MadeRecord[]): Promise<Record<string, unknown>> {
  await demandEnabled(ctx, vendorReturnBill, bill)
  const lines = await readLines(ctx, bill.id)
  const drawn = await draw(ctx, await candidates(ctx, bill, lines), lines)
  const work = drawn.map((d) => ({ ...d, id: ctx.newId() }))
  const tasks = await createTasks(ctx, [
    {
      taskType: 'RETURN_PICK',
      ...ofBill(bill),
      lines: work.map(({ id, row, line, qty }): NewLine => {
        const { ownerId, productId, qpcId, lotId, stockType, binId, containerId } = row
        const goods = { ownerId, productId, qpcId, lotId, stockType, fromBinId: binId, fromContainerId: containerId }
        return { ...goods, id, billLineId: line.id, planQty: qty }
      }),
    },
  ])
  await reserve(
    ctx,
    work.map(({ id, row, line, qty }) => ({
      ...{ stockId: row.id, qty, kind: 'RTN' as const, taskLineId: id },
      ...{ demandType: vendorReturnBill.header.key, demandLineId: line.id, idemKey: `rtn:${id}` },
    })),
  )
  await ctx.tx.run(sql`
    update wms_vendor_return_bill_line set booked_qty = plan_qty where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  ctx.emit({ topic: 'bill.refresh', key: `${vendorReturnBill.header.key}:${bill.id}` })
  made.push(...madeRecords('RETURN_PICK', tasks))
  return bill.deadlineAt === null ? { deadlineAt: await collectBy(ctx, bill.vendorId) } : {}
}
/** 退货交接期限: the end of the last day on which the vendor may fetch it. */
async function collectBy(ctx: Ctx, vendorId: string): Promise<Date | null> {
  const { returnDays } = await ctx.tx.one<RowOf<typeof vendor, 'returnDays'>>(sql`
    select return_days from wms_vendor where tenant_id = ${ctx.tenantId} and id = ${vendorId}`)
  return returnDays === null
    ? null
    : (instantAt(ctx.org.timeZone, `${addDays(businessDay(ctx), returnDays)} 23:59:59`) ?? null)
}

/** Who fetches it. The end of his ID, where it is told, is one. */
async function collect(_ctx: Ctx, _bill: Paper, _made: MadeRecord[], { takerIdEnd }: StepInput): Promise<undefined> {
  if (typeof takerIdEnd === 'string' && !/^\d{3}[\dX]$/i.test(takerIdEnd)) refuse(reverseFaults.idEnd)
}

async function dropTasks(ctx: Ctx, billId: string, type: TaskType): Promise<void> {
  const open = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}
      and task_type = ${type} and state not in ('DONE', 'CANCELED') order by id`)
  for (const { id } of open) await endWithBill(ctx, id)
}

/** What is not picked goes back to stock. What stands ready must be handed over first. @throws Fault waiting */
async function stop(ctx: Ctx, bill: Paper): Promise<Record<string, unknown>> {
  await dropTasks(ctx, bill.id, 'RETURN_PICK')
  const lines = await readLines(ctx, bill.id)
  const waiting = qtySum(lines.map((l) => parseQty(l.doneQty) - parseQty(l.sentQty)))
  if (waiting > 0n) refuse(reverseFaults.waiting, { qty: formatQty(waiting) })
  return drop(ctx, bill)
}
/** @throws Fault begun */
async function cancel(ctx: Ctx, bill: Paper): Promise<Record<string, unknown>> {
  const done = qtySum((await readLines(ctx, bill.id)).map((l) => parseQty(l.doneQty)))
  if (done > 0n) refuse(reverseFaults.begun, { qty: formatQty(done) })
  await dropTasks(ctx, bill.id, 'RETURN_PICK')
  return drop(ctx, bill)
}
async function drop(ctx: Ctx, bill: Paper): Promise<Record<string, unknown>> {
  await ctx.tx.run(sql`
    update wms_vendor_return_bill_line set cancel_qty = plan_qty - done_qty, booked_qty = done_qty
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  ctx.emit({ topic: 'bill.refresh', key: `${vendorReturnBill.header.key}:${bill.id}` })
  return { finishedAt: ctx.now() }
}

export const vendorReturnSteps: StepWorks<typeof vendorReturnBill> = {
  approve: { effect: approve },
  collect: { effect: collect },
  stop: { effect: stop },
  cancel: { effect: cancel },
}

/** Over when all that is not dropped has been handed over. */
export const vendorReturnDerivation: Derivation = {
  table: vendorReturnBill.header.table,
  lineTable: vendorReturnBill.line.table,
  derive: async (_ctx, bills) => {
    const stateOf = (b: DerivedBill): string => {
      if (b.sent >= b.plan - b.cancel) return 'FINISHED'
      return b.done > 0n ? 'INPROGRESS' : 'APPROVED'
    }
    const ours = bills.filter((b) => b.state === 'APPROVED' || b.state === 'INPROGRESS')
    return new Map(ours.map((b) => [b.id, stateOf(b)]))
  },
}

// engine: binds returns to what was shipped, and makes their work

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import { shipStop } from '@lading/contract/wms/shipBill.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { Derivation, DerivedBill } from '../../platform/document/refresh.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import { demandEnabled } from '../bill/demandEnabled.ts'
import { createTasks, madeRecords } from '../task/create.ts'
import { endWithBill } from '../task/verbs.ts'
import { demandCategories, demandOfTruck, demandReturnable } from './returnable.ts'
import { demandLeft } from './sjRules.ts'
import { claimTopic } from './topic.ts'

type StoreReturn = BillRow<typeof storeReturnBill>
type DriverReturn = BillRow<typeof sjReturn>
type Of = typeof storeReturnBill | typeof sjReturn

interface Line {
  readonly id: string
  readonly productId: string
  readonly qpcId: string
  readonly planQty: string
  readonly planPieces: number | null
  readonly doneQty: string
  readonly cancelQty: string
  readonly expected: StockType
  readonly storeId: string
}
const readLines = (ctx: Ctx, b: Of, billId: string, storeId: Sql): Promise<Line[]> =>
  ctx.tx.query<Line & object>(sql`
    select l.id, l.product_id, l.qpc_id, l.plan_qty, l.plan_pieces, l.done_qty, l.cancel_qty, l.expected, ${storeId} as store_id from ${raw(b.line.table)} l
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${billId} order by l.line_no`)
const linesOfStore = (ctx: Ctx, bill: StoreReturn) =>
  readLines(ctx, storeReturnBill, bill.id, sql`${bill.storeId}::bigint`)
const linesOfDriver = (ctx: Ctx, bill: DriverReturn) => readLines(ctx, sjReturn, bill.id, sql`l.store_id`)

const openTask = (ctx: Ctx, billId: string) =>
  ctx.tx.query<{ id: string; taskNo: string }>(sql`
    select id, task_no from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}
      and task_type = 'STORE_RTN_RECEIVE' and state not in ('DONE', 'CANCELED') order by id`)

/** One task for all that is still to come. @throws Fault openTask, allReceived */
async function makeTask(
  ctx: Ctx,
  b: Of,
  bill: StoreReturn | DriverReturn,
  lines: readonly Line[],
  made: MadeRecord[],
): Promise<void> {
  const [open] = await openTask(ctx, bill.id)
  if (open) refuse(reverseFaults.openTask, { no: rowName(viewOf('STORE_RTN_RECEIVE'), open.id, open.taskNo) })
  const due = lines
    .map((l) => ({ ...l, rest: parseQty(l.planQty) - parseQty(l.cancelQty) - parseQty(l.doneQty) }))
    .filter((l) => l.rest > 0n)
  if (due.length === 0) refuse(reverseFaults.allReceived)
  const stores = new Set(due.map((l) => l.storeId))
  const tasks = await createTasks(ctx, [
    {
      taskType: 'STORE_RTN_RECEIVE',
      bill: { key: b.header.key, id: bill.id, no: bill.billNo },
      ownerId: bill.ownerId,
      storeId: stores.size === 1 ? (due[0]?.storeId ?? null) : null,
      priority: Number(bill.priority),
      dueAt: bill.expectAt,
      lines: due.map((l) => ({
        ...{ ownerId: bill.ownerId, productId: l.productId, qpcId: l.qpcId, storeId: l.storeId, billLineId: l.id },
        ...{ stockType: l.expected, planQty: l.rest, planPieces: l.planPieces },
      })),
    },
  ])
  made.push(...madeRecords('STORE_RTN_RECEIVE', tasks))
}

/** Never more than was shipped, of the shipment that it names, and at all. */
async function approveStore(ctx: Ctx, bill: StoreReturn, made: MadeRecord[]): Promise<undefined> {
  const off = await ctx.tx.maybe(
    sql`select 1 from ${named(ctx, store, 's')} where s.id = ${bill.storeId} and s.disabled`,
  )
  if (off) refuse(wmsFaults.storeDisabled)
  await demandEnabled(ctx, storeReturnBill, bill)
  const lines = await linesOfStore(ctx, bill)
  await demandCategories(ctx, lines)
  const of = { storeId: bill.storeId, ownerId: bill.ownerId, exceptId: bill.id }
  await demandReturnable(ctx, of, lines)
  if (bill.shipBillId !== null) {
    await demandStop(ctx, bill.shipBillId, bill.storeId)
    await demandOfTruck(ctx, of, bill.shipBillId, lines)
  }
  await makeTask(ctx, storeReturnBill, bill, lines, made)
}

/** @throws Fault notDespatched, notOfShipment */
async function demandStop(ctx: Ctx, shipBillId: string, storeId: string): Promise<void> {
  const ship = await demandLeft(ctx, shipBillId)
  const stop = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, shipStop, 'p')} where p.bill_id = ${shipBillId} and p.store_id = ${storeId}`)
  if (stop) return
  const { code } = await ctx.tx.one<{ code: string }>(
    sql`select s.code from ${named(ctx, store, 's')} where s.id = ${storeId}`,
  )
  refuse(reverseFaults.notOfShipment, { no: ship.billNo, s: rowName(store, storeId, code) })
}

/** The truck is back: what it brought is bound to what it took there. */
async function approveDriver(ctx: Ctx, bill: DriverReturn, made: MadeRecord[]): Promise<undefined> {
  await demandLeft(ctx, bill.shipBillId)
  await demandEnabled(ctx, sjReturn, bill)
  const lines = await linesOfDriver(ctx, bill)
  const byStore = [...Map.groupBy(lines, (l) => l.storeId)].toSorted(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1))
  for (const [storeId, own] of byStore) {
    const of = { storeId, ownerId: bill.ownerId, exceptId: bill.id }
    await demandStop(ctx, bill.shipBillId, storeId)
    await demandReturnable(ctx, of, own)
    await demandOfTruck(ctx, of, bill.shipBillId, own)
  }
  await makeTask(ctx, sjReturn, bill, lines, made)
  ctx.emit({ topic: claimTopic, key: `${sjReturn.header.key}:${bill.id}` })
}

/** Nothing of it was received: its work is dropped. @throws Fault begun */
const cancel =
  (b: Of) =>
  async (ctx: Ctx, bill: { readonly id: string }): Promise<Record<string, unknown>> => {
    for (const { id } of await openTask(ctx, bill.id)) await endWithBill(ctx, id)
    const lines = await readLines(ctx, b, bill.id, sql`null::bigint`)
    const done = qtySum(lines.map((l) => parseQty(l.doneQty)))
    if (done > 0n) refuse(reverseFaults.begun, { qty: formatQty(done) })
    await ctx.tx.run(sql`
      update ${raw(b.line.table)} set cancel_qty = plan_qty, state = 'CANCELED' where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
    ctx.emit({ topic: 'bill.refresh', key: `${b.header.key}:${bill.id}` })
    return { finishedAt: ctx.now() }
  }

export const storeReturnSteps: StepWorks<typeof storeReturnBill> = {
  approve: { effect: approveStore },
  createTask: {
    effect: async (ctx, bill, made) => {
      await makeTask(ctx, storeReturnBill, bill, await linesOfStore(ctx, bill), made)
      return undefined
    },
  },
  cancel: { effect: cancel(storeReturnBill) },
}
export const sjSteps: StepWorks<typeof sjReturn> = {
  approve: { effect: approveDriver },
  createTask: {
    effect: async (ctx, bill, made) => {
      await makeTask(ctx, sjReturn, bill, await linesOfDriver(ctx, bill), made)
      return undefined
    },
  },
  cancel: { effect: cancel(sjReturn) },
}

/** A return is over when all of it is received or dropped, and nobody works on it any more. */
const derivation = (b: Of): Derivation => ({
  table: b.header.table,
  lineTable: b.line.table,
  derive: async (ctx, bills) => {
    const ours = bills.filter((x) => x.state !== 'SAVED' && x.state !== 'CANCELED')
    const open = await ctx.tx.query<{ billId: string }>(sql`
      select distinct bill_id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
        and bill_id = any(${ours.map((x) => x.id)}::bigint[]) and state not in ('DONE', 'CANCELED')`)
    const atWork = new Set(open.map((t) => t.billId))
    const stateOf = (x: DerivedBill): string => {
      const isAll = x.done >= x.plan - x.cancel
      if (isAll && !atWork.has(x.id)) return 'FINISHED'
      return x.done > 0n ? 'INPROGRESS' : 'APPROVED'
    }
    return new Map(ours.map((x) => [x.id, stateOf(x)]))
  },
})
export const storeReturnDerivation = derivation(storeReturnBill)
export const sjDerivation = derivation(sjReturn)

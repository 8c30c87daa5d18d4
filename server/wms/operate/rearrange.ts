// engine: promises stock to orders under lock, and divides orders

import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, mulRatio, parseQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { billLink } from '@lading/contract/wms/billLink.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { mergeOperate, rearrangeStates, splitOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import { waveFaults } from '@lading/contract/wms/waveFaults.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow } from '../../kernel/rowOf.ts'
import type { Input } from '../../kernel/rules.ts'
import { type BillRow, lockBill, setBill } from '../../platform/document/steps.ts'
import { totals } from '../bill/prepare.ts'
import { byId } from '../stock/key.ts'
import { tellOutbound } from '../transport/tell.ts'
import { waveName } from '../wave/members.ts'
import { deliveryDay } from './deliveryDay.ts'

type Order = BillRow<typeof operateBill>

const { header, line: lineOf, flow } = operateBill

interface Line {
  id: string
  lineNo: number
  productId: string
  code: string
  isWeigh: boolean
  qpcId: string | null
  planQty: string
  planPieces: number | null
  unitPrice: string | null
  minExpire: string | null
  gift: boolean
  note: string | null
  isFree: boolean
}
/** What a line orders, apart from how much. */
const wordsOf = ({ productId, qpcId, unitPrice, minExpire, gift, note }: Line) => ({
  productId,
  qpcId,
  unitPrice,
  minExpire,
  gift,
  note,
})

interface Free {
  readonly bill: Order
  readonly lines: readonly Line[]
}

/** Locks an order as the caller saw it, of which nothing was allocated: only then nobody works on its lines. */
async function lockFree(ctx: Ctx, seen: { id: string; version: number }, action: Text): Promise<Free> {
  const bill = await lockBill(ctx, operateBill, seen.id, seen.version)
  const state = bill.state
  if (!rearrangeStates.some((s) => s === state))
    refuse(faults.state, { no: bill.billNo, state: flow.states[state], action })
  const lines = await ctx.tx.query<Line>(sql`
    select l.id, l.line_no, l.product_id, p.code, p.is_weigh, l.qpc_id, l.plan_qty, l.plan_pieces, l.unit_price, l.min_expire, l.gift, l.note,
      l.booked_qty = 0 and l.done_qty = 0 and l.cancel_qty = 0 as is_free
    from wms_operate_bill_line l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${bill.id} order by l.line_no for update of l`)
  const no = rowName(header, bill.id, bill.billNo)
  if (bill.waveId) refuse(waveFaults.inWave, { no, wave: await waveName(ctx, bill.waveId) })
  if (lines.some((l) => !l.isFree)) refuse(operateFaults.booked, { no })
  return { bill, lines }
}

/** A part of a line that goes to another order. */
interface Part {
  readonly line: Line
  readonly qty: Qty
  readonly isWhole: boolean
}

function partOf(line: Line, qty: Qty, at: number): Part {
  const field = `lines.${at}.qty`
  const fault = (
    refusal: typeof operateFaults.splitMore | typeof wmsFaults.notWhole | typeof wmsFaults.qtyNotPositive,
  ) =>
    new Fault(
      refusal,
      { line: line.lineNo, code: line.code, qty: formatQty(qty), max: formatQty(parseQty(line.planQty)) },
      [{ field, rule: 'qty', message: formatQty(qty) }],
    )
  const plan = parseQty(line.planQty)
  if (qty <= 0n) throw fault(wmsFaults.qtyNotPositive)
  if (qty > plan) throw fault(operateFaults.splitMore)
  if (!line.isWeigh && qty % qtyScale !== 0n) throw fault(wmsFaults.notWhole)
  return { line, qty, isWhole: qty === plan }
}

/** Pieces of catch-weight goods go along with their weight. */
const piecesOf = ({ line, qty, isWhole }: Part): number | null =>
  line.planPieces === null || isWhole
    ? line.planPieces
    : Number(mulRatio(BigInt(line.planPieces), qty, parseQty(line.planQty), 'DOWN'))

/** 拆单: what is chosen becomes an order of its own in the same state. The upstream number stays on the first. */
export async function splitOrder(
  ctx: Ctx,
  input: z.output<typeof splitOperate.input>,
): Promise<z.output<typeof splitOperate.output>> {
  const { bill, lines } = await lockFree(ctx, input, splitOperate.title)
  const byLine = Map.groupBy(input.lines, (l) => l.lineId)
  const parts = [...byLine].map(([lineId, wanted], at) =>
    partOf(
      found(
        lines.find((l) => l.id === lineId),
        ['明细', 'Line'],
      ),
      wanted.reduce((sum, w) => sum + parseQty(w.qty), 0n),
      at,
    ),
  )
  parts.sort((a, b) => a.line.lineNo - b.line.lineNo)
  const gone = new Map(parts.map((p) => [p.line.id, p]))
  const kept = lines.flatMap((l) => {
    const part = gone.get(l.id)
    if (part?.isWhole) return []
    return part ? [{ ...l, planQty: formatQty(parseQty(l.planQty) - part.qty) }] : [l]
  })
  if (kept.length === 0) refuse(operateFaults.splitAll)
  const made = await makeOrder(ctx, bill, parts)
  await takeAway(ctx, parts)
  const rest = totals(kept)
  await setBill(ctx, operateBill, bill, bill.state, rest)
  auditOrder(ctx, bill, 'split', bill, { ...rest, reason: `→ ${made.billNo}` })
  if (bill.state === 'APPROVED') await tellOutbound(ctx, [bill, made])
  auditOrder(ctx, made, 'split', {}, { ...totals(parts.map(ordered)), reason: `← ${bill.billNo}` })
  return { id: bill.id, version: bill.version + 1, billNo: bill.billNo, made: { ...made, version: 0 } }
}

const ordered = ({ line, qty }: Part): Line => ({ ...line, planQty: formatQty(qty) })

/** An order like the first, of the parts alone. */
async function makeOrder(ctx: Ctx, bill: Order, parts: readonly Part[]): Promise<{ id: string; billNo: string }> {
  const [id, billNo] = [ctx.newId(), ctx.number(operateBill.prefix)]
  const typed = Object.entries(header.fields).filter(([, f]) => !f.derived && f.kind !== 'rows')
  const names = typed.map(([name]) => name).filter((name) => name !== 'upstreamNo')
  // Columns as they were read of this very table.
  const copied = {
    ...Object.fromEntries(Object.entries(bill).filter(([name]) => names.includes(name))),
    state: bill.state,
    approvedAt: bill.approvedAt,
    sourceNo: bill.upstreamNo ?? bill.sourceNo,
  } as NewRow<typeof header.fields>
  await insert(ctx, header, [{ ...copied, ...totals(parts.map(ordered)), id, billNo }])
  await addLines(ctx, 'SPLIT', bill, { id, from: 0 }, parts)
  return { id, billNo }
}

/** Lines of another order become lines of this one, behind the `from` that it has, and say where they come from. */
async function addLines(
  ctx: Ctx,
  kind: 'SPLIT' | 'MERGE',
  from: Order,
  to: { readonly id: string; readonly from: number },
  parts: readonly Part[],
): Promise<void> {
  const rows = parts.map((p, i) => ({
    billId: to.id,
    lineNo: to.from + i + 1,
    ...wordsOf(p.line),
    planQty: formatQty(p.qty),
    planPieces: piecesOf(p),
  }))
  const { ids } = await insert(ctx, lineOf, rows)
  await link(
    ctx,
    kind,
    from,
    to.id,
    parts.map((p, i) => ({ fromLineId: p.line.id, toLineId: ids[i] ?? '', qty: formatQty(p.qty) })),
  )
}

const link = (
  ctx: Ctx,
  kind: 'SPLIT' | 'MERGE',
  from: Order,
  toBillId: string,
  lines: readonly { fromLineId: string; toLineId: string; qty: string }[],
): Promise<unknown> =>
  insert(
    ctx,
    billLink,
    lines.map((l) => ({
      kind,
      ownerId: from.ownerId,
      fromBillId: from.id,
      toBillId,
      ...l,
    })),
  )

/** What went is no longer on the first order. Its lines keep their numbers: they stand on papers. */
async function takeAway(ctx: Ctx, parts: readonly Part[]): Promise<void> {
  const whole = parts.filter((p) => p.isWhole).map((p) => p.line.id)
  await ctx.tx.run(sql`
    delete from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${whole}::bigint[])`)
  const some = parts.filter((p) => !p.isWhole)
  await ctx.tx.run(sql`
    update wms_operate_bill_line l set plan_qty = l.plan_qty - c.qty, plan_pieces = l.plan_pieces - c.pieces, version = l.version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from unnest(${some.map((p) => p.line.id)}::bigint[], ${some.map((p) => formatQty(p.qty))}::numeric[], ${some.map(piecesOf)}::integer[]) as c(id, qty, pieces)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = c.id`)
}

/** Both sides' logs tell the same story. */
function auditOrder(
  ctx: Ctx,
  bill: { readonly id: string; readonly billNo: string },
  action: 'split' | 'merge',
  before: Input,
  after: Input,
): void {
  const names = Object.keys(after).filter((name) => name !== 'reason')
  ctx.audit({
    subject: header.key,
    subjectId: bill.id,
    subjectNo: bill.billNo,
    action,
    before: Object.fromEntries(names.map((name) => [name, before[name] ?? null])),
    after,
  })
}

/** What orders must have in common to become one. */
const common: readonly (readonly [Text, (bill: Order, ctx: Ctx) => unknown])[] = [
  [['门店', 'store'], (b) => b.storeId],
  [['货主', 'owner'], (b) => b.ownerId],
  [['业务模式', 'mode'], (b) => b.mode],
  [['配送类型', 'delivery type'], (b) => b.delivery],
  [['温层', 'temperature'], (b) => b.temperature],
  [['客户订单号', 'customer PO'], (b) => b.customerPo],
  [['送货日期', 'delivery date'], (b, ctx) => deliveryDay(ctx, { bizDate: b.bizDate, expectAt: b.expectAt })],
  [['状态', 'state'], (b) => b.state],
]

/** 合单: the oldest order takes the lines of the others, which end cancelled. */
export async function mergeOrders(
  ctx: Ctx,
  input: z.output<typeof mergeOperate.input>,
): Promise<z.output<typeof mergeOperate.output>> {
  const rows = [...new Map(input.rows.map((r) => [r.id, r])).values()].sort((a, b) => byId(a.id, b.id))
  const all: Free[] = []
  for (const row of rows) all.push(await lockFree(ctx, row, mergeOperate.title))
  const [first, ...others] = all
  if (!first || others.length === 0) return refuse(operateFaults.several)
  for (const { bill } of others) {
    const odd = common.find(([, of]) => of(bill, ctx) !== of(first.bill, ctx))
    if (odd) refuse(operateFaults.alike, { a: first.bill.billNo, b: bill.billNo, field: odd[0] })
  }
  const count = all.reduce((n, { lines }) => n + lines.length, 0)
  if (count > rowsMax) refuse(faults.tooMany, { max: rowsMax, count })
  let last = Math.max(...first.lines.map((l) => l.lineNo))
  for (const { bill, lines } of others) {
    const parts = lines.map((line) => ({ line, qty: parseQty(line.planQty), isWhole: true }))
    await addLines(ctx, 'MERGE', bill, { id: first.bill.id, from: last }, parts)
    last += lines.length
    await endMerged(ctx, bill, first.bill.billNo)
  }
  const after = mergedHeader(all)
  await setBill(ctx, operateBill, first.bill, first.bill.state, after)
  if (first.bill.state === 'APPROVED')
    await tellOutbound(
      ctx,
      all.map(({ bill }) => bill),
    )
  const from = others.map(({ bill }) => bill.billNo).join(', ')
  auditOrder(ctx, first.bill, 'merge', first.bill, { ...after, reason: `← ${from}`.slice(0, 200) })
  return { id: first.bill.id, version: first.bill.version + 1, billNo: first.bill.billNo, lineCount: count }
}

/** Nothing of the others is lost: the most urgent date and priority, every note, every upstream number. */
function mergedHeader(all: readonly Free[]): Input {
  const bills = all.map(({ bill }) => bill)
  const earliest = (name: 'expectAt' | 'deadlineAt') =>
    bills
      .map((b) => b[name])
      .filter((at): at is Date => at instanceof Date)
      .sort((a, b) => a.getTime() - b.getTime())[0] ?? null
  const texts = (values: readonly unknown[], between: string, max: number) =>
    [...new Set(values.filter((v): v is string => typeof v === 'string' && v !== ''))].join(between).slice(0, max) ||
    null
  return {
    ...totals(all.flatMap(({ lines }) => lines)),
    priority: Math.min(...bills.map((b) => Number(b.priority))),
    expectAt: earliest('expectAt'),
    deadlineAt: earliest('deadlineAt'),
    note: texts(
      bills.map((b) => b.note),
      '；',
      500,
    ),
    sourceNo: texts([bills[0]?.sourceNo, ...bills.slice(1).flatMap((b) => [b.upstreamNo, b.sourceNo])], ', ', 200),
  }
}

/** What an order had went to another: nothing of it is to be delivered any more. */
async function endMerged(ctx: Ctx, bill: Order, into: string): Promise<void> {
  await ctx.tx.run(sql`
    update wms_operate_bill_line set cancel_qty = plan_qty, state = 'CANCELED', version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  const after = { cancelQty: bill.planQty, reason: `→ ${into}` }
  await setBill(ctx, operateBill, bill, 'CANCELED', { ...after, finishedAt: ctx.now() })
  auditOrder(ctx, bill, 'merge', bill, { state: 'CANCELED', ...after })
}

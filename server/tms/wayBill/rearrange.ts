import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import { type mergeWayBills, splitWayBill } from '@lading/contract/tms/orderCalls.ts'
import { orderFaults } from '@lading/contract/tms/orderFaults.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow, RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { sumAnew } from '../../kernel/sums.ts'
import { type BillRow, lockBill, setBill } from '../../platform/document/steps.ts'

const { header, flow, prefix } = wayBill
type Bill = BillRow<typeof wayBill>
const goods = [
  'productCode',
  'productName',
  'uom',
  'planQty',
  'weight',
  'volume',
  'lot',
  'containerNo',
  'outOrderId',
  'outLineId',
] as const
type Line = RowOf<typeof wayBillLine, 'id' | 'lineNo' | (typeof goods)[number] | 'sourceNo' | 'sourceLine'>

/** Locks a way bill as the caller saw it, with its lines. */
async function lockWhole(ctx: Ctx, seen: { id: string; version: number }) {
  const bill = await lockBill(ctx, wayBill, seen.id, seen.version)
  const lines = await ctx.tx.query<Line>(sql`
    select l.id, l.line_no, l.product_code, l.product_name, l.uom, l.plan_qty, l.weight, l.volume, l.lot, l.container_no, l.out_order_id, l.out_line_id, l.source_no, l.source_line
    from ${fromHere(ctx, wayBillLine, 'l')} where l.bill_id = ${bill.id} order by l.line_no for update of l`)
  return { bill, lines }
}
/** Only one that waits for planning is changed: nobody works on it. */
const waits = ({ state }: Bill): boolean => state === 'CONFIRMED'

/** A line as one of another way bill, which says where it stood first. */
const movedTo = (
  bill: Bill,
  billId: string,
  lineNo: number,
  line: Line,
): NewRow<typeof wayBillLine.fields, typeof wayBillLine.secrets> => ({
  ...Object.fromEntries(goods.map((name) => [name, line[name]])),
  billId,
  lineNo,
  sourceNo: line.sourceNo ?? bill.sourceNo ?? bill.billNo,
  sourceLine: line.sourceLine ?? line.lineNo,
})

const told = (ctx: Ctx, bill: { id: string; billNo: string }, action: 'split' | 'merge', reason: string, state = {}) =>
  ctx.audit({ subject: header.key, subjectId: bill.id, subjectNo: bill.billNo, action, after: { ...state, reason } })

/** So much of a measure as a part of the quantity has; what is cut off by the scale stays with the rest. */
function share(measure: string, scale: number, part: Qty, whole: Qty): { part: string; rest: string } {
  const unit = 10n ** BigInt(scale)
  const [int = '0', digits = ''] = measure.split('.')
  const all = BigInt(int) * unit + BigInt(digits.padEnd(scale, '0').slice(0, scale))
  const taken = (all * part) / whole
  const said = (n: bigint) => `${n / unit}.${String(n % unit).padStart(scale, '0')}`
  return { part: said(taken), rest: said(all - taken) }
}

/** A line in two: what goes, and what stays. */
export function parted<L extends { planQty: string; weight: string; volume: string }>(
  line: L,
  qty: Qty,
): readonly [L, L] {
  const whole = parseQty(line.planQty)
  const [weight, volume] = [share(line.weight, 3, qty, whole), share(line.volume, 6, qty, whole)]
  return [
    { ...line, planQty: formatQty(qty), weight: weight.part, volume: volume.part },
    { ...line, planQty: formatQty(whole - qty), weight: weight.rest, volume: volume.rest },
  ]
}

/** How much of which lines goes; of none more than it has. */
function wantedOf(lines: readonly Line[], input: z.output<typeof splitWayBill.input>['lines']): ReadonlyMap<Line, Qty> {
  const byLine = Map.groupBy(input, (l) => l.lineId)
  return new Map(
    [...byLine].map(([lineId, parts], i) => {
      const line = found(
        lines.find((l) => l.id === lineId),
        wayBillLine.title,
      )
      const qty = qtySum(parts.map((p) => parseQty(p.qty)))
      if (qty <= 0n || qty > parseQty(line.planQty))
        throw new Fault(orderFaults.splitMore, { line: line.lineNo, max: formatQty(parseQty(line.planQty)) }, [
          { field: `lines.${i}.qty`, rule: 'qty', message: formatQty(qty) },
        ])
      return [line, qty]
    }),
  )
}

/** What a way bill that is split off has of the first: all that is typed, but what is said of the whole of it. */
function likeFirst(bill: Bill) {
  const own = ['sourceNo', 'containers', 'pallets', 'codAmount', 'goodsValue']
  const names = Object.entries(header.fields).flatMap(([name, f]) =>
    (f as { derived?: boolean }).derived || f.kind === 'rows' || own.includes(name) ? [] : [name],
  )
  return Object.fromEntries(Object.entries(bill).filter(([name]) => names.includes(name)))
}

/**
 * 拆单: what is chosen becomes a way bill of its own, which waits for planning like the first. Both together have what the
 * first had; its source's number stays on the first.
 */
export async function split(
  ctx: Ctx,
  input: z.output<typeof splitWayBill.input>,
): Promise<z.output<typeof splitWayBill.output>> {
  const { bill, lines } = await lockWhole(ctx, input)
  const { state, approvedAt, source } = bill
  if (!waits(bill)) refuse(faults.state, { no: bill.billNo, state: flow.states[state], action: splitWayBill.title })
  const wanted = wantedOf(lines, input.lines)
  const isWhole = (l: Line) => wanted.get(l) === parseQty(l.planQty)
  if (lines.every(isWhole)) refuse(orderFaults.splitAll)
  const [id, billNo] = [ctx.newId(), ctx.number(prefix)]
  await insert(ctx, header, [{ ...likeFirst(bill), id, billNo, state, approvedAt, source, parentId: bill.id } as never])
  const going = lines.flatMap((l) => {
    const qty = wanted.get(l)
    return qty === undefined ? [] : [{ line: l, isWhole: isWhole(l), parts: parted(l, qty) }]
  })
  await insert(
    ctx,
    wayBillLine,
    going.map(({ parts: [part] }, i) => movedTo(bill, id, i + 1, part)),
  )
  const gone = going.filter((g) => g.isWhole).map((g) => g.line.id)
  await ctx.tx.run(sql`
    delete from tms_way_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${gone}::bigint[])`)
  for (const { line, parts } of going.filter((g) => !g.isWhole)) {
    const [, { planQty, weight, volume }] = parts
    await ctx.tx.run(sql`
      update tms_way_bill_line set plan_qty = ${planQty}, weight = ${weight}, volume = ${volume}, version = version + 1,
        updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
  }
  await sumAnew(ctx, header, [bill.id, id])
  await setBill(ctx, wayBill, bill, bill.state)
  told(ctx, bill, 'split', `→ ${billNo}`)
  told(ctx, { id, billNo }, 'split', `← ${bill.billNo}`)
  return { id: bill.id, version: bill.version + 1, billNo: bill.billNo, made: { id, version: 0, billNo } }
}

/** What way bills must have in common to become one. */
const commonOf = (b: Bill): string =>
  JSON.stringify([b.kind, b.clientId, b.fromSiteId, b.toSiteId, b.bizDate, b.windowFrom, b.windowTo, b.tempZone])

const whole = (values: readonly (number | null)[]): number | null =>
  values.every((v) => v === null) ? null : values.reduce<number>((sum, v) => sum + (v ?? 0), 0)
const money = (values: readonly (string | null)[]): string | null =>
  values.every((v) => v === null) ? null : decimalSum(values, 4)
/** What is said of each as a whole: counted together; the most urgent counts for all, and what any of them needs. */
const together = (bills: readonly Bill[]) => ({
  containers: whole(bills.map((b) => b.containers)),
  pallets: whole(bills.map((b) => b.pallets)),
  codAmount: money(bills.map((b) => b.codAmount)),
  goodsValue: money(bills.map((b) => b.goodsValue)),
  priority: Math.max(...bills.map((b) => b.priority)),
  skills: [...new Set(bills.flatMap((b) => b.skills))],
})

/** The oldest first: locks are taken so. */
const byAge = (a: { id: string }, b: { id: string }): number => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)

/** 合单: the oldest takes the lines of the others. These end cancelled, say into which, and keep their lines to be read. */
export async function merge(
  ctx: Ctx,
  input: z.output<typeof mergeWayBills.input>,
): Promise<z.output<typeof mergeWayBills.output>> {
  const rows = [...new Map(input.rows.map((r) => [r.id, r])).values()].sort(byAge)
  const all: Awaited<ReturnType<typeof lockWhole>>[] = []
  for (const row of rows) all.push(await lockWhole(ctx, row))
  const [first, ...others] = all
  if (!first || others.length === 0) return refuse(orderFaults.several)
  if (!all.every(({ bill }) => waits(bill) && commonOf(bill) === commonOf(first.bill))) refuse(orderFaults.notAlike)
  const lineCount = all.reduce((n, { lines }) => n + lines.length, 0)
  if (lineCount > rowsMax) refuse(faults.tooMany, { max: rowsMax, count: lineCount })
  let last = Math.max(...first.lines.map((l) => l.lineNo))
  for (const { bill, lines } of others) {
    const from = last
    await insert(
      ctx,
      wayBillLine,
      lines.map((l, i) => movedTo(bill, first.bill.id, from + i + 1, l)),
    )
    last += lines.length
    const reason = `→ ${first.bill.billNo}`
    await setBill(ctx, wayBill, bill, 'CANCELLED', { mergedIntoId: first.bill.id, reason, finishedAt: ctx.now() })
    told(ctx, bill, 'merge', reason, { state: 'CANCELLED' })
  }
  await sumAnew(ctx, header, [first.bill.id])
  await setBill(ctx, wayBill, first.bill, first.bill.state, together(all.map(({ bill }) => bill)))
  told(ctx, first.bill, 'merge', `← ${others.map(({ bill }) => bill.billNo).join(', ')}`.slice(0, 200))
  return { id: first.bill.id, version: first.bill.version + 1, billNo: first.bill.billNo, lineCount }
}

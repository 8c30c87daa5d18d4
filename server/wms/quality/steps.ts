// engine: inspects what is received and judges it, under the lock of its receipt or bill

import type { Fields } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import type { Checked } from '@lading/contract/wms/qualityFinding.ts'
import { qualityItems } from '@lading/contract/wms/qualityScheme.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { same } from '../../kernel/rowParts.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { entryTexts } from '../../platform/dictionary.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import { binByCode, looseContainer } from '../masters/facts.ts'
import { lockContainers } from '../stock/containers.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import { type PostLine, post } from '../stock/post.ts'
import { lockContents, lockKeys } from '../stock/rows.ts'
import { readTypeRules, transitionOf } from '../stockType/types.ts'
import { photosOfCheck } from './photos.ts'
import { demandNoneAgainst, demandVerdict, type QualityLine } from './verdict.ts'
import { freePlans, holdWaiting, sendOn, type Waiting, wake } from './wake.ts'

const of = (ctx: Ctx, billId: string) =>
  sql`t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.bill_id = ${billId}`
const linesOf = (ctx: Ctx, billId: string): Promise<QualityLine[]> =>
  ctx.tx.query<QualityLine>(sql`
    select t.id, t.line_no, t.product_id, t.container_id, t.lot_id, t.qpc_id, t.bin_id, t.good_type, t.lot_qty, t.accept, t.reject,
      t.critical, t.major, t.minor, t.verdict, t.pass_qty, t.reject_qty, t.reject_type, t.cause, t.task_line_id
    from wms_quality_bill_line t where ${of(ctx, billId)} order by t.line_no`)
const resultsOf = (ctx: Ctx, billId: string): Promise<Checked[]> =>
  ctx.tx.query<Checked & object>(sql`
    select t.line_no, t.item, t.kind, t.least, t.most, t.amount, t.said, t.finding, t.needed, (${photosOfCheck(ctx)}) as photos
    from wms_quality_result t where ${of(ctx, billId)} order by t.line_no, t.id`)

/** Where a line's goods wait, what becomes of which part of them, and where that part is then. */
interface Judged {
  readonly line: QualityLine
  readonly from: StockKey
  readonly good: StockKey
  readonly bad: StockKey
  readonly pass: Qty
  readonly rejected: Qty
}

/** The goods become what was found of them, and go on to their bins. */
async function approve(ctx: Ctx, bill: BillRow<typeof qualityBill>): Promise<undefined> {
  const [lines, results, rulesFor, called] = await Promise.all([
    linesOf(ctx, bill.id),
    resultsOf(ctx, bill.id),
    readTypeRules(ctx),
    entryTexts(ctx, qualityItems),
  ])
  for (const line of lines) demandVerdict(line, results, called)
  if (lines.some((l) => l.verdict === 'CONCESSION') && bill.inspectorId === ctx.userId)
    refuse(qualityFaults.notByInspector)
  const ownerId = bill.ownerId
  const rules = rulesFor(ownerId)
  for (const l of lines)
    for (const [qty, to] of [
      [l.passQty, l.goodType],
      [l.rejectQty, l.rejectType],
    ] as const)
      if (parseQty(qty ?? '0') > 0n && !transitionOf(rules, 'QC', to))
        refuse(stockBillFaults.notAllowed, { line: l.lineNo, a: stockTypes.QC, b: stockTypes[to] })
  // In the order of all locks: put-aways, containers, stock.
  const waiting = await holdWaiting(ctx, lines)
  await lockContainers(ctx, [...lines.map((l) => l.containerId), ...waiting.map((w) => w.fromContainerId)])
  await freePlans(ctx, waiting)
  const loose = await looseContainer(ctx)
  const judged = await judgedOf(ctx, lines, ownerId, loose)
  await demandThere(ctx, judged)
  const via = { binId: await binByCode(ctx, 'V_CHANGE'), containerId: loose }
  const posted = await post(ctx, {
    bizType: 'TYPE_CHANGE',
    idemKey: `bill:${bill.id}`,
    source: { type: qualityBill.header.noun, id: bill.id },
    lines: judged.flatMap((j) => [...turned(j.from, j.good, j.pass, via), ...turned(j.from, j.bad, j.rejected, via)]),
  })
  await wake(ctx, waiting, judged, posted)
  await sendOn(ctx, waiting, judged, posted)
}

const turned = (from: StockKey, to: StockKey, qty: Qty, via: Pick<StockKey, 'binId' | 'containerId'>): PostLine[] =>
  qty === 0n
    ? []
    : [
        { key: from, delta: -qty },
        { key: { ...from, ...via }, delta: qty },
        { key: { ...to, ...via }, delta: -qty },
        { key: to, delta: qty },
      ]

/** What is rejected is taken off its container, unless nothing else stands there. */
async function judgedOf(ctx: Ctx, lines: readonly QualityLine[], ownerId: string, loose: string): Promise<Judged[]> {
  const boxes = [...new Set(lines.map((l) => l.containerId))].filter((id) => id !== loose)
  const inside = await lockContents(ctx, boxes)
  const rejectedAll = new Map<string, Qty>()
  for (const l of lines) {
    const rejected = parseQty(l.rejectQty ?? '0')
    rejectedAll.set(l.containerId, (rejectedAll.get(l.containerId) ?? 0n) + rejected)
  }
  const onIt = new Map<string, Qty>()
  for (const row of inside) onIt.set(row.containerId, (onIt.get(row.containerId) ?? 0n) + row.qty)
  return lines.map((line) => {
    const { productId, containerId, lotId, qpcId, binId } = line
    const from: StockKey = { ownerId, productId, qpcId, lotId, stockType: 'QC', binId, containerId }
    const stays = containerId === loose || rejectedAll.get(containerId) === onIt.get(containerId)
    return {
      line,
      from,
      good: { ...from, stockType: line.goodType },
      bad: { ...from, stockType: line.rejectType, containerId: stays ? containerId : loose },
      pass: parseQty(line.passQty ?? '0'),
      rejected: parseQty(line.rejectQty ?? '0'),
    }
  })
}

/** All of it stands where it was received, and is nobody else's. @throws Fault moved */
async function demandThere(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  const rows = await lockKeys(
    ctx,
    judged.map((j) => j.from),
  )
  const needed = new Map<string, Qty>()
  for (const j of judged) needed.set(keyText(j.from), (needed.get(keyText(j.from)) ?? 0n) + j.pass + j.rejected)
  for (const [key, qty] of needed) {
    const row = rows.get(key)
    if (!row || row.qty - row.reserved < qty) refuse(qualityFaults.moved)
  }
}

/** Goods of an inspection that is off are nobody's work any more: their type is adjusted by a bill of its own. */
async function cancel(ctx: Ctx, bill: BillRow<typeof qualityBill>): Promise<Record<string, unknown>> {
  const lines = await linesOf(ctx, bill.id)
  const waiting: Waiting[] = await holdWaiting(ctx, lines)
  await lockContainers(
    ctx,
    waiting.map((w) => w.fromContainerId),
  )
  await freePlans(ctx, waiting)
  await wake(ctx, waiting, [], undefined)
  return { finishedAt: ctx.now() }
}

export const qualitySteps: StepWorks<typeof qualityBill> = {
  start: { effect: async (ctx) => ({ inspectorId: ctx.userId }) },
  approve: { effect: approve },
  cancel: { effect: cancel },
}

/** What was received is what is inspected: its lines are filled in, never added, left out or made something else. */
async function demandLines(ctx: Ctx, input: Input & Seen): Promise<void> {
  for (const [name, e] of [
    ['lines', qualityBill.line],
    ['results', qualityBill.result],
  ] as const) {
    const sent = input[name] as readonly (Input & { id?: string; removed?: boolean })[] | undefined
    if (sent === undefined) continue
    const stored = await ctx.tx.query<Input & { id: string }>(sql`
      select t.* from ${raw(e.table)} t where ${of(ctx, input.id)}`)
    if (sent.length !== stored.length || sent.some((r) => r.removed)) refuse(qualityFaults.notOfBill)
    const frozen = Object.entries(e.fields as Fields).filter(([, f]) => f.frozen)
    for (const row of sent) {
      const before = stored.find((s) => s.id === row.id) ?? refuse(qualityFaults.notOfBill)
      const changed = frozen.find(([field]) => row[field] !== undefined && !same(before[field], row[field]))
      if (changed) refuse(faults.frozen, { field: changed[1].title })
    }
  }
}

/** A line is not saved as accepted while its own figures speak against it: whoever types it reads so at once. */
async function demandAcceptable(ctx: Ctx, input: Input & Seen): Promise<void> {
  const billId = input.id
  const [lines, results, called] = await Promise.all([
    linesOf(ctx, billId),
    resultsOf(ctx, billId),
    entryTexts(ctx, qualityItems),
  ])
  const typed = (name: string) => (input[name] ?? []) as readonly Input[]
  const linesNow = lines.map((l) => ({ ...l, ...typed('lines').find((s) => s.id === l.id) }))
  const resultsNow = results.map((r) => ({
    ...r,
    ...typed('results').find((s) => s.lineNo === r.lineNo && s.item === r.item),
    photos: r.photos,
  }))
  for (const line of linesNow) demandNoneAgainst(line, resultsNow, called)
}

export const qualityRules = documentRules(qualityBill, {
  beforeUpdate: async (ctx, input) => {
    await demandLines(ctx, input)
    if (input.lines !== undefined || input.results !== undefined) await demandAcceptable(ctx, input)
  },
})

import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { faults, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { orderFaults } from '@lading/contract/tms/orderFaults.ts'
import { type TakeDeliveryMove, takeDeliveryBill, takeDeliveryMoves } from '@lading/contract/tms/takeDeliveryBill.ts'
import { type WayBillMove, wayBill, wayBillMoves } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { demandAt, fromHere } from '../../kernel/scope.ts'
import { type BillRow, setBill } from '../../platform/document/steps.ts'
import { freedTopic } from '../warehouse/topics.ts'
import { demandUnheld, letPlannedGo } from './hold.ts'

type WayBillRow = BillRow<typeof wayBill>

/** A way bill that is moved. */
export interface Moved {
  readonly id: string
  /** As the caller saw it; left out: he holds what it belongs to, such as the trip. */
  readonly version?: number
  /** Further columns that are written with the state: what was loaded, who signed. */
  readonly set?: Readonly<Record<string, unknown>>
}

interface Arrow {
  readonly title: Text
  readonly from: readonly string[]
  readonly to: string
  readonly reason?: true
}
interface Stands {
  readonly billNo: string
  readonly state: string
}

/** Why these papers do not all take a move; undefined when they do. */
export function whyNotMoved(
  d: Pick<AnyDocument, 'flow'>,
  { from, title }: Arrow,
  papers: readonly Stands[],
): { refusal: Refusal; args: Readonly<Record<string, unknown>> } | undefined {
  const wrong = papers.filter((p) => !from.includes(p.state))
  const [only] = wrong
  if (!only) return undefined
  const { billNo: no, state } = only
  if (papers.length === 1)
    return { refusal: faults.state, args: { no, state: d.flow.states[state] ?? [state, state], action: title } }
  return { refusal: orderFaults.changed, args: { nos: wrong.map((p) => p.billNo).join(', ') } }
}

/** What a collection order does when its way bill is moved. */
export const followUps: Readonly<Partial<Record<WayBillMove, TakeDeliveryMove>>> = {
  assign: 'task',
  unassign: 'untask',
  takeOff: 'untask',
  fail: 'untask',
  // Of goods that are fetched, signing is their being handed to the driver.
  sign: 'pick',
  signPart: 'pick',
  rejectAll: 'lose',
  resign: 'unpick',
  close: 'close',
}

export const isDue = (state: string, { to }: Pick<Arrow, 'to'>): boolean =>
  state !== to && !takeDeliveryBill.flow.final.some((end) => end === state)

const tell = (ctx: Ctx, d: AnyDocument, action: string, row: Stands & Pick<Moved, 'id'>, after: object): void =>
  ctx.audit({
    ...{ subject: d.header.key, subjectId: row.id, subjectNo: row.billNo, action },
    ...{ before: { state: row.state }, after: { ...after } },
  })

async function write(ctx: Ctx, d: AnyDocument, move: string, row: Stands & Moved, arrow: Arrow, reason?: string) {
  const after = { ...row.set, ...(reason && { reason }) }
  await setBill(ctx, d, row, arrow.to, after)
  tell(ctx, d, move, row, { state: arrow.to, ...after })
}

const hasOwn = (row: Moved | undefined): boolean => Object.keys(row?.set ?? {}).length > 0

/** The day's way bills of a plan are moved by one statement. */
async function writeAlike(ctx: Ctx, move: WayBillMove, bills: readonly WayBillRow[], { to }: Arrow, reason?: string) {
  if (bills.length === 0) return
  const why = reason ? sql`reason = ${reason}, ` : sql``
  await ctx.tx.run(sql`
    update ${raw(wayBill.header.table)} set state = ${to}, ${why}version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${bills.map((b) => b.id)}::bigint[])`)
  for (const { id, billNo, state } of bills)
    tell(ctx, wayBill, move, { id, billNo, state }, { state: to, ...(reason && { reason }) })
}

/**
 * Whose way bills are moved hears of it in the same transaction: collection orders. One that has ended, or stands there
 * already, stays.
 */
export async function follow(ctx: Ctx, move: TakeDeliveryMove, wayBillIds: readonly string[]): Promise<void> {
  const arrow: Arrow = takeDeliveryMoves[move]
  const papers = await ctx.tx.query<BillRow<typeof takeDeliveryBill>>(sql`
    select t.* from ${fromHere(ctx, takeDeliveryBill.header, 't')} where t.way_bill_id = any(${wayBillIds}::bigint[]) order by t.id for no key update of t`)
  const due = papers.filter((p) => isDue(p.state, arrow))
  const no = whyNotMoved(takeDeliveryBill, arrow, due)
  if (no) refuse(no.refusal, no.args)
  for (const paper of due) await write(ctx, takeDeliveryBill, move, paper, arrow)
}

/**
 * Moves way bills of one's own organisation, all of them or none: plans, trips, signing and receipts do it by this alone.
 * Rows are locked in the order of their ids, after plan and trip. Each leaves a line in its log.
 * What somebody else plans just now goes on no trip.
 * @throws Fault notFound, stale, state (of one), changed (of several, by number), noReason, held
 */
export async function moveWayBills(
  ctx: Ctx,
  move: WayBillMove,
  rows: readonly Moved[],
  { reason }: { readonly reason?: string } = {},
): Promise<void> {
  if (rows.length === 0) return
  demandAt(wayBill.header, ctx)
  const arrow: Arrow = wayBillMoves[move]
  if (arrow.reason && !reason) refuse(orderFaults.noReason, { action: arrow.title })
  const wanted = new Map(rows.map((row) => [row.id, row]))
  const there = await ctx.tx.query<WayBillRow>(sql`
    select t.* from ${fromHere(ctx, wayBill.header, 't')} where t.id = any(${[...wanted.keys()]}::bigint[]) order by t.id for no key update of t`)
  if (there.length < wanted.size) refuse(faults.notFound, { subject: wayBill.header.title, no: '' })
  if (there.some(({ id, version }) => (wanted.get(id)?.version ?? version) !== version)) refuse(faults.stale)
  const no = whyNotMoved(wayBill, arrow, there)
  if (no) refuse(no.refusal, no.args)
  if (move === 'assign') {
    await demandUnheld(ctx, [...wanted.keys()])
    await letPlannedGo(ctx, [...wanted.keys()])
  }
  const [own, alike] = [there.filter((b) => hasOwn(wanted.get(b.id))), there.filter((b) => !hasOwn(wanted.get(b.id)))]
  for (const bill of own)
    await write(ctx, wayBill, move, { ...bill, set: wanted.get(bill.id)?.set ?? {} }, arrow, reason)
  await writeAlike(ctx, move, alike, arrow, reason)
  // Its orders may have changed meanwhile: now they may change it.
  if (arrow.to === 'CONFIRMED')
    for (const { id, source } of there) if (source === 'WMS_SHIP') ctx.emit({ topic: freedTopic, key: id })
  const then = followUps[move]
  const fetched = there.filter((bill) => bill.source === 'TAKE_DELIVERY').map(({ id }) => id)
  if (then && fetched.length > 0) await follow(ctx, then, fetched)
}

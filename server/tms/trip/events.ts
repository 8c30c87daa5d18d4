import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import { type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
import {
  eventKinds,
  onRoadStates,
  type TripState,
  tripFlows,
  tripItem,
  tripStates,
  tripStop,
} from '@lading/contract/tms/shipPlanBill.ts'
import { tripEvent } from '@lading/contract/tms/tripEvent.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import {
  type WayBillMove,
  type WayBillState,
  wayBill,
  wayBillLine,
  wayBillMoves,
} from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { tellDue, tellOver } from '../fee/tell.ts'
import { readOption } from '../option.ts'
import { tellWarehouse } from '../warehouse/tell.ts'
import { type Moved, moveWayBills } from '../wayBill/move.ts'
import { parted } from '../wayBill/rearrange.ts'
import { drivenBy } from './distance.ts'
import {
  type ItemPicture,
  outOfOrder,
  type Picture,
  type PlannedItem,
  project,
  type StopPicture,
  type TripEvent,
} from './project.ts'
import { goingQty, readWhole, type StopRow, type Trip, type WholeTrip } from './read.ts'
import { tellRoad } from './told.ts'

type Told = Omit<TripEvent, 'round'>
type No = { readonly refusal: Refusal; readonly args: Readonly<Record<string, unknown>> }
const no = (refusal: Refusal, args: No['args'] = {}): No => ({ refusal, args })

/** How long a trip's flow is in this organisation. */
export const flowHere = async (ctx: Ctx) =>
  tripFlows[(await readOption(ctx, 'tms_trip_flow')) === 'FULL' ? 'FULL' : 'SHORT']

const overStates: readonly string[] = ['RETURNED', 'CLOSED'] satisfies readonly TripState[]
const isOnRoad = (state: string): boolean => onRoadStates.some((one) => one === state)

/** `mayExceed`: more may be fetched than was ordered. */
export interface Recording {
  readonly mayExceed?: boolean
}

/** Why what is said of goods is not so. */
function whyNotGoods(
  item: PlannedItem,
  e: Told,
  known: readonly TripEvent[],
  round: number,
  no_: string,
  { mayExceed }: Recording,
): No | undefined {
  const before = known.filter((k) => k.wayBillId === item.wayBillId && (k.kind === 'SIGN' || k.kind === 'FAIL'))
  // A phone that comes late corrects nothing: only whoever opened the trip again does.
  const isClosed = before.some((k) => k.round === round || e.source === 'DRIVER')
  if (isClosed) return no(tripFaults.signed, { no: no_ })
  if (e.kind === 'FAIL' && item.direction !== 'BACK') return no(tripFaults.onlyDelivery)
  const lines = e.payload?.lines
  if (lines?.some((l) => !item.lines.has(l.lineId))) return no(tripFaults.notOnTrip)
  const isOver = lines?.some((l) => parseQty(l.qty) > (item.lines.get(l.lineId) ?? 0n))
  if (isOver && !(mayExceed && item.direction === 'BACK'))
    return no(item.direction === 'BACK' ? tripFaults.overPicked : tripFaults.overSigned)
  const told = new Map(lines?.map((l) => [l.lineId, parseQty(l.qty)]))
  // More of one line makes no other whole.
  const isShort =
    e.kind === 'FAIL' || (lines !== undefined && [...item.lines].some(([id, plan]) => (told.get(id) ?? 0n) < plan))
  return isShort && !e.payload?.reason ? no(tripFaults.noReason) : undefined
}

/** Why an event is not believed; undefined when it is. */
function whyNot(
  trip: Trip,
  whole: WholeTrip,
  known: readonly TripEvent[],
  e: Told,
  ready: readonly string[],
  o: Recording,
): No | undefined {
  if (![...ready, ...overStates].includes(trip.state) && !isOnRoad(trip.state))
    return no(tripFaults.notReady, { no: trip.billNo, state: tripStates[trip.state], action: eventKinds[e.kind] })
  const { plan } = whole
  if (e.kind !== 'DEPART' && e.kind !== 'RETURN') {
    const stop = plan.stops.find((s) => s.id === e.stopId)
    if (!stop) return no(tripFaults.notOnTrip)
    if (e.kind === 'SIGN' || e.kind === 'FAIL') {
      const item = stop.items.find((i) => i.wayBillId === e.wayBillId)
      if (!item) return no(tripFaults.notOnTrip)
      const wrong = whyNotGoods(item, e, known, trip.round, item.wayBillId, o)
      if (wrong) return wrong
    }
  }
  const picture = project(plan, [...known, { ...e, round: trip.round }], trip.round)
  const seq = outOfOrder(plan, picture)
  if (seq === undefined) return undefined
  const what = seq === 0 ? tripStates.RETURNED : ([`第${seq}站`, `stop ${seq}`] as const)
  return no(tripFaults.timeOrder, { what })
}

export interface EventAnswer {
  readonly uid: string
  readonly answer: 'applied' | 'duplicate' | 'refused'
  readonly why?: No
}
export interface Recorded {
  readonly answers: readonly EventAnswer[]
  readonly picture: Picture
  /** What the header says then, its state among them; nothing when nothing was new. */
  readonly columns: Readonly<Record<string, unknown>> | undefined
}

/** The numbers of way bills stand in refusals, not their ids. */
async function withNumbers(ctx: Ctx, answers: readonly EventAnswer[]): Promise<readonly EventAnswer[]> {
  const ids = answers.flatMap((a) => (a.why?.refusal === tripFaults.signed ? [String(a.why.args.no)] : []))
  if (ids.length === 0) return answers
  const rows = await ctx.tx.query<{ id: string; billNo: string }>(sql`
    select w.id, w.bill_no from ${fromHere(ctx, wayBill.header, 'w')} where w.id = any(${ids}::bigint[])`)
  const noOf = (id: unknown) => rows.find((r) => r.id === id)?.billNo ?? ''
  return answers.map((a) =>
    a.why?.refusal === tripFaults.signed ? { ...a, why: { ...a.why, args: { no: noOf(a.why.args.no) } } } : a,
  )
}

/**
 * Records what was told of a trip that is locked: each event is new, known or refused by itself. What is new is written, and
 * stops, goods and way bills become what follows from all of it; the header's columns are the caller's to write.
 */
export async function recordEvents(ctx: Ctx, trip: Trip, told: readonly Told[], o: Recording = {}): Promise<Recorded> {
  const whole = await readWhole(ctx, trip.id)
  const { steps } = await flowHere(ctx)
  const elsewhere = await ctx.tx.query<{ uid: string }>(sql`
    select e.uid from ${fromHere(ctx, tripEvent, 'e')} where e.uid = any(${told.map((e) => e.uid)}::text[]) and e.bill_id <> ${trip.id}`)
  const known = [...whole.events]
  const fresh: TripEvent[] = []
  const answers = told.map((e): EventAnswer => {
    if (known.some((k) => k.uid === e.uid)) return { uid: e.uid, answer: 'duplicate' }
    const why = elsewhere.some(({ uid }) => uid === e.uid)
      ? no(tripFaults.otherUid)
      : whyNot(trip, whole, known, e, steps.depart.from, o)
    if (why) return { uid: e.uid, answer: 'refused', why }
    const event = { ...e, round: trip.round }
    known.push(event)
    fresh.push(event)
    return { uid: e.uid, answer: 'applied' }
  })
  const picture = project(whole.plan, known, trip.round)
  const said = await withNumbers(ctx, answers)
  if (fresh.length === 0) return { answers: said, picture, columns: undefined }
  if (fresh.some((e) => e.kind === 'SIGN')) await tellWarehouse(ctx, trip)
  await insert(
    ctx,
    tripEvent,
    fresh.map((e) => ({ ...e, billId: trip.id, payload: e.payload as never })),
  )
  await follow(ctx, trip, whole, picture, fresh)
  await tellRoad(ctx, trip, picture, fresh)
  const to = picture.state === 'RETURNED' ? steps.finish.to : picture.state
  const isBack = picture.state === 'RETURNED' && !overStates.includes(trip.state)
  if (isBack) tellOver(ctx, trip)
  else if (picture.state === 'DELIVERED') await tellDue(ctx, trip)
  return {
    answers: said,
    picture,
    columns: {
      state: overStates.includes(trip.state) ? trip.state : to,
      actDepartAt: picture.departAt,
      actReturnAt: picture.returnAt,
      odoStart: picture.odoStart,
      odoEnd: picture.odoEnd,
      ...(picture.sealNo !== null && { sealNo: picture.sealNo }),
      ...(await drivenBy(ctx, trip, picture)),
      ...(isBack && steps.finish.to === 'CLOSED' && { finishedAt: ctx.now() }),
    },
  }
}

const same = (a: unknown, b: unknown): boolean =>
  (a instanceof Date ? a.getTime() : a) === (b instanceof Date ? b.getTime() : b)

async function writeStop(ctx: Ctx, row: StopRow, s: StopPicture): Promise<void> {
  const isSame = (
    [
      [row.state, s.state],
      [row.actArriveAt, s.arriveAt],
      [row.actLeaveAt, s.leaveAt],
      [row.onTime, s.onTime],
      [row.arriveSource, s.arriveSource],
    ] as const
  ).every(([a, b]) => same(a, b))
  if (isSame) return
  await ctx.tx.run(sql`
    update ${raw(tripStop.table)} set state = ${s.state}, act_arrive_at = ${s.arriveAt}, act_leave_at = ${s.leaveAt}, on_time = ${s.onTime},
      arrive_source = ${s.arriveSource}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
}

type Bill = Pick<BillRow<typeof wayBill>, 'id' | 'state' | 'weight' | 'volume' | 'pieces' | 'containers'>
const ends = { SIGNED: 'sign', PARTIAL: 'signPart', REJECTED: 'rejectAll', FAILED: 'fail' } as const satisfies Record<
  string,
  WayBillMove
>

/** By which moves a way bill comes from where it stands to where its stop has it. W3: never further than that. */
function movesOf(
  bill: Bill,
  direction: string,
  s: StopPicture,
  i: ItemPicture,
  isAnew: boolean,
): readonly WayBillMove[] {
  const path: WayBillMove[] = []
  let state = bill.state as WayBillState
  const go = (move: WayBillMove) => {
    path.push(move)
    state = wayBillMoves[move].to
  }
  // Of one whose receipt is looked through too: there it is refused.
  if (isAnew && [...wayBillMoves.resign.from, 'CLOSED'].some((f) => f === state)) go('resign')
  if (direction === 'OUT' && (state === 'DISPATCHED' || state === 'LOADING')) go('loaded')
  if (state === 'DISPATCHED' || state === 'LOADED') go('depart')
  if (s.arriveAt && state === 'IN_TRANSIT') go('arrive')
  if (state === 'ARRIVED' && i.state !== 'OPEN') go(ends[i.state])
  return path
}

const inTurn: readonly WayBillMove[] = ['resign', 'loaded', 'depart', 'arrive', 'sign', 'signPart', 'rejectAll', 'fail']

/** What is written with a move: what was loaded, who signed for how much. */
function columnsOf(move: WayBillMove, bill: Bill, i: ItemPicture, whole: WholeTrip): Moved['set'] {
  if (move === 'loaded')
    return { actWeight: bill.weight, actVolume: bill.volume, actPieces: bill.pieces, actContainers: bill.containers }
  if (move !== 'sign' && move !== 'signPart' && move !== 'rejectAll') return {}
  const parts = (whole.lines.get(bill.id) ?? []).map((l) => parted(l, i.done.get(l.id) ?? 0n)[0])
  return {
    signedAt: i.at,
    signer: i.signer,
    signPieces: decimalSum(
      parts.map((p) => p.planQty),
      3,
    ),
    signWeight: decimalSum(
      parts.map((p) => p.weight),
      3,
    ),
    signVolume: decimalSum(
      parts.map((p) => p.volume),
      6,
    ),
    signContainers: move === 'sign' ? bill.containers : move === 'rejectAll' ? 0 : null,
  }
}

/** What of each line was taken, what was not, and why. W2: both together are what was loaded. */
async function writeLines(ctx: Ctx, whole: WholeTrip, i: ItemPicture, direction: string): Promise<void> {
  for (const line of whole.lines.get(i.wayBillId) ?? []) {
    const done = i.done.get(line.id) ?? 0n
    const isOut = direction === 'OUT'
    const going = goingQty(line, direction)
    const rest = parseQty(going) - done
    const why = rest > 0n ? i.reason : null
    await ctx.tx.run(sql`
      update ${raw(wayBillLine.table)} set signed_qty = ${formatQty(done)}, reject_reason = ${why}, loaded_qty = ${isOut ? going : formatQty(done)},
        rejected_qty = ${isOut ? formatQty(rest) : '0'}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
  }
}

/** Stops, goods and way bills become what the picture says. */
async function follow(
  ctx: Ctx,
  trip: Trip,
  whole: WholeTrip,
  picture: Picture,
  fresh: readonly TripEvent[],
): Promise<void> {
  for (const s of picture.stops) {
    const row = whole.stops.find(({ id }) => id === s.id)
    if (row) await writeStop(ctx, row, s)
  }
  const uids = new Set(fresh.map((e) => e.uid))
  const pictures = picture.stops.flatMap((s) => s.items.map((i) => ({ s, i })))
  const live = whole.items.filter((row) => row.isLive)
  const bills = await ctx.tx.query<Bill>(sql`
    select w.id, w.state, w.weight, w.volume, w.pieces, w.containers from ${fromHere(ctx, wayBill.header, 'w')}
    where w.id = any(${live.map((row) => row.wayBillId)}::bigint[]) order by w.id for no key update of w`)
  const due = bills.flatMap((bill) => {
    const at = pictures.find(({ i }) => i.wayBillId === bill.id)
    const row = live.find(({ wayBillId }) => wayBillId === bill.id)
    if (!at || !row) return []
    const isAnew = at.i.by !== null && uids.has(at.i.by.uid)
    return [{ bill, row, i: at.i, isAnew, moves: movesOf(bill, row.direction, at.s, at.i, isAnew) }]
  })
  for (const move of inTurn) {
    const going = due.filter((d) => d.moves.includes(move))
    const byReason = Map.groupBy(going, (d) => (move === 'resign' ? trip.reason : d.i.reason) ?? '')
    for (const [reason, rows] of byReason)
      await moveWayBills(
        ctx,
        move,
        rows.map(({ bill, i }) => ({ id: bill.id, set: columnsOf(move, bill, i, whole) ?? {} })),
        'reason' in wayBillMoves[move] ? { reason } : {},
      )
  }
  for (const { row, i } of due.filter((d) => d.isAnew)) {
    await writeLines(ctx, whole, i, row.direction)
    const pieces = formatQty(qtySum([...i.done.values()]))
    await ctx.tx.run(sql`
      update ${raw(tripItem.table)} set state = ${i.state}, done_pieces = ${pieces}, reason = ${i.reason}, is_live = ${i.state !== 'FAILED'},
        version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
  }
}

/** Refuses the whole where one of the events is refused: what is entered at once is checked as one. */
export function demandAll(answers: readonly EventAnswer[]): void {
  for (const { why } of answers) if (why) refuse(why.refusal, why.args)
}

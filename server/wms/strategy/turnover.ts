import { assert } from '@lading/contract/kernel/fault.ts'
import { floorTo, minQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { byId } from './byId.ts'
import { type Eligibility, type RefusedRow, rowRefusal } from './eligible.ts'
import { availableOf, type StockRow, type Taken } from './stockRow.ts'

/**
 * 批次周转规则. FEFO first expired (no date comes last, then the older arrival day) · FIFO oldest arrival · LIFO newest
 * arrival · LEAST fewest picks · CLEAN smallest stock first, to empty bins · SPEC the lot the order names, no order.
 */
export type Turnover = 'FEFO' | 'FIFO' | 'LIFO' | 'LEAST' | 'CLEAN' | 'SPEC'

/** How goods of one line are chosen. */
export type TurnoverRequest = Eligibility & {
  readonly want: Qty
  /** Applied one after the other, such as FEFO then CLEAN; the tie-break follows. */
  readonly turnover: readonly Turnover[]
  /** Zones in the order of the rule; zones not named come last. */
  readonly zoneIds: readonly string[]
  /** 同批次: serve the whole line from one lot if any lot suffices. */
  readonly oneLot: boolean
  /** Only multiples of this are taken from a row: a case, or the smallest unit sold (1, or 0.001 kg). */
  readonly step: Qty
}

export type Take = { readonly stockId: string; readonly qty: Qty }

/** `takes` in the order chosen, one per row; `short` is what is missing; `refused` are rows not allowed at all. */
export type TurnoverResult = {
  readonly takes: readonly Take[]
  readonly short: Qty
  readonly refused: readonly RefusedRow[]
}

/**
 * Chooses stock for one line. Source: wms.md 7.3. Tie-break: zone, exact fit, smallest remainder left in the row, pick
 * order, stock id; exact fit and remainder are judged anew after every take.
 * @param taken what the same run took for other lines
 */
export function turnover(
  rows: readonly StockRow[],
  request: TurnoverRequest,
  taken: Taken = new Map(),
): TurnoverResult {
  assert(request.want >= 0n, 'a wanted quantity is not negative')
  assert(!request.turnover.includes('SPEC') || request.lotLimit.lotId !== undefined, 'SPEC names the lot')
  const refused: RefusedRow[] = []
  const allowed: Offer[] = []
  for (const row of rows) {
    const refusal = rowRefusal(row, request, taken)
    if (refusal) refused.push({ stockId: row.id, reason: refusal })
    else allowed.push({ row, qty: floorTo(availableOf(row, taken), request.step) })
  }
  const offers = allowed.filter(({ qty }) => qty > 0n)
  const takes = takeFrom((request.oneLot && oneLotOf(offers, request)) || offers, request)
  return { takes, short: takes.reduce((rest, { qty }) => rest - qty, request.want), refused }
}

/** A row with what it can give in whole steps. */
type Offer = { readonly row: StockRow; readonly qty: Qty }

function takeFrom(offers: readonly Offer[], request: TurnoverRequest): Take[] {
  const open = new Set(offers)
  const takes: Take[] = []
  let rest = floorTo(request.want, request.step)
  while (rest > 0n && open.size > 0) {
    const best = firstOf(open, request, rest)
    const qty = minQty(best.qty, rest)
    takes.push({ stockId: best.row.id, qty })
    open.delete(best)
    rest -= qty
  }
  return takes
}

/** The offers of the first lot, in turnover order, that covers the whole want; undefined when none does. */
function oneLotOf(offers: readonly Offer[], request: TurnoverRequest): readonly Offer[] | undefined {
  const lots = new Map<string, Offer[]>()
  for (const offer of offers) {
    const lot = lots.get(offer.row.lot.id)
    if (lot) lot.push(offer)
    else lots.set(offer.row.lot.id, [offer])
  }
  const enough = [...lots.values()].filter((lot) => lot.reduce((sum, { qty }) => sum + qty, 0n) >= request.want)
  const leaders = enough.map((lot) => ({ lot, first: firstOf(lot, request, request.want) }))
  leaders.sort((a, b) => compare(a.first, b.first, request, request.want))
  return leaders[0]?.lot
}

function firstOf(offers: Iterable<Offer>, request: TurnoverRequest, rest: Qty): Offer {
  let best: Offer | undefined
  for (const offer of offers) if (!best || compare(offer, best, request, rest) < 0) best = offer
  assert(best, 'a choice has at least one offer')
  return best
}

function compare(a: Offer, b: Offer, request: TurnoverRequest, rest: Qty): number {
  for (const rule of request.turnover) {
    const order = byRule[rule](a, b, rest)
    if (order !== 0) return order
  }
  return (
    zoneRank(a, request.zoneIds) - zoneRank(b, request.zoneIds) ||
    Number(b.qty === rest) - Number(a.qty === rest) ||
    byQty(remainder(a, rest), remainder(b, rest)) ||
    a.row.bin.pickSeq - b.row.bin.pickSeq ||
    byId(a.row.id, b.row.id)
  )
}

const byRule: Readonly<Record<Turnover, (a: Offer, b: Offer, rest: Qty) => number>> = {
  FEFO: (a, b) => byExpiry(a.row.lot.expireDate, b.row.lot.expireDate) || byText(a.row.firstInDay, b.row.firstInDay),
  FIFO: (a, b) => a.row.firstInAt.getTime() - b.row.firstInAt.getTime(),
  LIFO: (a, b) => b.row.firstInAt.getTime() - a.row.firstInAt.getTime(),
  LEAST: fewestPicks,
  CLEAN: (a, b) => byQty(a.qty, b.qty),
  SPEC: () => 0,
}

/** The smallest row that covers the rest alone, else the largest: no choice needs fewer rows. */
function fewestPicks(a: Offer, b: Offer, rest: Qty): number {
  const covers = (offer: Offer) => offer.qty >= rest
  if (covers(a) !== covers(b)) return covers(a) ? -1 : 1
  return covers(a) ? byQty(a.qty, b.qty) : byQty(b.qty, a.qty)
}

/** What stays behind in the row. */
function remainder(offer: Offer, rest: Qty): Qty {
  return offer.qty - minQty(offer.qty, rest)
}

function zoneRank({ row }: Offer, zoneIds: readonly string[]): number {
  const at = zoneIds.indexOf(row.bin.zoneId)
  return at < 0 ? zoneIds.length : at
}

function byExpiry(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return byText(a, b)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function byQty(a: Qty, b: Qty): number {
  return a < b ? -1 : a > b ? 1 : 0
}

import { assert } from '@lading/contract/kernel/fault.ts'
import { floorTo, formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Eligibility, RefusedRow } from './eligible.ts'
import { type Reason, reason } from './reason.ts'
import { type OutPack, splitPack } from './splitPack.ts'
import { availableOf, type PickType, type StockRow } from './stockRow.ts'
import { type Take, type Turnover, turnover } from './turnover.ts'

/** One order line, with what its store, product and scheme say. */
export type AllocateLine = Eligibility & {
  readonly id: string
  /** What is still to be allocated, already rounded by the store's rule (see roundToCase). */
  readonly want: Qty
  readonly turnover: readonly Turnover[]
  readonly zoneIds: readonly string[]
  readonly oneLot: boolean
  /** `palletQty` null when the pick scheme allows no whole pallets. */
  readonly pack: OutPack
  /** Smallest quantity that can be handed out: one piece, or a thousandth of a kg. */
  readonly unit: Qty
  /** On which kind of pick face each part is picked, and nowhere else: what these lack is left, to be replenished. */
  readonly only?: FaceKinds
}

/** The kind of pick face that hands out cases, and the one that hands out pieces, of one product. */
export type FaceKinds = { readonly CASE: Exclude<PickType, 'BOTH'>; readonly PIECE: Exclude<PickType, 'BOTH'> }

/** How goods are picked: a whole container, cases, or pieces. */
export type PickUnit = 'PALLET' | 'CASE' | 'PIECE'

/** A row may serve one line twice, as cases and as pieces; takes of the same unit are merged. */
export type LineTake = Take & { readonly lineId: string; readonly unit: PickUnit }

export type ShortageCode = 'NO_STOCK' | 'NONE_ALLOWED' | 'INSUFFICIENT' | 'NOT_WHOLE'

/** What a line lacks, why, and the rows that were passed over. */
export type Shortage = {
  readonly lineId: string
  readonly qty: Qty
  readonly reason: Reason<ShortageCode>
  readonly refused: readonly RefusedRow[]
}

export type Allocation = { readonly takes: readonly LineTake[]; readonly shortages: readonly Shortage[] }

/** Bins that only keep goods; picked from directly when no pick bin can serve. */
const storageUsages: readonly string[] = ['STORAGE', 'PICK_STORAGE']

/**
 * Allocates the lines of one order, in the order given, so that no row is taken twice. Source: wms.md 7.4 steps 3 and
 * 4: where nothing waits for replenishment, what a pick bin lacks is taken from storage at once (waves: planWave).
 *
 * Per line: whole pallets from full containers in storage; whole cases from case pick bins; pieces from split pick
 * bins; then whatever is missing from storage, case pick bins and split pick bins, in this order. A line that wants
 * one lot gets it from whatever places hold it, if that lot covers the line.
 *
 * Pure and deterministic: the caller locks the rows (products ascending, then stock id), reads them again and reserves.
 */
export function allocate(lines: readonly AllocateLine[], rows: readonly StockRow[]): Allocation {
  const rowsOf = Map.groupBy(rows, ({ ownerId, productId }) => `${ownerId}/${productId}`)
  const taken = new Map<string, Qty>()
  const takes: LineTake[] = []
  const shortages: Shortage[] = []
  for (const line of lines) {
    assert(line.want >= 0n, 'a wanted quantity is not negative')
    const candidates = rowsOf.get(`${line.ownerId}/${line.productId}`) ?? []
    const given = allocateLine(line, candidates, taken)
    takes.push(...given.takes)
    if (given.short > 0n) shortages.push(shortageOf(line, given, candidates.length))
  }
  return { takes, shortages }
}

type LineResult = { readonly takes: readonly LineTake[]; readonly short: Qty; readonly refused: readonly RefusedRow[] }

/** Serves one line and writes down in `taken` what it took. */
function allocateLine(line: AllocateLine, candidates: readonly StockRow[], taken: Map<string, Qty>): LineResult {
  const lotId = line.oneLot ? coveringLot(line, candidates, taken) : undefined
  const wanted = lotId === undefined ? line : { ...line, lotLimit: { ...line.lotLimit, lotId } }
  const takes: LineTake[] = []
  let refused: readonly RefusedRow[] = []
  let rest = line.want
  const serve = (stage: Stage) => {
    const places = candidates.filter((row) => stage.from(row, taken))
    const choice = turnover(places, { ...wanted, want: stage.want, step: stage.step, oneLot: false }, taken)
    for (const { stockId, qty } of choice.takes) {
      taken.set(stockId, (taken.get(stockId) ?? 0n) + qty)
      addTake(takes, { lineId: line.id, stockId, qty, unit: stage.unit })
      rest -= qty
    }
  }
  for (const stage of wishes(line)) serve(stage(rest))
  if (!line.only) for (const stage of fallbacks(line)) if (rest > 0n) serve(stage(rest))
  if (rest > 0n) refused = turnover(candidates, { ...wanted, want: 0n, step: line.unit }, taken).refused
  return { takes, short: rest, refused }
}

type Stage = {
  readonly unit: PickUnit
  readonly want: Qty
  readonly step: Qty
  readonly from: (row: StockRow, taken: ReadonlyMap<string, Qty>) => boolean
}

/** Where each part of a line should come from; each stage is given what is missing before it. */
function wishes({ pack, unit, only }: AllocateLine): readonly ((rest: Qty) => Stage)[] {
  const kind = only ?? { CASE: 'CASE', PIECE: 'SPLIT' }
  const stages: ((rest: Qty) => Stage)[] =
    kind.CASE === kind.PIECE
      ? [(rest) => ({ unit: 'PIECE', want: rest, step: unit, from: inPickBin(kind.PIECE) })]
      : [
          (rest) => ({ unit: 'CASE', want: floorTo(rest, pack.qpc), step: pack.qpc, from: inPickBin(kind.CASE) }),
          (rest) => ({ unit: 'PIECE', want: rest % pack.qpc, step: unit, from: inPickBin(kind.PIECE) }),
        ]
  const { palletQty } = pack
  if (palletQty === null) return stages
  const pallets = (rest: Qty): Stage => {
    return { unit: 'PALLET', want: splitPack(rest, pack).pallets, step: palletQty, from: isFullPallet(palletQty) }
  }
  return [pallets, ...stages]
}

/** Where the missing rest may come from instead: cases first, then pieces. */
function fallbacks({ pack, unit }: AllocateLine): readonly ((rest: Qty) => Stage)[] {
  const anywhere = [inStorage, inPickBin('CASE'), inPickBin('SPLIT')]
  return anywhere.flatMap((from) => [
    (rest: Qty): Stage => ({ unit: 'CASE', want: floorTo(rest, pack.qpc), step: pack.qpc, from }),
    (rest: Qty): Stage => ({ unit: 'PIECE', want: rest, step: unit, from }),
  ])
}

export function inStorage({ bin }: StockRow): boolean {
  return storageUsages.includes(bin.usage)
}

export function inPickBin(type: Exclude<PickType, 'BOTH'>): (row: StockRow) => boolean {
  return ({ bin }) => bin.pickType === type || bin.pickType === 'BOTH'
}

/** A container in storage that holds exactly one pallet of these goods, none of it promised. */
function isFullPallet(palletQty: Qty): Stage['from'] {
  return (row, taken) =>
    row.isContainer && inStorage(row) && row.qty === palletQty && availableOf(row, taken) === palletQty
}

/** The first lot, in turnover order, that covers the whole line wherever it stands. */
function coveringLot(line: AllocateLine, rows: readonly StockRow[], taken: ReadonlyMap<string, Qty>) {
  const { takes, short } = turnover(rows.filter(isPlace), { ...line, step: line.unit, oneLot: true }, taken)
  const lots = new Set(takes.map(({ stockId }) => rows.find(({ id }) => id === stockId)?.lot.id))
  return short === 0n && lots.size === 1 ? [...lots][0] : undefined
}

export function isPlace(row: StockRow): boolean {
  return inStorage(row) || row.bin.pickType !== null
}

function addTake(takes: LineTake[], take: LineTake): void {
  const at = takes.findIndex(({ stockId, unit }) => stockId === take.stockId && unit === take.unit)
  const before = takes[at]
  if (before) takes[at] = { ...before, qty: before.qty + take.qty }
  else takes.push(take)
}

/** What a line lacks of what it wants, and why. @param candidates rows that were looked at */
export function shortageOf(
  line: AllocateLine,
  { short, refused }: Pick<LineResult, 'short' | 'refused'>,
  candidates: number,
): Shortage {
  const args = { available: formatQty(line.want - short), need: formatQty(line.want) }
  const onlyEmpty = refused.every(({ reason: { code } }) => code === 'NOTHING_FREE')
  const why = (): Reason<ShortageCode> => {
    if (candidates === 0) return reason('NO_STOCK', texts.noStock)
    if (short < line.want || onlyEmpty) return reason('INSUFFICIENT', texts.insufficient, args)
    return reason('NONE_ALLOWED', texts.noneAllowed)
  }
  return { lineId: line.id, qty: short, reason: why(), refused }
}

const texts = {
  noStock: ['没有该货主该商品的库存', 'There is no stock of this product for this owner'],
  noneAllowed: ['现有库存均不满足分配条件', 'None of the stock qualifies for this line'],
  insufficient: ['库存不足：可用{available}，需要{need}', 'Not enough stock: {available} available, {need} needed'],
} as const

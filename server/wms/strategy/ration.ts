import { assert } from '@lading/contract/kernel/fault.ts'
import { floorTo, minQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { byId } from './byId.ts'

/** 配货方式: INTURN 依次满足 · LOOP 循环 · AVG 平均 · RATIO 按比例. */
export type RationMethod = 'INTURN' | 'LOOP' | 'AVG' | 'RATIO'

/** What one order line wants of goods that are too few. Lower priority numbers and earlier deadlines come first. */
export type Demand = {
  readonly id: string
  readonly want: Qty
  readonly priority: number
  /** ISO-8601 in UTC, or null for no deadline, which comes last. */
  readonly deadline: string | null
  /** The line's weight under RATIO, such as its store's share; the want itself when absent. */
  readonly share?: Qty
}

/** What each demand is given and what it lacks, in the order of the demands. */
export type Ration = { readonly id: string; readonly given: Qty; readonly short: Qty }

type Claim = { readonly demand: Demand; given: Qty }

/**
 * Divides `available` among demands. Source: wms.md 7.4 step 2. Shares are whole multiples of `minPack`
 * (min_out_qty); only the last part of a want may be smaller, when it completes the want.
 *
 * - INTURN satisfies one after the other by priority, deadline, id.
 * - LOOP gives each one pack per round, in that order.
 * - AVG gives each the same share of what it wants, floored to the pack; the rest goes by INTURN.
 * - RATIO divides by `share`; what exceeds a want is divided again among the others; the rest goes by INTURN.
 *
 * Nobody gets more than he wants and the sum is at most `available`; when there is enough, everybody gets all.
 */
export function ration(
  method: RationMethod,
  demands: readonly Demand[],
  available: Qty,
  minPack: Qty,
): readonly Ration[] {
  assert(minPack > 0n, 'the smallest pack is positive')
  assert(
    demands.every(({ want, share = 1n }) => want >= 0n && share >= 0n),
    'wants and shares are not negative',
  )
  const claims = demands.map((demand): Claim => ({ demand, given: 0n }))
  const inTurn = [...claims].sort((a, b) => byTurn(a.demand, b.demand))
  const left = available < 0n ? 0n : available
  if (qtySum(demands.map(({ want }) => want)) <= left) for (const claim of claims) claim.given = claim.demand.want
  else divide[method](inTurn, left, minPack)
  return claims.map(({ demand, given }) => ({ id: demand.id, given, short: demand.want - given }))
}

const divide: Readonly<Record<RationMethod, (claims: readonly Claim[], available: Qty, pack: Qty) => void>> = {
  INTURN: giveInTurn,
  LOOP: giveInRounds,
  AVG: (claims, available, pack) => giveByShare(claims, available, pack, ({ want }) => want),
  RATIO: (claims, available, pack) => giveByShare(claims, available, pack, ({ want, share }) => share ?? want),
}

function giveInTurn(claims: readonly Claim[], available: Qty, pack: Qty): void {
  let left = available
  for (const claim of claims) left -= give(claim, needOf(claim), left, pack)
}

/** Whole rounds are given at once, so that the work does not grow with the quantity. */
function giveInRounds(claims: readonly Claim[], available: Qty, pack: Qty): void {
  let left = available
  for (;;) {
    const open = claims.filter((claim) => needOf(claim) > 0n)
    if (open.length === 0) return
    const rounds = minQty(left / (pack * BigInt(open.length)), ...open.map((claim) => needOf(claim) / pack))
    const before = left
    for (const claim of open) left -= give(claim, minQty(needOf(claim), rounds > 0n ? rounds * pack : pack), left, pack)
    if (left === before) return
  }
}

/** Fills by shares; each pass either satisfies somebody, whose surplus is divided again, or is the last. */
function giveByShare(claims: readonly Claim[], available: Qty, pack: Qty, shareOf: (demand: Demand) => bigint): void {
  const target = new Map<Claim, Qty>()
  let open = [...claims]
  let left = available
  for (;;) {
    const total = open.reduce((sum, { demand }) => sum + shareOf(demand), 0n)
    if (total === 0n) break
    const portions = open.map((claim) => ({ claim, qty: (left * shareOf(claim.demand)) / total }))
    const waiting = portions.filter(({ claim, qty }) => qty < claim.demand.want)
    if (waiting.length === open.length) {
      for (const { claim, qty } of waiting) target.set(claim, qty)
      break
    }
    for (const { claim, qty } of portions) {
      if (qty < claim.demand.want) continue
      target.set(claim, claim.demand.want)
      left -= claim.demand.want
    }
    open = waiting.map(({ claim }) => claim)
  }
  let rest = available
  for (const [claim, qty] of target) rest -= give(claim, qty, qty, pack)
  giveInTurn(claims, rest, pack)
}

/** Gives up to `qty` in whole packs, or exactly the need when that is within reach. Returns what was given. */
function give(claim: Claim, qty: Qty, left: Qty, pack: Qty): Qty {
  const reach = minQty(qty, left)
  const part = reach >= needOf(claim) ? needOf(claim) : floorTo(reach, pack)
  claim.given += part
  return part
}

function needOf({ demand, given }: Claim): Qty {
  return demand.want - given
}

function byTurn(a: Demand, b: Demand): number {
  return a.priority - b.priority || byDeadline(a.deadline, b.deadline) || byId(a.id, b.id)
}

function byDeadline(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

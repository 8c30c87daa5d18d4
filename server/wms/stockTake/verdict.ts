import { absQty, type Qty } from '@lading/contract/kernel/qty.ts'

/** What one round says of one stock of a bin. */
export interface Counted {
  readonly key: string
  readonly book: Qty
  readonly diff: Qty
  readonly pieces: number
  /** It moved before the count arrived: what it differs by says nothing. */
  readonly moved: boolean
}
type Round = readonly Counted[]

/** Whether a round can be compared with the book. */
export const isSure = (round: Round | undefined): boolean => !round?.some((c) => c.moved)

export interface Tolerance {
  /** A difference is looked at again when it exceeds both. */
  readonly qty: Qty
  /** In hundredths of a per cent. */
  readonly pctHundredths: bigint
  readonly rounds: number
}

/** Whether a difference is too large to be taken from one person. */
export const isBeyond = ({ diff, book, pieces }: Counted, t: Tolerance): boolean =>
  (diff === 0n && pieces !== 0) ||
  (absQty(diff) > t.qty && absQty(diff) * 10_000n > t.pctHundredths * (book < 0n ? 0n : book))

/**
 * What becomes of a bin after its latest round: MATCHED, DIFFERS, or it is counted again by somebody else. Two rounds
 * that say the same are believed, and the last round always; one that goods moved through is none. Source: wms.md 7.8.
 * @param all the rounds in order, each with one entry per stock
 */
export function verdictOf(all: readonly Round[], t: Tolerance): 'MATCHED' | 'DIFFERS' | 'RECOUNT' {
  if (!isSure(all.at(-1))) return 'RECOUNT'
  const rounds = all.filter(isSure)
  const last = rounds.at(-1) ?? []
  const before = new Map((rounds.at(-2) ?? []).map((c) => [c.key, c]))
  const settled = last.some((c) => c.diff !== 0n) ? 'DIFFERS' : 'MATCHED'
  if (rounds.length >= t.rounds) return settled
  const doubted = last.filter((c) => isBeyond(c, t))
  const agree = rounds.length > 1 && doubted.every((c) => before.get(c.key)?.diff === c.diff)
  return doubted.length === 0 || agree ? settled : 'RECOUNT'
}

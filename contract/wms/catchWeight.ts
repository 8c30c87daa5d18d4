import type { Refusal } from '../kernel/fault.ts'
import { absQty, parseQty, type Qty } from '../kernel/qty.ts'

/** A line of work as far as its weight is concerned; quantities in base units, the tolerance in per cent. */
export interface WeighedLine {
  readonly planQty: string
  readonly doneQty: string
  readonly shortQty: string
  readonly planPieces?: number | null
  /** 实重允差%; none of goods that are counted, or whose weight must be as planned. */
  readonly catchPct: string | null | undefined
}
/** What is said of it. */
export interface Weighed {
  readonly qty: Qty
  readonly pieces?: number | undefined
  /** More is to come, or something is missing: then less is no matter of weight. */
  readonly isPart: boolean
}

/**
 * 实重: the weight of catch-weight goods is only estimated when they are ordered, and known when they are taken. How much
 * what was weighed is more (or less, negative) than what is left of a line, when it stands for all of it; zero when it is
 * as planned, and when it is so far from it that it must be something else: too much, or a short.
 */
export function netDeviation(line: WeighedLine, { qty, pieces, isPart }: Weighed): Qty {
  if (line.catchPct == null || qty <= 0n) return 0n
  const plan = parseQty(line.planQty)
  const off = qty - (plan - parseQty(line.doneQty) - parseQty(line.shortQty))
  if (off < 0n && isPart) return 0n
  if (pieces !== undefined && line.planPieces != null && pieces !== line.planPieces) return 0n
  return absQty(off) * 100_000n <= plan * parseQty(line.catchPct) ? off : 0n
}

/** Refusals of weights that are caught: 42467. */
export const catchFaults = {
  notFree: {
    code: 42467,
    text: [
      '商品[{code}]实重{real}超过计划{plan}，货位[{bin}]只有{avail}可用，请核对重量或减少件数',
      'Product [{code}] weighs {real}, planned {plan}; only {avail} more are free in bin [{bin}]: weigh again, or take less',
    ],
  },
} as const satisfies Record<string, Refusal>

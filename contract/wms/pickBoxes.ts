import { formatQty, parseQty, type Qty } from '../kernel/qty.ts'

/** A container of a pick, and how much of one line is to come into it and has. */
export interface Boxed {
  readonly code: string
  readonly planQty: string
  readonly doneQty: string
}

/**
 * Into which containers what is still to be picked of a line goes, in their order. What came into others than was planned,
 * or is short, is missing in the last ones; what was planned into none is not told.
 */
export function boxesLeft(boxes: readonly Boxed[], rest: Qty): { code: string; qty: Qty }[] {
  let left = rest
  return boxes.flatMap(({ code, planQty, doneQty }) => {
    const open = parseQty(planQty) - parseQty(doneQty)
    const qty = open < left ? open : left
    if (qty <= 0n) return []
    left -= qty
    return [{ code, qty }]
  })
}

/** Those of several lines that are one thing to do, by container. */
export function boxesTogether(lines: readonly (readonly Boxed[] | null | undefined)[]): Boxed[] {
  const all = lines.flatMap((boxes) => boxes ?? [])
  const sum = (of: readonly Boxed[], name: 'planQty' | 'doneQty'): string =>
    formatQty(of.reduce((n, b) => n + parseQty(b[name]), 0n))
  return [...Map.groupBy(all, (b) => b.code)].map(([code, of]) => ({
    code,
    planQty: sum(of, 'planQty'),
    doneQty: sum(of, 'doneQty'),
  }))
}

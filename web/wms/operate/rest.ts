import { parseQty } from '@lading/contract/kernel/qty.ts'

type Sums = Readonly<Record<string, unknown>>
const qtyOf = (row: Sums, name: string): bigint => parseQty(String(row[name] ?? '0'))

/** What of an order or a line is neither allocated nor given up; a header's sums follow a moment after the work. */
export const openOf = (row: Sums): bigint => qtyOf(row, 'planQty') - qtyOf(row, 'cancelQty') - qtyOf(row, 'bookedQty')

/** What an order waits for when no pick task is open: picked goods for a truck, and goods that are short. */
export const restOf = <L extends Sums>(order: Sums, lines: readonly L[]) => ({
  toShip: qtyOf(order, 'bookedQty') > qtyOf(order, 'sentQty'),
  hasSent: qtyOf(order, 'sentQty') > 0n,
  isShort: openOf(order) > 0n,
  short: lines.filter((line) => openOf(line) > 0n),
})

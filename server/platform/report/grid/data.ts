import type { Take } from '@lading/contract/sys/reportTemplate.ts'
import { compare, numberOf, total, type Value } from './formula.ts'

/** What a set has been asked: columns of equal length. Decimals are texts, as the database said them. */
export interface SetData {
  readonly size: number
  readonly columns: Readonly<Record<string, readonly Value[]>>
  /** Columns of numbers; a code that is all digits is none. */
  readonly numeric: ReadonlySet<string>
  /** Of a measure that is a quotient: the columns whose sums it is made of. */
  /** Of columns that call keys by words: the keys, by their words. */
  readonly codes?: Readonly<Record<string, ReadonlyMap<string, string>>>
  readonly ratios: Readonly<Record<string, { readonly of: string; readonly by: string }>>
}
/** Rows of a set, by their number. */
export type Subset = readonly number[]

/** A value as a formula takes it: what the database says as a decimal is a number. */
export function plain(set: SetData, field: string, v: Value | undefined): Value {
  return typeof v === 'string' && set.numeric.has(field) ? numberOf(v) : (v ?? null)
}

/** Adds decimal texts without drift, then makes a number of them. @returns null for nothing at all */
function exactSum(values: readonly Value[]): number | null {
  let whole = 0n
  let digits = 0
  let some = false
  for (const v of values) {
    if (v === null || v === '') continue
    const [front = '0', back = ''] = String(v).split('.')
    if (!/^-?\d+$/.test(front) || !/^\d*$/.test(back)) return total(values.map(numberOf).filter((n) => n !== null))
    some = true
    if (back.length > digits) {
      whole *= 10n ** BigInt(back.length - digits)
      digits = back.length
    }
    whole += BigInt(front + back.padEnd(digits, '0'))
  }
  return some ? Number(`${whole}e-${digits}`) : null
}

/** What a column comes to over some rows. */
export function taken(set: SetData, field: string, take: Take, rows: Subset): Value {
  const ratio = set.ratios[field]
  if (ratio && (take === 'SUM' || take === 'AVG' || take === 'FIRST' || take === 'LIST')) {
    const [a, b] = [sumOf(set, ratio.of, rows), sumOf(set, ratio.by, rows)]
    return a === null || b === null || b === 0 ? null : a / b
  }
  if (take === 'SUM') return sumOf(set, field, rows)
  const column = set.columns[field] ?? []
  if (take === 'COUNT') return rows.length
  if (take === 'DCOUNT') return new Set(rows.map((r) => column[r]).filter((v) => v !== null && v !== undefined)).size
  if (take === 'AVG') {
    const n = rows.filter((r) => numberOf(column[r] ?? null) !== null).length
    const sum = sumOf(set, field, rows)
    return n === 0 || sum === null ? null : sum / n
  }
  if (take === 'MIN' || take === 'MAX') {
    const sign = take === 'MIN' ? 1 : -1
    return rows.reduce<Value>((best, r) => {
      const v = plain(set, field, column[r])
      return v !== null && (best === null || sign * compare(v, best) < 0) ? v : best
    }, null)
  }
  return plain(set, field, column[rows[0] ?? -1])
}
const sumOf = (set: SetData, field: string, rows: Subset): number | null => {
  const column = set.columns[field] ?? []
  return exactSum(rows.map((r) => column[r] ?? null))
}

/** Rows by what they say in a column, in the order in which they come. */
export function grouped(set: SetData, field: string, rows: Subset): Map<Value, number[]> {
  const column = set.columns[field] ?? []
  const groups = new Map<Value, number[]>()
  for (const row of rows) {
    const key = column[row] ?? null
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

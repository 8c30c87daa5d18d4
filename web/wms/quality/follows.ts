import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'

type Row = Readonly<Record<string, unknown>>

/** What was typed as a quantity, or nothing where it is none yet. */
function read(value: unknown): Qty | undefined {
  if (typeof value !== 'string' || !/^\d+(\.\d{1,3})?$/.test(value.trim())) return undefined
  return parseQty(value.trim())
}
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Accepted and rejected are all that came: who types one has typed the other, and a verdict says both at first. */
export function follows(row: Row, change: Row): Row {
  const all = read(row.lotQty)
  if (all === undefined) return {}
  const rest = (value: unknown): string | undefined => {
    const part = read(value)
    return part === undefined || part > all ? undefined : formatQty(all - part)
  }
  if ('rejectQty' in change) return given('passQty', rest(change.rejectQty))
  if ('passQty' in change) return given('rejectQty', rest(change.passQty))
  if (isEmpty(change.verdict) || !(isEmpty(row.passQty) && isEmpty(row.rejectQty))) return {}
  return accepted(all, change.verdict !== 'REJECT')
}
const given = (name: string, value: string | undefined): Row => (value === undefined ? {} : { [name]: value })
const accepted = (all: Qty, isGood: boolean): Row => ({
  passQty: isGood ? formatQty(all) : '0',
  rejectQty: isGood ? '0' : formatQty(all),
})

/** A line of which nothing was said is good, all of it; one of which something was said stays as it is. */
export function passed(row: Row): Row {
  const all = read(row.lotQty)
  return all === undefined || !isEmpty(row.verdict) ? {} : { verdict: 'PASS', ...accepted(all, true) }
}

/** A check that asks whether something is good, and of which nothing was said, is good. */
export const fine = (row: Row): Row => (row.kind === 'BOOL' && isEmpty(row.finding) ? { finding: 'GOOD' } : {})

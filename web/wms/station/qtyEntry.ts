import type { Pack } from '@lading/contract/kernel/caseText.ts'
import { formatQty, isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { readCases } from '../../platform/bill/caseEntry.ts'

/** The two fields of a quantity: whole cases, and what is loose beside them in base units. */
export type Part = 'cases' | 'loose'
/** What stands in the fields, which of them the next figure goes into, and what that figure replaces. */
export interface QtyEntry {
  readonly cases: string
  readonly loose: string
  readonly at: Part
  /** The next figure replaces both fields (a proposal), this one (it was just chosen), or is appended. */
  readonly fresh: 'all' | 'part' | 'none'
}

/** A quantity as it is shown is as it is typed: in cases, unless it is less than one or the goods have no case. */
export function entryOf(qty: string, pack: Pack | undefined): QtyEntry {
  if (!pack || !isQtyText(qty)) return { cases: '', loose: pack ? '' : qty, at: pack ? 'cases' : 'loose', fresh: 'all' }
  const [all, cases] = [parseQty(qty), parseQty(qty) / pack.qpc]
  const loose = all % pack.qpc
  return {
    cases: cases > 0n ? String(cases) : '',
    loose: loose > 0n ? formatQty(loose) : '',
    at: cases === 0n && loose > 0n ? 'loose' : 'cases',
    fresh: 'all',
  }
}

/** A figure more or less in the field that is typed into. */
export const typedInto = (e: QtyEntry, text: string): QtyEntry => ({
  ...(e.fresh === 'all' ? { cases: '', loose: '' } : { cases: e.cases, loose: e.loose }),
  [e.at]: text,
  at: e.at,
  fresh: 'none',
})

/** Turns to a field; what stands in the other one stays. */
export const turnedTo = (e: QtyEntry, at: Part): QtyEntry => ({ ...e, at, fresh: 'part' })

/** What the fields come to in base units; blank while nothing stands in them or while it is no quantity. */
export function qtyOfEntry(e: QtyEntry, pack: Pack | undefined): string {
  if (!pack) return e.loose
  if (e.cases === '' && e.loose === '') return ''
  const read = readCases(`${e.cases || '0'}+${e.loose || '0'}`, pack)
  return 'problem' in read ? '' : (read.qty ?? '')
}

import { formatQty, isQtyText, normaliseQtyText, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { readCases } from '../../platform/bill/caseEntry.ts'
import { caseText, packOfLine, restOf } from './lineText.ts'

/** What a clerk types of one line of a sheet. */
export interface Entry {
  /** 件数 of packed goods, base units of the others; blank leaves the line open. */
  readonly qty: string
  readonly reason: string
  readonly place: string
}

/** As planned: most lines of a sheet are. */
export const planned = (line: WorkLine): Entry => ({
  qty: caseText(restOf(line), line) ?? formatQty(restOf(line)),
  reason: '',
  place: '',
})

/** Base units of what was typed: undefined while it is none, null when the line is left out. */
export function qtyOf(line: WorkLine, { qty }: Entry): Qty | null | undefined {
  const text = normaliseQtyText(qty)
  if (text === '') return null
  const pack = packOfLine(line)
  if (!pack) return isQtyText(text) && parseQty(text) >= 0n ? parseQty(text) : undefined
  const entry = readCases(text, pack)
  return 'qty' in entry && entry.qty !== null && parseQty(entry.qty) >= 0n ? parseQty(entry.qty) : undefined
}

export const isShort = (line: WorkLine, entry: Entry): boolean => {
  const qty = qtyOf(line, entry)
  return qty !== null && qty !== undefined && qty < restOf(line)
}

export type Wrong = 'qty' | 'reason'
/** What of a line cannot be sent as it is. */
export function wrongOf(line: WorkLine, entry: Entry): Wrong | undefined {
  const qty = qtyOf(line, entry)
  if (qty === null) return undefined
  if (qty === undefined || qty > restOf(line)) return 'qty'
  return qty < restOf(line) && entry.reason === '' ? 'reason' : undefined
}

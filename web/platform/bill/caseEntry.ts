import { type Pack, parseCaseText, toCaseText } from '@lading/contract/kernel/caseText.ts'
import { formatQty, isQtyText, normaliseQtyText, parseQty, QtyRefusal } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'

/** What 件数 typed by a person comes to: base units as a decimal text, or why it is none. */
export type Entry = { readonly qty: string | null } | { readonly problem: Text }

/** `3+2` of 1*24 is 74 pieces; `3` is three cases. Blank is nothing. */
export function readCases(typed: string, pack: Pack): Entry {
  const text = normaliseQtyText(typed)
  if (text === '') return { qty: null }
  try {
    return { qty: formatQty(parseCaseText(text, pack)) }
  } catch (error) {
    if (error instanceof QtyRefusal) return { problem: error.text }
    throw error
  }
}

/** 件数 of base units as they stand in a record or a control; blank while they are no quantity. */
export const showCases = (qty: unknown, pack: Pack): string =>
  typeof qty === 'string' && isQtyText(qty) ? toCaseText(parseQty(qty), pack) : ''

/** The pack of a record, when it has one that is possible. */
export function packOf(row: Readonly<Record<string, unknown>> | undefined): Pack | undefined {
  const size = (value: unknown) => (typeof value === 'string' && isQtyText(value) ? parseQty(value) : 0n)
  const qpc = size(row?.qpc)
  const mid = size(row?.midQpc) || qpc
  return qpc > 0n && mid <= qpc ? { qpc, mid } : undefined
}

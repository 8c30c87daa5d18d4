import { formatQty, isQtyText, normaliseQtyText, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { gs1Date } from '@lading/contract/mdm/gs1.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { bringsIn, type TaskType } from '@lading/contract/wms/taskTypes.ts'
import { readCases } from '../../platform/bill/caseEntry.ts'
import { caseText, isNet, packOfLine, restOf } from './lineText.ts'

/** What a clerk types of one line of a sheet. */
export interface Entry {
  /** 件数 of packed goods, base units of the others; blank leaves the line open. */
  readonly qty: string
  readonly reason: string
  readonly place: string
  /** Of goods that come in: the date on them, and how their maker calls the batch. */
  readonly day: string
  readonly batch: string
}

const nothing: Entry = { qty: '', reason: '', place: '', day: '', batch: '' }
/** As planned: most lines of a sheet are. What comes in is counted, so nothing is said of it before. */
export const planned = (type: TaskType, line: WorkLine): Entry =>
  bringsIn(type) ? nothing : { ...nothing, qty: caseText(restOf(line), line) ?? formatQty(restOf(line)) }

/** Which date the goods of a line are asked for when they come in. */
export const dateOf = (line: WorkLine): 'productionDate' | 'expireDate' | undefined =>
  line.product?.shelfMode === 'EXPIRY'
    ? 'expireDate'
    : line.product?.shelfMode === 'PROD_DATE'
      ? 'productionDate'
      : undefined
/** `261125`, `20261125` or `2026-11-25` as a day; undefined of what is none. */
export function dayOf(text: string, today: string): string | undefined {
  const figures = text.replace(/[-/.\s]/g, '')
  if (figures.length !== 8) return gs1Date(figures, today)
  const day = gs1Date(figures.slice(2), today)
  return day?.replaceAll('-', '') === figures ? day : undefined
}

/** Base units of what was typed: undefined while it is none, null when the line is left out. */
export function qtyOf(line: WorkLine, { qty }: Entry): Qty | null | undefined {
  const text = normaliseQtyText(qty)
  if (text === '') return null
  const pack = packOfLine(line)
  if (!pack) return isQtyText(text) && parseQty(text) >= 0n ? parseQty(text) : undefined
  const entry = readCases(text, pack)
  return 'qty' in entry && entry.qty !== null && parseQty(entry.qty) >= 0n ? parseQty(entry.qty) : undefined
}

export const isShort = (type: TaskType, line: WorkLine, entry: Entry): boolean => {
  const qty = qtyOf(line, entry)
  return qty !== null && qty !== undefined && qty < restOf(line) && !isNet(type, line, qty)
}

export type Wrong = 'qty' | 'reason' | 'day'
/** What of a line cannot be sent as it is. */
export function wrongOf(type: TaskType, line: WorkLine, entry: Entry, today: string): Wrong | undefined {
  const qty = qtyOf(line, entry)
  if (qty === null) return undefined
  // How much more than ordered may come in is the server's to say.
  if (qty === undefined || (qty > restOf(line) && !bringsIn(type) && !isNet(type, line, qty))) return 'qty'
  if (isShort(type, line, entry) && entry.reason === '') return 'reason'
  return bringsIn(type) && qty > 0n && dateOf(line) && !dayOf(entry.day, today) ? 'day' : undefined
}

import { type SheetFault, sheetLimits } from '@lading/contract/sys/sheetFaults.ts'

export interface OutColumn {
  readonly title: string
  /** Its values are numbers, written as such where they stay exact. */
  readonly numeric?: boolean
  /** Its values are `YYYY-MM-DD`, with a time or without: a workbook keeps them as dates. */
  readonly dated?: boolean
  /** How a workbook shows its numbers or dates. */
  readonly look?: string | undefined
  readonly width?: number
  /** Offered as a list in the cells of the column. */
  readonly choices?: readonly string[]
}
export type OutRow = readonly (string | null)[]

/** What a cell holds: its text, or the number that a workbook stored. Dates arrive as text. */
export type Cell = string | number | null

export interface SheetRow {
  /** As the spreadsheet counts: the first is 1. */
  readonly row: number
  readonly cells: readonly Cell[]
  /** What cells show that hold something else, by their place: `001888` of the number 1888; null where that cannot be told. */
  readonly shown?: Shown
}
export type Shown = Readonly<Record<number, string | null>>

/** Why a file is no plain table; told from thread to thread by its name. */
export class SheetRefusal extends Error {
  readonly fault: SheetFault
  constructor(fault: SheetFault) {
    super(fault)
    this.fault = fault
  }
}

const two = (n: number): string => String(n).padStart(2, '0')
/** A date cell as the text that a person would have typed; midnight is a mere day. */
function dateText(d: Date): string {
  const day = `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`
  const time = `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`
  return time === '00:00:00' ? day : `${day} ${time}`
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '#####' : dateText(value)
  if (typeof value === 'number') return value
  // As a spreadsheet shows what is true or false.
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
}

/**
 * A cell for whoever does not know what its column is about: a number that is shown as a code, with leading zeros or
 * behind a prefix, is that code; one with separators, a currency or a unit is its number.
 */
export function plainCell({ cells, shown }: SheetRow, i: number): Cell {
  const [cell, look] = [cells[i] ?? null, shown?.[i]]
  if (typeof cell !== 'number' || !look) return cell
  const isCode =
    Number(look.replaceAll(',', '')) === cell ? /^-?0\d/.test(look) : /\d$/.test(look) && !/\p{Sc}/u.test(look)
  return isCode ? look : cell
}

/** Adds a row without its empty end, if anything is in it; refuses what is too large a table. */
export function collect(rows: SheetRow[], row: number, values: readonly unknown[], shown?: Shown): void {
  const cells = values.map(cellOf)
  while (cells.length > 0 && cells.at(-1) === null) cells.pop()
  if (cells.length > sheetLimits.columns) throw new SheetRefusal('tooManyColumns')
  if (cells.length === 0) return
  rows.push({ row, cells, ...(shown && { shown }) })
  // The header comes on top.
  if (rows.length > sheetLimits.rows + 1) throw new SheetRefusal('tooManyRows')
}

import { Fault } from '@lading/contract/kernel/fault.ts'
import { money } from '@lading/contract/kernel/field.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { anySign } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { type Micro, parseMicro, rounded } from '@lading/contract/tms/feeMoney.ts'
import { type FeeType, feeTypes } from '@lading/contract/tms/feeTerms.ts'
import { normal } from '../../platform/sheet/columns.ts'
import { parseCell } from '../../platform/sheet/parseCell.ts'
import { plainCell, type SheetRow } from '../../platform/sheet/rows.ts'

/** What a party asks for in one row of its own file. */
export interface Asked {
  readonly row: number
  /** Of the charge, the trip, the way bill: as far as the row names them, in this order. */
  readonly numbers: readonly string[]
  readonly feeType: FeeType | null
  readonly said: string
  readonly amount: Micro
}

/** How files head their columns; of several that are for one thing the first of these counts. */
const heads = {
  fee: ['费用单', '费用单号', 'charge no.', 'charge no', 'fee no', 'fee no.'],
  trip: ['派车单', '派车单号', '派车单编号', '车次', '车次号', '趟次', '调度单号', 'trip', 'trip no.', 'trip no'],
  wayBill: ['运单', '运单号', '运单编号', '单号', '单据号', '编号', 'waybill', 'waybill no.', 'waybill no', 'way bill'],
  type: ['费用类型', '费用名称', '费用项目', '费用科目', '科目', '项目', '费用', 'charge', 'fee type', 'type', 'item'],
  amount: [
    '应付金额',
    '应收金额',
    '结算金额',
    '金额',
    '费用金额',
    '含税金额',
    '价税合计',
    'amount',
    'net',
    'net amount',
  ],
} as const
type Head = keyof typeof heads
type Places = Partial<Record<Head, number>>
/** Titles may stand above the headings. */
const headWithin = 20
/** `金额（元）` is 金额. */
const headOf = (text: string): string => normal(text.replace(/\s*[(（][^()（）]*[)）]\s*$/, ''))

function placesOf({ cells }: SheetRow): Places | undefined {
  const titles = cells.map((c) => (c === null ? '' : headOf(String(c))))
  const places: Places = {}
  for (const name of Object.keys(heads) as Head[]) {
    const word = heads[name].find((w) => titles.includes(w))
    if (word !== undefined) places[name] = titles.indexOf(word)
  }
  const isNumbered = places.fee !== undefined || places.trip !== undefined || places.wayBill !== undefined
  return isNumbered && places.amount !== undefined ? places : undefined
}

const types = new Map(
  Object.entries(feeTypes).flatMap(([key, words]) =>
    [key, ...words].map((w) => [w.toLowerCase(), key as FeeType] as const),
  ),
)
/** What a sum at the end, or of a group, is called. */
const sumWord = /^(合计|总计|小计|本页合计|本月合计|总金额|total|subtotal|sum|in all)/i
const amountField = money(['金额', 'Amount'], anySign)

const toCent = (text: string): Micro => rounded(parseMicro(text), 10_000n)

/** What a cell of money says; nothing where it is no number. An empty one asks for nothing. */
function amountOf(row: SheetRow, place: number, language: Language): Micro | undefined {
  const cell = row.cells[place] ?? null
  if (cell === null) return 0n
  // What a formula came to has more digits than anybody pays.
  if (typeof cell === 'number') return Math.abs(cell) < 1e12 ? toCent(cell.toFixed(6)) : undefined
  const bare = cell.replace(/[¥￥元\s]|CNY|RMB/gi, '')
  if (bare === '' || bare === '-') return 0n
  const parsed = parseCell(bare, amountField, { language, zone: 'UTC' })
  return 'value' in parsed ? toCent(String(parsed.value)) : undefined
}

/**
 * The rows of a party's own file that name something or ask for something; sums are none.
 * @throws Fault fileColumns, fileAmounts
 */
export function askedIn(sheet: readonly SheetRow[], language: Language): readonly Asked[] {
  const top = sheet.slice(0, headWithin).findIndex((row) => placesOf(row) !== undefined)
  const places = sheet[top] && placesOf(sheet[top])
  if (!places || places.amount === undefined) throw new Fault(feeFaults.fileColumns)
  const { amount: money } = places
  const bad: number[] = []
  const asked = sheet.slice(top + 1).flatMap((row): readonly Asked[] => {
    const said = (place: number | undefined) =>
      String((place === undefined ? null : plainCell(row, place)) ?? '').trim()
    // What is said of a row may begin with the same word; a sum begins its row with it.
    if (sumWord.test(String(row.cells.find((c) => c !== null)).trim())) return []
    const numbers = [places.fee, places.trip, places.wayBill].map(said).filter((no) => no !== '')
    const amount = amountOf(row, money, language)
    if (numbers.length === 0 && (amount === 0n || amount === undefined)) return []
    if (amount === undefined) bad.push(row.row)
    const word = said(places.type)
    return [{ row: row.row, numbers, feeType: types.get(word.toLowerCase()) ?? null, said: word, amount: amount ?? 0n }]
  })
  if (bad.length > 0) throw new Fault(feeFaults.fileAmounts, { rows: bad.slice(0, 10).join(', ') })
  return asked
}

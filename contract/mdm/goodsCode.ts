import { z } from 'zod'
import { parseQty, type Qty, qtyScale } from '../kernel/qty.ts'
import { parseScan, type Scan } from './barcode.ts'
import { hasCheckDigit } from './gs1.ts'
import type { ScalePattern } from './scaleBarcode.ts'

/** What a code means, for whoever asks: the server, a station, a list, a file. Source: GS1 General Specifications, 3.3. */

/** The usual label of a shop's scales: an item and grams. */
const scales: readonly ScalePattern[] = [{ pattern: '2P PPPPP WWWWW C' }]

/** What was scanned of goods, or typed. @param today `YYYY-MM-DD`: decides the century of a label's dates */
export const readGoods = (text: string, today: string): Scan => parseScan(text, { prefixes: [], scales, today })

const lengths = [8, 12, 13, 14]
const isGtin = (code: string): boolean => lengths.includes(code.length) && hasCheckDigit(code)

/** One text for one number, however long it is written: 14 digits of a GTIN; a shop's own code is what it is. */
export const oneWritten = (code: string): string => (isGtin(code) ? code.padStart(14, '0') : code)

/** The same number as each length writes it; the code itself where it is no GTIN. */
export function allWritten(code: string): readonly string[] {
  if (!isGtin(code)) return [code]
  const whole = oneWritten(code)
  return lengths.filter((n) => /^0*$/.test(whole.slice(0, 14 - n))).map((n) => whole.slice(14 - n))
}

/** The number of goods that a scan names, in 14 digits: of the item, or of what a logistic unit holds. */
export function gtinOf(scan: Scan): string | undefined {
  if (scan.kind === 'PRODUCT') return scan.gtin
  return scan.kind === 'GS1' ? (scan.gs1.gtin ?? scan.gs1.contentGtin) : undefined
}

const codesIn = (scan: Scan): readonly string[] => [...new Set([scan.text, ...allWritten(gtinOf(scan) ?? scan.text)])]

/** Whoever asks which goods they are asks for no date, so that the century of a label's dates does not matter. */
const anyDay = '2026-01-01'

/** Every text under which master data may have what was scanned or typed. */
export const codesOf = (text: string): readonly string[] => codesIn(readGoods(text, anyDay))

/** Codes of a product's packs as calls tell them, with what is in each. */
export const packCodes = z.array(z.object({ code: z.string(), qty: z.string().nullable() }))

/** Goods with all their codes. */
export interface CodedGoods {
  readonly code: string
  /** Of one piece. */
  readonly barcodes: readonly string[]
  /**
   * Of its packs, with what is in each; nothing when master data does not say. Devices keep work of earlier builds, which
   * had none.
   */
  readonly packCodes?: z.output<typeof packCodes> | null | undefined
}

/** How much one scan stands for: a piece, or what is in the pack, which may not be known; undefined for other goods. */
export function levelOf(goods: CodedGoods, scan: Scan): { readonly qty: Qty | null } | undefined {
  const asked = new Set(codesIn(scan).map(oneWritten))
  if ([goods.code, ...goods.barcodes].some((code) => asked.has(oneWritten(code)))) return { qty: qtyScale }
  const pack = goods.packCodes?.find(({ code }) => asked.has(oneWritten(code)))
  return pack && { qty: pack.qty === null ? null : parseQty(pack.qty) }
}

/** How many pieces a label counts of what it names, `(37)12` of cases; nothing where it counts none, or nobody knows how many each holds. */
export const countedBy = (scan: Scan, each: Qty | null | undefined): Qty | undefined =>
  scan.kind === 'GS1' && scan.gs1.count !== undefined && each ? (scan.gs1.count * each) / qtyScale : undefined

import type { Text } from '../kernel/text.ts'
import { linkText } from './digitalLink.ts'
import { type Gs1, groupSeparator, gs1TextMax, hasCheckDigit, parseGs1 } from './gs1.ts'
import { parseScaleBarcode, type ScaleLabel, type ScalePattern } from './scaleBarcode.ts'

/** Things whose codes the warehouse prints itself and tells apart by a prefix. */
export type PrefixedKind = 'BIN' | 'CONTAINER' | 'LABEL' | 'TASK' | 'BILL' | 'STAFF'

/**
 * A registered prefix. `prefix` is compared as written, upper and lower case apart; `length`, when given, is that of
 * the whole code; with `strip` the code is what follows the prefix.
 */
export type ScanPrefix = {
  readonly kind: PrefixedKind
  readonly prefix: string
  readonly length?: number
  readonly strip?: boolean
}

/** What a scan is read by: the tenant's prefixes and scale patterns, and the business day for GS1 dates. */
export type ScanRules = {
  readonly prefixes: readonly ScanPrefix[]
  readonly scales: readonly ScalePattern[]
  /** `YYYY-MM-DD` */
  readonly today: string
}

/** What a scan is. `text` is always what was scanned, without blanks at the ends and without symbology identifier. */
export type Scan =
  | { readonly kind: PrefixedKind; readonly text: string; readonly code: string }
  /** An EAN-8, UPC-12, EAN-13 or GTIN-14 with a right check digit; `gtin` has 14 digits. */
  | { readonly kind: 'PRODUCT'; readonly text: string; readonly gtin: string }
  /** Nothing but the 18 digits of a logistic unit. */
  | { readonly kind: 'SSCC'; readonly text: string; readonly sscc: string }
  | { readonly kind: 'GS1'; readonly text: string; readonly gs1: Gs1 }
  | { readonly kind: 'SCALE'; readonly text: string; readonly label: ScaleLabel }
  /** Perhaps a shop's own code that master data knows: look `text` up before showing `reason`. */
  | { readonly kind: 'UNKNOWN'; readonly text: string; readonly reason: Text }

/** Longest scan that is looked at; what is longer is UNKNOWN and its `text` is cut here. */
export const scanTextMax = gs1TextMax

/** Symbology identifiers (ISO/IEC 15424) that announce a GS1 element string. */
const gs1Symbologies = [']C1', ']d2', ']Q3', ']J1', ']e0']

/**
 * Says what was scanned. Order: links of GS1, announced GS1 symbols, registered prefixes (longest first), SSCC, scale labels,
 * product numbers, and GS1 element strings whose scanner swallowed the announcement. Never throws; the work is bounded
 * by {@link scanTextMax} and the number of rules, whatever comes in.
 */
export function parseScan(raw: string, rules: ScanRules): Scan {
  if (raw.length > scanTextMax) return unknown(raw.slice(0, scanTextMax), ['条码过长', 'The barcode is too long'])
  const { text, announced } = withoutSymbology(raw.trim())
  if (text === '') return unknown(text, ['条码为空', 'The barcode is empty'])
  const link = linkText(text)
  if (link !== undefined) return { ...gs1Scan(link, rules), text }
  if (announced || text.startsWith('(') || text.includes(groupSeparator)) return gs1Scan(text, rules)
  return (
    prefixedScan(text, rules.prefixes) ??
    numberScan(text, rules) ??
    bareGs1Scan(text, rules) ??
    unknown(text, [`条码[${text}]无法识别`, `Barcode [${text}] is not recognised`])
  )
}

function withoutSymbology(text: string): { text: string; announced: boolean } {
  if (!/^\][A-Za-z]./.test(text)) return { text, announced: false }
  return { text: text.slice(3), announced: gs1Symbologies.includes(text.slice(0, 3)) }
}

function gs1Scan(text: string, rules: ScanRules): Scan {
  const gs1 = parseGs1(text, rules.today)
  if ('refusal' in gs1) return prefixedScan(text, rules.prefixes) ?? unknown(text, gs1.refusal)
  return ssccOnly(text, gs1) ?? { kind: 'GS1', text, gs1 }
}

function ssccOnly(text: string, { elements, sscc }: Gs1): Scan | undefined {
  return sscc && elements.length === 1 ? { kind: 'SSCC', text, sscc } : undefined
}

function prefixedScan(text: string, prefixes: readonly ScanPrefix[]): Scan | undefined {
  let best: ScanPrefix | undefined
  for (const candidate of prefixes) {
    const { prefix, length } = candidate
    const fits = text.length > prefix.length && text.startsWith(prefix) && (length ?? text.length) === text.length
    if (fits && prefix.length > (best?.prefix.length ?? -1)) best = candidate
  }
  return best && { kind: best.kind, text, code: best.strip ? text.slice(best.prefix.length) : text }
}

function numberScan(text: string, rules: ScanRules): Scan | undefined {
  if (!/^\d{8,20}$/.test(text)) return undefined
  const label = parseScaleBarcode(text, rules.scales)
  if (label) return { kind: 'SCALE', text, label }
  if (text.length === 18 && hasCheckDigit(text)) return { kind: 'SSCC', text, sscc: text }
  if (text.length === 20 && text.startsWith('00') && hasCheckDigit(text.slice(2))) {
    return { kind: 'SSCC', text, sscc: text.slice(2) }
  }
  if (![8, 12, 13, 14].includes(text.length)) return undefined
  if (hasCheckDigit(text)) return { kind: 'PRODUCT', text, gtin: text.padStart(14, '0') }
  return unknown(text, [`条码[${text}]校验位错误`, `Barcode [${text}] has an incorrect check digit`])
}

/** Only strings that open with a checked number: anything else might be a code that merely looks like one. */
function bareGs1Scan(text: string, rules: ScanRules): Scan | undefined {
  if (!/^0(?:0\d{18}|[12]\d{14})./.test(text)) {
    if (!/^01\d{14}$/.test(text)) return undefined
  }
  const gs1 = parseGs1(text, rules.today)
  return 'refusal' in gs1 ? undefined : { kind: 'GS1', text, gs1 }
}

function unknown(text: string, reason: Text): Scan {
  return { kind: 'UNKNOWN', text, reason }
}

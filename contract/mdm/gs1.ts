import { parseQty, type Qty, QtyRefusal, qtyScale } from '../kernel/qty.ts'
import type { Text } from '../kernel/text.ts'

// Source: GS1 General Specifications, sections 3 (application identifiers), 7.9 (check digits), 7.12 (dates).

/** FNC1 as scanners transmit it: it ends an element of variable length. */
export const groupSeparator = '\x1d'

/** Longest element string that is looked at. GS1-128 carries 48 characters, pallet DataMatrix labels a few hundred. */
export const gs1TextMax = 512

/** One element of a GS1 symbol: its application identifier, such as `10`, and its data as printed. */
export type Gs1Element = { readonly ai: string; readonly data: string }

/** What a GS1 symbol says. Dates are `YYYY-MM-DD`; absent means not in the symbol. */
export type Gs1 = {
  readonly elements: readonly Gs1Element[]
  /** AI 00, 18 digits. */
  readonly sscc?: string
  /** AI 01, 14 digits. */
  readonly gtin?: string
  /** AI 02: what a logistic unit contains; `count` says how many. */
  readonly contentGtin?: string
  readonly batch?: string
  readonly serial?: string
  readonly productionDate?: string
  readonly packagingDate?: string
  readonly bestBeforeDate?: string
  readonly sellByDate?: string
  readonly expireDate?: string
  /** AI 20. */
  readonly variant?: string
  /** AI 37 or 30, in trade items. */
  readonly count?: Qty
  /** AI 310n, in kilogram. */
  readonly netWeightKg?: Qty
  /** AI 330n, in kilogram. */
  readonly grossWeightKg?: Qty
  /** AI 392n or 390n, a decimal string in the local currency. */
  readonly price?: string
}

/** The text is no GS1 element string; `refusal` says why. */
export type Gs1Refusal = { readonly refusal: Text }

type Layout = { readonly max: number; readonly fixed: boolean; readonly digits: boolean }

const fixedDigits = (max: number): Layout => ({ max, fixed: true, digits: true })
const upToDigits = (max: number): Layout => ({ max, fixed: false, digits: true })
const upTo = (max: number): Layout => ({ max, fixed: false, digits: false })

/** Application identifiers we read. `n` stands for the digit that counts decimals. */
const layouts: Readonly<Record<string, Layout>> = {
  '00': fixedDigits(18),
  '01': fixedDigits(14),
  '02': fixedDigits(14),
  '10': upTo(20),
  '11': fixedDigits(6),
  '12': fixedDigits(6),
  '13': fixedDigits(6),
  '15': fixedDigits(6),
  '16': fixedDigits(6),
  '17': fixedDigits(6),
  '20': fixedDigits(2),
  '21': upTo(20),
  '22': upTo(20),
  '30': upToDigits(8),
  '37': upToDigits(8),
  '240': upTo(30),
  '241': upTo(30),
  '250': upTo(30),
  '400': upTo(30),
  '401': upTo(30),
  '410': fixedDigits(13),
  '411': fixedDigits(13),
  '412': fixedDigits(13),
  '413': fixedDigits(13),
  '414': fixedDigits(13),
  '310n': fixedDigits(6),
  '330n': fixedDigits(6),
  '390n': upToDigits(15),
  '392n': upToDigits(15),
}

/** How long the identifiers are that begin so; others begin none. Source: GS1 General Specifications, section 3.2. */
const identifierLengths: readonly (readonly [RegExp, number])[] = [
  [/^(0[0-4]|1[1-9]|10|2[0-2]|30|37|9\d)/, 2],
  [/^(23|24|25|40|41|42|71)\d/, 3],
  [/^(3[1-69]|43|70|72|8[0-2])\d\d/, 4],
]
/** Identifiers whose data end by their length alone, by their first two digits: section 7.8.5, figure 7.8.5-2. */
const predefined: Readonly<Record<string, number>> = {
  ...{ '00': 18, '01': 14, '02': 14, '03': 14, '04': 16, 20: 2, 41: 13 },
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 6])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 6])),
}
/** Of elements that we have no use for, in characters: the longest there are. */
const foreignMax = 90

/** An identifier of the standard that we do not read: it is skipped, by its length or to the next separator. */
function foreignAt(text: string, at: number): { readonly ai: string; readonly layout: Layout } | undefined {
  const start = text.slice(at, at + 4)
  const length = identifierLengths.find(([begins]) => begins.test(start))?.[1]
  if (length === undefined) return undefined
  const fixed = predefined[start.slice(0, 2)]
  return {
    ai: start.slice(0, length),
    layout: fixed === undefined ? upTo(foreignMax) : { max: fixed, fixed: true, digits: true },
  }
}

/**
 * True when the last digit is the GS1 check digit of the others: EAN-8, UPC-12, EAN-13, GTIN-14, SSCC-18.
 * False for anything that is not made of 2 to 18 digits.
 */
export function hasCheckDigit(digits: string): boolean {
  return /^\d{2,18}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1)
}

/**
 * The GS1 check digit of a number without it: from the right, digits weigh 3, 1, 3, …
 * Any other character counts as nothing, so check the digits first.
 */
export function checkDigit(digits: string): string {
  let sum = 0
  for (let index = digits.length - 1, weight = 3; index >= 0; index -= 1, weight = 4 - weight) {
    sum += (digits.charCodeAt(index) - 48) * weight
  }
  return String((10 - (sum % 10)) % 10)
}

/**
 * Reads a GS1 element string as a scanner sends it, FNC1 as `\x1d`, symbology identifier already removed, or as people
 * read it: `(01)09506000134352(17)260100(10)AB-1`. In the second form an opening bracket within data starts a new
 * element only when a known application identifier stands in it. Work is bounded by {@link gs1TextMax}.
 *
 * @param today `YYYY-MM-DD`; decides the century of two-digit years.
 * @returns the meaning, or the reason why it has none: what is no identifier of the standard, wrong length, check digit or date, or the
 *   same identifier twice with different data.
 */
export function parseGs1(text: string, today: string): Gs1 | Gs1Refusal {
  if (text.length > gs1TextMax) return refuse('条码过长', 'The barcode is too long')
  const elements = text.startsWith('(') ? readBrackets(text) : readElements(text)
  if (!Array.isArray(elements)) return elements
  return interpret(elements, today)
}

/**
 * A date of six digits `YYMMDD`. Day `00` is the last day of the month. The year is the one nearest to today: from 49
 * years back to 50 years ahead.
 * @returns `YYYY-MM-DD`, or undefined when there is no such day.
 */
export function gs1Date(digits: string, today: string): string | undefined {
  if (!/^\d{6}$/.test(digits)) return undefined
  const thisYear = Number(today.slice(0, 4))
  const century = thisYear - (thisYear % 100)
  const distance = Number(digits.slice(0, 2)) - (thisYear % 100)
  const shift = distance >= 51 ? -100 : distance <= -50 ? 100 : 0
  const year = century + Number(digits.slice(0, 2)) + shift
  const month = Number(digits.slice(2, 4))
  if (month < 1 || month > 12) return undefined
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const day = Number(digits.slice(4, 6)) || lastDay
  if (day > lastDay) return undefined
  return `${year}-${digits.slice(2, 4)}-${String(day).padStart(2, '0')}`
}

function readElements(text: string): Gs1Element[] | Gs1Refusal {
  const elements: Gs1Element[] = []
  let at = 0
  while (at < text.length) {
    // Two in a row part nothing.
    if (text[at] === groupSeparator) {
      at += 1
      continue
    }
    const known = identifierAt(text, at) ?? foreignAt(text, at)
    if (!known) return unknownIdentifier(text.slice(at, at + 4))
    const { ai, layout } = known
    at += ai.length
    const window = text.slice(at, at + layout.max + 1)
    const end = window.indexOf(groupSeparator)
    const data = layout.fixed || end < 0 ? window.slice(0, layout.max) : window.slice(0, end)
    const wrong = dataRefusal(ai, layout, data)
    if (wrong) return wrong
    elements.push({ ai, data })
    at += data.length
    if (text[at] === groupSeparator) at += 1
    else if (!layout.fixed && at < text.length) return wrongData(ai, data)
  }
  return elements.length > 0 ? elements : refuse('条码为空', 'The barcode is empty')
}

function readBrackets(text: string): Gs1Element[] | Gs1Refusal {
  const marks = [...text.matchAll(/\((\d{2,4})\)/g)].filter((mark) => {
    const known = identifierAt(mark[1] ?? '', 0) ?? foreignAt(mark[1] ?? '', 0)
    return known?.ai === mark[1] || mark.index === 0
  })
  const elements: Gs1Element[] = []
  for (const [order, mark] of marks.entries()) {
    const ai = mark[1] ?? ''
    const known = identifierAt(ai, 0) ?? foreignAt(ai, 0)
    if (known?.ai !== ai) return unknownIdentifier(ai)
    const data = text.slice(mark.index + mark[0].length, marks[order + 1]?.index)
    const wrong = dataRefusal(ai, known.layout, data)
    if (wrong) return wrong
    elements.push({ ai, data })
  }
  return elements.length > 0 ? elements : unknownIdentifier(text.slice(0, 6))
}

function identifierAt(text: string, at: number): { readonly ai: string; readonly layout: Layout } | undefined {
  for (const length of [2, 3, 4]) {
    const ai = text.slice(at, at + length)
    const key = length === 4 && /\d$/.test(ai) ? `${ai.slice(0, 3)}n` : ai
    const layout = ai.length === length && Object.hasOwn(layouts, key) ? layouts[key] : undefined
    if (layout) return { ai, layout }
  }
  return undefined
}

function dataRefusal(ai: string, layout: Layout, data: string): Gs1Refusal | undefined {
  const fits = layout.fixed ? data.length === layout.max : data.length >= 1 && data.length <= layout.max
  const alphabet = layout.digits ? /^\d*$/ : /^[!-~]*$/
  return fits && alphabet.test(data) ? undefined : wrongData(ai, data)
}

function interpret(elements: readonly Gs1Element[], today: string): Gs1 | Gs1Refusal {
  // A symbol of which we read nothing says nothing to us.
  const [first] = elements
  if (first && !elements.some(({ ai }) => identifierAt(ai, 0)))
    return unknownIdentifier((first.ai + first.data).slice(0, 4))
  const fields: Record<string, string | Qty> = {}
  for (const { ai, data } of elements) {
    const meaning = meaningOf(ai, data, today)
    if (!meaning) continue
    const [field, value] = meaning
    if (value === undefined) return wrongData(ai, data)
    if (fields[field] !== undefined && fields[field] !== value) return wrongData(ai, data)
    fields[field] = value
  }
  return { ...fields, elements }
}

/** The field an element fills, with an undefined value when its data make no sense; nothing for elements we only keep. */
function meaningOf(ai: string, data: string, today: string): [keyof Gs1, string | Qty | undefined] | undefined {
  switch (ai) {
    case '00':
      return ['sscc', checked(data)]
    case '01':
      return ['gtin', checked(data)]
    case '02':
      return ['contentGtin', checked(data)]
    case '10':
      return ['batch', data]
    case '11':
      return ['productionDate', gs1Date(data, today)]
    case '13':
      return ['packagingDate', gs1Date(data, today)]
    case '15':
      return ['bestBeforeDate', gs1Date(data, today)]
    case '16':
      return ['sellByDate', gs1Date(data, today)]
    case '17':
      return ['expireDate', gs1Date(data, today)]
    case '20':
      return ['variant', data]
    case '21':
      return ['serial', data]
    case '30':
    case '37':
      return ['count', BigInt(data) * qtyScale]
    default:
      return measureOf(ai, data)
  }
}

function measureOf(ai: string, data: string): [keyof Gs1, string | Qty | undefined] | undefined {
  const decimals = Number(ai[3])
  switch (ai.slice(0, 3)) {
    case '310':
      return ['netWeightKg', exactQty(withDecimals(data, decimals))]
    case '330':
      return ['grossWeightKg', exactQty(withDecimals(data, decimals))]
    case '390':
    case '392':
      return ['price', withDecimals(data, decimals)]
    default:
      return undefined
  }
}

/** `001234` with 3 decimals is `1.234`; zeros that say nothing are dropped. */
function withDecimals(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '')
  const part = padded.slice(padded.length - decimals).replace(/0+$/, '')
  return part ? `${whole}.${part}` : whole
}

/** A weight finer than a gram is no quantity of ours: better refused than rounded. */
function exactQty(decimal: string): Qty | undefined {
  try {
    return parseQty(decimal)
  } catch (error) {
    if (error instanceof QtyRefusal) return undefined
    throw error
  }
}

function checked(digits: string): string | undefined {
  return hasCheckDigit(digits) ? digits : undefined
}

function wrongData(ai: string, data: string): Gs1Refusal {
  return refuse(
    `条码内容错误：(${ai})${data.slice(0, 30)}`,
    `The barcode is wrong at application identifier (${ai})${data.slice(0, 30)}`,
  )
}

function unknownIdentifier(start: string): Gs1Refusal {
  return refuse(`条码含未知的应用标识符：${start}`, `Unknown application identifier in the barcode: ${start}`)
}

function refuse(zh: string, en: string): Gs1Refusal {
  return { refusal: [zh, en] }
}

import type { Qty } from '@lading/contract/kernel/qty.ts'
import type { ScaleFormat, ScaleUnit } from '@lading/contract/sys/scale.ts'
import { matchPattern, readPattern } from './pattern.ts'

/** What a line of a scale tells. */
export interface Weight {
  /** Kilograms, to the gram; null: it is overloaded. */
  readonly kg: Qty | null
  readonly isNet: boolean
  /** Null: the line does not say. */
  readonly isStable: boolean | null
}
/** A line that is none of a weight, such as the tare that was set. */
export const otherLine = 'OTHER'
/** Undefined: nobody could read it. */
export type ReadLine = (line: Buffer) => Weight | typeof otherLine | undefined

/** Grams in a unit, as a fraction: a pound is 453.59237 g by definition. */
const grams = { kg: [1_000n, 1n], g: [1n, 1n], lb: [45_359_237n, 100_000n] } as const satisfies Record<
  ScaleUnit,
  readonly [bigint, bigint]
>
const kgMax: Qty = 1_000_000n * 1_000n

const isUnit = (text: string): text is ScaleUnit => Object.hasOwn(grams, text)

/**
 * A number with its unit as kilograms. Scales that divide finer than a gram, and pounds, are rounded to the nearest gram,
 * as stock is kept.
 * @returns undefined where it is no number, or beyond a thousand tons
 */
export function inKg(number: string, unit: ScaleUnit): Qty | undefined {
  const read = /^([+-]?)(\d{0,9})(?:[.,](\d{0,6}))?$/.exec(number.replaceAll(' ', ''))
  const [, sign, whole = '', decimals = ''] = read ?? []
  if (!read || whole + decimals === '') return undefined
  const [by, per] = grams[unit]
  const over = per * 10n ** BigInt(decimals.length)
  const size = (2n * BigInt(whole + decimals) * by + over) / (2n * over)
  return size >= kgMax ? undefined : sign === '-' ? -size : size
}

const inText = (line: Buffer): string => line.toString('latin1')

/** `ST,GS,+  1.234kg`: stable or not, gross or net, the number and its unit. The second part may be missing. */
const readAnd =
  (usual: ScaleUnit): ReadLine =>
  (line) => {
    // Blanks only fill it up.
    const bare = inText(line).replace(/[ \t]/g, '')
    const read = /^(ST|US|OL|QT|HD),(?:(GS|NT|TR),?)?([+-]?[\d.,]{1,17})([a-z]{0,3})$/i.exec(bare)
    const [, head = '', kind = '', number = '', said = ''] = read ?? []
    const state = head.toUpperCase()
    if (/^OL,/i.test(bare)) return { kg: null, isNet: false, isStable: false }
    if (!read) return undefined
    // Pieces that are counted, and the tare alone, are no weight of what stands there.
    if (state === 'QT' || kind.toUpperCase() === 'TR') return otherLine
    const unit = said === '' ? usual : said.toLowerCase()
    const kg = isUnit(unit) ? inKg(number, unit) : undefined
    return kg === undefined ? undefined : { kg, isNet: kind.toUpperCase() === 'NT', isStable: state !== 'US' }
  }

const readNumber =
  (usual: ScaleUnit): ReadLine =>
  (line) => {
    const bare = inText(line).replace(/[ \t]/g, '')
    const [, number = '', said = ''] = /^([+-]?[\d.,]{1,17})([a-z]{0,3})$/i.exec(bare) ?? []
    const unit = said === '' ? usual : said.toLowerCase()
    const kg = isUnit(unit) ? inKg(number, unit) : undefined
    return kg === undefined ? undefined : { kg, isNet: false, isStable: null }
  }

const readOwn = (pattern: string | null, usual: ScaleUnit): ReadLine => {
  const parts = readPattern(pattern)
  return (line) => {
    const told = matchPattern(parts, inText(line))
    const unit = told?.unit?.toLowerCase() ?? usual
    const kg = told && isUnit(unit) ? inKg(told.weight, unit) : undefined
    return kg === undefined ? undefined : { kg, isNet: told?.isNet ?? false, isStable: told?.isStable ?? null }
  }
}

/** Of a frame of Mettler Toledo's continuous output: STX, three status bytes, six digits of weight, six of tare, CR. */
export const toledoLength = 17
/** Where the point stands, by the lowest three bits of the first status byte: digits after it; below zero, zeros behind. */
const toledoPoint = [-2, -1, 0, 1, 2, 3, 4, 5] as const
const readToledo: ReadLine = (line) => {
  // Whatever parity the line has, seven bits are the sign.
  const byte = (i: number): number => (line[i] ?? 0) & 0x7f
  const [a, b, c] = [byte(1), byte(2), byte(3)]
  const isFrame = line.length >= toledoLength - 1 && [a, b, c].every((s) => (s & 0x20) !== 0)
  if (!isFrame) return undefined
  const digits = Array.from({ length: 6 }, (_, i) => String.fromCharCode(byte(4 + i))).join('')
  if (!/^ *\d+$/.test(digits)) return undefined
  const unit: ScaleUnit | undefined =
    (c & 0x07) === 1 ? 'g' : (c & 0x07) !== 0 ? undefined : (b & 0x10) !== 0 ? 'kg' : 'lb'
  if (unit === undefined) return undefined
  const isNet = (b & 0x01) !== 0
  if ((b & 0x04) !== 0) return { kg: null, isNet, isStable: false }
  const decimals = toledoPoint[a & 0x07] ?? 0
  const plain = digits.trim().padStart(7, '0')
  const number =
    decimals > 0 ? `${plain.slice(0, -decimals)}.${plain.slice(-decimals)}` : plain.slice(-6) + '0'.repeat(-decimals)
  const kg = inKg(`${(b & 0x02) !== 0 ? '-' : ''}${number}`, unit)
  return kg === undefined ? undefined : { kg, isNet, isStable: (b & 0x08) === 0 }
}

/** How lines of a scale are read. */
export interface Speech {
  /** Null: as A&D. */
  readonly lineFormat: ScaleFormat | null
  readonly linePattern: string | null
  /** Where a line names none; null: kilograms. */
  readonly lineUnit: ScaleUnit | null
}
/** @throws Fault pattern */
export function lineReader({ lineFormat, linePattern, lineUnit }: Speech): ReadLine {
  const usual = lineUnit ?? 'kg'
  if (lineFormat === 'TOLEDO') return readToledo
  if (lineFormat === 'NUMBER') return readNumber(usual)
  if (lineFormat === 'PATTERN') return readOwn(linePattern, usual)
  return readAnd(usual)
}

import { packText } from '../kernel/caseText.ts'
import { isQtyText, parseQty, type Qty } from '../kernel/qty.ts'
import type { Text } from '../kernel/text.ts'
import { wrongDigit } from '../mdm/barcodeCheck.ts'
import { checkDigit, hasCheckDigit } from '../mdm/gs1.ts'
import type { PackLevel } from '../mdm/product.ts'

/** A decimal as it is read or typed; nothing stands for not known. */
type Figure = string | null | undefined
/** What of a product and one of its packs this file reads. */
export interface EachFacts {
  readonly baseUnit?: string | null | undefined
  readonly isWeigh?: boolean | undefined
  readonly gtin?: string | null | undefined
  readonly lengthCm?: Figure
  readonly widthCm?: Figure
  readonly heightCm?: Figure
  readonly volumeM3?: Figure
  readonly weightKg?: Figure
  readonly netWeightKg?: Figure
}
export interface PackFacts {
  readonly qpc?: Figure
  readonly midQpc?: Figure
  readonly caseUnit?: string | null | undefined
  readonly barcode?: string | null | undefined
  readonly palletTi?: number | null | undefined
  readonly palletHi?: number | null | undefined
  readonly lengthCm?: Figure
  readonly widthCm?: Figure
  readonly heightCm?: Figure
  readonly volumeM3?: Figure
  readonly weightKg?: Figure
  readonly netWeightKg?: Figure
  readonly midUnit?: string | null | undefined
  readonly midBarcode?: string | null | undefined
  readonly midLengthCm?: Figure
  readonly midWidthCm?: Figure
  readonly midHeightCm?: Figure
  readonly midWeightKg?: Figure
  readonly palletBarcode?: string | null | undefined
  readonly palletLengthCm?: Figure
  readonly palletWidthCm?: Figure
  readonly palletHeightCm?: Figure
  readonly palletWeightKg?: Figure
}

/** One level of a pack, from the single piece to the pallet. */
export interface Level {
  readonly level: PackLevel
  readonly unit: string | null
  /** How many of the level below it holds; 1 for the piece. */
  readonly holds: Qty
  /** How many base units it holds: the product of all below. */
  readonly units: Qty
  readonly gtin: string | null
  /** Centimetres as they are written, or null where one is not known. */
  readonly size: readonly [string, string, string] | null
  readonly volumeM3: number | null
  readonly weightKg: number | null
}

const positive = (text: Figure): Qty | undefined => {
  if (typeof text !== 'string' || !isQtyText(text)) return undefined
  const qty = parseQty(text)
  return qty > 0n ? qty : undefined
}
const number = (text: Figure): number | null =>
  text === null || text === undefined || text === '' || !Number.isFinite(Number(text)) ? null : Number(text)
const sizeOf = (l: Figure, w: Figure, h: Figure): Level['size'] => (l && w && h ? [l, w, h] : null)
const volumeOf = (size: Level['size']): number | null =>
  size && size.reduce((product, side) => product * Number(side), 1) / 1_000_000

/** Case units, inner pack units (the same where there are none), base units of a pallet. */
function factors({ qpc, midQpc, palletTi, palletHi }: PackFacts) {
  const units = positive(qpc) ?? 1000n
  const mid = positive(midQpc) ?? units
  const cases = palletTi && palletHi ? BigInt(palletTi * palletHi) : 0n
  return { units, mid: mid < units ? mid : units, cases }
}

/** 1*24 or 1*2*6; undefined while the factors are none. */
export function packName(pack: PackFacts): string | undefined {
  if (pack.qpc && !positive(pack.qpc)) return undefined
  const { units, mid } = factors(pack)
  return packText({ qpc: units, mid })
}

/** 单品 → 中包 → 箱 → 托盘, as far as the pack has them. */
export function levelsOf(each: EachFacts, pack: PackFacts): Level[] {
  const { units, mid, cases } = factors(pack)
  const eachSize = sizeOf(each.lengthCm, each.widthCm, each.heightCm)
  const caseSize = sizeOf(pack.lengthCm, pack.widthCm, pack.heightCm)
  const midSize = sizeOf(pack.midLengthCm, pack.midWidthCm, pack.midHeightCm)
  const palletSize = sizeOf(pack.palletLengthCm, pack.palletWidthCm, pack.palletHeightCm)
  const level = (
    name: PackLevel,
    of: Omit<Level, 'level' | 'volumeM3' | 'weightKg'>,
    volume: number | null,
    weight: Figure,
  ) => ({ level: name, ...of, volumeM3: volume, weightKg: number(weight) })
  const levels: Level[] = [
    level(
      'EACH',
      { unit: each.baseUnit ?? null, holds: 1000n, units: 1000n, gtin: each.gtin ?? null, size: eachSize },
      number(each.volumeM3) ?? volumeOf(eachSize),
      each.weightKg,
    ),
  ]
  if (mid < units)
    levels.push(
      level(
        'INNER',
        { unit: pack.midUnit ?? null, holds: mid, units: mid, gtin: pack.midBarcode ?? null, size: midSize },
        volumeOf(midSize),
        pack.midWeightKg,
      ),
    )
  if (units !== 1000n || pack.barcode)
    levels.push(
      level(
        'CASE',
        {
          unit: pack.caseUnit ?? null,
          holds: (units * 1000n) / (mid < units ? mid : 1000n),
          units,
          gtin: pack.barcode ?? null,
          size: caseSize,
        },
        number(pack.volumeM3) ?? volumeOf(caseSize),
        pack.weightKg,
      ),
    )
  if (cases > 0n)
    levels.push(
      level(
        'PALLET',
        { unit: null, holds: cases * 1000n, units: units * cases, gtin: pack.palletBarcode ?? null, size: palletSize },
        volumeOf(palletSize),
        pack.palletWeightKg,
      ),
    )
  return levels
}

/**
 * The GTIN-14 of a pack: an indicator from 1 to 8, the twelve digits of what it holds, a new check digit. Undefined for
 * what is no GTIN, and for numbers of restricted circulation (02, 04, 20 to 29), which never leave the shop.
 */
export function suggestGtin14(contained: string | null | undefined, indicator: number): string | undefined {
  if (!contained || !/^(\d{8}|\d{12,14})$/.test(contained) || !hasCheckDigit(contained)) return undefined
  const gtin13 = contained.padStart(14, '0').slice(1)
  if (/^(02|04|2\d)/.test(gtin13) && contained.length !== 8) return undefined
  const body = `${indicator}${gtin13.slice(0, 12)}`
  return body + checkDigit(body)
}

/** The first suggestion whose indicator is not used yet. */
export function freeGtin14(contained: string | null | undefined, used: readonly (string | null | undefined)[]) {
  for (let indicator = 1; indicator <= 8; indicator += 1) {
    const gtin = suggestGtin14(contained, indicator)
    if (gtin === undefined || !used.includes(gtin)) return gtin
  }
  return undefined
}

const fixed = (n: number, scale: number): string => String(Number(n.toFixed(scale)))
/** Volume and weight of the higher levels from those below; what is not known stays out. */
export function fromParts(each: EachFacts, pack: PackFacts): Partial<Record<keyof PackFacts, string>> {
  const { units, mid, cases } = factors(pack)
  const count = (qty: Qty): number => Number(qty) / 1000
  const found: Partial<Record<keyof PackFacts, string>> = {}
  const [eachWeight, eachNet] = [number(each.weightKg), number(each.netWeightKg)]
  const eachVolume = number(each.volumeM3) ?? volumeOf(sizeOf(each.lengthCm, each.widthCm, each.heightCm))
  const caseVolume =
    volumeOf(sizeOf(pack.lengthCm, pack.widthCm, pack.heightCm)) ?? (eachVolume && eachVolume * count(units))
  if (mid < units && eachWeight !== null) found.midWeightKg = fixed(eachWeight * count(mid), 3)
  if (caseVolume !== null) found.volumeM3 = fixed(caseVolume, 6)
  const caseWeight = eachWeight === null ? number(pack.weightKg) : eachWeight * count(units)
  if (eachWeight !== null) found.weightKg = fixed(eachWeight * count(units), 3)
  if (eachNet !== null) found.netWeightKg = fixed(eachNet * count(units), 3)
  if (cases > 0n && caseWeight !== null) found.palletWeightKg = fixed(caseWeight * Number(cases), 3)
  return found
}

/** What is wrong with one field of a pack, or with `each`'s field of the product itself. */
export interface PackProblem {
  readonly field: string
  readonly text: Text
}

const texts = {
  nothing: ['包装含量必须大于0', 'Pack quantity must be greater than 0'],
  notWhole: ['每箱数量不是整数', 'Units per case must be a whole number'],
  midTooLarge: ['中包数量不能大于每箱数量', 'Units per inner pack cannot exceed units per case'],
  midNoPart: ['每箱数量应为中包数量的整数倍', 'Units per case must be a multiple of units per inner pack'],
  smaller: ['尺寸小于下级包装', 'Smaller than the pack inside it'],
  lighter: ['毛重不能小于净重', 'The gross weight must not be less than the net weight'],
  pattern: ['每层箱数与层数应同时填写', 'Enter both cases per layer and layers'],
} as const satisfies Record<string, Text>

const sorted = (size: readonly [string, string, string]): number[] => size.map(Number).sort((a, b) => b - a)
/** However it is turned, a box goes into another only when each of its sides does. */
const isSmaller = (outer: NonNullable<Level['size']>, inner: NonNullable<Level['size']>): boolean => {
  const held = sorted(inner)
  return sorted(outer).some((side, i) => side < (held[i] ?? 0))
}

function sizeProblems(each: EachFacts, pack: PackFacts): PackProblem[] {
  const fieldOf: Readonly<Record<PackLevel, string>> = {
    EACH: 'lengthCm',
    INNER: 'midLengthCm',
    CASE: 'lengthCm',
    PALLET: 'palletLengthCm',
  }
  const sized = levelsOf(each, pack).filter((l) => l.size !== null)
  return sized.flatMap((outer, i) => {
    const inner = sized[i - 1]
    return inner?.size && outer.size && outer.units > inner.units && isSmaller(outer.size, inner.size)
      ? [{ field: fieldOf[outer.level], text: texts.smaller }]
      : []
  })
}

/** Everything that makes no sense about a pack of the product; told to whoever types it. */
export function packProblems(each: EachFacts, pack: PackFacts): PackProblem[] {
  const found: PackProblem[] = []
  const tell = (field: string, text: Text | undefined) => text && found.push({ field, text })
  const [units, mid] = [positive(pack.qpc), positive(pack.midQpc)]
  if (pack.qpc !== undefined && pack.qpc !== null && !units) tell('qpc', texts.nothing)
  if (pack.midQpc && !mid) tell('midQpc', texts.nothing)
  if (units && each.isWeigh !== true && units % 1000n !== 0n) tell('qpc', texts.notWhole)
  if (units && mid && mid > units) tell('midQpc', texts.midTooLarge)
  else if (units && mid && units % mid !== 0n) tell('midQpc', texts.midNoPart)
  for (const field of ['midBarcode', 'barcode', 'palletBarcode'] as const) tell(field, wrongDigit(pack[field]))
  if (Boolean(pack.palletTi) !== Boolean(pack.palletHi)) tell(pack.palletTi ? 'palletHi' : 'palletTi', texts.pattern)
  if (isLighter(pack)) tell('weightKg', texts.lighter)
  return [...found, ...sizeProblems(each, pack)]
}

/** Gross below net, of a piece or a case. */
export function isLighter({ weightKg, netWeightKg }: Pick<PackFacts, 'weightKg' | 'netWeightKg'>): boolean {
  const [gross, net] = [number(weightKg), number(netWeightKg)]
  return gross !== null && net !== null && gross < net
}
export const lighterText: Text = texts.lighter

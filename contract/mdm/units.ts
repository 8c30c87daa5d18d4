import { formatQty, type Qty } from '../kernel/qty.ts'
import { plural, type Text } from '../kernel/text.ts'

/** The usual units of goods, as English calls them. What is not here is shown as it was typed. */
export const unitWords: Readonly<Record<string, string>> = {
  个: 'pc',
  件: 'pc',
  只: 'pc',
  支: 'pc',
  枚: 'pc',
  根: 'pc',
  条: 'pc',
  块: 'bar',
  片: 'sheet',
  张: 'sheet',
  双: 'pair',
  套: 'set',
  份: 'portion',
  瓶: 'bottle',
  罐: 'can',
  听: 'can',
  杯: 'cup',
  碗: 'bowl',
  盒: 'box',
  袋: 'bag',
  包: 'pack',
  提: 'multipack',
  排: 'strip',
  卷: 'roll',
  桶: 'tub',
  筐: 'crate',
  箱: 'case',
  托: 'pallet',
  板: 'pallet',
  公斤: 'kg',
  千克: 'kg',
  克: 'g',
  吨: 't',
  升: 'l',
  毫升: 'ml',
  米: 'm',
}

/** A unit as both languages call it. */
export const unitText = (unit: string): Text => [unit, unitWords[unit] ?? unit]

const measures: ReadonlySet<string> = new Set(['kg', 'g', 't', 'l', 'ml', 'm'])
const counted: ReadonlySet<string> = new Set(Object.values(unitWords).filter((word) => !measures.has(word)))
/** So many of a unit, which may be in either language: `3 箱`, `1 box`, `18 boxes`, `2 kg`. @param count as it is shown */
export const countOf = (count: string, unit: string): string =>
  `${count} ${count !== '1' && counted.has(unit) ? plural(unit) : unit}`

/** Goods and their pack, as far as they say how they are counted. */
export interface Counted {
  readonly unit: string
  readonly isWeigh: boolean
  /** How many a case holds. */
  readonly qpc: Qty | undefined
  readonly caseUnit: string | undefined
}
/** So many of goods as who works with them counts: `3 箱 + 2 瓶`, `3 cases + 2 bottles`. */
export function countedAs(qty: Qty, { unit, isWeigh, qpc, caseUnit }: Counted): Text {
  const loose = unitText(unit)
  const inCases = !isWeigh && qpc !== undefined && qpc > 1000n && qty >= qpc
  const each = (language: 0 | 1, n: Qty) => countOf(formatQty(n), loose[language])
  if (!inCases) return [each(0, qty), each(1, qty)]
  const cases = unitText(caseUnit ?? '箱')
  const both = (language: 0 | 1) =>
    [countOf(String(qty / qpc), cases[language]), ...(qty % qpc > 0n ? [each(language, qty % qpc)] : [])].join(' + ')
  return [both(0), both(1)]
}

import type { Text } from '@lading/contract/kernel/text.ts'

/**
 * The years 1900 to 2100, five hexadecimal digits each: whether the leap month is long, twelve months from the first
 * (1: thirty days), and which month leaps. The table was worked out once from the astronomical calendar; it is smaller than a library,
 * and the browser's own `Intl` is wrong on hundreds of days.
 */
const table = [
  '04bd804ae00a570054d50d2600d95016554056a009ad0055d204ae00a5b60a4d00d2501d2550b540',
  '0d6a00ada2095b014977049700a4b00b4b506a5006d401ab5402b6009570052f204970065660d4a0',
  '0ea5016a9505ad002b60186e3092e01c8d70c9500d4a01d8a60b550056a01a5b4025d0092d00d2b2',
  '0a9500b55706ca00b5501535504da00a5b014573052b00a9a80e95006aa00aea60ab5004b600aae4',
  '0a570052600f2630d95005b57056a0096d004dd504ad00a4d00d4d40d2500d5580b5400b6a0195a6',
  '095b0049b00a9740a4b00b27a06a5006d400af460ab600957004af504970064b0074a30ea5006b58',
  '05ac00ab60096d5092e00c9600d9540d4a00da5007552056a00abb7025d0092d00cab50a9500b4a0',
  '0baa40ad50055d904ba00a5b015176052b00a9300795406aa00ad5005b5204b600a6e60a4e00d260',
  '0ea650d53005aa0076a3096d004afb04ad00a4d01d0b60d2500d5200dd450b5a0056d0055b2049b0',
  '0a5770a4b00aa501b25506d200ada014b6309370049f804970064b0168a60ea5006b201a6c40aae0',
  '092e00d2e30c9600d5570d4a00da5005d55056a00a6d0055d4052d00a9b80a9500b4a00b6a60ad50',
  '055a00aba40a5b0052b00b273069300733706aa00ad5014b5504b600a570054e40d1600e9680d520',
  '0daa016aa6056d004ae00a9d40a2d00d1500f2520d520',
].join('')
const firstYear = 1900
const digits = 5
const yearCount = table.length / digits
const dayMs = 86_400_000
/** New Year's Day of 1900. */
const start = Date.UTC(1900, 0, 31)

export interface LunarDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly isLeap: boolean
  /** 1 to 30. */
  readonly day: number
}

interface Month extends Omit<LunarDay, 'day'> {
  /** Days from the first New Year's Day to its own first. */
  readonly from: number
  readonly days: number
}
function readTable(): readonly Month[] {
  const months: Month[] = []
  let from = 0
  const add = (year: number, month: number, isLeap: boolean, isLong: number): void => {
    const days = isLong === 0 ? 29 : 30
    months.push({ year, month, isLeap, from, days })
    from += days
  }
  for (let at = 0; at < yearCount; at += 1) {
    const bits = Number.parseInt(table.slice(at * digits, (at + 1) * digits), 16)
    for (let month = 1; month <= 12; month += 1) {
      add(firstYear + at, month, false, bits & (1 << (16 - month)))
      if (month === (bits & 0xf)) add(firstYear + at, month, true, bits & 0x10000)
    }
  }
  return months
}
let read: readonly Month[] | undefined

/** The lunar date of a day such as `2026-11-22`; undefined outside the lunar years 1900 to 2100. */
export function lunarOf(day: string): LunarDay | undefined {
  const n = Math.round((Date.parse(`${day}T00:00:00Z`) - start) / dayMs)
  read ??= readTable()
  let low = 0
  let high = read.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((read[middle]?.from ?? 0) <= n) low = middle
    else high = middle - 1
  }
  const found = read[low]
  if (!found || !(n >= found.from && n < found.from + found.days)) return undefined
  const { year, month, isLeap, from } = found
  return { year, month, isLeap, day: n - from + 1 }
}

const stems = '甲乙丙丁戊己庚辛壬癸'
const branches = '子丑寅卯辰巳午未申酉戌亥'
const animals: readonly Text[] = [
  ['鼠', 'Rat'],
  ['牛', 'Ox'],
  ['虎', 'Tiger'],
  ['兔', 'Rabbit'],
  ['龙', 'Dragon'],
  ['蛇', 'Snake'],
  ['马', 'Horse'],
  ['羊', 'Goat'],
  ['猴', 'Monkey'],
  ['鸡', 'Rooster'],
  ['狗', 'Dog'],
  ['猪', 'Pig'],
]
const monthNames = '正二三四五六七八九十冬腊'
const numerals = '一二三四五六七八九十'
const nth = (names: string, n: number): string => names.charAt(n % names.length)

function dayName(day: number): string {
  if (day === 10) return '初十'
  if (day === 20) return '二十'
  if (day === 30) return '三十'
  return `${nth('初十廿', Math.floor(day / 10))}${nth(numerals, (day % 10) - 1)}`
}
const monthName = ({ month, isLeap }: LunarDay): string => `${isLeap ? '闰' : ''}${nth(monthNames, month - 1)}月`

/** 农历丙午(马)年十月十四. Who reads English learns which month and day it is, and whose year. */
export function lunarText(d: LunarDay): Text {
  const cycle = d.year - 4
  const [animal, animalName] = animals[cycle % animals.length] ?? ['', '']
  return [
    `农历${nth(stems, cycle)}${nth(branches, cycle)}(${animal})年${monthName(d)}${dayName(d.day)}`,
    `Lunar ${d.isLeap ? 'leap ' : ''}month ${d.month}, day ${d.day}, year of the ${animalName}`,
  ]
}

/** What stands in a cell of a calendar: the day, or the month where it begins. */
export const lunarCell = (d: LunarDay): Text => [
  d.day === 1 ? monthName(d) : dayName(d.day),
  `${d.month}${d.isLeap ? '+' : ''}/${d.day}`,
]

import type { Text } from '@lading/contract/kernel/text.ts'
import dayjs, { type Dayjs } from 'dayjs'
import { todayText } from '../../client/time.ts'

interface DayWord {
  readonly title: Text
  readonly from: (today: Dayjs) => Dayjs
  readonly to: (today: Dayjs) => Dayjs
}
const day = (n: number) => (today: Dayjs) => today.add(n, 'day')
const monthStart = (n: number) => (today: Dayjs) => today.add(n, 'month').startOf('month')
const monthEnd = (n: number) => (today: Dayjs) => today.add(n, 'month').endOf('month')

/** Stretches of days that are said by how far they are from today, so that a saved view or a link means the same tomorrow. */
export const dayWords = {
  today: { title: ['今天', 'Today'], from: day(0), to: day(0) },
  yesterday: { title: ['昨天', 'Yesterday'], from: day(-1), to: day(-1) },
  last7: { title: ['近7天', 'Last 7 days'], from: day(-6), to: day(0) },
  last30: { title: ['近30天', 'Last 30 days'], from: day(-29), to: day(0) },
  month: { title: ['本月', 'This month'], from: monthStart(0), to: monthEnd(0) },
  lastMonth: { title: ['上月', 'Last month'], from: monthStart(-1), to: monthEnd(-1) },
  tomorrow: { title: ['明天', 'Tomorrow'], from: day(1), to: day(1) },
  next7: { title: ['未来7天', 'Next 7 days'], from: day(0), to: day(6) },
} as const satisfies Record<string, DayWord>
export type DayWordName = keyof typeof dayWords

/** What no day and no figure begins with. */
const sign = '@'
export const wordText = (name: DayWordName): string => sign + name
export const isWord = (text: string): boolean => text.startsWith(sign)
/** The word that a filter says; undefined where it says days, or a word that there is not. */
export function wordIn(text: string): DayWordName | undefined {
  const name = text.slice(sign.length)
  return isWord(text) && Object.hasOwn(dayWords, name) ? (name as DayWordName) : undefined
}

/** The days that a word means. @param today `YYYY-MM-DD`, left out: by the clocks of the working organisation */
export function daysOf(name: DayWordName, today = todayText()): { readonly from: string; readonly to: string } {
  const { from, to } = dayWords[name]
  const at = dayjs(today)
  return { from: from(at).format('YYYY-MM-DD'), to: to(at).format('YYYY-MM-DD') }
}

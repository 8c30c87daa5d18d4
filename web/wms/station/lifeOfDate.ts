import type { Text } from '@lading/contract/kernel/text.ts'

interface Life {
  readonly text: Text
  readonly args: Readonly<Record<string, unknown>>
  /** No goods at the dock are usually like this: the figures deserve a second look. */
  readonly isOdd: boolean
}
const dayMs = 86_400_000
const daysFrom = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** What a date on the goods means, said before it is taken: the server's rules decide afterwards. */
export function lifeOfDate(date: string, today: string, isExpiry: boolean, lifeDays: number | null): Life | undefined {
  if (!isExpiry && date > today)
    return { text: ['生产日期晚于今天', 'Produced later than today'], args: {}, isOdd: true }
  if (!isExpiry && lifeDays === null) return undefined
  const expires = isExpiry
    ? date
    : new Date(Date.parse(date) + (lifeDays ?? 0) * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const days = daysFrom(today, expires)
  if (days <= 0) return { text: ['{expires} 已到期', 'Expired on {expires}'], args: { expires }, isOdd: true }
  const isOdd = isExpiry && lifeDays !== null && days > lifeDays
  return isOdd
    ? {
        text: ['剩{days}天，超过保质期{life}天', 'Days left: {days}, more than the shelf life of {life}'],
        args: { days, life: lifeDays },
        isOdd,
      }
    : {
        text: ['{expires} 到期，剩{days}天', 'Expires {expires}, {days} {days|day|days} left'],
        args: { expires, days },
        isOdd,
      }
}

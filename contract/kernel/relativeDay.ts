import { addDays, daysBetween } from './day.ts'

/** A day that is told from today: `@today-6`, `@week_start`, `@month_start`, `@month_end`, `@year_start`; else the text itself. */
export function relativeDay(text: string, today: string): string {
  const match = /^@(today|week_start|month_start|month_end|year_start)([+-]\d{1,4})?$/.exec(text)
  if (!match) return text
  const [year = 0, month = 1] = today.split('-').map(Number)
  const iso = (d: Date): string => d.toISOString().slice(0, 10)
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const starts: Readonly<Record<string, string>> = {
    today,
    week_start: addDays(today, -weekday),
    month_start: `${today.slice(0, 7)}-01`,
    month_end: iso(new Date(Date.UTC(year, month, 0))),
    year_start: `${year}-01-01`,
  }
  return addDays(starts[match[1] ?? ''] ?? today, Number(match[2] ?? 0))
}

/** A calendar day told from today, so that it moves on with it; what is told so already, or is no day, stays as it is. */
export function fromToday(text: string, today: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const days = daysBetween(today, text)
  if (Math.abs(days) > 9999) return text
  return days === 0 ? '@today' : `@today${days > 0 ? '+' : ''}${days}`
}

import { assert } from './fault.ts'

const msPerDay = 86_400_000

/** Days from one calendar day to another, negative when `to` is earlier. Both are `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return (timeOf(to) - timeOf(from)) / msPerDay
}

/** The calendar day so many days later (earlier when negative), `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(timeOf(day) + days * msPerDay).toISOString().slice(0, 10)
}

function timeOf(day: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  assert(!Number.isNaN(time), `a calendar day, not ${day.slice(0, 20)}`)
  return time
}

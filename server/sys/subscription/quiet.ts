import { instantAt, wallTime } from '../../kernel/clock.ts'

const dayMs = 86_400_000

/**
 * When somebody's quiet hours end, if it is one of them now by the clocks of his zone.
 * @param from `HH:mm`, which may be later than `to`: over midnight
 */
export function quietUntil(now: Date, zone: string, from: string, to: string): Date | undefined {
  const clock = wallTime(zone, now).slice(11, 16)
  const isOver = from > to
  const isQuiet = isOver ? clock >= from || clock < to : clock >= from && clock < to
  if (!isQuiet) return undefined
  const day = (ms: number) => wallTime(zone, new Date(ms)).slice(0, 10)
  const ends = isOver && clock >= from ? day(now.getTime() + dayMs) : day(now.getTime())
  return instantAt(zone, `${ends} ${to}:00`)
}

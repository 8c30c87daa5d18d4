import type { AutoTrigger } from '@lading/contract/wms/autoRule.ts'
import { nextRun } from '../../platform/job/schedule.ts'

/** What a rule says of when it runs. */
export interface When {
  readonly trigger: string
  readonly everyMin?: number | null
  readonly cutOff?: string | null
  readonly cron?: string | null
}
/** So often the waiting orders are counted, for rules that wait until there are enough. */
const countingMs = 60_000

const next: Readonly<Record<AutoTrigger, (w: When, after: Date, timeZone: string) => Date | null>> = {
  HAND: () => null,
  EVERY: (w, after) => new Date(after.getTime() + (w.everyMin ?? 0) * 60_000),
  CUTOFF: (w, after, timeZone) => {
    const [hour = '0', minute = '0'] = (w.cutOff ?? '').split(':')
    return nextRun(`${Number(minute)} ${Number(hour)} * * *`, after, timeZone)
  },
  CRON: (w, after, timeZone) => nextRun(w.cron ?? '', after, timeZone),
  COUNT: (_, after) => new Date(after.getTime() + countingMs),
}

/** When a rule has its next turn, by the clocks of its centre; null: never of its own accord. @throws the refusal of a schedule that is none */
export const nextTurn = (w: When, after: Date, timeZone: string): Date | null =>
  next[w.trigger as AutoTrigger](w, after, timeZone)

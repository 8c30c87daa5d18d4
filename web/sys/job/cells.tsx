import type { Text } from '@lading/contract/kernel/text.ts'
import { cronWords } from '@lading/contract/sys/cronWords.ts'
import { type RunState, runStates } from '@lading/contract/sys/job.ts'
import type { Say } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const tones: Readonly<Record<RunState, Tone>> = {
  WAITING: 'idle',
  RUNNING: 'busy',
  DONE: 'good',
  FAILED: 'bad',
  TIMEOUT: 'bad',
  CANCELLED: 'warn',
  SKIPPED: 'idle',
}
const isState = (value: unknown): value is RunState => Object.hasOwn(runStates, String(value))

/** How a run ended, or where it stands. */
export const RunTag = ({ state, t }: { state: unknown; t: Say }) =>
  isState(state) ? <StatusTag tone={tones[state]}>{t(runStates[state])}</StatusTag> : <span className="muted">–</span>

const spans: readonly (readonly [ms: number, text: Text])[] = [
  [3_600_000, ['{n} 小时', '{n} h']],
  [60_000, ['{n} 分', '{n} min']],
  [1_000, ['{n} 秒', '{n} s']],
  [0, ['{n} 毫秒', '{n} ms']],
]
/** A span of time, in the largest unit of which it is one. */
export function duration(ms: unknown, t: Say): string {
  if (typeof ms !== 'number') return ''
  const [unit, text] = spans.find(([least]) => ms >= least && (least > 0 || ms >= 0)) ?? [0, ['{n}', '{n}'] as Text]
  return t(text, { n: unit > 0 ? Math.round((ms / unit) * 10) / 10 : ms })
}

export const jobCells: Readonly<Record<string, Column['render']>> = {
  cron: (row, t) => <span title={String(row.cron)}>{t(cronWords(String(row.cron)))}</span>,
  lastStatus: (row, t) => <RunTag state={row.lastStatus} t={t} />,
  nextTime: (row, t) =>
    row.disabled ? <span className="muted">{t(['已暂停', 'Paused'])}</span> : shownTime(String(row.nextTime)),
}

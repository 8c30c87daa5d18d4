import { type InteractiveState, interactiveStates } from '@lading/contract/sys/collection.ts'
import { cronWords } from '@lading/contract/sys/cronWords.ts'
import type { Say } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { RunTag } from '../job/cells.tsx'

const tones: Readonly<Record<InteractiveState, Tone>> = {
  PENDING: 'busy',
  OK: 'good',
  FAILED: 'bad',
  CANCELLED: 'idle',
  IGNORED: 'idle',
}
const isState = (value: unknown): value is InteractiveState => Object.hasOwn(interactiveStates, String(value))

/** What became of a record. */
export const RecordTag = ({ state, t }: { state: unknown; t: Say }) =>
  isState(state) ? <StatusTag tone={tones[state]}>{t(interactiveStates[state])}</StatusTag> : null

/** @param titleOf what an object is called */
export const collectionCells = (titleOf: (key: string) => string): Readonly<Record<string, Column['render']>> => ({
  object: (row) => (row.object ? titleOf(String(row.object)) : ''),
  cron: (row, t) => (row.cron ? <span title={String(row.cron)}>{t(cronWords(String(row.cron)))}</span> : ''),
  lastStatus: (row, t) => <RunTag state={row.lastStatus} t={t} />,
})

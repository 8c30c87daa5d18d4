import { type LabelState, labelExceptions, labelStates } from '@lading/contract/wms/pickLabel.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

export const labelTones: Readonly<Record<LabelState, Tone>> = {
  NEW: 'idle',
  PRINTED: 'warn',
  OBTAINED: 'busy',
  DONE: 'good',
  EXCEPTION: 'bad',
  VOID: 'idle',
}
/** How lists of labels show what has become of each. */
export const labelCells: Record<string, Column['render']> = {
  state: (row, t) => {
    // The choice: one of its words.
    const state = row.state as LabelState
    return <StatusTag tone={labelTones[state]}>{t(labelStates[state])}</StatusTag>
  },
  printed: (row, t) =>
    row.printed === true ? (
      <StatusTag tone="good">{t(['已打印', 'Printed'])}</StatusTag>
    ) : (
      <StatusTag tone="idle">{t(['未打印', 'Not printed'])}</StatusTag>
    ),
  exceptionCode: (row, t) => {
    const word = labelExceptions[String(row.exceptionCode) as keyof typeof labelExceptions]
    return word ? <StatusTag tone="warn">{t(word)}</StatusTag> : <span className="muted">–</span>
  },
}

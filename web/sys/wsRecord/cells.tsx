import { type WsState, wsRecord, wsStates } from '@lading/contract/sys/wsRecord.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const tones: Readonly<Record<WsState, Tone>> = {
  PENDING: 'idle',
  SENT: 'busy',
  ACKED: 'good',
  FAILED: 'bad',
  EXPIRED: 'warn',
}
const isState = (value: unknown): value is WsState => Object.hasOwn(wsStates, String(value))

export const recordCells: Readonly<Record<string, Column['render']>> = {
  status: ({ status }, t) =>
    isState(status) ? <StatusTag tone={tones[status]}>{t(wsStates[status])}</StatusTag> : null,
  kind: ({ kind }, t) => t(wsRecord.fields.kind.choices?.[String(kind)] ?? [String(kind), String(kind)]),
}

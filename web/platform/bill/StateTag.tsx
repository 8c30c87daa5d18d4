import type { Flow } from '@lading/contract/kernel/flow.ts'
import { useText } from '../../client/text.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { toneOf } from './state.ts'

/** The state that a record of a flow is in. */
export function StateTag({ flow, state }: { flow: Flow; state: unknown }) {
  const t = useText()
  const name = String(state)
  return <StatusTag tone={toneOf(flow, name)}>{t(flow.states[name] ?? [name, name])}</StatusTag>
}

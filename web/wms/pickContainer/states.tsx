import { type PickContainerState, pickContainer, pickContainerStates } from '@lading/contract/wms/pickContainer.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** Containers are assigned to picks, never typed in or changed in a form. */
export const listed = { ...pickContainer, actions: pickContainer.actions.filter((a) => a !== 'update') }

const tones: Readonly<Record<PickContainerState, Tone>> = {
  BOUND: 'idle',
  USED: 'busy',
  DONE: 'good',
  VOID: 'bad',
  FREED: 'idle',
}
/** How the list shows what has become of each. */
export const cells: Record<string, Column['render']> = {
  state: (row, t) => {
    // The choice: one of its words.
    const state = row.state as PickContainerState
    return <StatusTag tone={tones[state]}>{t(pickContainerStates[state])}</StatusTag>
  },
}

import { dockSteps } from '@lading/contract/wms/masterCalls.ts'
import { dock, dockStates } from '@lading/contract/wms/place.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

type DockState = keyof typeof dockStates
const tones: Readonly<Record<DockState, Tone>> = { FREE: 'good', BUSY: 'busy', CLOSED: 'idle' }
const cells: Record<string, Column['render']> = {
  state: (row, t) => {
    // The computed choice: one of its three words.
    const state = row.state as DockState
    return <StatusTag tone={tones[state]}>{t(dockStates[state])}</StatusTag>
  },
}

/** Opening and closing, by the user's rights; closing asks why. */
function useSteps() {
  const { can, refused } = useVerbs(dock)
  return (row: Row): readonly RowAction[] => {
    if (row.closed === true)
      return can(dock, 'release')
        ? [{ key: 'open', title: dockSteps.open.title, refused, run: () => void runMany(dock, dockSteps.open, [row]) }]
        : []
    const title = dockSteps.close.title
    const close = () => void runMany(dock, dockSteps.close, [row], { title, reason: true })
    return can(dock, 'stop') ? [{ key: 'close', title, refused, run: close }] : []
  }
}

/** The docks: which is free, at work or closed. */
export function DockList() {
  const steps = useSteps()
  return <SheetList of={dock} cells={cells} rowActions={(row, standard) => [...steps(row), ...standard]} />
}

export function DockDetail() {
  const steps = useSteps()
  return <EntityDetail of={dock} actions={(row, standard) => [...steps(row), ...standard]} />
}

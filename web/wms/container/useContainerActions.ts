import { container, containerFlow } from '@lading/contract/wms/container.ts'
import { containerSteps } from '@lading/contract/wms/masterCalls.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { useFlowActions } from '../../platform/bill/useFlowActions.ts'
import { usePrint } from '../../platform/print/usePrint.ts'
import { printings } from '../printings.ts'

/** Containers come in series, never one by one. */
export const listed = { ...container, actions: container.actions.filter((a) => a !== 'create') }
export const flowing = { header: listed, flow: containerFlow }
const stepCall = (step: string) => Object.entries(containerSteps).find(([name]) => name === step)?.[1]

/** What may be done with a container, in its list and on its own page. */
export function useContainerActions() {
  const flow = useFlowActions(flowing, stepCall)
  const { can } = useVerbs(container)
  const prints = usePrint(listed, printings.container)
  const unhold = (row: Row): readonly RowAction[] =>
    can(container, 'update') && row.hold === true
      ? [
          {
            key: 'unhold',
            title: ['解冻', 'Release hold'],
            run: () => void runMany(listed, containerSteps.unhold, [row]),
          },
        ]
      : []
  return (row: Row, standard: readonly RowAction[]): readonly RowAction[] => [
    ...unhold(row),
    ...standard,
    ...prints.detailActions(row),
    ...flow.actionsOf(row).filter((a) => row.hold !== true || a.key !== 'hold'),
  ]
}

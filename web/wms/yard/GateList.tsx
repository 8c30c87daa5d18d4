import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import type { ComponentType } from 'react'
import type { Column } from '../../kernel/list/columns.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { useDialogs } from '../../platform/bill/useDialogs.tsx'
import { billSteps, useFlowActions } from '../../platform/bill/useFlowActions.ts'
import type { Printing } from '../../platform/print/papers.ts'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { visitVain } from './visitVain.ts'

export interface GateProps {
  readonly of: AnyEntity
  /** The deeds of the page, as the flow of visits calls them. */
  readonly steps: readonly string[]
  readonly print?: Printing
  readonly Above?: ComponentType
  /** What is said where there are none: that, and how they come about. */
  readonly none: readonly [title: Text, hint: Text]
}
const paper = { ...warehouseRegister, header: warehouseRegister.header as AnyEntity }
const onlyOne = ['state'] as const
const cells: Record<string, Column['render']> = {
  state: (row) => <StateTag flow={warehouseRegister.flow} state={row.state} />,
}

/** Visits that wait for somebody's deed, with the buttons of that. */
export function GateList({ of, steps, print, Above, none }: GateProps) {
  const flow = useFlowActions(paper, billSteps(paper))
  const own = useDialogs(paper, { refuses: visitVain })
  const prints = usePrint(paper.header, print)
  return (
    <>
      <SheetList
        of={of}
        cells={cells}
        none={none}
        // Where all are in one state there is none to choose.
        {...([of.only?.state].flat().length === 1 && { omit: onlyOne })}
        {...(Above && { above: () => <Above /> })}
        rowActions={(row) => [
          ...own.withDialogs(row, flow.actionsOf(row)).filter((a) => steps.includes(a.key) && a.refused === undefined),
          ...prints.rowActions(row),
        ]}
        bulkActions={() => own.withAsking(flow.bulkActions.filter((a) => steps.includes(a.key)))}
      />
      {own.dialog}
    </>
  )
}

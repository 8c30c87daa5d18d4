import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { containerContents, freeContainers } from '@lading/contract/wms/pickContainerCalls.ts'
import { useState } from 'react'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { printings } from '../printings.ts'
import { ContentsDrawer } from './ContentsDrawer.tsx'
import { RebindDialog } from './RebindDialog.tsx'
import { cells, listed } from './states.tsx'
import { Waiting } from './Waiting.tsx'
import './pickContainer.css'

/** 拣货容器打印: picks that wait for containers, and below all that were assigned, to be printed, replaced or given back. */
export function PickContainers() {
  const prints = usePrint(pickContainer, printings.pickContainer)
  const { can, refused } = useVerbs(pickContainer)
  const [shown, setShown] = useState<Row>()
  const [rebound, setRebound] = useState<Row>()
  const changes = (row: Row): readonly RowAction[] =>
    can(pickContainer, 'update') && row.state === 'BOUND'
      ? [
          { key: 'rebind', title: ['换绑', 'Replace'], refused, run: () => setRebound(row) },
          {
            key: 'free',
            title: ['退回', 'Give back'],
            refused,
            run: () => void runMany(pickContainer, freeContainers, [row]),
          },
        ]
      : []
  return (
    <>
      <SheetList
        of={listed}
        cells={cells}
        above={() => <Waiting />}
        rowActions={(row) => [
          ...(row.state === 'BOUND' || row.state === 'USED' ? prints.rowActions(row) : []),
          ...changes(row),
          { key: 'contents', title: containerContents.title, run: () => setShown(row) },
        ]}
        bulkActions={() => prints.bulkActions}
      />
      {shown && <ContentsDrawer row={shown} onClose={() => setShown(undefined)} />}
      {rebound && <RebindDialog row={rebound} onClose={() => setRebound(undefined)} />}
    </>
  )
}

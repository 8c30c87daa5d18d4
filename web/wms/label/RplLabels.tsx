import { rplLabel } from '@lading/contract/wms/pickLabel.ts'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { printings } from '../printings.ts'
import { labelCells } from './states.tsx'

/** 补货标签打印: labels of replenishment, chosen by wave, area and whether they were printed. */
export function RplLabels() {
  const prints = usePrint(rplLabel, printings.rplLabel)
  return (
    <SheetList
      of={rplLabel}
      cells={labelCells}
      rowActions={(row) => (row.state === 'DONE' || row.state === 'VOID' ? [] : prints.rowActions(row))}
      bulkActions={() => prints.bulkActions}
    />
  )
}

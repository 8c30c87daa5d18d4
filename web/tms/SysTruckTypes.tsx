import { adoptTypes } from '@lading/contract/tms/masterCalls.ts'
import { sysTruckType } from '@lading/contract/tms/sysTruckType.ts'
import { runMany, useVerbs } from '../kernel/verbs.tsx'
import { SheetList } from '../platform/sheet/SheetList.tsx'

/** Kinds of trucks as they are sold, each to begin a type of one's own with. */
export function SysTruckTypes() {
  const { can, refused } = useVerbs(sysTruckType)
  const action = { key: 'adopt', title: adoptTypes.title }
  if (!can(sysTruckType, 'run')) return <SheetList of={sysTruckType} />
  return (
    <SheetList
      of={sysTruckType}
      rowActions={(row, standard) => [
        { ...action, refused, run: () => void runMany(sysTruckType, adoptTypes, [row]) },
        ...standard,
      ]}
      bulkActions={(standard) =>
        refused ? standard : [{ ...action, run: (rows) => runMany(sysTruckType, adoptTypes, rows) }, ...standard]
      }
    />
  )
}

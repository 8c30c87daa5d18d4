import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { dcList } from '../views.ts'
import { useDcActions } from './useDcActions.ts'

const where = { type: ['DC'] }
const omit = ['type']

/** The tenant's logistics centres. */
export function DcList() {
  const actionsOf = useDcActions()
  return <SheetList of={dcList} where={where} omit={omit} rowActions={actionsOf} />
}

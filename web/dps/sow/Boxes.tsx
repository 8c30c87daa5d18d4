import { fullDests, sowContainer } from '@lading/contract/dps/sowing.ts'
import type { Row } from '../../kernel/records.ts'
import { runMany, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'

const full = (rows: readonly Row[]) => runMany(sowContainer, fullDests, rows, { title: fullDests.title })

/** 播种箱查询: what stands at which position, and how much is still to come. */
export function Boxes() {
  const { can, refused } = useVerbs(sowContainer)
  const may = can(sowContainer, 'run')
  const action = { key: 'full', title: fullDests.title, refused }
  return (
    <SheetList
      of={sowContainer}
      rowActions={(row, standard) => [...(may ? [{ ...action, run: () => void full([row]) }] : []), ...standard]}
      bulkActions={(standard) => [...(may && !refused ? [{ ...action, run: full }] : []), ...standard]}
    />
  )
}

import type { Trail } from '@lading/contract/kernel/trail.ts'
import { createElement } from 'react'
import type { Row } from '../../kernel/records.ts'
import type { BillTab } from '../bill/BillDetail.tsx'
import { later } from '../later.ts'

const TrailTable = later(async () => (await import('./TrailTable.tsx')).TrailTable)

/** One tab per trail; nothing is asked before a tab is opened. */
export const trailTabs =
  (...trails: readonly Trail[]) =>
  (bill: Row): readonly BillTab[] =>
    trails.map((trail) => ({
      key: trail.of.noun,
      title: trail.title,
      content: createElement(TrailTable, { trail, bill }),
    }))

import type { Trail } from '@lading/contract/wms/trail.ts'
import { createElement, lazy, Suspense } from 'react'
import type { DetailTab } from '../../kernel/detail/EntityDetail.tsx'
import type { Row } from '../../kernel/records.ts'
import { sayNow } from '../../kernel/text.ts'

const TrailTable = lazy(async () => ({ default: (await import('./TrailTable.tsx')).TrailTable }))

/** One tab per trail; nothing is asked before a tab is opened. */
export const trailTabs =
  (...trails: readonly Trail[]) =>
  (bill: Row): readonly DetailTab[] =>
    trails.map((trail) => ({
      key: trail.of.noun,
      title: sayNow(trail.title),
      content: createElement(Suspense, { fallback: null }, createElement(TrailTable, { trail, bill })),
    }))

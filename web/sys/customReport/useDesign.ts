import type { ReportSheet, ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { useState } from 'react'
import { coveredBy, emptyTemplate, nameAt, onSheet, type Range } from './edit.ts'

/** Steps that can be taken back. */
const mostSteps = 100

interface History {
  readonly past: readonly ReportTemplate[]
  readonly now: ReportTemplate
  readonly next: readonly ReportTemplate[]
}

export interface Design {
  readonly template: ReportTemplate
  readonly sheet: ReportSheet
  readonly index: number
  readonly range: Range
  /** The first chosen cell. */
  readonly cell: string
  readonly isChanged: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly change: (work: (t: ReportTemplate) => ReportTemplate) => void
  readonly changeSheet: (work: (s: ReportSheet) => ReportSheet) => void
  /** What is there now is kept. */
  readonly wasSaved: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly choose: (range: Range) => void
  readonly show: (index: number) => void
}

/** A template that is worked on, each step of which can be taken back, and what of it is chosen. */
export function useDesign(kept: ReportTemplate | null): Design {
  const [history, setHistory] = useState<History>({ past: [], now: kept ?? emptyTemplate, next: [] })
  const [saved, setSaved] = useState(history.now)
  const [index, setIndex] = useState(0)
  const [chosen, setChosen] = useState<Range>({ row: 0, col: 0, rows: 1, cols: 1 })
  const change: Design['change'] = (work) =>
    setHistory(({ past, now }) => {
      const made = work(now)
      return made === now ? { past, now, next: [] } : { past: [...past, now].slice(-mostSteps), now: made, next: [] }
    })
  const { now } = history
  const at = Math.min(index, now.sheets.length - 1)
  const sheet = now.sheets[at] ?? (emptyTemplate.sheets[0] as ReportSheet)
  // A merged cell is chosen whole.
  const cover = coveredBy(sheet, chosen.row, chosen.col)
  const range = cover && chosen.rows === 1 && chosen.cols === 1 ? cover.range : chosen
  return {
    ...{ template: now, sheet, index: at, range, change },
    cell: nameAt(range.row, range.col),
    isChanged: now !== saved,
    wasSaved: () => setSaved(now),
    canUndo: history.past.length > 0,
    canRedo: history.next.length > 0,
    changeSheet: (work) => change((t) => onSheet(t, at, work)),
    undo: () =>
      setHistory(({ past, now: last, next }) => {
        const before = past.at(-1)
        return before ? { past: past.slice(0, -1), now: before, next: [last, ...next] } : { past, now: last, next }
      }),
    redo: () =>
      setHistory(({ past, now: last, next: [first, ...rest] }) =>
        first ? { past: [...past, last], now: first, next: rest } : { past, now: last, next: [] },
      ),
    choose: setChosen,
    show: setIndex,
  }
}

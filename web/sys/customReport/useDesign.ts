import type { ReportSheet, ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { useState } from 'react'
import { coveredBy, emptyTemplate, nameAt, onSheet, type Range } from './edit.ts'
import { type Kept, useHistory } from './useHistory.ts'

export interface Design extends Kept<ReportTemplate> {
  readonly sheet: ReportSheet
  readonly index: number
  readonly range: Range
  /** The first chosen cell. */
  readonly cell: string
  readonly changeSheet: (work: (s: ReportSheet) => ReportSheet) => void
  readonly choose: (range: Range) => void
  readonly show: (index: number) => void
}

/** A grid that is worked on, and what of it is chosen. */
export function useDesign(kept: ReportTemplate | null): Design {
  const history = useHistory(kept ?? emptyTemplate)
  const [index, setIndex] = useState(0)
  const [chosen, setChosen] = useState<Range>({ row: 0, col: 0, rows: 1, cols: 1 })
  const { template, change } = history
  const at = Math.min(index, template.sheets.length - 1)
  const sheet = template.sheets[at] ?? (emptyTemplate.sheets[0] as ReportSheet)
  // A merged cell is chosen whole.
  const cover = coveredBy(sheet, chosen.row, chosen.col)
  const range = cover && chosen.rows === 1 && chosen.cols === 1 ? cover.range : chosen
  return {
    ...history,
    ...{ sheet, index: at, range },
    cell: nameAt(range.row, range.col),
    changeSheet: (work) => change((t) => onSheet(t, at, work)),
    choose: setChosen,
    show: setIndex,
  }
}

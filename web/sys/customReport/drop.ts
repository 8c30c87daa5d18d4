import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import type { ReportCell, ReportSet, ReportSheet, ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { nameAt, namesIn, onSheet, placeOf, setCells, shiftLines } from './edit.ts'

/** A field of a model, as it is dragged. */
export interface Dragged {
  readonly model: string
  readonly name: string
  readonly title: string
  readonly isMeasure: boolean
}

type Sets = ReportTemplate['sets']
/** The set of a model that takes one more field; a first one where there is none. @param name of a set of one's own */
export function withSet(sets: Sets, d: Dragged, name?: string): { readonly sets: Sets; readonly set: string } {
  const known = Object.entries(sets).find(([key, s]) => s.model === d.model && (name === undefined || key === name))
  const set = known?.[0] ?? name ?? `d${Object.keys(sets).length + 1}`
  const before: ReportSet = known?.[1] ?? { model: d.model, dims: [], measures: [], filters: [], sort: [] }
  const key = d.isMeasure ? 'measures' : 'dims'
  const next = before[key].includes(d.name) ? before : { ...before, [key]: [...before[key], d.name] }
  return { sets: { ...sets, [set]: next }, set }
}

/**
 * Puts a field on a cell: a figure is added up, whatever else is grouped downwards. An empty cell above is given its title,
 * so that a first report needs nothing typed.
 */
export function dropField(
  t: ReportTemplate,
  sheet: number,
  at: { row: number; col: number },
  d: Dragged,
): ReportTemplate {
  const { sets, set } = withSet(t.sets, d)
  const bound: ReportCell = d.isMeasure
    ? { bind: { set, field: d.name, take: 'SUM' }, style: { format: '#,##0.##' } }
    : { bind: { set, field: d.name, take: 'GROUP', sort: 'ASC' }, expand: 'DOWN' }
  return onSheet({ ...t, sets }, sheet, (before) => {
    const s = roomy(before, at, d)
    const placed = setCells(s, [nameAt(at.row, at.col)], ({ style, span }) => ({
      ...bound,
      ...(span && { span }),
      style: { ...bound.style, ...style },
    }))
    const above = nameAt(at.row - 1, at.col)
    if (at.row === 0 || s.cells[above]) return placed
    return setCells(placed, [above], () => ({
      v: d.title,
      style: { bold: true, border: 'bottom', ...(d.isMeasure && { align: 'right' }) },
    }))
  })
}

const wordWidth = 160
/** Words have room, and the rows above the first group are the head of each page. */
const roomy = (s: ReportSheet, at: { row: number; col: number }, d: Dragged): ReportSheet => ({
  ...s,
  cols: d.isMeasure ? s.cols : s.cols.map((width, i) => (i === at.col ? Math.max(width, wordWidth) : width)),
  page:
    s.page.head || at.row === 0 || Object.values(s.cells).some((c) => c.bind)
      ? s.page
      : { ...s.page, head: [1, at.row] },
})

/** A row of sums under a group: below its rows, before the next of what contains it. */
export function addSubtotal(t: ReportTemplate, sheet: number, group: string, title: string): ReportTemplate {
  return onSheet(t, sheet, (s) => {
    const at = placeOf(group)
    const height = s.cells[group]?.span?.[0] ?? 1
    const below = at.row + height
    const grown = shiftLines(s, 'row', below, 1)
    const figures = Object.entries(grown.cells).filter(
      ([name, c]) =>
        placeOf(name).row >= at.row && placeOf(name).row < below && c.bind && !c.expand && c.bind.take !== 'LIST',
    )
    const wide = Math.max(at.col, ...figures.map(([name]) => placeOf(name).col))
    const lined = setCells(grown, namesIn({ row: below, col: at.col, rows: 1, cols: wide - at.col + 1 }), () => ({
      left: group,
      style: { border: 'top' },
    }))
    const labelled = setCells(lined, [nameAt(below, at.col)], () => ({
      v: title,
      left: group,
      style: { bold: true, border: 'top' },
    }))
    return setCells(
      labelled,
      figures.map(([name]) => nameAt(below, placeOf(name).col)),
      (_, name) => {
        const [, of] = figures.find(([f]) => placeOf(f).col === placeOf(name).col) ?? []
        return { ...of, left: group, style: { ...of?.style, bold: true, border: 'top' } }
      },
    )
  })
}

/** A row of sums of everything at the end. */
export function addTotal(t: ReportTemplate, sheet: number, title: string): ReportTemplate {
  return onSheet(t, sheet, (s) => {
    const used = Math.max(0, ...Object.keys(s.cells).map((n) => placeOf(n).row + (s.cells[n]?.span?.[0] ?? 1)))
    const figures = new Map(
      Object.entries(s.cells).flatMap(([name, c]) =>
        c.bind && !c.expand && c.bind.take !== 'LIST' ? [[placeOf(name).col, c] as const] : [],
      ),
    )
    const first = Math.min(...Object.keys(s.cells).map((n) => placeOf(n).col), 0)
    const rows = used >= s.rows.length ? [...s.rows, 26] : s.rows
    const labelled = setCells({ ...s, rows }, [nameAt(used, first)], () => ({
      v: title,
      left: null,
      style: { bold: true, border: 'top' },
    }))
    return setCells(
      labelled,
      [...figures.keys()].map((col) => nameAt(used, col)),
      (_, name) => {
        const of = figures.get(placeOf(name).col)
        return { ...of, left: null, style: { ...of?.style, bold: true, border: 'top' } }
      },
    )
  })
}

/** What a field is called, of whatever model. */
export const fieldTitle = (
  models: readonly DescribedModel[],
  t: ReportTemplate,
  set: string,
  field: string,
): string => {
  const model = models.find((m) => m.key === t.sets[set]?.model)
  return [...(model?.dims ?? []), ...(model?.measures ?? [])].find((f) => f.name === field)?.title ?? field
}

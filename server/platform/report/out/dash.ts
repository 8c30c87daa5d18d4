import type { Dashboard, LaidWidget, Widget } from '@lading/contract/sys/dashboard.ts'
import type { LaidCell, LaidReport, LaidSheet } from '@lading/contract/sys/laidReport.ts'
import type { CellStyle } from '@lading/contract/sys/reportTemplate.ts'
import { grouped, plain, type SetData, type Subset, taken } from '../grid/data.ts'
import type { Sets } from '../grid/expand.ts'
import type { Value } from '../grid/formula.ts'
import { SheetError } from '../grid/sheetError.ts'
import { passOf } from '../pass.ts'
import { shownText } from './format.ts'

/** What a dashboard is put together with. */
export interface DashJob {
  readonly dashboard: Dashboard
  readonly sets: Sets
  readonly head: Pick<LaidReport, 'title' | 'asOf' | 'asked'>
  readonly words: readonly [string, string]
  /** What fields are called, by set. */
  readonly titles: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const styles: readonly CellStyle[] = [{ bold: true, border: 'bottom' }, {}, { align: 'right' }]

/** Puts a dashboard together: what each widget shows, and the same as sheets for files. @throws SheetError */
export function dashOf(job: DashJob): LaidReport {
  const widgets = job.dashboard.widgets.map((w) => laidWidget(w, job))
  const { refresh } = job.dashboard
  return { ...job.head, styles: [...styles], sheets: widgets.map(sheetOf), widgets, ...(refresh && { refresh }) }
}

function laidWidget(w: Widget, { sets, titles, words }: DashJob): LaidWidget {
  const set = Object.hasOwn(sets, w.set) ? sets[w.set] : undefined
  if (!set) throw new SheetError('noSet', { cell: w.title })
  for (const field of [w.by, w.split, ...w.figures])
    if (field !== undefined && !Object.hasOwn(set.columns, field) && !Object.hasOwn(set.ratios, field))
      throw new SheetError('noField', { cell: w.title, field })
  const all = Array.from({ length: set.size }, (_, i) => i)
  const title = (field: string): string => titles[w.set]?.[field] ?? field
  const { heads, cells } = shapeOf(w, set, all, title)
  const { id, type, at, link, by } = w
  const numbers = cells.map(({ key, values }) => {
    const own = values.map((v) => (typeof v === 'number' ? v : null))
    const pass = link && by !== undefined && key !== null ? passOf(link, set, by, key) : undefined
    return {
      key,
      values: own,
      texts: own.map((v) => shownText(v, w.format ?? '#,##0.##', words)),
      ...(pass && { pass }),
    }
  })
  const rows =
    w.most === undefined
      ? numbers
      : [...numbers].sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0)).slice(0, w.most)
  const [first] = rows[0]?.values ?? []
  const isMarked =
    w.type === 'FIGURE' &&
    typeof first === 'number' &&
    ((w.least !== undefined && first < w.least) || (w.greatest !== undefined && first > w.greatest))
  return { ...{ id, type, title: w.title, at, heads, rows, isMarked }, ...(link && { link }) }
}

interface Shape {
  readonly heads: string[]
  readonly cells: { readonly key: string | null; readonly values: Value[] }[]
}
/** A figure is one row; else one for each of what they stand for, with a column for each figure, or for each part. */
function shapeOf(w: Widget, set: SetData, all: Subset, title: (field: string) => string): Shape {
  const figures = (rows: Subset): Value[] => w.figures.map((f) => taken(set, f, 'SUM', rows))
  if (w.type === 'FIGURE' || w.by === undefined)
    return { heads: ['', ...w.figures.map(title)], cells: [{ key: null, values: figures(all) }] }
  const by = w.by
  const groups = [...grouped(set, by, all)]
  const said = (key: Value): string => String(plain(set, by, key) ?? '')
  const [figure] = w.figures
  if (w.split === undefined || figure === undefined)
    return {
      heads: [title(by), ...w.figures.map(title)],
      cells: groups.map(([key, rows]) => ({ key: said(key), values: figures(rows) })),
    }
  const split = w.split
  const parts = [...grouped(set, split, all).keys()]
  return {
    heads: [title(by), ...parts.map((p) => String(plain(set, split, p) ?? ''))],
    cells: groups.map(([key, rows]) => {
      const own = grouped(set, split, rows)
      return { key: said(key), values: parts.map((p) => taken(set, figure, 'SUM', own.get(p) ?? [])) }
    }),
  }
}

/** A widget as a sheet: its heads, then its rows. */
function sheetOf(w: LaidWidget, i: number): LaidSheet {
  const heads = w.heads.map((t, c): LaidCell => ({ r: 0, c, t, s: 0 }))
  const body = w.rows.flatMap(({ key, values, texts }, r): LaidCell[] => [
    { r: r + 1, c: 0, t: key ?? w.title, s: 1 },
    ...values.map((n, c): LaidCell => ({ r: r + 1, c: c + 1, t: texts[c] ?? '', s: 2, ...(n !== null && { n }) })),
  ])
  return {
    name: `${i + 1} ${w.title}`.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31),
    widths: w.heads.map((_, c) => (c === 0 ? 180 : 110)),
    freeze: { rows: 1, cols: 1 },
    pages: [{ heights: [26, ...w.rows.map(() => 24)], cells: [...heads, ...body] }],
  }
}

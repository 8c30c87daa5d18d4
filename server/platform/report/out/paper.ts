import type { LaidCell, LaidReport, LaidSheet } from '@lading/contract/sys/laidReport.ts'
import type { CellStyle, ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { type Mark, type PrintJob, textMark } from '../../print/page.ts'

const sizes = { A3: [297, 420], A4: [210, 297], A5: [148, 210] } as const
const margin = 10
const mmOfPx = 25.4 / 96
/** In points. */
const footSize = 8
const footHeight = 5
const padding = 0.8

/** Rows that go on one piece of paper: a page that is higher is cut, its heads repeated. */
function cut(heights: readonly number[], heads: number, room: number): number[][] {
  const all = heights.map((_, i) => i)
  const own = all.slice(0, heads)
  const headHeight = own.reduce((sum, i) => sum + (heights[i] ?? 0), 0)
  const papers: number[][] = [[]]
  let used = headHeight
  for (const i of all.slice(heads)) {
    const height = heights[i] ?? 0
    if (used + height > room && (papers.at(-1)?.length ?? 0) > 0) {
      papers.push([])
      used = headHeight
    }
    papers.at(-1)?.push(i)
    used += height
  }
  return papers.map((rows) => [...own, ...rows])
}

/** Lines are bars as thick as a hair: what the printer has. */
const hair = 0.15
const bar = (x: number, y: number, width: number, height: number): Mark => ({ kind: 'line', x, y, width, height })
function frame(x: number, y: number, width: number, height: number, border: CellStyle['border']): Mark[] {
  if (border === undefined) return []
  const top = bar(x, y, width, hair)
  const bottom = bar(x, y + height, width, hair)
  if (border !== 'all') return [border === 'top' ? top : bottom]
  return [top, bottom, bar(x, y, hair, height), bar(x + width, y, hair, height)]
}

interface Sheeted {
  readonly marks: Mark[][]
  readonly width: number
  readonly height: number
}
function marksOf(
  sheet: LaidSheet,
  styles: readonly CellStyle[],
  model: ReportSheet | undefined,
  title: string,
): Sheeted {
  const { page = {} } = model ?? {}
  const [short, long] = sizes[page.size ?? 'A4']
  const [width, height] = page.landscape ? [long, short] : [short, long]
  const wide = sheet.widths.reduce((a, b) => a + b, 0) * mmOfPx
  const scale = Math.min(1, (width - 2 * margin) / Math.max(wide, 1))
  const mm = (px: number): number => px * mmOfPx * scale
  const heads = page.head ? page.head[1] - page.head[0] + 1 : 0
  const lefts = sums(sheet.widths.map(mm))
  const papers = sheet.pages.flatMap(({ heights, cells }) =>
    cut(heights, heads, (height - 2 * margin - footHeight) / (mmOfPx * scale)).map((rows) => ({
      rows,
      heights,
      cells,
    })),
  )
  const marks = papers.map(({ rows, heights, cells }, p) => {
    const tops = sums(rows.map((i) => mm(heights[i] ?? 0)))
    const places = new Map(rows.map((i, at) => [i, at]))
    const drawn = cells.flatMap((cell) => cellMarks(cell, styles[cell.s] ?? {}, { places, tops, lefts, scale }))
    const foot = textMark(
      `${title}  ${p + 1} / ${papers.length}`,
      margin,
      height - margin - footHeight,
      width - 2 * margin,
      footHeight,
      footSize,
      { align: 'center' },
    )
    return [...drawn, foot]
  })
  return { marks, width, height }
}
const sums = (lengths: readonly number[]): number[] => {
  const made = [0]
  for (const length of lengths) made.push((made.at(-1) ?? 0) + length)
  return made
}

interface Where {
  readonly places: ReadonlyMap<number, number>
  readonly tops: readonly number[]
  readonly lefts: readonly number[]
  readonly scale: number
}
/** A cell on one piece of paper: as much of it as lies there. */
function cellMarks(
  { r, c, h = 1, w = 1, t, n }: LaidCell,
  style: CellStyle,
  { places, tops, lefts, scale }: Where,
): Mark[] {
  const rows = Array.from({ length: h }, (_, i) => places.get(r + i)).filter((i) => i !== undefined)
  const [first] = rows
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return []
  const x = margin + (lefts[c] ?? 0)
  const y = margin + (tops[first] ?? 0)
  const width = margin + (lefts[c + w] ?? 0) - x
  const height = margin + (tops[last + 1] ?? 0) - y
  const align = style.align ?? (n === undefined ? 'left' : 'right')
  const text = textMark(t, x + padding, y, Math.max(1, width - 2 * padding), height, (style.size ?? 10) * scale, {
    align,
    fit: !style.wrap,
  })
  return [...frame(x, y, width, height, style.border), ...(t === '' ? [] : [text])]
}

/** A report on paper. All its sheets are printed on the paper of the first. */
export function paperOf(report: LaidReport, models: readonly ReportSheet[]): PrintJob {
  const all = report.sheets.map((sheet, i) => marksOf(sheet, report.styles, models[i], report.title))
  const { width = 210, height = 297 } = all[0] ?? {}
  return { title: report.title, width, height, pages: all.flatMap((s) => s.marks) }
}

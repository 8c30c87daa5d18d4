import type { CellStyle, ReportCell, ReportSheet, ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'

/** From one cell to another, both included. */
export interface Range {
  readonly row: number
  readonly col: number
  readonly rows: number
  readonly cols: number
}
export const letterOf = (col: number): string =>
  col < 26 ? String.fromCharCode(65 + col) : letterOf(Math.floor(col / 26) - 1) + letterOf(col % 26)
export const nameAt = (row: number, col: number): string => `${letterOf(col)}${row + 1}`
export function placeOf(name: string): { row: number; col: number } {
  const [, letters = 'A', digits = '1'] = /^([A-Z]+)(\d+)$/.exec(name) ?? []
  return { row: Number(digits) - 1, col: [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1 }
}
export const namesIn = ({ row, col, rows, cols }: Range): string[] =>
  Array.from({ length: rows * cols }, (_, i) => nameAt(row + Math.floor(i / cols), col + (i % cols)))
export const rangeOf = (a: { row: number; col: number }, b: { row: number; col: number }): Range => ({
  row: Math.min(a.row, b.row),
  col: Math.min(a.col, b.col),
  rows: Math.abs(a.row - b.row) + 1,
  cols: Math.abs(a.col - b.col) + 1,
})

export const emptySheet = (name: string): ReportSheet => ({
  name,
  cols: Array.from({ length: 10 }, () => 96),
  rows: Array.from({ length: 16 }, () => 26),
  cells: {},
  page: {},
})
export const emptyTemplate: ReportTemplate = { v: 1, sheets: [emptySheet('Sheet1')], sets: {}, params: [] }

export const onSheet = (t: ReportTemplate, i: number, change: (s: ReportSheet) => ReportSheet): ReportTemplate => ({
  ...t,
  sheets: t.sheets.map((s, j) => (i === j ? change(s) : s)),
})
const isEmpty = (c: ReportCell): boolean => Object.values(c).every((v) => v === undefined)

/** Changes cells; one that holds nothing any more is none. */
export function setCells(
  s: ReportSheet,
  names: readonly string[],
  change: (c: ReportCell, name: string) => ReportCell,
): ReportSheet {
  const cells = { ...s.cells }
  for (const name of names) {
    const next = change(cells[name] ?? {}, name)
    if (isEmpty(next)) delete cells[name]
    else cells[name] = next
  }
  return { ...s, cells }
}
export const setStyle = (s: ReportSheet, range: Range, style: Partial<CellStyle>): ReportSheet =>
  setCells(s, namesIn(range), (c) => {
    const made = Object.fromEntries(
      Object.entries({ ...c.style, ...style }).filter(([, v]) => v !== undefined && v !== false),
    )
    const { style: _, ...rest } = c
    return Object.keys(made).length > 0 ? { ...rest, style: made } : rest
  })

/** Several cells become one, which holds what the first held. */
export function merge(s: ReportSheet, range: Range): ReportSheet {
  const [first = '', ...others] = namesIn(range)
  const cells = { ...s.cells }
  for (const name of others) delete cells[name]
  return { ...s, cells: { ...cells, [first]: { ...cells[first], span: [range.rows, range.cols] } } }
}
export const split = (s: ReportSheet, range: Range): ReportSheet =>
  setCells(s, namesIn(range), ({ span: _, ...c }) => c)

/** The cell that covers a place, and from where. */
export function coveredBy(s: ReportSheet, row: number, col: number): { name: string; range: Range } | undefined {
  for (const [name, { span }] of Object.entries(s.cells)) {
    if (!span) continue
    const at = placeOf(name)
    if (row >= at.row && row < at.row + span[0] && col >= at.col && col < at.col + span[1])
      return { name, range: { ...at, rows: span[0], cols: span[1] } }
  }
  return undefined
}

type Way = 'row' | 'col'
/** A formula with its cells moved; words in quotes stay. */
const movedFormula = (formula: string, move: (name: string) => string): string =>
  formula.replace(/"(?:[^"]|"")*"|\b([A-Za-z]{1,2}[1-9]\d{0,2})\b(?!\s*\()/g, (all, name?: string) =>
    name ? move(name.toUpperCase()) : all,
  )

/** Puts a line in, or takes one away: whatever names cells behind it follows. */
export function shiftLines(s: ReportSheet, way: Way, at: number, by: 1 | -1): ReportSheet {
  const movedLine = (n: number): number => (n >= (by > 0 ? at : at + 1) ? n + by : n)
  const move = (name: string): string => {
    const p = placeOf(name)
    return way === 'row' ? nameAt(movedLine(p.row), p.col) : nameAt(p.row, movedLine(p.col))
  }
  const isGone = (name: string): boolean => by < 0 && placeOf(name)[way] === at
  const asMoved = (name: string | null | undefined) => (name ? (isGone(name) ? undefined : move(name)) : name)
  const spanOf = (name: string, [r, c]: readonly [number, number]): [number, number] => {
    const first = placeOf(name)[way]
    const length = way === 'row' ? r : c
    const next = at > first && at < first + length ? length + by : length
    return way === 'row' ? [Math.max(1, next), c] : [r, Math.max(1, next)]
  }
  const linkOf = ({ path, params }: NonNullable<ReportCell['link']>): ReportCell['link'] => ({
    path,
    params: Object.fromEntries(Object.entries(params).map(([name, formula]) => [name, movedFormula(formula, move)])),
  })
  const cellOf = (name: string, { v, when, link, left, top, span, ...c }: ReportCell): ReportCell => {
    const [l, u] = [asMoved(left), asMoved(top)]
    return {
      ...c,
      ...(v !== undefined && { v: typeof v === 'string' && v.startsWith('=') ? movedFormula(v, move) : v }),
      ...(when && { when: when.map((w) => ({ ...w, if: movedFormula(w.if, move) })) }),
      ...(link && { link: linkOf(link) }),
      ...(l !== undefined && { left: l }),
      ...(u !== undefined && { top: u }),
      ...(span && { span: spanOf(name, span) }),
    }
  }
  const cells = Object.fromEntries(
    Object.entries(s.cells).flatMap(([name, c]) => (isGone(name) ? [] : [[move(name), cellOf(name, c)]])),
  )
  const lines = way === 'row' ? s.rows : s.cols
  const sizes =
    by > 0
      ? [...lines.slice(0, at), lines[at - 1] ?? lines[at] ?? 26, ...lines.slice(at)]
      : lines.filter((_, i) => i !== at)
  const band = (of: [number, number] | undefined) =>
    of && way === 'row' ? ([movedLine(of[0] - 1) + 1, movedLine(of[1] - 1) + 1] as [number, number]) : of
  const breakAfter = asMoved(s.page.breakAfter) ?? undefined
  const { head, tail, breakAfter: _, ...page } = s.page
  return {
    ...s,
    cells,
    [way === 'row' ? 'rows' : 'cols']: sizes,
    page: {
      ...page,
      ...(head && { head: band(head) }),
      ...(tail && { tail: band(tail) }),
      ...(breakAfter && { breakAfter }),
    },
  }
}

/** What was copied from a spreadsheet: lines with tabs between. Numbers become numbers. */
export function paste(s: ReportSheet, at: { row: number; col: number }, text: string): ReportSheet {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((l) => l.split('\t'))
  const rows = [...s.rows, ...Array.from({ length: Math.max(0, at.row + lines.length - s.rows.length) }, () => 26)]
  const wide = Math.max(...lines.map((l) => l.length))
  const cols = [...s.cols, ...Array.from({ length: Math.max(0, at.col + wide - s.cols.length) }, () => 96)]
  const cells = { ...s.cells }
  for (const [r, line] of lines.entries())
    for (const [c, word] of line.entries()) {
      const name = nameAt(at.row + r, at.col + c)
      const { v: _, bind: _b, ...kept } = cells[name] ?? {}
      const value = /^-?\d{1,15}(\.\d+)?$/.test(word) && !/^-?0\d/.test(word) ? Number(word) : word
      const next = word === '' ? kept : { ...kept, v: value }
      if (isEmpty(next)) delete cells[name]
      else cells[name] = next
    }
  return { ...s, rows, cols, cells }
}

/** What is copied of a range, as spreadsheets take it. */
export const copied = (s: ReportSheet, { row, col, rows, cols }: Range): string =>
  Array.from({ length: rows }, (_, r) =>
    Array.from({ length: cols }, (_, c) => String(s.cells[nameAt(row + r, col + c)]?.v ?? '')).join('\t'),
  ).join('\n')

/** The first cell of each column of a range, in all below it; formulas follow. */
export function fillDown(s: ReportSheet, { row, col, rows, cols }: Range): ReportSheet {
  let made = s
  for (let c = col; c < col + cols; c++)
    for (let r = row + 1; r < row + rows; r++) {
      const from = s.cells[nameAt(row, c)] ?? {}
      const move = (name: string): string => {
        const p = placeOf(name)
        return nameAt(p.row + r - row, p.col)
      }
      const v = typeof from.v === 'string' && from.v.startsWith('=') ? movedFormula(from.v, move) : from.v
      made = setCells(made, [nameAt(r, c)], () => ({ ...from, ...(v !== undefined && { v }) }))
    }
  return made
}

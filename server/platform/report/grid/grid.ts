import type { CellStyle, ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { codeOf } from '../pass.ts'
import { axisOf, type Box, boxesOf } from './axis.ts'
import { type Laid, type Line, layOut, type Node, type Sets, within } from './expand.ts'
import type { Value } from './formula.ts'
import { SheetError } from './sheetError.ts'
import { type OnPage, type Told, valuesOf } from './values.ts'

/** A cell of the result: from where, over how many rows and columns, and what it holds. */
export interface GridCell {
  readonly row: number
  readonly col: number
  readonly rows: number
  readonly cols: number
  readonly value: Value
  /** The template's cell. */
  readonly name: string
  readonly style: CellStyle
  readonly link?: { readonly path: string; readonly params: Readonly<Record<string, Value>> }
  /** For what a page works out anew. */
  readonly down: Node
  readonly right: Node
}
/** A sheet laid out: the one model of screen, workbook, text and paper. */
export interface Grid {
  readonly name: string
  readonly widths: readonly number[]
  readonly heights: readonly number[]
  /** Of each row: which of the template's it is, and in which copy. */
  readonly lines: readonly Line[]
  readonly cells: readonly GridCell[]
  /** The same cell as a page says it. */
  readonly onPage: (cell: GridCell, page: OnPage) => GridCell
}
export interface GridLimits {
  readonly rows: number
  readonly cells: number
}

const bare: CellStyle = {}

interface Run {
  readonly start: number
  length: number
  readonly node: Node
}

/** Where copies of each box stand: lines side by side that show the same box in the same copy. */
function runsOf(laid: Laid, lines: readonly Line[], boxes: readonly Box[]): Map<string, Run[]> {
  const { way, ownerOf } = laid.axis
  const first = (b: Box) => (way === 'DOWN' ? b.row : b.col)
  const count = (b: Box) => (way === 'DOWN' ? b.rows : b.cols)
  const runs = new Map<string, Run[]>(boxes.map((b) => [b.name, []]))
  const byLine = new Map<number, Box[]>()
  for (const b of boxes)
    for (let at = first(b); at < first(b) + count(b); at++) byLine.set(at, [...(byLine.get(at) ?? []), b])
  for (const [i, { at, node }] of lines.entries())
    for (const b of byLine.get(at) ?? []) {
      const own = within(node, ownerOf.get(b.name) ?? null)
      const list = runs.get(b.name)
      if (!own || !list) continue
      const last = list.at(-1)
      const isSame = last && last.node === own && last.start + last.length === i
      if (isSame) last.length += 1
      else list.push({ start: i, length: 1, node: own })
    }
  return runs
}

/** Lays a sheet out over its data. @throws SheetError */
export function gridOf(sheet: ReportSheet, sets: Sets, told: Told, limits: GridLimits): Grid {
  const boxes = boxesOf(sheet)
  const down = layOut(sheet, axisOf(sheet, 'DOWN'), sets, limits.rows)
  const right = layOut(sheet, axisOf(sheet, 'RIGHT'), sets, limits.rows)
  if (filled(down.lines, boxes, 'row') * filled(right.lines, boxes, 'col') > limits.cells)
    throw new SheetError('tooLarge', { most: String(limits.cells) })
  const values = valuesOf(sheet, sets, down, right, told)
  const { rows, cols } = shown(sheet, boxes, down, right, values)
  const [rowRuns, colRuns] = [runsOf(down, rows, boxes), runsOf(right, cols, boxes)]
  const cells: GridCell[] = []
  const make = (name: string, r: Run, c: Run, page?: OnPage): GridCell => {
    const cell = sheet.cells[name] ?? {}
    const holds = (cell.when ?? []).filter((w) => w.style && values.work(w.if, r.node, c.node, page) === true)
    // Most have the style of their kind itself: whoever counts styles knows it again.
    const style: CellStyle =
      holds.length > 0 ? Object.assign({}, cell.style, ...holds.map((w) => w.style)) : (cell.style ?? bare)
    const params = Object.entries(cell.link?.params ?? {}).map(([p, f]) => {
      const { set = '', field = '' } = sheet.cells[f.trim()]?.bind ?? {}
      const value = values.work(f, r.node, c.node, page)
      return [p, sets[set] ? codeOf(sets[set], field, value) : value]
    })
    return {
      ...{ row: r.start, col: c.start, rows: r.length, cols: c.length, name, style, down: r.node, right: c.node },
      value: values.at(name, r.node, c.node, page),
      ...(cell.link && { link: { path: cell.link.path, params: Object.fromEntries(params) } }),
    }
  }
  for (const { name } of boxes)
    for (const c of colRuns.get(name) ?? []) {
      const own = (rowRuns.get(name) ?? []).map((r) => make(name, r, c))
      cells.push(...(sheet.cells[name]?.mergeEqual ? merged(own) : own))
    }
  cells.sort((a, b) => a.row - b.row || a.col - b.col)
  return {
    name: sheet.name,
    widths: cols.map(({ at }) => sheet.cols[at] ?? 0),
    heights: rows.map(({ at }) => sheet.rows[at] ?? 0),
    lines: rows,
    cells,
    onPage: (cell, page) =>
      values.isOfPage.has(cell.name) ? { ...cell, value: values.at(cell.name, cell.down, cell.right, page) } : cell,
  }
}

/** How many lines hold anything: rows and columns that a template leaves empty cost nothing. */
function filled(lines: readonly Line[], boxes: readonly Box[], way: 'row' | 'col'): number {
  const count = way === 'row' ? 'rows' : 'cols'
  const held = new Set(boxes.flatMap((b) => Array.from({ length: b[count] }, (_, i) => b[way] + i)))
  return lines.reduce((n, { at }) => (held.has(at) ? n + 1 : n), 0)
}

/** Lines that no condition hides. */
function shown(
  sheet: ReportSheet,
  boxes: readonly Box[],
  down: Laid,
  right: Laid,
  values: ReturnType<typeof valuesOf>,
) {
  const hides = (way: 'ROW' | 'COL', laid: Laid, line: Line): boolean =>
    boxes.some((b) => {
      const isHere = way === 'ROW' ? b.row === line.at : b.col === line.at
      const own = isHere && within(line.node, laid.axis.ownerOf.get(b.name) ?? null)
      return (
        own &&
        (sheet.cells[b.name]?.when ?? []).some(
          (w) =>
            w.hide === way &&
            values.work(w.if, way === 'ROW' ? own : down.root, way === 'ROW' ? right.root : own, undefined) === true,
        )
      )
    })
  const some = (way: 'ROW' | 'COL') => Object.values(sheet.cells).some((c) => c.when?.some((w) => w.hide === way))
  return {
    rows: some('ROW') ? down.lines.filter((l) => !hides('ROW', down, l)) : down.lines,
    cols: some('COL') ? right.lines.filter((l) => !hides('COL', right, l)) : right.lines,
  }
}

/** Equal cells below each other, within the same copy of what contains them, as one. */
function merged(cells: readonly GridCell[]): GridCell[] {
  const made: GridCell[] = []
  for (const cell of cells) {
    const last = made.at(-1)
    const isOne =
      last && last.row + last.rows === cell.row && last.value === cell.value && last.down.up === cell.down.up
    if (isOne) made[made.length - 1] = { ...last, rows: last.rows + cell.rows }
    else made.push(cell)
  }
  return made
}

import type { ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { within } from './expand.ts'
import type { Grid, GridCell } from './grid.ts'
import type { OnPage } from './values.ts'

/** What stands on one page: rows by their number in the grid, null for one that only fills. */
export interface ReportPage {
  readonly heights: readonly number[]
  /** Their rows are those of the page. */
  readonly cells: readonly GridCell[]
}

type Rows = (number | null)[]

/** Cuts a grid into pages: heads and tails on each, breaks after groups and after so many rows, the last one filled. */
export function pagesOf(grid: Grid, { page, rows, cells }: ReportSheet): ReportPage[] {
  const inside = (at: number, span: readonly [number, number] | undefined): boolean =>
    span !== undefined && at + 1 >= span[0] && at + 1 <= span[1]
  const numbers = grid.lines.map((_, i) => i)
  const once = (i: number) => grid.lines[i]?.node.up === null
  const of = (span: readonly [number, number] | undefined) =>
    numbers.filter((i) => once(i) && inside(grid.lines[i]?.at ?? -1, span))
  const [heads, tails] = [of(page.head), of(page.tail)]
  const around = new Set([...heads, ...tails])
  const bodies = cut(
    grid,
    numbers.filter((i) => !around.has(i)),
    page.rowsPerPage,
    page.breakAfter,
  )
  if (page.fill && page.rowsPerPage) for (const body of bodies) while (body.length < page.rowsPerPage) body.push(null)
  const laid = bodies.map((body): Rows => [...heads, ...body, ...tails])

  const pageOf = new Map<number, number>()
  for (const [p, body] of bodies.entries()) for (const i of body) if (i !== null) pageOf.set(i, p)
  // Only aggregates of a page ask where cells stand.
  let starts: Map<string, number> | undefined
  const startOf = (cell: string): number => {
    starts ??= new Map(grid.cells.map((c) => [`${c.name}|${c.down.id}`, c.row]))
    return starts.get(cell) ?? -1
  }
  const onPage = (p: number): OnPage => ({
    page: p + 1,
    pages: laid.length,
    isOn: (name, down) => pageOf.get(startOf(`${name}|${down.id}`)) === p,
  })
  const made = cellsByPage(grid, laid, onPage)
  const last = Math.max(0, ...grid.lines.filter((l) => l.node.up !== null).map((l) => l.at))
  const fillHeight = rows[last] ?? 0
  return laid.map((own, p) => ({
    heights: own.map((i) => (i === null ? fillHeight : (grid.heights[i] ?? 0))),
    cells: [...(made[p] ?? []), ...fillers(grid, own, last, cells)],
  }))
}

function cut(grid: Grid, body: readonly number[], most = Number.POSITIVE_INFINITY, after?: string): Rows[] {
  const pages: Rows[] = [[]]
  let group: unknown
  for (const i of body) {
    const own = after && grid.lines[i] ? within(grid.lines[i].node, after) : undefined
    const page = pages.at(-1)
    const isNext = own !== undefined && group !== undefined && own !== group
    if (page && page.length > 0 && (page.length >= most || isNext)) pages.push([])
    pages.at(-1)?.push(i)
    group = own ?? group
  }
  return pages
}

/** Each cell on each page that shows some of it. What began before says that it goes on. */
function cellsByPage(grid: Grid, laid: readonly Rows[], onPage: (p: number) => OnPage): GridCell[][] {
  const places = new Map<number, [page: number, row: number][]>()
  for (const [p, own] of laid.entries())
    for (const [row, i] of own.entries()) {
      if (i === null) continue
      const known = places.get(i)
      if (known) known.push([p, row])
      else places.set(i, [[p, row]])
    }
  const made: GridCell[][] = laid.map(() => [])
  const scenes = laid.map((_, p) => onPage(p))
  const shown = (cell: GridCell, p: number): GridCell => (scenes[p] ? grid.onPage(cell, scenes[p]) : cell)
  for (const cell of grid.cells) {
    if (cell.rows === 1) {
      for (const [p, row] of places.get(cell.row) ?? []) {
        const own = shown(cell, p)
        made[p]?.push(own.row === row ? own : { ...own, row })
      }
      continue
    }
    const byPage = new Map<number, { row: number; rows: number; isFirst: boolean }>()
    for (let i = cell.row; i < cell.row + cell.rows; i++)
      for (const [p, row] of places.get(i) ?? []) {
        const one = byPage.get(p)
        if (one) one.rows += 1
        else byPage.set(p, { row, rows: 1, isFirst: i === cell.row })
      }
    for (const [p, { row, rows, isFirst }] of byPage) {
      const own = shown(cell, p)
      const value = !isFirst && typeof own.value === 'string' ? `${own.value}（续）` : own.value
      made[p]?.push({ ...own, row, rows, value })
    }
  }
  return made
}

/** Empty cells with the frames of the rows above them. */
function fillers(grid: Grid, own: Rows, last: number, cells: ReportSheet['cells']): GridCell[] {
  const sample = grid.lines.findIndex((l) => l.at === last)
  const row = grid.cells.filter((c) => c.row <= sample && sample < c.row + c.rows)
  return own.flatMap((i, at) =>
    i !== null ? [] : row.map((c) => ({ ...c, row: at, rows: 1, value: null, style: cells[c.name]?.style ?? {} })),
  )
}

import type { ReportCell, ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { chain } from './axis.ts'
import { taken } from './data.ts'
import { copiesBelow, crossing, type Laid, type Node, type Sets, within } from './expand.ts'
import { evaluate, type Formula, FormulaError, parseFormula, type Reach, type Scene, type Value } from './formula.ts'
import { SheetError } from './sheetError.ts'

/** What formulas may ask beside cells. */
export interface Told {
  readonly params: Readonly<Record<string, Value>>
  /** A day, `2026-11-28`. */
  readonly today: string
}
/** One page of several, and which copies of a cell stand on it. */
export interface OnPage {
  readonly page: number
  readonly pages: number
  readonly isOn: (name: string, down: Node) => boolean
}
export type ValueAt = (name: string, down: Node, right: Node, page?: OnPage) => Value

const asksPage = (f: Formula): boolean =>
  (f.is === 'cell' && f.reach.of === 'page') ||
  (f.is === 'call' && (f.name === 'page' || f.name === 'pages' || f.args.some(asksPage)))

/** The formulas of a sheet, read once. @throws SheetError formula */
export function formulasOf(sheet: ReportSheet): ReadonlyMap<string, Formula> {
  const read = new Map<string, Formula>()
  const add = (cell: string, source: string): void => {
    try {
      if (!read.has(source)) read.set(source, parseFormula(source))
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error
      throw new SheetError('formula', { cell, at: error.message })
    }
  }
  for (const [name, cell] of Object.entries(sheet.cells)) {
    const own = formulaOf(cell)
    if (own !== undefined) add(name, own)
    for (const { if: when } of cell.when ?? []) add(name, when)
    for (const one of Object.values(cell.link?.params ?? {})) add(name, one)
  }
  return read
}
export const formulaOf = ({ v }: ReportCell): string | undefined =>
  typeof v === 'string' && v.startsWith('=') ? v.slice(1) : undefined

/** What each copy of each cell holds, worked out when it is asked for, once. */
export function valuesOf(sheet: ReportSheet, sets: Sets, down: Laid, right: Laid, told: Told) {
  const formulas = formulasOf(sheet)
  const cross = crossing(sets)
  /** By cell, then by copy down and across, and by page where that matters. */
  const known = new Map<string, Map<number | string, Value>>(Object.keys(sheet.cells).map((name) => [name, new Map()]))
  const wide = 1 + right.lines.reduce((most, l) => Math.max(most, l.node.id), 0)
  const underWay = new Set<string>()
  const isOfPage = new Set(
    Object.entries(sheet.cells).flatMap(([name, cell]) => {
      const f = formulas.get(formulaOf(cell) ?? '')
      return f && asksPage(f) ? [name] : []
    }),
  )

  const work = (source: string, n: Node, m: Node, page: OnPage | undefined): Value => {
    const f = formulas.get(source)
    return f ? evaluate(f, sceneAt(n, m, page)) : null
  }
  const sceneAt = (n: Node, m: Node, page: OnPage | undefined): Scene => ({
    cell: (name, reach) => copiesIn(name, reach, n, m, page).map(([x, y]) => at(name, x, y, page)),
    param: (name) => (Object.hasOwn(told.params, name) ? (told.params[name] ?? null) : null),
    position: () => n.index + 1,
    page: page?.page ?? 1,
    pages: page?.pages ?? 1,
    today: told.today,
  })
  const copiesIn = (name: string, reach: Reach, n: Node, m: Node, page: OnPage | undefined): [Node, Node][] => {
    const [own, over] = [down.axis.ownerOf.get(name) ?? null, right.axis.ownerOf.get(name) ?? null]
    // Brothers are counted down; of what stands in one row, to the right.
    const steps = reach.to === undefined ? {} : reach
    const isWide = own === null
    const rows = reachable(down, n, own, reach.of ? reach : isWide ? {} : steps)
    const cols = reachable(right, m, over, reach.of === 'all' ? reach : isWide ? steps : {})
    const there = reach.of === 'page' && page ? rows.filter((x) => page.isOn(name, x)) : rows
    return there.flatMap((x) => cols.map((y): [Node, Node] => [x, y]))
  }
  const made = (name: string, n: Node, m: Node, page: OnPage | undefined): Value => {
    const cell = sheet.cells[name] ?? {}
    const { bind } = cell
    const source = formulaOf(cell)
    if (source !== undefined) return work(source, n, m, page)
    if (!bind) return cell.v ?? null
    if (cell.expand === 'DOWN') return n.key
    if (cell.expand === 'RIGHT') return m.key
    const data = sets[bind.set]
    if (!data) throw new SheetError('noSet', { cell: name })
    const take = bind.take === 'LIST' || bind.take === 'GROUP' ? 'FIRST' : bind.take
    return taken(data, bind.field, take, cross(n, m, bind.set))
  }
  const at: ValueAt = (name, n, m, page) => {
    const own = known.get(name)
    if (!own) return null
    const place = n.id * wide + m.id
    const key = page && isOfPage.has(name) ? `${place}|${page.page}` : place
    const found = own.get(key)
    if (found !== undefined) return found
    const way = `${name}|${key}`
    if (underWay.has(way)) throw new SheetError('loop', { cell: name })
    // Only a formula can lead back to itself.
    const isFormula = formulaOf(sheet.cells[name] ?? {}) !== undefined
    if (isFormula) underWay.add(way)
    const value = made(name, n, m, page)
    if (isFormula) underWay.delete(way)
    own.set(key, value)
    return value
  }
  return { at, work, isOfPage }
}

/** Copies of a cell that are meant from where a formula stands: the one it lies in, or all below the nearest common one. */
function reachable({ axis, root }: Laid, n: Node, cell: string | null, { of, from, to }: Reach): Node[] {
  if (cell === null) return [root]
  if (of) return copiesBelow(axis, root, cell)
  const own = within(n, cell)
  if (!own) {
    const outer = new Set<string | null>(chain(axis, cell))
    let common: Node = n
    while (common.up && !outer.has(common.cell)) common = common.up
    return copiesBelow(axis, common, cell)
  }
  if (to === undefined || from === undefined) return [own]
  const brothers = own.up?.below.get(cell) ?? []
  const first = from === 'first' ? 0 : own.index + from
  return first < 0 ? [] : brothers.slice(first, own.index + to + 1)
}

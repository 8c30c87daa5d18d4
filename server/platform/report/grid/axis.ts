import type { ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { nameOf, type Place, placeOf } from './address.ts'
import { SheetError } from './sheetError.ts'

/** A cell of the template with what it covers. */
export interface Box extends Place {
  readonly name: string
  readonly rows: number
  readonly cols: number
}
export type Way = 'DOWN' | 'RIGHT'

export const boxesOf = (sheet: ReportSheet): Box[] =>
  Object.entries(sheet.cells).map(([name, { span: [rows, cols] = [1, 1] }]) => ({ name, ...placeOf(name), rows, cols }))

/** One direction of a sheet: which expanding cell each cell, and each line, repeats with. */
export interface Axis {
  readonly way: Way
  /** By the cell's name: itself where it expands, else its parent; null: it stands once. */
  readonly ownerOf: ReadonlyMap<string, string | null>
  readonly parentOf: ReadonlyMap<string, string | null>
  /** By line of the template. */
  readonly lineOwner: readonly (string | null)[]
}

/** From the line of a box, how the other direction is called. */
const line = (b: Place, way: Way): number => (way === 'DOWN' ? b.row : b.col)
const across = (b: Place, way: Way): number => (way === 'DOWN' ? b.col : b.row)
const length = (b: Box, way: Way): number => (way === 'DOWN' ? b.rows : b.cols)
const covers = (b: Box, at: number, way: Way): boolean => at >= line(b, way) && at < line(b, way) + length(b, way)

/** The chain of expanding cells from one of them outwards. */
export function chain(axis: Pick<Axis, 'parentOf'>, from: string | null): string[] {
  const found: string[] = []
  for (let at = from; at !== null; at = axis.parentOf.get(at) ?? null) {
    if (found.includes(at)) throw new SheetError('circle', { cell: at })
    found.push(at)
  }
  return found
}

/** Says for one direction what repeats with what. @throws SheetError where the template contradicts itself */
export function axisOf(sheet: ReportSheet, way: Way): Axis {
  const boxes = boxesOf(sheet)
  const expanding = boxes.filter((b) => sheet.cells[b.name]?.expand === way)
  const parent = (b: Box): string | null => {
    const said = sheet.cells[b.name]?.[way === 'DOWN' ? 'left' : 'top']
    if (said === null) return null
    if (said !== undefined) {
      if (said === b.name) throw new SheetError('circle', { cell: said })
      if (!expanding.some((e) => e.name === said)) throw new SheetError('noParent', { cell: b.name, parent: said })
      return said
    }
    const before = expanding.filter((e) => across(e, way) < across(b, way) && covers(e, line(b, way), way))
    return (
      before.reduce<Box | null>((near, e) => (near && across(near, way) > across(e, way) ? near : e), null)?.name ??
      null
    )
  }
  const parents = new Map(boxes.map((b) => [b.name, parent(b)]))
  const parentOf = new Map(expanding.map((e) => [e.name, parents.get(e.name) ?? null]))
  for (const e of expanding) chain({ parentOf }, e.name)
  const ownerOf = new Map(
    boxes.map((b) => [b.name, parentOf.has(b.name) ? b.name : (parents.get(b.name) ?? null)] as const),
  )
  const count = way === 'DOWN' ? sheet.rows.length : sheet.cols.length
  const lineOwner = Array.from({ length: count }, (_, at) =>
    ownerOfLine(
      { parentOf },
      ownerOf,
      boxes.filter((b) => covers(b, at, way)),
      at,
      way,
    ),
  )
  const axis = { way, ownerOf, parentOf, lineOwner }
  for (const e of expanding) demandBlock(axis, e)
  return axis
}

/** The innermost of those with which a line's cells repeat: all others contain it. */
function ownerOfLine(
  axis: Pick<Axis, 'parentOf'>,
  ownerOf: Axis['ownerOf'],
  boxes: readonly Box[],
  at: number,
  way: Way,
): string | null {
  const owners = [...new Set(boxes.map((b) => ownerOf.get(b.name) ?? null))].filter((o) => o !== null)
  const inner = owners.reduce<string[]>((deep, o) => {
    const own = chain(axis, o)
    return own.length > deep.length ? own : deep
  }, [])
  const stray = owners.find((o) => !inner.includes(o))
  const name = way === 'DOWN' ? String(at + 1) : nameOf({ row: 0, col: at }).slice(0, -1)
  if (stray) throw new SheetError('apart', { line: name, a: stray, b: inner[0] ?? '' })
  return inner[0] ?? null
}

/** What repeats with a cell stands together, and the cell in it. */
function demandBlock(axis: Axis, e: Box): void {
  const own = axis.lineOwner.map((o) => chain(axis, o).includes(e.name))
  const [first, last] = [own.indexOf(true), own.lastIndexOf(true)]
  if (own.slice(first, last + 1).includes(false)) throw new SheetError('torn', { cell: e.name })
}

import type { ReportCell, ReportSheet, ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { axisOf, boxesOf } from './axis.ts'
import type { Formula } from './formula.ts'
import { SheetError } from './sheetError.ts'
import { formulaOf, formulasOf } from './values.ts'

/** A template that repeats the same lines for each row of one set, and what looks at nothing but its own row. */
export interface PlainList {
  readonly sheet: ReportSheet
  readonly set: string
  /** How many lines stand above the rows and below them. */
  readonly before: number
  readonly after: number
}

/** They look at what stands around a row. */
const around = new Set(['row', 'rank', 'page', 'pages'])
const isAlone = (f: Formula | undefined, mayAsk: (cell: string) => boolean): boolean => {
  if (f?.is === 'cell') return f.reach.of === undefined && f.reach.to === undefined && mayAsk(f.name)
  return f?.is !== 'call' || (!around.has(f.name) && f.args.every((a) => isAlone(a, mayAsk)))
}
const sourcesOf = (cell: ReportCell): string[] => [
  ...[formulaOf(cell) ?? []].flat(),
  ...(cell.when ?? []).map((w) => w.if),
  ...Object.values(cell.link?.params ?? {}),
]

/** What can be laid out some rows at a time, however many there are; undefined where a row must know of others. */
export function plainListOf(template: ReportTemplate): PlainList | undefined {
  const [sheet, ...others] = template.sheets
  if (!sheet || others.length > 0) return undefined
  try {
    return listOn(sheet, template)
  } catch (error) {
    // What is wrong with it is told by whoever lays it out whole.
    if (error instanceof SheetError) return undefined
    throw error
  }
}

function listOn(sheet: ReportSheet, { sets }: ReportTemplate): PlainList | undefined {
  const { page, cells } = sheet
  if (page.rowsPerPage || page.breakAfter || page.tail) return undefined
  const [origin, ...others] = Object.keys(cells).filter((name) => cells[name]?.expand)
  const { expand, bind } = cells[origin ?? ''] ?? {}
  if (origin === undefined || others.length > 0 || expand !== 'DOWN' || !bind) return undefined
  const set = sets[bind.set]
  if (!set?.each || set.most !== undefined || bind.take !== 'LIST' || bind.sort || bind.most) return undefined
  const axis = axisOf(sheet, 'DOWN')
  const isOwn = (cell: string): boolean => axis.ownerOf.get(cell) === origin
  const [first, last] = [axis.lineOwner.indexOf(origin), axis.lineOwner.lastIndexOf(origin)]
  const formulas = formulasOf(sheet)
  const stands = boxesOf(sheet).every(({ name, row, rows }) => {
    const cell = cells[name] ?? {}
    const own = isOwn(name)
    const looks = sourcesOf(cell).every((s) => isAlone(formulas.get(s), own ? () => true : (c) => !isOwn(c)))
    if (!looks || cell.when?.some((w) => w.hide === 'COL' || (w.hide && !own))) return false
    if (own) return !cell.mergeEqual && (!cell.bind || cell.bind.set === bind.set)
    return !cell.bind && (row + rows <= first || row > last)
  })
  if (!stands || (page.head && page.head[1] > first)) return undefined
  return { sheet, set: bind.set, before: first, after: axis.lineOwner.length - 1 - last }
}

import type { Drawing } from '@lading/contract/sys/dashboard.ts'
import type { CellStyle, ReportCell, ReportSet, SetFilter, TemplateParam } from '@lading/contract/sys/reportTemplate.ts'
import { nameOf } from '../../../platform/report/grid/address.ts'

type When = Readonly<NonNullable<ReportCell['when']>>
/** A column of a starter: what its rows are grouped by, what they say beside it, or a figure that is added up. */
export interface Column {
  readonly is: 'group' | 'beside' | 'figure' | 'quotient' | 'worked' | 'across'
  readonly key: string
  readonly title: string
  readonly width: number
  readonly format?: string
  /** A formula in which `{key}` is the cell of that column in the same row. */
  readonly formula?: string
  /** Whether rows of sums add up what was worked out, work it out again of their own sums, or leave it. */
  readonly sums?: 'add' | 'again'
  readonly when?: When
}
/** A report that every tenant may begin with: its words are a tenant's own, in the language of his house. */
export interface StarterPlan {
  readonly code: string
  readonly name: string
  readonly folder: string
  readonly note: string
  readonly model: string
  readonly columns: readonly Column[]
  /** How many of its first groups have a row of sums. */
  readonly subtotals: number
  readonly filters?: readonly SetFilter[]
  readonly params?: readonly TemplateParam[]
  readonly sort?: ReportSet['sort']
}
export interface Starter extends Pick<StarterPlan, 'code' | 'name' | 'folder' | 'note'> {
  readonly template: Drawing
}

type Look = Partial<Pick<Column, 'width' | 'format' | 'when'>>
export const group = (key: string, title: string, width = 120): Column => ({ is: 'group', key, title, width })
export const beside = (key: string, title: string, width = 80): Column => ({ is: 'beside', key, title, width })
export const figure = (key: string, title: string, look: Look = {}): Column => ({
  ...{ is: 'figure', key, title, width: 100, format: '#,##0.###', ...look },
})
/** Made of sums in each row, never of quotients. */
export const quotient = (key: string, title: string, look: Look = {}): Column => ({
  ...{ is: 'quotient', key, title, width: 90, format: '0.0%', ...look },
})
export const worked = (
  [key, title]: readonly [string, string],
  formula: string,
  sums?: 'add' | 'again',
  look: Look = {},
): Column => ({
  ...{ is: 'worked', key, title, width: 100, format: '#,##0.###', ...look, formula, ...(sums && { sums }) },
})
/** A column for each value of `key`; the figure that stands in it is the next one named. */
export const across = (key: string, figureKey: string): Column => ({
  ...{ is: 'across', key, title: figureKey, width: 90, format: '#,##0.###' },
})

const paint = { head: '#e6f0fa', sum: '#f5f5f5' } as const
const [titleRow, headRow, bodyRow] = [0, 1, 2]

/** Draws a starter: title, heads, one row of the body, a row of sums for each of its first groups, a total. */
export function drawn({ code, name, folder, note, ...p }: StarterPlan): Starter {
  const { columns } = p
  const groups = columns.filter((c) => c.is === 'group')
  const labels = columns.findIndex((c) => c.is !== 'group' && c.is !== 'beside')
  const at = (col: number, row: number): string => nameOf({ row, col })
  const cells: Record<string, ReportCell> = {
    [at(0, titleRow)]: { v: name, span: [1, columns.length], style: { bold: true, size: 16, align: 'center' } },
  }
  const head: CellStyle = { bold: true, fill: paint.head, border: 'all', align: 'center' }
  for (const [i, c] of columns.entries()) {
    cells[at(i, headRow)] =
      c.is === 'across'
        ? { bind: { set: 'd', field: c.key, take: 'GROUP', sort: 'ASC' }, expand: 'RIGHT', style: head }
        : { v: c.title, style: head }
    cells[at(i, bodyRow)] = bodyCell(columns, i)
  }
  const sums = (row: number, left: string | null, label: string): void => {
    const style: CellStyle = { bold: true, fill: paint.sum, border: 'all' }
    cells[at(0, row)] = { v: label, left, span: [1, labels], style }
    for (const [i, c] of columns.entries())
      if (i >= labels) cells[at(i, row)] = { ...sumCell(columns, i, row), left, style: { ...style, ...numbers(c) } }
  }
  // The innermost group is added up first.
  const added = Array.from({ length: p.subtotals }, (_, i) => p.subtotals - 1 - i)
  for (const [i, g] of added.entries()) {
    const own = at(g, bodyRow)
    sums(bodyRow + 1 + i, own, `=ifblank(${own},"（空）")&" 小计"`)
  }
  sums(bodyRow + 1 + p.subtotals, null, '总计')
  const fields = (...kinds: readonly Column['is'][]) => columns.filter((c) => kinds.includes(c.is)).map((c) => c.key)
  const set: ReportSet = {
    model: p.model,
    dims: fields('group', 'beside', 'across'),
    measures: [...new Set([...fields('figure', 'quotient'), ...columns.filter(isAcross).map((c) => c.title)])],
    filters: [...(p.filters ?? [])],
    sort: p.sort ?? [],
  }
  const sheet = {
    name,
    cols: columns.map((c) => c.width),
    rows: [34, 26, ...Array.from({ length: p.subtotals + 2 }, () => 24)],
    cells,
    page: { landscape: true, head: [1, 2] as [number, number], headCols: Math.min(groups.length, 3), exportHead: true },
  }
  return {
    code,
    name,
    folder,
    note,
    template: { v: 1, sheets: [sheet], sets: { d: set }, params: [...(p.params ?? [])] },
  }
}

const isAcross = (c: Column): boolean => c.is === 'across'
const numbers = (c: Column): CellStyle => (c.format ? { format: c.format, align: 'right' } : {})

/** `{qty}` is the cell of the column `qty` in a row. */
const named = (columns: readonly Column[], formula: string, row: number): string =>
  formula.replace(/\{([\w.:]+)\}/g, (_, key: string) => {
    const col = columns.findIndex((c) => c.key === key)
    if (col < 0) throw new Error(`no column is called ${key}`)
    return nameOf({ row, col })
  })

function bodyCell(columns: readonly Column[], i: number): ReportCell {
  const c = columns[i]
  if (!c) return {}
  const style: CellStyle = { border: 'all', ...numbers(c) }
  const when = (c.when ?? []).map((w) => ({ ...w, if: named(columns, w.if, bodyRow) }))
  const look = { style, ...(when.length > 0 && { when }) }
  const take = (field: string, how: 'GROUP' | 'FIRST' | 'SUM') => ({ bind: { set: 'd', field, take: how } })
  if (c.is === 'group') return { ...take(c.key, 'GROUP'), expand: 'DOWN', ...look }
  if (c.is === 'beside') return { ...take(c.key, 'FIRST'), ...look }
  if (c.is === 'worked') return { v: `=${named(columns, c.formula ?? '', bodyRow)}`, ...look }
  return { ...take(isAcross(c) ? c.title : c.key, 'SUM'), ...look }
}

/** What a column comes to in a row of sums. */
function sumCell(columns: readonly Column[], i: number, row: number): ReportCell {
  const c = columns[i]
  if (!c || (c.is === 'worked' && !c.sums)) return {}
  if (c.is === 'quotient') return { bind: { set: 'd', field: c.key, take: 'SUM' } }
  if (c.is === 'worked' && c.sums === 'again') return { v: `=${named(columns, c.formula ?? '', row)}` }
  return { v: `=sum(${nameOf({ row: bodyRow, col: i })})` }
}

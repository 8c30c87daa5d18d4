import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { columnWidths, type ListViewBody } from '@lading/contract/sys/listViewCalls.ts'
import type { Query } from '../../client/location.ts'
import type { ListLayout } from '../../client/stored.ts'
import type { Column } from './columns.tsx'
import { isWord, wordIn } from './dayWords.ts'
import { type ListState, pageSizes, shapeOf } from './filters.ts'

/** What a saved view makes of a list as it is now. */
export interface Applied {
  readonly filter: Query
  readonly sort: string
  readonly layout: ListLayout
  /** Fields that it names in vain: they are gone, or are no filter, column or order of this list for who looks at it. */
  readonly missing: readonly string[]
}

/** A value of a filter without the choices that are gone; nothing where none is left. */
function sound(e: AnyEntity, name: string, value: string): string | undefined {
  const shape = shapeOf(e, name)
  if (shape === undefined || shape === 'none') return undefined
  if (shape === 'range' && isWord(value) && !wordIn(value)) return undefined
  const { choices } = e.fields[name] ?? {}
  if (shape !== 'many' || !choices) return value
  return (
    value
      .split(',')
      .filter((one) => Object.hasOwn(choices, one))
      .join(',') || undefined
  )
}

/** A view as far as the list still knows what it names. @param columns all that the list may show */
export function appliedView(body: ListViewBody, e: AnyEntity, columns: readonly Column[]): Applied {
  const missing = new Set<string>()
  const isColumn = (name: string) => columns.some((c) => c.name === name)
  const filter: Record<string, string> = {}
  for (const [name, value] of Object.entries(body.filter)) {
    const kept = sound(e, name, value)
    if (kept !== undefined) filter[name] = kept
    if (kept !== value) missing.add(name)
  }
  const sorts = (word: string) => columns.some((c) => c.sorts && c.name === word.replace(/^-/, ''))
  const words = body.sort.split(',').filter(Boolean)
  for (const word of words) if (!sorts(word)) missing.add(word.replace(/^-/, ''))
  const { hidden } = body
  for (const name of body.columns ?? []) if (!isColumn(name) && !hidden?.includes(name)) missing.add(name)
  const pageSize = pageSizes.find((size) => size === body.pageSize)
  const widths = Object.entries(body.widths ?? {}).filter(([name]) => isColumn(name))
  return {
    filter,
    sort: words.filter(sorts).join(','),
    layout: {
      ...(body.columns && { columns: body.columns.filter(isColumn) }),
      ...(hidden && { hidden: hidden.filter(isColumn) }),
      ...(widths.length > 0 && { widths: Object.fromEntries(widths) }),
      ...(pageSize && { pageSize }),
    },
    missing: [...missing],
  }
}

/** What a list shows now, as a view keeps it. */
export function bodyOf({ filter, sort, pageSize }: ListState, { columns, hidden, widths }: ListLayout): ListViewBody {
  return {
    filter: { ...filter },
    sort,
    pageSize,
    ...(columns && { columns: [...columns] }),
    ...(hidden && { hidden: [...hidden] }),
    ...(widths && Object.keys(widths).length > 0 && { widths: { ...widths } }),
  }
}

/** The order in which names stand says nothing, but for columns and those that are hidden. */
const told = (body: ListViewBody): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
export const isSame = (a: ListViewBody, b: ListViewBody): boolean => told(a) === told(b)

/** As wide as a column may be, in whole pixels. */
export const widthWithin = (px: number): number =>
  Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, px)))

/** The layout with a column as wide as that; without a width it is as wide as what stands in it again. */
export function withWidth(layout: ListLayout, name: string, px: number | undefined): ListLayout {
  const { [name]: _, ...others } = layout.widths ?? {}
  return { ...layout, widths: px === undefined ? others : { ...others, [name]: widthWithin(px) } }
}

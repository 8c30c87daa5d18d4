import type { FilterValue, ListQuery } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Kind } from '@lading/contract/kernel/field.ts'
import type { Query } from '../../client/location.ts'
import { daysOf, isWord, wordIn } from './dayWords.ts'

/** What a list shows, in the form in which it stands in the address: reload, link and "back" all keep it. */
export interface ListState {
  /** By field name: a text, `a,b` for several, `from~to` for a range, `@last7` for days by their distance from today. */
  readonly filter: Query
  readonly page: number
  readonly pageSize: number
  /** `code,-createTime` */
  readonly sort: string
  /** The saved view by which it is shown, where there is one. */
  readonly view?: string | undefined
}
export const pageSizes = [10, 20, 50, 100, 200] as const
const pageSizeInitial = 20

/** How the value of a filter is written: by the kind of its field. */
export type FilterShape = 'text' | 'many' | 'range' | 'flag' | 'none'
export const filterShapes: Record<Kind, FilterShape> = {
  code: 'text',
  text: 'text',
  note: 'text',
  dict: 'text',
  choice: 'many',
  choices: 'many',
  ref: 'many',
  refs: 'many',
  int: 'range',
  decimal: 'range',
  qty: 'range',
  money: 'range',
  date: 'range',
  instant: 'range',
  flag: 'flag',
  time: 'none',
  json: 'none',
  rows: 'none',
}

/** Names of the query that are no fields begin with an underscore, which no field does. */
export function readState(query: Query, pageSize: number = pageSizeInitial): ListState {
  const filter = Object.fromEntries(Object.entries(query).filter(([name, v]) => !name.startsWith('_') && v !== ''))
  const size = Number(query._size)
  return {
    filter,
    page: Math.max(1, Math.trunc(Number(query._page)) || 1),
    pageSize: (pageSizes as readonly number[]).includes(size) ? size : pageSize,
    sort: query._sort ?? '',
    ...(query._view && { view: query._view }),
  }
}

export const writeState = (s: ListState, pageSize: number = pageSizeInitial): Query => ({
  ...s.filter,
  ...(s.page > 1 && { _page: String(s.page) }),
  ...(s.pageSize !== pageSize && { _size: String(s.pageSize) }),
  ...(s.sort && { _sort: s.sort }),
  ...(s.view && { _view: s.view }),
})

/** The filter as the server takes it. A name that is no filter of the entity is left out, as from an old link. */
export function filterOf(e: AnyEntity, filter: Query): Record<string, FilterValue> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, text]) => {
      const shape = shapeOf(e, name)
      const value = text === '' || shape === undefined ? undefined : readValue(shape, text)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** How a filter of the entity is written; undefined: there is none by this name. */
export function shapeOf(e: AnyEntity, name: string): FilterShape | undefined {
  if (name === 'disabled') return 'flag'
  if (name === 'keyword') return 'text'
  if (name === 'createTime') return 'range'
  const field = e.fields[name]
  return field && filterShapes[field.kind]
}

function readValue(shape: FilterShape, text: string): FilterValue | undefined {
  switch (shape) {
    case 'text':
      return text
    case 'many':
      return text.split(',')
    case 'flag':
      return text === 'true'
    case 'range':
      // A word that a later version has, or had, asks for nothing.
      return isWord(text) && !wordIn(text) ? undefined : readRange(text)
    case 'none':
      return undefined
  }
}

export interface Range {
  from?: string | undefined
  to?: string | undefined
}
/** Of `from~to`, or of a word for days. */
export function readRange(text: string): Range {
  const word = wordIn(text)
  if (word) return daysOf(word)
  const [from = '', to = ''] = text.split('~')
  return { ...(from && { from }), ...(to && { to }) }
}
export const writeRange = ({ from = '', to = '' }: Range): string => (from || to ? `${from}~${to}` : '')

/** The other way round: a filter that the server takes, as the address of a list says it. */
export const queryOf = (filter: Readonly<Record<string, FilterValue>>): Query =>
  Object.fromEntries(
    Object.entries(filter).map(([name, v]) => [
      name,
      typeof v === 'object' && v !== null && !Array.isArray(v) ? writeRange(v) : String(v),
    ]),
  )

export const questionOf = (e: AnyEntity, s: ListState, where: Record<string, FilterValue> = {}): ListQuery => ({
  filter: { ...filterOf(e, s.filter), ...where },
  page: s.page,
  pageSize: s.pageSize,
  ...(s.sort && { orderBy: s.sort }),
})

/** Up, down, not at all. A plain click sorts by this column alone; an additive one keeps the others. */
export function nextSort(sort: string, name: string, isAdditive: boolean): string {
  const words = sort.split(',').filter(Boolean)
  const held = words.find((w) => w.replace(/^-/, '') === name)
  const next = held === undefined ? name : held === name ? `-${name}` : ''
  if (!isAdditive) return next
  if (held === undefined) return [...words, next].join(',')
  return words
    .map((w) => (w === held ? next : w))
    .filter(Boolean)
    .join(',')
}

/** How a column takes part in the order: its direction and its place among several. */
export function sortOf(sort: string, name: string): { down: boolean; place: number; of: number } | undefined {
  const words = sort.split(',').filter(Boolean)
  const at = words.findIndex((w) => w.replace(/^-/, '') === name)
  return at < 0 ? undefined : { down: words[at]?.startsWith('-') === true, place: at + 1, of: words.length }
}

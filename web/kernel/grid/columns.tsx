import type { Text } from '@lading/contract/kernel/text.ts'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { type Say, useText } from '../../client/text.ts'
import { HeadTitle } from '../field/HeadTitle.tsx'
import { nextSort, sortOf } from '../list/filters.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { GridColumn } from './DataGrid.tsx'
import { fitted, isCut } from './fit.ts'

/** A column before it is drawn. Kept as long as nothing about it changes: rows are drawn again with it. */
export interface ReadColumn<R> {
  readonly name: string
  readonly title: Text
  /** What is meant by it. */
  readonly hint?: Text
  /** So many pixels; at most so many where it says a text. */
  readonly width: number
  /** What it says as a text: by that it is made as wide as it has to be. */
  readonly said?: (row: R, t: Say) => string
  /** Drawn beside its text, in pixels; asked for when that may change. */
  readonly beside?: number | (() => number)
  /** Left out: what it says. */
  readonly render?: (row: R, t: Say) => ReactNode
  /** Figures stand on the right. */
  readonly isFigure?: boolean
  /** Its heading asks for another order. */
  readonly sorts?: boolean
  /** Left out where no row fills it; without this, what it says tells. */
  readonly isFilled?: (row: R) => boolean
  readonly wraps?: boolean
  readonly fixed?: GridColumn<R>['fixed']
}
export interface Order {
  readonly sort: string
  setSort(sort: string): void
}

/** Columns whose edge can be drawn. */
export interface Sizing {
  readonly widths: Readonly<Record<string, number>>
  /** Without a width it is as wide as what stands in it. */
  setWidth(name: string, px: number | undefined): void
}

const none = <span className="muted">–</span>

/** What it says; all of it to a pointer that rests on it, where it is cut off. */
function saying<R>({ said, width, wraps }: ReadColumn<R>, row: R, t: Say, fontSize: number): ReactNode {
  const text = said?.(row, t) ?? ''
  if (text === '') return none
  return !wraps && isCut(text, width, fontSize) ? <span title={text}>{text}</span> : text
}

/** The columns as the grid draws them, as wide as what stands in them. */
export function useDrawn<R>(
  columns: readonly ReadColumn<R>[],
  rows: readonly R[],
  order?: Order,
  sizing?: Sizing,
): readonly GridColumn<R>[] {
  const t = useText()
  const fontSize = usePrefs((p) => p.fontSize)
  return useMemo(
    () =>
      fitted<R, ReadColumn<R>>(columns, rows, t, fontSize).map((fit): GridColumn<R> => {
        const c = { ...fit, width: sizing?.widths[fit.name] ?? fit.width }
        const sorted = c.sorts && order
        return {
          key: c.name,
          title: <Heading column={c} sort={sorted ? order.sort : undefined} sizing={sizing} />,
          width: c.width,
          align: c.isFigure ? 'right' : 'left',
          fixed: c.fixed,
          wraps: c.wraps,
          render: (row) => (c.render ? c.render(row, t) : saying(c, row, t, fontSize)),
          ...(sorted && { head: sortHeader(c.name, t, order) }),
        }
      }),
    [columns, rows, t, fontSize, order, sizing],
  )
}

interface HeadingProps<R> {
  readonly column: ReadColumn<R>
  readonly sort: string | undefined
  readonly sizing: Sizing | undefined
}
function Heading<R>({ column: c, sort, sizing }: HeadingProps<R>) {
  const t = useText()
  return (
    <>
      {sort === undefined ? <HeadTitle field={c} /> : <SortTitle name={t(c.title)} sort={sort} column={c.name} />}
      {sizing && <ColumnEdge onSize={(px) => sizing.setWidth(c.name, px)} />}
    </>
  )
}

/** The whole header sorts, by a click or by Enter. */
function sortHeader(name: string, t: Say, { sort, setSort }: Order) {
  const held = sortOf(sort, name)
  const by = (e: MouseEvent | KeyboardEvent) => setSort(nextSort(sort, name, e.shiftKey || e.ctrlKey || e.metaKey))
  return {
    tabIndex: 0,
    className: 'sort',
    title: t(['点击排序，按住 Shift 多列排序', 'Click to sort, Shift-click to sort by several']),
    onClick: by,
    onKeyDown: (e: KeyboardEvent) => e.key === 'Enter' && by(e),
    ...(held && { 'aria-sort': held.down ? ('descending' as const) : ('ascending' as const) }),
  }
}

function SortTitle({ name, sort, column: of }: { name: string; sort: string; column: string }) {
  const held = sortOf(sort, of)
  return (
    <span className="sort-title">
      <span className="sort-name">{name}</span>
      <span className="sort-mark" data-held={held ? (held.down ? 'down' : 'up') : undefined} aria-hidden="true">
        {held && held.of > 1 && <sup>{held.place}</sup>}
      </span>
    </span>
  )
}

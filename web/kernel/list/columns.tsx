import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { instant, text } from '@lading/contract/kernel/field.ts'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { ListLayout } from '../../client/stored.ts'
import type { Say } from '../../client/text.ts'
import { EnabledTag } from '../EnabledTag.tsx'
import { cell, isFigure, said } from '../field/cells.tsx'
import { widths } from '../field/widths.ts'
import type { GridColumn } from '../grid/DataGrid.tsx'
import type { Row } from '../records.ts'
import { words } from '../words.ts'
import { nextSort, sortOf } from './filters.ts'

/** A column before it is drawn. */
export interface Column {
  readonly name: string
  readonly field: Field
  readonly width: number
  readonly render: (row: Row, t: Say) => ReactNode
  /** Drawn beside its text, in pixels. */
  readonly beside?: number
  /** The same as a text, where it is no more than one: by that its column is made as wide as it has to be. */
  readonly said?: (row: Row, t: Say) => string
}

const unsortable: readonly Kind[] = ['json', 'rows', 'choices', 'ref', 'refs', 'note']

/** The mark of a state, and what it stands in. */
const markWidth = 30

function column(name: string, field: Field, render?: Column['render']): Column {
  const isText = field.kind !== 'dict' && (!render || field.kind === 'choice')
  return {
    name,
    field,
    width: widths[field.kind],
    render: render ?? ((row, t) => cell(field, row[name], row.refs?.[name], t)),
    ...(isText && { said: (row, t) => said(field, row[name], row.refs?.[name], t) }),
    ...(render && { beside: markWidth }),
  }
}

const stateColumn = column('disabled', { kind: 'flag', title: words.state, required: true }, (row) => (
  <EnabledTag of={row.disabled} />
))
const createColumns = [column('creatorName', text(words.creatorName)), column('createTime', instant(words.createTime))]
const changeColumns = [
  column('lastModifierName', text(words.lastModifierName)),
  column('lastModifyTime', instant(words.lastModifyTime)),
]
const bookkeeping = [...createColumns, ...changeColumns]

/** Code and name; the state comes right after them, so that it is in sight on any screen. */
const headColumns = 2

/** Every column that a list may show: those of the declaration, the state, who and when, then the other fields. */
export function allColumns(e: AnyEntity, own: Readonly<Record<string, Column['render']>> = {}): readonly Column[] {
  const of = (name: string): Column[] => {
    const f = e.fields[name]
    return f && f.kind !== 'rows' && f.kind !== 'json' ? [column(name, f, own[name])] : []
  }
  const further = Object.keys(e.fields).filter((name) => !e.list.includes(name))
  return [
    ...e.list.slice(0, headColumns).flatMap(of),
    ...(e.actions.includes('enable_disable') ? [stateColumn] : []),
    ...e.list.slice(headColumns).flatMap(of),
    ...bookkeeping,
    ...further.flatMap(of),
  ]
}

/** Shown unless the user says otherwise. */
const isUsual = (e: AnyEntity, name: string): boolean =>
  e.list.includes(name) || name === 'disabled' || name === 'lastModifyTime'

/** The columns in the user's order; new ones of a later version come at the end. */
export function arranged(all: readonly Column[], e: AnyEntity, layout: ListLayout) {
  const order = layout.columns ?? []
  const rank = (c: Column) => (order.includes(c.name) ? order.indexOf(c.name) : order.length + all.indexOf(c))
  const sorted = [...all].sort((a, b) => rank(a) - rank(b))
  const isHidden = (c: Column) => (layout.hidden ? layout.hidden.includes(c.name) : !isUsual(e, c.name))
  return { sorted, isHidden, shown: sorted.filter((c) => !isHidden(c)) }
}

/** As the grid draws it. The first column stays in sight while the others scroll. */
export function gridColumn(
  c: Column,
  o: { t: Say; sort: string; setSort: (sort: string) => void; isFirst: boolean },
): GridColumn<Row> {
  const name = o.t(c.field.title)
  const canSort =
    c.name !== 'disabled' &&
    !unsortable.includes(c.field.kind) &&
    !c.field.computed &&
    (!bookkeeping.some((b) => b.name === c.name) || c.name === 'createTime')
  return {
    key: c.name,
    title: canSort ? <SortTitle name={name} sort={o.sort} column={c.name} /> : name,
    width: c.width,
    align: isFigure(c.field.kind) ? 'right' : 'left',
    ...(o.isFirst && { fixed: 'start' as const }),
    render: (row) => c.render(row, o.t),
    ...(canSort && { head: sortHeader(c.name, o) }),
  }
}

/** The whole header sorts, by a click or by Enter. */
function sortHeader(name: string, { t, sort, setSort }: { t: Say; sort: string; setSort: (sort: string) => void }) {
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

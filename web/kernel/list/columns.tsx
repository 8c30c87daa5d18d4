import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { instant, text } from '@lading/contract/kernel/field.ts'
import type { ReactNode } from 'react'
import type { ListLayout } from '../../client/stored.ts'
import type { Say } from '../../client/text.ts'
import { besideOf } from '../ChoiceText.tsx'
import { EnabledTag } from '../EnabledTag.tsx'
import { cell, isFigure, said, valueIn } from '../field/cells.tsx'
import { isEmpty } from '../field/rules.ts'
import { widths } from '../field/widths.ts'
import type { ReadColumn } from '../grid/columns.tsx'
import type { Row } from '../records.ts'
import { statuses, statusOf } from '../status.ts'
import { words } from '../words.ts'

/** A field as a column. */
export interface Column extends ReadColumn<Row> {
  readonly field: Field
  readonly render: (row: Row, t: Say) => ReactNode
}

const unsortable: readonly Kind[] = ['json', 'rows', 'choices', 'ref', 'refs', 'note']

/** What stands in every record, and is no column of its table by this name. */
const unsortedNames: readonly string[] = ['disabled', 'creatorName', 'lastModifierName', 'lastModifyTime']

const briefWidth = 176
/** The mark of a state, and what it stands in. */
const markWidth = 30

/** A field as it is read in its row. Columns that no row fills say nothing, unless each must. */
export function column(name: string, field: Field, render?: Column['render']): Column {
  const isText = field.kind !== 'dict' && (!render || field.kind === 'choice')
  return {
    name,
    field,
    title: field.title,
    width: field.brief ? briefWidth : widths[field.kind],
    isFigure: isFigure(field.kind),
    sorts: !unsortable.includes(field.kind) && !field.computed && !unsortedNames.includes(name),
    // Of several none is chosen: that is nothing, however required the field is.
    isFilled: (row) => (field.required && !Array.isArray(row[name])) || !isEmpty(row[name]),
    render: render ?? ((row, t) => cell(field, valueIn(field, name, row, t), row.refs?.[name], t)),
    ...(isText && { said: (row, t) => said(field, valueIn(field, name, row, t), row.refs?.[name], t) }),
    ...(render ? { beside: markWidth } : field.choices && { beside: () => besideOf(field.choices) }),
  }
}

/** Wide enough for the mark and its longer word in English; with the usual one no wider than what stands there. */
const stateWidth = 120
const stateColumn = (render?: Column['render']): Column => ({
  ...column(
    'disabled',
    { kind: 'flag', title: words.state, required: true },
    render ?? ((row) => <EnabledTag of={row.disabled} />),
  ),
  width: stateWidth,
  ...(!render && { said: (row, t) => t(statuses[statusOf(row.disabled)]) }),
})
const createColumns = [column('creatorName', text(words.creatorName)), column('createTime', instant(words.createTime))]
const changeColumns = [
  column('lastModifierName', text(words.lastModifierName)),
  column('lastModifyTime', instant(words.lastModifyTime)),
]
const bookkeeping = [...createColumns, ...changeColumns]

/** What rows are called gets more room than other texts. */
const nameWidth = 240

/** Code and name; the state comes right after them, so that it is in sight on any screen. */
const headColumns = 2

/** Every column that a list may show: those of the declaration, the state, who and when, then the other fields. */
export function allColumns(e: AnyEntity, own: Readonly<Record<string, Column['render']>> = {}): readonly Column[] {
  const of = (name: string): Column[] => {
    const f = e.fields[name]
    // What is no plain value is shown where somebody draws it.
    if (!f || f.kind === 'rows' || (f.kind === 'json' && !own[name])) return []
    const c = column(name, f, own[name])
    // Names differ in their last signs.
    return [name === e.label.name && f.kind === 'text' ? { ...c, width: nameWidth } : c]
  }
  const further = Object.keys(e.fields).filter((name) => !e.list.includes(name) && name !== 'createTime')
  return [
    ...e.list.slice(0, headColumns).flatMap(of),
    ...(e.actions.includes('enable_disable') ? [stateColumn(own.disabled)] : []),
    ...e.list.slice(headColumns).flatMap(of),
    // A list that has one of them in a place of its own has it once.
    ...bookkeeping.filter(({ name }) => !e.list.includes(name)),
    ...further.flatMap(of),
  ]
}

/** Shown unless the user says otherwise. */
const isUsual = (e: AnyEntity, name: string): boolean =>
  e.list.includes(name) || name === 'disabled' || (name === 'lastModifyTime' && !e.appendOnly)

/** The columns in the user's order; new ones of a later version come at the end. */
export function arranged(all: readonly Column[], e: AnyEntity, layout: ListLayout) {
  const order = layout.columns ?? []
  const rank = (c: Column) => (order.includes(c.name) ? order.indexOf(c.name) : order.length + all.indexOf(c))
  const sorted = [...all].sort((a, b) => rank(a) - rank(b))
  const isArranged = (c: Column) => layout.hidden !== undefined && (!layout.columns || order.includes(c.name))
  const isHidden = (c: Column) => (isArranged(c) ? layout.hidden?.includes(c.name) === true : !isUsual(e, c.name))
  return { sorted, isHidden, shown: sorted.filter((c) => !isHidden(c)) }
}

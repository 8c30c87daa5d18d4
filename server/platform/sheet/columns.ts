import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { flag, instant, text } from '@lading/contract/kernel/field.ts'
import type { Language, Text } from '@lading/contract/kernel/text.ts'
import { isText, say } from '@lading/contract/kernel/text.ts'
import type { ColumnForm } from '@lading/contract/sys/exportDefinition.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import type { Cell } from './rows.ts'

/** A column of a sheet: a field of the entity, or of one of its child rows as `qpcs.name`. */
export interface SheetColumn {
  readonly name: string
  readonly title: Text
  readonly field: Field
  /** How its values are written, and how wide it is, where the enterprise has said so. */
  readonly form?: ColumnForm
  readonly width?: number
  /** A template asks for it, beyond what the entity does. */
  readonly isAsked?: boolean
  /** The enterprise's own word for who fills it in, an example, and what stands for an empty cell of something new. */
  readonly note?: string
  readonly sample?: string
  readonly initial?: string
  /** By which other headings it is known as well. */
  readonly called?: readonly string[]
  /** For a child's field: the rows field of the parent, and the name within the child. */
  readonly rows?: { readonly field: string; readonly name: string; readonly child: AnyEntity }
}

const shown = (f: Field): boolean => f.kind !== 'rows' && f.kind !== 'json'
const writable = (f: Field): boolean => shown(f) && f.derived !== true

function allColumns(e: AnyEntity): SheetColumn[] {
  const own = Object.entries(e.fields)
    .filter(([, f]) => shown(f))
    .map(([name, field]): SheetColumn => ({ name, title: field.title, field }))
  const children = Object.entries(e.fields).flatMap(([rowsField, f]) => {
    const child = f.rows?.entity
    if (!child) return []
    return Object.entries(child.fields)
      .filter(([, c]) => shown(c) && c.to !== e.key)
      .map(([name, field]): SheetColumn => {
        const title: Text = [`${f.title[0]}.${field.title[0]}`, `${f.title[1]}.${field.title[1]}`]
        return { name: `${rowsField}.${name}`, title, field, rows: { field: rowsField, name, child } }
      })
  })
  return [...own, ...children]
}

/** What a file may bring: the parent's own columns first, those of its child rows after them. */
export const importColumns = (e: AnyEntity): SheetColumn[] => allColumns(e).filter((c) => writable(c.field))

/** Columns that every record has; an import knows and ignores them. */
const baseColumns = (e: AnyEntity): SheetColumn[] => [
  ...(e.actions.includes('enable_disable')
    ? [{ name: 'disabled', title: ['停用', 'Disabled'] as Text, field: flag(['停用', 'Disabled']) }]
    : []),
  { name: 'creatorName', title: ['创建人', 'Created by'], field: text(['创建人', 'Created by']) },
  { name: 'createTime', title: ['创建时间', 'Created at'], field: instant(['创建时间', 'Created at']) },
  { name: 'lastModifierName', title: ['修改人', 'Changed by'], field: text(['修改人', 'Changed by']) },
  { name: 'lastModifyTime', title: ['修改时间', 'Changed at'], field: instant(['修改时间', 'Changed at']) },
]

/** All that a file of a list may hold. */
export const fileColumns = (e: AnyEntity): SheetColumn[] => [...allColumns(e), ...baseColumns(e)]
/** Those that it holds without a choice. */
export const usualNames = (e: AnyEntity): readonly string[] => [
  // What a page draws of nested values is no cell.
  ...e.list.filter((name) => e.fields[name]?.kind !== 'json'),
  ...(e.actions.includes('enable_disable') ? ['disabled'] : []),
]

/** The chosen columns in the chosen order; without a choice, those of the list. */
export function exportColumns(e: AnyEntity, names: readonly string[] | undefined): SheetColumn[] {
  const known = new Map(fileColumns(e).map((c) => [c.name, c]))
  return (names ?? usualNames(e)).map((name) => {
    const column = known.get(name)
    if (!column) throw new Fault(sheetFaults.noSuchColumn, { name })
    return column
  })
}

/** The entity asks for a value, and has none of its own to put there. */
export const isNeeded = (c: SheetColumn): boolean => c.field.required && c.field.initial === undefined

/** How a template names a column: both languages, a star where a value is needed. */
export const templateTitle = (c: SheetColumn): string =>
  `${c.title[0]}${c.title[0] === c.title[1] ? '' : ` / ${c.title[1]}`}${isNeeded(c) || c.isAsked ? ' *' : ''}`

export const normal = (title: string): string =>
  title
    .replace(/\s+/g, ' ')
    .replace(/\*\s*$/, '')
    .trim()
    .toLowerCase()

/** Everything by which a column is known: its name, its title in either language or both. */
export function namesOf(c: SheetColumn): string[] {
  const [zh, en] = c.title
  return [c.name, zh, en, `${zh} / ${en}`, ...(c.called ?? [])].map(normal)
}

export interface Header {
  /** By position; undefined where a column is not ours. */
  readonly columns: readonly (SheetColumn | undefined)[]
  /** Titles that mean nothing here. */
  readonly unknown: readonly string[]
}

/** Recognises the columns of a file. A child's column is also known by its own title where no other has it. */
export function readHeader(e: AnyEntity, cells: readonly Cell[], columns = importColumns(e)): Header {
  const byName = new Map<string, SheetColumn>()
  const put = (name: string, c: SheetColumn) => {
    if (!byName.has(name)) byName.set(name, c)
  }
  for (const c of columns) for (const name of namesOf(c)) put(name, c)
  const short = columns.filter((c) => c.rows).flatMap((c) => c.field.title.map((title) => [normal(title), c] as const))
  for (const [name, c] of short) if (short.every(([other, d]) => other !== name || d === c)) put(name, c)
  const ignored = new Set([...baseColumns(e), ...allColumns(e)].flatMap(namesOf))
  const found = cells.map((cell) => (cell === null ? undefined : byName.get(normal(String(cell)))))
  for (const [i, column] of found.entries())
    if (column && found.indexOf(column) !== i) throw new Fault(sheetFaults.headerTwice, { title: String(cells[i]) })
  if (found.every((c) => c === undefined)) throw new Fault(sheetFaults.header)
  const unknown = cells.filter((cell, i) => cell !== null && !found[i] && !ignored.has(normal(String(cell))))
  return { columns: found, unknown: unknown.map(String) }
}

/** The word of a choice in a language. */
export function choiceText(f: Field, value: string, language: Language): string {
  const word = f.choices?.[value]
  return isText(word) ? say(word, language) : value
}

export const isNumeric = (f: Field): boolean => ['int', 'decimal', 'qty', 'money'].includes(f.kind)

import { faults } from '@lading/contract/kernel/fault.ts'
import type { SheetColumn } from './columns.ts'
import type { Draft, DraftRow } from './importDrafts.ts'
import type { Report } from './importReport.ts'
import { parseCell } from './parseCell.ts'

/**
 * Puts what the template says where the file says nothing. @returns how to take it back: whatever is there already keeps
 * its own values
 */
export function putInitials(
  rows: readonly DraftRow[],
  columns: readonly SheetColumn[],
  nameOf: (c: SheetColumn) => string,
  report: Report,
): () => void {
  const given = columns.flatMap((c) => {
    const parsed = c.initial === undefined ? undefined : parseCell(c.initial, c.field, report)
    return parsed && 'value' in parsed ? [{ name: nameOf(c), value: parsed.value }] : []
  })
  const put = rows.flatMap((row) =>
    given.filter(({ name }) => row.values[name] === undefined).map((g) => ({ row, ...g })),
  )
  for (const { row, name, value } of put) row.values[name] = value
  return () => {
    for (const { row, name } of put) if (row.before) delete row.values[name]
  }
}

/** What is new has all that the template asks for, also where the entity has a value of its own to put there. */
export function demandAsked(d: Draft, columns: readonly SheetColumn[], report: Report): void {
  if (d.before) return
  const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
  for (const { name, rows, title, isAsked } of columns) {
    if (!isAsked) continue
    const asked = rows ? (d.children.get(rows.field) ?? []) : [d]
    for (const { row, values } of asked)
      if (isEmpty(values[rows?.name ?? name]) && !report.bad.has(row))
        report.error(row, name, faults.required.text, { field: title })
  }
}

import { type ReactNode, useMemo } from 'react'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { inputColumn } from '../../kernel/field/rowCells.tsx'
import { useRows } from '../../kernel/field/useRows.ts'
import type { DraftRow } from '../../kernel/form/draft.ts'
import { DataGrid, type GridColumn } from '../../kernel/grid/DataGrid.tsx'

type Change = Readonly<Record<string, unknown>>
export interface Filling {
  /** What is known of each row, before what is typed; made once. */
  readonly known: readonly GridColumn<DraftRow>[]
  readonly typed: readonly string[]
  /** What else is done with each row, behind what is typed. */
  readonly beside?: readonly GridColumn<DraftRow>[]
  /** Whether a field is asked of a row; a dash stands where it is not. */
  readonly asks?: (name: string, row: DraftRow) => boolean
  /** What else changes with what was typed. */
  readonly follows?: (row: DraftRow, change: Change) => Change
  readonly tools?: (fill: (of: (row: DraftRow) => Change) => void) => ReactNode
}

/** Rows that are there already: what is known of each is read, what was found is typed. None is added or taken away. */
export function FilledRows({ known, typed, beside = noColumns, asks, follows, tools, ...p }: InputProps & Filling) {
  const t = useText()
  const child = p.field.rows?.entity
  const { rows, now, wrong, patch, copyDown } = useRows(p, typed)
  const isDisabled = p.isDisabled === true
  const columns = useMemo(() => {
    const both: typeof patch = (key) => (change, refs) => {
      const row = now.current.rows.find((r) => r._key === key)
      patch(key)(row && follows ? { ...change, ...follows(row, change) } : change, refs)
    }
    const own = typed.flatMap((name): GridColumn<DraftRow>[] => {
      const field = child?.fields[name]
      if (!field) return []
      const { render, ...column } = inputColumn(p.id, name, field, { patch: both, wrong, isDisabled, t })
      return [{ ...column, render: (row, i) => (asks?.(name, row) === false ? none : render(row, i)) }]
    })
    return [...known, ...own, ...beside]
  }, [child, known, typed, beside, asks, follows, isDisabled, p.id, t, now, patch, wrong])
  const fill = (of: (row: DraftRow) => Change) => {
    for (const row of now.current.rows) patch(row._key)(of(row))
  }
  return (
    <div className="rows">
      <DataGrid<DraftRow>
        label={p.title}
        rows={rows}
        columns={columns}
        keyOf={(row) => row._key}
        editing={{ onAdd: nothing, onCopyDown: copyDown, onPaste: nothing }}
      />
      <div className="rows-tools">{isDisabled ? null : tools?.(fill)}</div>
    </div>
  )
}
const none = <span className="muted">–</span>
const noColumns: readonly GridColumn<DraftRow>[] = []
const nothing = (): void => undefined

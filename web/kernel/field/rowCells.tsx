import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { Tooltip } from 'antd'
import { type StoreApi, useStore } from 'zustand'
import type { Say } from '../../client/text.ts'
import type { DraftRow } from '../form/draft.ts'
import type { GridColumn } from '../grid/DataGrid.tsx'
import { words } from '../words.ts'
import { isFigure } from './cells.tsx'
import { HeadTitle } from './HeadTitle.tsx'
import { inputs } from './inputs.tsx'
import { isNeeded } from './rules.ts'
import type { Patch, Wrong } from './useRows.ts'

const widths: Partial<Record<Kind, number>> = {
  ref: 260,
  refs: 260,
  note: 240,
  text: 170,
  code: 150,
  instant: 200,
  flag: 80,
  int: 100,
}
const widthUsual = 130

export const indexColumn: GridColumn<DraftRow> = {
  key: '#',
  title: '#',
  width: 40,
  align: 'right',
  render: (_, i) => <span className="num muted">{i + 1}</span>,
}

/** Takes the row away. */
export const removeColumn = (t: Say, remove: (key: string) => void): GridColumn<DraftRow> => ({
  key: 'remove',
  title: <span className="sr-only">{t(words.actions)}</span>,
  width: 40,
  fixed: 'end',
  render: (row) => (
    <button
      type="button"
      className="row-button danger"
      aria-label={t(words.remove)}
      title={t(words.remove)}
      onClick={() => remove(row._key)}
    >
      <svg
        width="14"
        height="14"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <path
          d="M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4M6.6 6.5v4.5M9.4 6.5v4.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  ),
})

interface CellContext {
  readonly patch: Patch
  readonly wrong: StoreApi<Wrong>
  readonly isDisabled: boolean
  readonly t: Say
}
/** A field of the rows, to type into. */
export function inputColumn(id: string, name: string, field: Field, context: CellContext): GridColumn<DraftRow> {
  const title = context.t(field.title)
  return {
    key: name,
    title: isNeeded(field) ? <span className="needed">{title}</span> : <HeadTitle field={field} />,
    width: widths[field.kind] ?? widthUsual,
    align: isFigure(field.kind) ? 'right' : 'left',
    render: (row, i) => (
      <Cell
        id={`${id}-${row._key}-${name}`}
        name={name}
        field={field}
        title={`${title} ${i + 1}`}
        row={row}
        {...context}
      />
    ),
  }
}

interface CellProps extends CellContext {
  readonly id: string
  readonly name: string
  readonly field: Field
  readonly title: string
  readonly row: DraftRow
}
function Cell({ id, name, field, title, row, patch, wrong, isDisabled }: CellProps) {
  const problem = useStore(wrong, (all) => all[`${row._key}.${name}`])
  const Control = inputs[field.kind]
  const control = (
    <Control
      id={id}
      field={field}
      title={title}
      value={row[name]}
      label={row.refs?.[name]}
      record={row}
      isInvalid={problem !== undefined}
      isDisabled={isDisabled || (field.frozen === true && row.id !== undefined)}
      onChange={(value, label) => patch(row._key)({ [name]: value }, label && { [name]: label })}
    />
  )
  return (
    <Tooltip title={problem} color="var(--bad)">
      <div>{control}</div>
    </Tooltip>
  )
}

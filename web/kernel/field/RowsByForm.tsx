import { PlusOutlined } from '@ant-design/icons'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { type Say, useText } from '../../client/text.ts'
import { type DraftRow, rowAfter } from '../form/draft.ts'
import { DataGrid, type GridColumn } from '../grid/DataGrid.tsx'
import { words } from '../words.ts'
import { cell, isFigure, valueIn } from './cells.tsx'
import { HeadTitle } from './HeadTitle.tsx'
import { RowForm } from './RowForm.tsx'
import type { RowsProps } from './RowsInput.tsx'
import { indexColumn, removeColumn } from './rowCells.tsx'
import { widths } from './widths.ts'

/** Child rows that are too wide to type into: shown by their columns in the list, each typed in a form of its own. */
export function RowsByForm(p: RowsProps & { of: AnyEntity }) {
  const t = useText()
  const [editing, setEditing] = useState<DraftRow>()
  // The draft holds child rows in this form.
  const rows = (p.value ?? []) as readonly DraftRow[]
  const isFull = rows.length >= rowsMax || p.isDisabled === true
  const patch = (key: string) => (change: Readonly<Record<string, unknown>>) =>
    p.onChange(rows.map((row) => (row._key === key ? { ...row, ...change } : row)))
  const columns = [
    indexColumn,
    ...p.of.list.flatMap((name) => [...extraColumns(p, name, patch), ...shownColumn(p, name, t)]),
    actionsColumn(
      t,
      setEditing,
      removeColumn(t, (key) => p.onChange(rows.filter(({ _key }) => _key !== key))),
    ),
  ]
  const take = (row: DraftRow) => {
    const isNew = rows.every(({ _key }) => _key !== row._key)
    p.onChange(isNew ? [...rows, row] : rows.map((r) => (r._key === row._key ? row : r)))
    setEditing(undefined)
  }
  return (
    <div className="rows">
      {rows.length > 0 ? (
        <DataGrid<DraftRow> label={p.title} rows={rows} columns={columns} keyOf={(row) => row._key} />
      ) : (
        <p className="muted">{t(['还没有明细，点击下方新增', 'No lines yet: add one below'])}</p>
      )}
      <div className="rows-tools">
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={isFull}
          onClick={() => (p.onAdd ? p.onAdd() : setEditing(rowAfter(p.of, rows)))}
        >
          {t(p.add ?? [`新增${p.of.title[0]}`, `Add ${p.of.title[1].toLowerCase()}`])}
        </Button>
        {p.tools}
        <span className="muted">{t(['共{n}行', 'Lines: {n}'], { n: rows.length })}</span>
      </div>
      {editing && (
        <RowForm
          of={p.of}
          row={editing}
          where={p.where}
          title={t(p.of.title)}
          problems={problemsOf(p, editing)}
          onDone={take}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

type Patch = (key: string) => (change: Readonly<Record<string, unknown>>) => void
const extraColumns = ({ extra = [] }: RowsProps, name: string, patch: Patch): GridColumn<DraftRow>[] =>
  extra
    .filter((x) => x.before === name)
    .map((x) => ({ key: x.key, title: x.title, width: x.width, render: (row) => x.render(row, patch(row._key)) }))

/** What is wrong with one row, by its fields. */
const problemsOf = (p: RowsProps, { _key }: DraftRow): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(p.problems ?? {}).flatMap(([name, problem]) =>
      name.startsWith(`${_key}.`) ? [[name.slice(_key.length + 1), problem]] : [],
    ),
  )

/** Both stay in sight, however wide the rows are. */
const actionsColumn = (t: Say, edit: (row: DraftRow) => void, remove: GridColumn<DraftRow>): GridColumn<DraftRow> => ({
  ...remove,
  width: 100,
  render: (row, i) => (
    <div className="row-buttons">
      <button type="button" className="row-button" aria-label={`${t(words.edit)} ${i + 1}`} onClick={() => edit(row)}>
        {t(words.edit)}
      </button>
      {remove.render(row, i)}
    </div>
  ),
})

/** Read here, typed in the row's own form; what is wrong in there is told here, by the first field that is shown. */
function shownColumn(p: RowsProps & { of: AnyEntity }, name: string, t: Say): GridColumn<DraftRow>[] {
  const field = p.of.fields[name]
  if (!field || field.kind === 'rows' || field.kind === 'json') return []
  const shown = p.of.list
  const render = (row: DraftRow) => {
    const hidden = Object.entries(problemsOf(p, row)).find(([n]) => !shown.includes(n))?.[1]
    const problem = p.problems?.[`${row._key}.${name}`] ?? (name === shown[0] ? hidden : undefined)
    return (
      <>
        {cell(field, valueIn(field, name, row, t), row.refs?.[name], t)}
        {problem && <div className="problem">{problem}</div>}
      </>
    )
  }
  const align = isFigure(field.kind) ? 'right' : 'left'
  return [{ key: name, title: <HeadTitle field={field} />, width: widths[field.kind], align, render }]
}

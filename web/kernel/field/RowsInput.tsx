import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { Label } from '@lading/contract/kernel/entity.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button, Table, type TableColumnType, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Say, useText } from '../../client/text.ts'
import { type DraftRow, newRow } from '../form/draft.ts'
import { useNarrow } from '../useNarrow.ts'
import { words } from '../words.ts'
import { cell, isFigure } from './cells.tsx'
import { HeadTitle } from './HeadTitle.tsx'
import { type InputProps, inputs } from './inputs.tsx'
import { RowForm } from './RowForm.tsx'
import { isNeeded } from './rules.ts'
import { widths as readWidths } from './widths.ts'

/** A column that is no field of the row, such as 件数 beside a quantity. */
export interface ExtraColumn {
  readonly key: string
  readonly title: ReactNode
  /** The field that it stands before. */
  readonly before: string
  readonly width: number
  readonly render: (row: DraftRow, patch: (change: Readonly<Record<string, unknown>>) => void) => ReactNode
}
interface RowsProps extends InputProps {
  readonly extra?: readonly ExtraColumn[]
  /** What a row is called on the button that adds one; else as its entity is. */
  readonly add?: Text | undefined
  /** What that button does instead of adding an empty row. */
  readonly onAdd?: () => void
  /** Beside that button. */
  readonly tools?: ReactNode
}

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
const virtualFrom = 60

/** Child rows as a table to type into, or one that shows what is typed in a form of each row's own. */
export function RowsInput(p: RowsProps) {
  const t = useText()
  const isNarrow = useNarrow()
  const [editing, setEditing] = useState<DraftRow>()
  const child = p.field.rows?.entity
  // The draft holds child rows in this form.
  const rows = (p.value ?? []) as readonly DraftRow[]
  if (!child) return null
  const hasForm = p.field.rows?.hasForm === true
  const fields = (hasForm ? child.list : child.form).flatMap((name): [string, Field][] => {
    const field = child.fields[name]
    return field && field.kind !== 'rows' && field.kind !== 'json' ? [[name, field]] : []
  })
  const patch = (key: string) => (change: Readonly<Record<string, unknown>>, refs?: Record<string, Label>) =>
    p.onChange(
      rows.map((row) =>
        row._key === key ? { ...row, ...change, ...(refs && { refs: { ...row.refs, ...refs } }) } : row,
      ),
    )
  const remove = (key: string) => p.onChange(rows.filter((row) => row._key !== key))
  const columns = fields.flatMap(([name, field]) => [
    ...(p.extra ?? []).filter((x) => x.before === name).map((x) => extraColumn(x, patch)),
    hasForm ? shownColumn(p, name, field, t) : inputColumn(p, name, field, patch, t(field.title)),
  ])
  const width = columns.reduce((sum, c) => sum + Number(c.width), hasForm ? 144 : 96)
  return (
    <div className="rows">
      <Table<DraftRow>
        size="small"
        rowKey="_key"
        pagination={false}
        showHeader={!isNarrow || rows.length > 0}
        dataSource={rows}
        virtual={rows.length > virtualFrom}
        scroll={rows.length > virtualFrom ? { x: width, y: 480 } : rows.length > 0 ? { x: width } : {}}
        columns={[
          indexColumn(isNarrow),
          ...columns,
          ...(hasForm ? [editColumn(t(words.edit), setEditing)] : []),
          removeColumn(t(words.remove), remove),
        ]}
        locale={{
          emptyText: <span className="muted">{t(['还没有明细，点击下方新增', 'No lines yet: add one below'])}</span>,
        }}
      />
      <div className="rows-tools">
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={rows.length >= rowsMax || p.isDisabled === true}
          onClick={() =>
            p.onAdd ? p.onAdd() : hasForm ? setEditing(newRow(child)) : p.onChange([...rows, newRow(child)])
          }
        >
          {t(p.add ?? [`新增${child.title[0]}`, `Add ${child.title[1].toLowerCase()}`])}
        </Button>
        {p.tools}
        <span className="muted">{t(['共{n}行', 'Lines: {n}'], { n: rows.length })}</span>
      </div>
      {editing && (
        <RowForm
          of={child}
          row={editing}
          title={t(child.title)}
          problems={problemsOf(p, editing)}
          onDone={(row) => {
            const isNew = rows.every(({ _key }) => _key !== row._key)
            p.onChange(isNew ? [...rows, row] : rows.map((r) => (r._key === row._key ? row : r)))
            setEditing(undefined)
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

type Patch = (key: string) => (change: Readonly<Record<string, unknown>>, refs?: Record<string, Label>) => void

const indexColumn = (isNarrow: boolean): TableColumnType<DraftRow> => ({
  key: '#',
  title: '#',
  width: 48,
  align: 'right',
  ...(!isNarrow && { fixed: 'left' as const }),
  render: (_, _row, i) => <span className="num muted">{i + 1}</span>,
})

const removeColumn = (title: string, remove: (key: string) => void): TableColumnType<DraftRow> => ({
  key: 'remove',
  width: 48,
  fixed: 'right',
  render: (_, row) => (
    <Button
      type="text"
      danger
      icon={<DeleteOutlined aria-hidden />}
      aria-label={title}
      title={title}
      onClick={() => remove(row._key)}
    />
  ),
})

/** What is wrong with one row, by its fields. */
const problemsOf = (p: RowsProps, { _key }: DraftRow): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(p.problems ?? {}).flatMap(([name, problem]) =>
      name.startsWith(`${_key}.`) ? [[name.slice(_key.length + 1), problem]] : [],
    ),
  )

const editColumn = (title: string, edit: (row: DraftRow) => void): TableColumnType<DraftRow> => ({
  key: 'edit',
  width: 48,
  fixed: 'right',
  render: (_, row, i) => (
    <Button
      type="text"
      icon={<EditOutlined aria-hidden />}
      aria-label={`${title} ${i + 1}`}
      title={title}
      onClick={() => edit(row)}
    />
  ),
})

/** Read here, typed in the row's own form; what is wrong in there is told here, by the first field that is shown. */
const shownColumn = (p: RowsProps, name: string, field: Field, t: Say): TableColumnType<DraftRow> => ({
  key: name,
  title: <HeadTitle field={field} />,
  width: readWidths[field.kind],
  ellipsis: true,
  align: isFigure(field.kind) ? 'right' : 'left',
  render: (_, row) => {
    const shown = p.field.rows?.entity.list ?? []
    const hidden = Object.entries(problemsOf(p, row)).find(([n]) => !shown.includes(n))?.[1]
    const problem = p.problems?.[`${row._key}.${name}`] ?? (name === shown[0] ? hidden : undefined)
    return (
      <>
        {cell(field, row[name], row.refs?.[name], t)}
        {problem && <div className="problem">{problem}</div>}
      </>
    )
  },
})

const extraColumn = (x: ExtraColumn, patch: Patch): TableColumnType<DraftRow> => ({
  key: x.key,
  title: x.title,
  width: x.width,
  render: (_, row) => x.render(row, patch(row._key)),
})

function inputColumn(p: RowsProps, name: string, field: Field, patch: Patch, title: string): TableColumnType<DraftRow> {
  const Control = inputs[field.kind]
  return {
    key: name,
    title: isNeeded(field) ? <span className="needed">{title}</span> : <HeadTitle field={field} />,
    width: widths[field.kind] ?? widthUsual,
    align: isFigure(field.kind) ? 'right' : 'left',
    render: (_, row, i) => {
      const problem = p.problems?.[`${row._key}.${name}`]
      return (
        <Tooltip title={problem} color="var(--bad)">
          <div>
            <Control
              id={`${p.id}-${row._key}-${name}`}
              field={field}
              title={`${title} ${i + 1}`}
              value={row[name]}
              label={row.refs?.[name]}
              record={row}
              isInvalid={problem !== undefined}
              isDisabled={p.isDisabled === true || (field.frozen === true && row.id !== undefined)}
              onChange={(value, label) => patch(row._key)({ [name]: value }, label && { [name]: label })}
            />
          </div>
        </Tooltip>
      )
    },
  }
}

import { PlusOutlined } from '@ant-design/icons'
import type { Field } from '@lading/contract/kernel/field.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../client/text.ts'
import type { DraftRow } from '../form/draft.ts'
import { DataGrid, type GridColumn } from '../grid/DataGrid.tsx'
import type { InputProps } from './inputs.tsx'
import { RowsByForm } from './RowsByForm.tsx'
import { indexColumn, inputColumn, removeColumn } from './rowCells.tsx'
import { useRows } from './useRows.ts'

/** A column that is no field of the row, such as 件数 beside a quantity. */
export interface ExtraColumn {
  readonly key: string
  readonly title: ReactNode
  /** The field that it stands before. */
  readonly before: string
  readonly width: number
  readonly render: (row: DraftRow, patch: (change: Readonly<Record<string, unknown>>) => void) => ReactNode
}
export interface RowsProps extends InputProps {
  readonly extra?: readonly ExtraColumn[]
  /** What a row is called on the button that adds one; else as its entity is. */
  readonly add?: Text | undefined
  /** What that button does instead of adding an empty row. */
  readonly onAdd?: () => void
  /** Beside that button. */
  readonly tools?: ReactNode
}

/** More rows than are in sight at once scroll by themselves, under their headings. */
const scrollsFrom = 14
const scrollHeight = 520

/** Child rows as a grid to type into, or shown and typed in a form of each row's own, as they are declared. */
export function RowsInput(p: RowsProps) {
  const { rows } = p.field
  if (!rows) return null
  return rows.hasForm ? <RowsByForm {...p} of={rows.entity} /> : <TypedRows {...p} />
}

/** A key redraws its own row. */
function TypedRows(p: RowsProps) {
  const t = useText()
  const child = p.field.rows?.entity
  const names = (child?.form ?? []).filter((name) => {
    const field = child?.fields[name]
    return field && field.kind !== 'rows' && field.kind !== 'json'
  })
  const model = useRows(p, names)
  const columns = useColumns(p, names, model)
  const { rows, add } = model
  if (!child) return null
  const mayAdd = rows.length < rowsMax && p.isDisabled !== true
  const unless =
    <A extends unknown[]>(act: (...args: A) => unknown) =>
    (...args: A) =>
      p.isDisabled !== true && void act(...args)
  return (
    <div className="rows">
      {rows.length > 0 ? (
        <DataGrid<DraftRow>
          label={p.title}
          rows={rows}
          columns={columns}
          keyOf={(row) => row._key}
          height={rows.length > scrollsFrom ? scrollHeight : undefined}
          editing={{
            onAdd: () => mayAdd && add(),
            onCopyDown: unless(model.copyDown),
            onPaste: unless(model.paste),
          }}
        />
      ) : (
        <p className="muted">{t(['还没有明细，点击下方新增', 'No lines yet: add one below'])}</p>
      )}
      <div className="rows-tools">
        <Button type="dashed" icon={<PlusOutlined aria-hidden />} disabled={!mayAdd} onClick={add}>
          {t(p.add ?? [`新增${child.title[0]}`, `Add ${child.title[1].toLowerCase()}`])}
        </Button>
        {p.tools}
        <span className="muted">{t(['共{n}行', 'Lines: {n}'], { n: rows.length })}</span>
        {rows.length > 0 && <span className="muted rows-keys">{t(keysText)}</span>}
      </div>
    </div>
  )
}
const keysText: Text = [
  '回车到下一行，Ctrl+D 复制上一行，可从 Excel 粘贴，Ctrl+S 保存',
  'Enter: next line · Ctrl+D: copy from above · paste from Excel · Ctrl+S: save',
]

/**
 * Kept as long as the same fields and further columns are shown: callers make both anew each time they are drawn, and only
 * which ones there are counts.
 */
function useColumns(p: RowsProps, names: readonly string[], { now, patch, remove, wrong }: ReturnType<typeof useRows>) {
  const t = useText()
  const child = p.field.rows?.entity
  const extra = p.extra ?? []
  const isDisabled = p.isDisabled === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const extraColumn = (x: ExtraColumn): GridColumn<DraftRow> => ({
      key: x.key,
      title: x.title,
      width: x.width,
      // As its caller has it now.
      render: (row) => now.current.p.extra?.find((one) => one.key === x.key)?.render(row, patch(row._key)),
    })
    const columns = names.flatMap((name) => [
      ...extra.filter((x) => x.before === name).map(extraColumn),
      inputColumn(p.id, name, child?.fields[name] as Field, { patch, wrong, isDisabled, t }),
    ])
    return [indexColumn, ...columns, removeColumn(t, remove)]
  }, [child?.key, names.join(), extra.map((x) => x.key).join(), isDisabled, p.id, t, patch, remove, wrong])
}

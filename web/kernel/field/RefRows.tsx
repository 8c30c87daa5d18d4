import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { type DraftRow, isRows, newRow } from '../form/draft.ts'
import { refOfRows } from '../form/shape.ts'
import { labelText } from '../records.ts'
import type { InputProps } from './inputs.tsx'
import { labelOf, useOffered } from './RefSelect.tsx'

/** Child rows that name one thing each, as one choice of several. What is chosen again keeps its row. */
export function RefRows(p: InputProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const child = p.field.rows?.entity
  const name = refOfRows(p.field) ?? ''
  const to = child?.fields[name]?.to ?? ''
  const { data = [], isFetching } = useOffered(to, search, isOpen, { where: p.where })
  const rows: readonly DraftRow[] = isRows(p.value) ? p.value : []
  const known = rows.map((row) => ({ value: String(row[name]), label: labelText(row.refs?.[name]) }))
  const offered = data.map((row) => ({ value: row.id, label: labelText(labelOf(to, row)) }))
  const change = (ids: readonly string[]) =>
    p.onChange(
      ids.flatMap((id) => {
        const kept = rows.find((row) => row[name] === id)
        if (kept) return [kept]
        const row = data.find((one) => one.id === id)
        return child && row ? [{ ...newRow(child, { [name]: id }), refs: { [name]: labelOf(to, row) } }] : []
      }),
    )
  return (
    <Select
      id={p.id}
      mode="multiple"
      className="wide"
      value={known.map(({ value }) => value)}
      options={[...known, ...offered.filter((o) => !known.some((k) => k.value === o.value))]}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      disabled={p.isDisabled ?? false}
      status={p.isInvalid ? 'error' : ''}
      aria-label={p.title}
      aria-invalid={p.isInvalid}
      aria-describedby={p.describedBy}
      placeholder={t(['不限', 'Any'])}
      onOpenChange={setOpen}
      onChange={change}
    />
  )
}

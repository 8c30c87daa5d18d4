import type { Label } from '@lading/contract/kernel/entity.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { labelText } from '../records.ts'
import type { InputProps } from './inputs.tsx'
import { labelOf, useOffered } from './RefSelect.tsx'

/** The codes that a record's label carries for several rows, in their order. */
export const codesOf = (label: Label | undefined): readonly string[] => (label?.code ? label.code.split(',') : [])

/** A searchable choice of several rows of another entity, in the order in which they are chosen. */
export function RefsSelect(p: InputProps) {
  const t = useText()
  const to = p.field.to ?? ''
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { data = [], isFetching } = useOffered(to, search, isOpen, { where: p.where })
  const ids = Array.isArray(p.value) ? p.value.map(String) : []
  const codes = codesOf(p.label)
  const codeOf = new Map([
    ...ids.map((id, i): [string, string] => [id, codes[i] ?? id]),
    ...data.map((row): [string, string] => [row.id, labelOf(to, row).code]),
  ])
  const offered = new Set(data.map((row) => row.id))
  return (
    <Select<string[]>
      id={p.id}
      mode="multiple"
      className="wide"
      value={ids}
      options={[
        ...ids.filter((id) => !offered.has(id)).map((id) => ({ value: id, label: codeOf.get(id) })),
        ...data.map((row) => ({ value: row.id, label: labelText(labelOf(to, row)) })),
      ]}
      labelRender={({ value }) => codeOf.get(String(value))}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      disabled={p.isDisabled ?? false}
      status={p.isInvalid ? 'error' : ''}
      loading={isFetching}
      aria-label={p.title}
      aria-invalid={p.isInvalid}
      aria-describedby={p.describedBy}
      placeholder={t(['不限', 'Any'])}
      notFoundContent={isFetching ? t(['查询中…', 'Searching…']) : t(['没有符合的数据', 'No matches'])}
      popupMatchSelectWidth={false}
      onOpenChange={setOpen}
      onChange={(chosen) => p.onChange(chosen, { code: chosen.map((id) => codeOf.get(id) ?? id).join(','), name: '' })}
    />
  )
}

import { owner } from '@lading/contract/wms/owner.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { labelOf, useOffered } from '../../kernel/field/RefSelect.tsx'
import { type DraftRow, newRow } from '../../kernel/form/draft.ts'
import { EntityForm } from '../../kernel/form/EntityForm.tsx'
import { labelText } from '../../kernel/records.ts'

const org = 'sys.org'
const child = owner.fields.dcs.rows?.entity
const controls = { dcs: CentresInput }

/** An owner, with the logistics centres that serve it. */
export const OwnerForm = () => <EntityForm of={owner} controls={controls} />

/** Any of the logistics centres; none means all of them. */
function CentresInput(p: InputProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { data = [], isFetching } = useOffered(org, search, isOpen, { where: { type: 'DC' } })
  // The draft holds child rows in this form.
  const rows = (p.value ?? []) as readonly DraftRow[]
  const known = rows.map((row) => ({ value: String(row.dcId), label: labelText(row.refs?.dcId) }))
  const offered = data.map((row) => ({ value: row.id, label: labelText(labelOf(org, row)) }))
  const options = [...known, ...offered.filter((o) => !known.some((k) => k.value === o.value))]
  const problem = Object.values(p.problems ?? {})[0]
  const change = (ids: readonly string[]) =>
    p.onChange(
      ids.flatMap((dcId) => {
        const kept = rows.find((row) => row.dcId === dcId)
        if (kept) return [kept]
        const row = data.find((one) => one.id === dcId)
        return child && row ? [{ ...newRow(child, { dcId }), refs: { dcId: labelOf(org, row) } }] : []
      }),
    )
  return (
    <div className="field centres">
      <Select
        id={p.id}
        mode="multiple"
        className="wide"
        value={rows.map((row) => String(row.dcId))}
        options={options}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        loading={isFetching}
        status={p.isInvalid || problem ? 'error' : ''}
        aria-label={p.title}
        placeholder={t(['全部物流中心', 'All logistics centres'])}
        onOpenChange={setOpen}
        onChange={change}
      />
      {problem ? (
        <div className="problem" role="alert">
          {problem}
        </div>
      ) : (
        <div className="hint">
          {t([
            '不选表示全部物流中心都可收发该货主的货物',
            'Without a choice, every logistics centre handles goods of this owner',
          ])}
        </div>
      )}
    </div>
  )
}

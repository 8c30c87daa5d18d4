import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { menu } from '@lading/contract/menu.ts'
import { guidance, guidanceFaults, publishCalls } from '@lading/contract/sys/guidance.ts'
import { Select } from 'antd'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { EntityForm } from '../../kernel/form/EntityForm.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SheetList } from '../sheet/SheetList.tsx'
import { usePublishing } from '../usePublishing.ts'

interface Props {
  readonly of: AnyEntity
}
const tones: Readonly<Record<string, Tone>> = { DRAFT: 'idle', PUBLISHED: 'good', WITHDRAWN: 'warn' }
const state: Column['render'] = (row, t) => (
  <StatusTag tone={tones[String(row.state)] ?? 'idle'}>
    {t(guidance.fields.state.choices?.[String(row.state)] ?? ['', ''])}
  </StatusTag>
)
const refused = ({ isBrought, state: now }: Row) => {
  if (isBrought) return guidanceFaults.brought.text
  return now === 'PUBLISHED' ? guidanceFaults.published.text : undefined
}
const useActions = (of: AnyEntity) => usePublishing(of, { calls: publishCalls(of), refused })

export const GuidanceList = ({ of }: Props) => <SheetList of={of} cells={{ state }} rowActions={useActions(of)} />
export const GuidanceDetail = ({ of }: Props) => <EntityDetail of={of} actions={useActions(of)} />
export const GuidanceForm = ({ of }: Props) => <EntityForm of={of} shape={{ controls: { pages: PagesInput } }} />

const entries = menu.flatMap((s) =>
  s.groups.flatMap((g) => g.entries.map((e) => ({ value: `${s.sub}/${e.name}`, of: s.title, title: e.title }))),
)
/** Entries of the menu, some. */
function PagesInput({ id, value, onChange, isInvalid, isDisabled, describedBy, title }: InputProps) {
  const t = useText()
  return (
    <Select
      id={id}
      mode="multiple"
      className="wide"
      allowClear
      value={String(value ?? '')
        .split(' ')
        .filter(Boolean)}
      options={entries.map((e) => ({ value: e.value, label: `${t(e.of)} · ${t(e.title)}` }))}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={title}
      aria-describedby={describedBy}
      disabled={isDisabled === true}
      {...(isInvalid && { status: 'error' as const })}
      onChange={(chosen: readonly string[]) => onChange(chosen.join(' '))}
    />
  )
}

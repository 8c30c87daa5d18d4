import type { Label } from '@lading/contract/kernel/entity.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { normaliseQtyText } from '@lading/contract/kernel/qty.ts'
import { AutoComplete, Checkbox, Input, Select } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { useText } from '../../client/text.ts'
import { ChoiceText, useIsMarked } from '../ChoiceText.tsx'
import { useDict } from '../dict.ts'
import { laterPart } from '../laterPart.tsx'
import { RefSelect } from './RefSelect.tsx'
import { RefsSelect } from './RefsSelect.tsx'

/** What the control of any kind gets. `value` may be what a user typed and no value yet. */
export interface InputProps {
  readonly id: string
  readonly field: Field
  /** Says what the control is for, where no visible label does. */
  readonly title: string
  readonly value: unknown
  readonly label?: Label | undefined
  readonly onChange: (value: unknown, label?: Label) => void
  /** Fills in a neighbour: one place is two figures. */
  readonly onOther?: ((name: string, value: unknown) => void) | undefined
  readonly isInvalid: boolean
  readonly isDisabled?: boolean
  readonly describedBy?: string | undefined
  /** The record it stands in, for a control that depends on its neighbours. */
  readonly record: Readonly<Record<string, unknown>>
  /**
   * For a ref: which rows it offers, where not all. Nothing while it waits for what that depends on. For rows: the same of
   * their refs, each after its name.
   */
  readonly where?: Readonly<Record<string, string>> | undefined
  /** For child rows: what is wrong, by `row.field`. */
  readonly problems?: Readonly<Record<string, string>>
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const common = (p: InputProps) => ({
  id: p.id,
  disabled: p.isDisabled ?? false,
  status: p.isInvalid ? ('error' as const) : ('' as const),
  'aria-label': p.title,
  'aria-invalid': p.isInvalid,
  'aria-describedby': p.describedBy,
})

const TextInput = (p: InputProps) => (
  <Input {...common(p)} value={text(p.value)} autoComplete="off" onChange={(e) => p.onChange(e.target.value)} />
)
const NoteInput = (p: InputProps) => (
  <Input.TextArea
    {...common(p)}
    value={text(p.value)}
    className="note"
    rows={2}
    onChange={(e) => p.onChange(e.target.value)}
  />
)
/** Figures are texts from the key to the wire; full-width digits of an input method are taken as plain ones. */
const FigureInput = (p: InputProps) => (
  <Input
    {...common(p)}
    className="figure"
    inputMode={p.field.kind === 'int' ? 'numeric' : 'decimal'}
    autoComplete="off"
    value={text(p.value)}
    onFocus={(e) => e.target.select()}
    onChange={(e) => p.onChange(e.target.value)}
    onBlur={(e) => p.onChange(figureOf(p.field.kind, e.target.value))}
  />
)
/** A whole number is a number on the wire; what is none stays as it was typed, for the check to refuse. */
export function figureOf(kind: Kind, typed: string): unknown {
  const plain = normaliseQtyText(typed).replaceAll(',', '')
  return kind === 'int' && /^-?\d{1,15}$/.test(plain) ? Number(plain) : plain
}
const FlagInput = (p: InputProps) => (
  <div className="flag">
    <Checkbox
      id={p.id}
      checked={p.value === true}
      disabled={p.isDisabled ?? false}
      aria-label={p.title}
      onChange={(e) => p.onChange(e.target.checked)}
    />
  </div>
)
function ChoiceInput(p: InputProps) {
  const t = useText()
  const options = Object.entries(p.field.choices ?? {}).map(([value, title]) => ({ value, label: t(title) }))
  const many = p.field.kind === 'choices'
  const isMarked = useIsMarked(p.field.choices)
  const drawn = ({ value, label }: { value?: unknown; label?: ReactNode }) => {
    const text = p.field.choices?.[String(value)]
    return text ? <ChoiceText of={text} /> : label
  }
  return (
    <Select
      {...common(p)}
      className="wide"
      {...(many && { mode: 'multiple' })}
      value={p.value ?? (many ? [] : null)}
      options={options}
      {...(isMarked && { optionRender: drawn, labelRender: drawn })}
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      allowClear={!p.field.required}
      onChange={(value) => p.onChange(value ?? null)}
    />
  )
}
/** Offers the dictionary's entries and takes any text where there are none. */
function DictInput(p: InputProps) {
  const entries = useDict(p.field.dict ?? '').filter((e) => !e.disabled)
  const options = entries.map((e) => ({ value: e.queryKey, label: e.infoValue }))
  const props = { ...common(p), className: 'wide', options, allowClear: !p.field.required }
  if (options.length === 0) {
    return <AutoComplete {...props} value={text(p.value)} onChange={(v: string) => p.onChange(v ?? null)} />
  }
  return (
    <Select
      {...props}
      value={p.value ?? null}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(v) => p.onChange(v ?? null)}
    />
  )
}
const RefInput = (p: InputProps) => (
  <RefSelect
    id={p.id}
    to={p.field.to ?? ''}
    value={typeof p.value === 'string' ? p.value : undefined}
    label={p.label}
    title={p.title}
    describedBy={p.describedBy}
    isInvalid={p.isInvalid}
    isDisabled={p.isDisabled ?? false}
    isRequired={p.field.required}
    where={p.where}
    onChange={p.onChange}
  />
)
const JsonInput = (p: InputProps) => <Input {...common(p)} disabled value={JSON.stringify(p.value ?? null)} />

/** The calendar is heavy and many lists and forms have no date: it comes when it is needed. */
const DateInput = laterPart(
  async () => (await import('./DateInput.tsx')).DateInput,
  (p: InputProps) => <Input {...common(p)} disabled value={text(p.value)} />,
)
const RowsInput = laterPart<InputProps>(
  async () => (await import('./RowsInput.tsx')).RowsInput,
  () => null,
)

/** The control of each kind. */
export const inputs: Record<Kind, ComponentType<InputProps>> = {
  code: TextInput,
  text: TextInput,
  note: NoteInput,
  int: FigureInput,
  decimal: FigureInput,
  qty: FigureInput,
  money: FigureInput,
  flag: FlagInput,
  choice: ChoiceInput,
  choices: ChoiceInput,
  dict: DictInput,
  ref: RefInput,
  refs: RefsSelect,
  date: DateInput,
  time: DateInput,
  instant: DateInput,
  json: JsonInput,
  rows: RowsInput,
}

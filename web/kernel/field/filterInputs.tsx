import type { Field } from '@lading/contract/kernel/field.ts'
import { Input, Select } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { useText } from '../../client/text.ts'
import { laterPart } from '../laterPart.tsx'
import { type FilterShape, filterShapes, readRange, writeRange } from '../list/filters.ts'
import { words } from '../words.ts'
import { figureOf } from './inputs.tsx'
import { RefSelect } from './RefSelect.tsx'

interface FilterProps {
  readonly name: string
  readonly field: Field
  readonly title: string
  /** As it stands in the address. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Typed text is asked for when it is finished: on Enter and on leaving the control. */
function useTyped(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = () => typed.trim() !== value && onChange(typed.trim())
  return { typed, setTyped, commit }
}

function TextFilter({ title, value, onChange }: FilterProps) {
  const { typed, setTyped, commit } = useTyped(value, onChange)
  return (
    <Input
      value={typed}
      allowClear
      aria-label={title}
      onChange={(e) => {
        setTyped(e.target.value)
        if (e.type === 'click') onChange('')
      }}
      onPressEnter={commit}
      onBlur={commit}
    />
  )
}

function ManyFilter({ name, field, title, value, onChange }: FilterProps) {
  const t = useText()
  if (field.kind === 'ref' || field.kind === 'refs') {
    return (
      <RefSelect
        to={field.to ?? ''}
        title={title}
        withDisabled
        value={value || undefined}
        onChange={(id) => onChange(id ?? '')}
      />
    )
  }
  return (
    <Select
      className="wide"
      mode="multiple"
      maxTagCount="responsive"
      allowClear
      aria-label={title}
      data-filter={name}
      value={value ? value.split(',') : []}
      placeholder={t(words.all)}
      options={Object.entries(field.choices ?? {}).map(([key, text]) => ({ value: key, label: t(text) }))}
      onChange={(keys: string[]) => onChange(keys.join(','))}
    />
  )
}

function FlagFilter({ name, title, value, onChange }: FilterProps) {
  const t = useText()
  const [yes, no] = name === 'disabled' ? [words.disabled, words.enabled] : [words.yes, words.no]
  return (
    <Select
      className="wide"
      allowClear
      aria-label={title}
      placeholder={t(words.all)}
      value={value || null}
      options={[
        { value: 'false', label: t(no) },
        { value: 'true', label: t(yes) },
      ]}
      onChange={(v) => onChange(v ?? '')}
    />
  )
}

const DayRange = laterPart(
  async () => (await import('./DateInput.tsx')).DayRange,
  (p) => <Input disabled aria-label={p.title} />,
)

function RangeFilter(p: FilterProps) {
  const isDay = p.field.kind === 'date' || p.field.kind === 'instant'
  if (!isDay) return <FigureRange {...p} />
  return <DayRange title={p.title} value={p.value} onChange={p.onChange} />
}

function FigureRange({ field, title, value, onChange }: FilterProps) {
  const t = useText()
  const range = readRange(value)
  const set = (end: 'from' | 'to') => (typed: string) =>
    onChange(writeRange({ ...range, [end]: String(figureOf(field.kind, typed)) }))
  return (
    <div className="figure-range">
      <TextFilter
        name=""
        field={field}
        title={`${title} ${t(['从', 'from'])}`}
        value={range.from ?? ''}
        onChange={set('from')}
      />
      <span aria-hidden="true">–</span>
      <TextFilter
        name=""
        field={field}
        title={`${title} ${t(['至', 'to'])}`}
        value={range.to ?? ''}
        onChange={set('to')}
      />
    </div>
  )
}

const controls: Record<FilterShape, ComponentType<FilterProps>> = {
  text: TextFilter,
  many: ManyFilter,
  flag: FlagFilter,
  range: RangeFilter,
  none: () => null,
}

export function FilterInput(p: FilterProps) {
  const Control = controls[filterShapes[p.field.kind]]
  return <Control {...p} />
}

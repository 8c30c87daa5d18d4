import { Select } from 'antd'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { useObjects } from './useObjects.ts'

/** What is collected, as far as whoever chooses may import it. */
export function ObjectInput(p: InputProps) {
  const { objects, isPending } = useObjects()
  return (
    <Select
      id={p.id}
      className="wide"
      disabled={p.isDisabled ?? false}
      status={p.isInvalid ? 'error' : ''}
      aria-label={p.title}
      aria-invalid={p.isInvalid}
      aria-describedby={p.describedBy}
      loading={isPending}
      value={typeof p.value === 'string' ? p.value : null}
      options={objects.map(({ key, title }) => ({ value: key, label: title }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(key: string) => p.onChange(key)}
    />
  )
}

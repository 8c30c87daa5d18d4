import { Select } from 'antd'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { useObjects } from './useObjects.ts'

/** What is collected, as far as whoever chooses may import it. */
export function ObjectInput(p: InputProps) {
  const t = useText()
  const { objects, isPending } = useObjects()
  const groups = [
    { label: t(['单据', 'Documents']), of: objects.filter(({ isPaper }) => isPaper) },
    { label: t(['主数据', 'Master data']), of: objects.filter(({ isPaper }) => !isPaper) },
  ].filter(({ of }) => of.length > 0)
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
      options={groups.map(({ label, of }) => ({
        label,
        options: of.map(({ key, title }) => ({ value: key, label: title })),
      }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(key: string) => p.onChange(key)}
    />
  )
}

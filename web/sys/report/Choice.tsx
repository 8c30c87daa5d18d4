import type { Text } from '@lading/contract/kernel/text.ts'
import { Form, Select } from 'antd'
import { useText } from '../../client/text.ts'

interface Props<V> {
  readonly label: Text
  readonly value: V | undefined
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V | undefined) => void
  /** It may be left empty. */
  readonly clears?: boolean
}

/** One of several, under what it is asked for. */
export function Choice<V extends string | number>({ label, value, options, onChange, clears = false }: Props<V>) {
  const t = useText()
  return (
    <Form.Item label={t(label)}>
      <Select<V | null>
        aria-label={t(label)}
        allowClear={clears}
        showSearch={{ optionFilterProp: 'label' }}
        value={value ?? null}
        options={[...options]}
        onChange={(v) => onChange(v ?? undefined)}
      />
    </Form.Item>
  )
}

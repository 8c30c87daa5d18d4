import type { Text } from '@lading/contract/kernel/text.ts'
import { Form, InputNumber } from 'antd'
import { useText } from '../../client/text.ts'

interface Props {
  readonly title: Text
  readonly value: number | undefined
  readonly min?: number
  readonly max?: number
  readonly onChange: (value: number | undefined) => void
}

/** A number under what it is asked for; empty, nothing is said. */
export function NumberField({ title, value, onChange, ...limits }: Props) {
  const t = useText()
  return (
    <Form.Item label={t(title)}>
      <InputNumber aria-label={t(title)} {...limits} value={value ?? null} onChange={(v) => onChange(v ?? undefined)} />
    </Form.Item>
  )
}

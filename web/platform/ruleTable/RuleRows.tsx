import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { ruleStep } from '@lading/contract/kernel/ruleTable.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { RowsInput } from '../../kernel/field/RowsInput.tsx'
import type { DraftRow } from '../../kernel/form/draft.ts'
import { movedRow, numbered } from './order.ts'

const texts = {
  order: ['次序', 'Order'],
  up: ['上移 {n}', 'Move {n} up'],
  down: ['下移 {n}', 'Move {n} down'],
} as const satisfies Record<string, Text>

/** Rules to type into, in the order in which they are asked: moved up and down, and numbered by themselves. */
export function RuleRows(p: InputProps) {
  const t = useText()
  const own = p.field.rows
  const rows = (p.value ?? []) as readonly DraftRow[] // The draft holds child rows in this form.
  if (!own) return null
  const without = (names: readonly string[]) => names.filter((name) => name !== 'seq')
  const [form, list] = [without(own.entity.form), without(own.entity.list)]
  const put = (next: unknown) => p.onChange(numbered(next as readonly (DraftRow & { seq?: unknown })[], ruleStep))
  const button = (row: DraftRow, by: -1 | 1) => {
    const at = rows.findIndex(({ _key }) => _key === row._key)
    const title = t(by < 0 ? texts.up : texts.down, { n: at + 1 })
    return (
      <Button
        type="text"
        size="small"
        icon={by < 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
        aria-label={title}
        title={title}
        disabled={at + by < 0 || at + by >= rows.length || p.isDisabled === true}
        onClick={() => put(movedRow(rows, at, by))}
      />
    )
  }
  const order = {
    key: 'order',
    title: t(texts.order),
    before: (own.hasForm ? list : form)[0] ?? '',
    width: 84,
    render: (row: DraftRow) => (
      <span className="rule-order">
        {button(row, -1)}
        {button(row, 1)}
      </span>
    ),
  }
  return (
    <RowsInput
      {...p}
      field={{ ...p.field, rows: { ...own, entity: { ...own.entity, form, list } } }}
      extra={rows.length > 1 ? [order] : []}
      onChange={put}
    />
  )
}

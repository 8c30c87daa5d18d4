import type { Field } from '@lading/contract/kernel/field.ts'
import { Tooltip } from 'antd'
import { useText } from '../../client/text.ts'

/** The heading of a column; what it means is told by its hint, when it has one. */
export function HeadTitle({ field }: { field: Pick<Field, 'title' | 'hint'> }) {
  const t = useText()
  if (!field.hint) return t(field.title)
  return (
    <Tooltip title={t(field.hint)}>
      <span className="hinted">{t(field.title)}</span>
    </Tooltip>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

function stateOf({ disabled, publishedAt }: Row): readonly [Tone, Text] {
  if (!disabled) return ['good', ['已发布', 'Published']]
  return publishedAt ? ['warn', ['已撤回', 'Withdrawn']] : ['idle', ['草稿', 'Draft']]
}

/** Whether devices are offered a version, were once, or never. */
export function VersionState({ row }: { row: Row }) {
  const t = useText()
  const [tone, title] = stateOf(row)
  return <StatusTag tone={tone}>{t(title)}</StatusTag>
}

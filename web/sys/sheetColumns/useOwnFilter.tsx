import type { Text } from '@lading/contract/kernel/text.ts'
import { Input, Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'

const texts = {
  find: ['按名称查找', 'Find by name'],
  own: ['已自定义', 'Changed'],
} as const satisfies Record<string, Text>

interface Listed {
  readonly title: string
  readonly isOwn: boolean
}
interface OwnFilter<R> {
  /** Those that are shown. */
  readonly found: readonly R[]
  readonly isOwnOnly: boolean
  /** Where it is said which. */
  readonly tools: ReactNode
}

/** Shows of what the product brings those with a word in their names: all of them, or those that were changed here. */
export function useOwnFilter<R extends Listed>(rows: readonly R[] | undefined): OwnFilter<R> {
  const t = useText()
  const [isOwnOnly, setOwnOnly] = useState(false)
  const [word, setWord] = useState('')
  const found = useMemo(
    () =>
      (rows ?? []).filter((d) => (!isOwnOnly || d.isOwn) && d.title.toLowerCase().includes(word.trim().toLowerCase())),
    [rows, isOwnOnly, word],
  )
  const tools = (
    <div className="sheet-tools">
      <Input
        allowClear
        value={word}
        aria-label={t(texts.find)}
        placeholder={t(texts.find)}
        onChange={(e) => setWord(e.target.value)}
      />
      <Segmented<boolean>
        value={isOwnOnly}
        options={[
          { value: false, label: t(words.all) },
          { value: true, label: t(texts.own) },
        ]}
        onChange={setOwnOnly}
      />
    </div>
  )
  return { found, isOwnOnly, tools }
}

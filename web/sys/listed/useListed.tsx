import type { Text } from '@lading/contract/kernel/text.ts'
import { Button, Input, Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { saveFile } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { words } from '../../kernel/words.ts'
import { csvOf } from './csv.ts'

const texts = {
  find: ['按名称查找', 'Find by name'],
  own: ['已自定义', 'Changed'],
} as const satisfies Record<string, Text>

/** What a tag takes beside its text, in pixels. */
export const tagWidth = 44

interface Options<R> {
  /** What the file is called that the list is saved in. */
  readonly title: Text
  readonly columns: readonly ReadColumn<R>[]
  /** What a row is found by. */
  readonly foundBy: (row: R) => string
  /** Whether it was changed, or made, here. */
  readonly isOwn: (row: R) => boolean
  /** How such rows are called; left out: changed. */
  readonly own?: Text
}
interface Listed<R> {
  /** Those that are shown. */
  readonly found: readonly R[]
  readonly isOwnOnly: boolean
  /** Where it is said which, and where they are saved as a file. */
  readonly tools: ReactNode
}

/**
 * What pages have that list what the product itself brings, a row for each, and not records: they are found by a word of
 * their names, all of them or those that were changed here, and saved as a file as they are shown.
 */
export function useListed<R>(rows: readonly R[] | undefined, o: Options<R>): Listed<R> {
  const t = useText()
  const [isOwnOnly, setOwnOnly] = useState(false)
  const [word, setWord] = useState('')
  const { foundBy, isOwn } = o
  const found = useMemo(() => {
    const sought = word.trim().toLowerCase()
    return (rows ?? []).filter((d) => (!isOwnOnly || isOwn(d)) && foundBy(d).toLowerCase().includes(sought))
  }, [rows, isOwnOnly, word, foundBy, isOwn])
  const save = (): void => {
    // Buttons say nothing.
    const told = o.columns.filter((c) => c.said !== undefined)
    const lines = found.map((row) => told.map((c) => c.said?.(row, t) ?? ''))
    const file = new Blob([csvOf([told.map((c) => t(c.title)), ...lines])], { type: 'text/csv' })
    saveFile(file, `${t(o.title)}.csv`)
  }
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
          { value: true, label: t(o.own ?? texts.own) },
        ]}
        onChange={setOwnOnly}
      />
      <Button disabled={found.length === 0} onClick={save}>
        {t(words.export)}
      </Button>
    </div>
  )
  return { found, isOwnOnly, tools }
}

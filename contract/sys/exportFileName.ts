import { dateText, partsOf } from '../kernel/numberPattern.ts'
import type { Text } from '../kernel/text.ts'

/** What the name of a file may be put together from beside plain words: as patterns of numbers are, and more. */
export const fileNameParts: readonly (readonly [part: string, title: Text])[] = [
  ['{TITLE}', ['内容', 'What']],
  ['{ORG}', ['组织代码', 'Organisation']],
  ['{USER}', ['用户名', 'User name']],
  ['{yyyyMMdd}', ['年月日', 'Day']],
  ['{HHmmss}', ['时分秒', 'Time of day']],
]

interface Facts {
  readonly title: string
  readonly org: string
  readonly user: string
  /** `2026-11-27 08:15:00`, by the clocks of the organisation. */
  readonly at: string
}
const own = /^\{(TITLE|USER|HHmmss|HHmm)\}$/
type Own = 'TITLE' | 'USER' | 'HHmmss' | 'HHmm'

/** What of a pattern is neither a word nor a part that there is; undefined: nothing. */
export const oddPart = (pattern: string): string | undefined => {
  for (const p of partsOf(pattern)) {
    if (p.is === 'TYPE') return '{TYPE}'
    if (p.is === 'SEQ') return `{SEQ${p.digits}}`
    if (p.is === 'TEXT' && /[{}]/.test(p.text) && !own.test(p.text)) return p.text
  }
  return undefined
}

/** What no system lets stand in the name of a file. */
export const unwritable = /[\\/:*?"<>|\p{C}]/gu

/** The name of a file without its ending. A pattern of words alone is followed by the moment, so that no two are called the same. */
export function fileNameOf(pattern: string, { title, org, user, at }: Facts): string {
  const digits = at.replace(/\D/g, '')
  const time = digits.slice(8, 14)
  const said: Readonly<Record<Own, string>> = { TITLE: title, USER: user, HHmmss: time, HHmm: time.slice(0, 4) }
  const parts = partsOf(pattern)
  const name = parts
    .map((p) => {
      if (p.is === 'ORG') return org
      if (p.is === 'DATE') return dateText(p.text, at)
      if (p.is !== 'TEXT') return ''
      const known = own.exec(p.text)?.[1]
      // One of those that the expression names.
      return known ? said[known as Own] : p.text
    })
    .join('')
    .replace(unwritable, '_')
    .slice(0, 150)
  const isPlain = parts.every((p) => p.is === 'TEXT' && !own.test(p.text))
  return isPlain ? `${name}_${digits}` : name
}

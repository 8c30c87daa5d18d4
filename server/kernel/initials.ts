import type { AnyEntity } from '@lading/contract/kernel/entity.ts'

/** The first character, by pinyin, of each letter that begins a syllable. */
const firsts = '吖八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫帀'
const letters = 'abcdefghjklmnopqrstwxyz'
const byPinyin = new Intl.Collator('zh-u-co-pinyin')

/** klkl of 可口可乐: each character by the reading under which the collation lists it; Latin letters and digits stay, the rest says nothing. */
export function initialsOf(name: string): string {
  const typed = [...name].map((c) => {
    if (/[A-Za-z0-9]/.test(c)) return c.toLowerCase()
    if (!/\p{Script=Han}/u.test(c)) return ''
    return letters[[...firsts].findLastIndex((first) => byPinyin.compare(first, c) <= 0)] ?? ''
  })
  return typed.join('')
}

/** How a row's name is typed, where its entity keeps that: it follows from the name whenever one is written. */
export function fillTyped({ label }: AnyEntity, input: Record<string, unknown>): void {
  const name = input[label.name]
  if (label.typed !== undefined && typeof name === 'string') input[label.typed] = initialsOf(name)
}

/** `node tools/pinyin.ts` writes contract/menuPinyin.ts: how the menu's Chinese titles are typed on a keyboard. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryKey, menu, pagesIn } from '@lading/contract/menu.ts'
import { customPinyin, pinyin } from 'pinyin-pro'
import { root } from './buildWeb.ts'

// 重播 (again) is the likelier word in general, 称重 (to weigh) in a warehouse.
customPinyin({ 称重: 'chēng zhòng' })

const syllables = (text: string): string[] =>
  pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).map((s) => s.toLowerCase())

/** `fahuorenwu fhrw`: in full, and the initials. */
export function typedAs(title: string): string {
  const parts = syllables(title)
  return `${parts.join('')} ${parts.map((s) => s.at(0) ?? '').join('')}`
}

export function pinyinText(): string {
  const rows = menu.flatMap(pagesIn).map((e) => `  '${entryKey(e)}': '${typedAs(e.title[0])}',`)
  return [
    '/** How the title of each entry is typed: pinyin in full, and its initials. Written by `node tools/pinyin.ts`. */',
    'export const menuPinyin: Readonly<Record<string, string>> = {',
    ...rows,
    '}',
    '',
  ].join('\n')
}

export const pinyinFile = join(root, 'contract', 'menuPinyin.ts')
if (import.meta.main) writeFileSync(pinyinFile, pinyinText())

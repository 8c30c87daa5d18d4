import type { Text } from '@lading/contract/kernel/text.ts'
import { entryKey, type Menu, type MenuEntry, pagesIn, type SubSystem } from '@lading/contract/menu.ts'

const foundMax = 12
/** By entry, how its title is typed: pinyin in full, and its initials. */
export type Spelling = Readonly<Record<string, string>>
/** What is looked for, and where. */
export interface Searched {
  readonly menu: Menu
  readonly sub: SubSystem | undefined
  readonly spelling: Spelling
  readonly typed: string
}
export interface Found {
  readonly entry: MenuEntry
  /** Sub-system and group. */
  readonly path: readonly Text[]
}

/** How well an entry answers: its title's beginning before its inside, words before keys. None when it does not. */
function rankOf(entry: MenuEntry, word: string, spelling: Spelling): number {
  const titles = entry.title.map((text) => text.toLowerCase())
  const [full = '', initials = ''] = (spelling[entryKey(entry)] ?? '').split(' ')
  if (titles.some((text) => text.startsWith(word))) return 1
  if (initials === word) return 2
  if (titles.some((text) => text.includes(word))) return 3
  if (initials.startsWith(word) || full.startsWith(word)) return 4
  if (entry.name.toLowerCase().includes(word)) return 5
  return initials.includes(word) || full.includes(word) ? 6 : 0
}

/**
 * Entries whose title, name or pinyin (in full or by initials) contains what was typed, of all sub-systems of the menu,
 * those of the current one first where they answer as well.
 */
export function searchMenu(menu: Menu, spelling: Spelling, typed: string, current?: SubSystem): readonly Found[] {
  const word = typed.trim().toLowerCase()
  if (word === '') return []
  return menu
    .flatMap((s) =>
      pagesIn(s).map((entry) => {
        const group = s.groups.find((g) => g.code === entry.group)
        return { entry, path: [s.title, ...(group ? [group.title] : [])], rank: rankOf(entry, word, spelling) }
      }),
    )
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => a.rank - b.rank || Number(b.entry.sub === current) - Number(a.entry.sub === current))
    .slice(0, foundMax)
}

import { entriesOf, type Menu, menu } from '@lading/contract/menu.ts'
import { menuPinyin } from '@lading/contract/menuPinyin.ts'
import { searchMenu } from '@lading/web/shell/menuSearch.ts'

/** As many entries as the specification's menu has, all of them held by one user. */
export const searchedEntries = 220

function menuOf(entries: number): Menu {
  const count = menu.flatMap(entriesOf).length
  const last = menu.at(-1)
  const group = last?.groups[0]
  const model = group?.entries[0]
  if (!last || !group || !model) throw new Error('the menu is empty')
  const more = Array.from({ length: Math.max(entries - count, 0) }, (_, i) => ({ ...model, name: `${model.name}${i}` }))
  return [
    ...menu.slice(0, -1),
    { ...last, groups: [{ ...group, entries: [...group.entries, ...more] }, ...last.groups.slice(1)] },
  ]
}

/** Milliseconds that a key in the menu's search takes to find its entries, without showing them; the worst of some words. */
export function searchMs(): number {
  const large = menuOf(searchedEntries)
  const times = ['d', 'da', 'dan', 'fyrw', 'ship', '单', '单据', 'zzzz'].map((typed) => {
    const rounds = 50
    const from = performance.now()
    for (let i = 0; i < rounds; i++) searchMenu(large, menuPinyin, typed, 'wms')
    return (performance.now() - from) / rounds
  })
  return Math.max(...times)
}

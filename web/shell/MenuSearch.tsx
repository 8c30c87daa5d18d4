import { SearchOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { entriesOf, type Menu, type MenuEntry } from '@lading/contract/menu.ts'
import { AutoComplete, Input } from 'antd'
import { useState } from 'react'
import { place } from '../client/location.ts'
import { go } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'

const found = 12
export interface Found {
  readonly entry: MenuEntry
  readonly sub: Text
}

/** Entries of any sub-system whose title or name contains what was typed. */
export function searchMenu(menu: Menu, typed: string): readonly Found[] {
  const word = typed.trim().toLowerCase()
  if (word === '') return []
  return menu
    .flatMap((s) => entriesOf(s).map((entry) => ({ entry, sub: s.title })))
    .filter(({ entry }) => [...entry.title, entry.name].some((text) => text.toLowerCase().includes(word)))
    .slice(0, found)
}

/** Typing filters, Enter or a click jumps. */
export function MenuSearch({ menu }: { menu: Menu }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const options = searchMenu(menu, typed).map(({ entry, sub }) => ({
    value: `${entry.sub}/${entry.name}`,
    entry,
    label: (
      <span className="search-hit">
        {t(entry.title)} <span className="muted">{t(sub)}</span>
      </span>
    ),
  }))
  const title = t(['搜索菜单', 'Search the menu'])
  return (
    <AutoComplete
      className="menu-search"
      value={typed}
      options={options}
      defaultActiveFirstOption
      popupMatchSelectWidth={260}
      notFoundContent={typed && t(['没有符合的菜单', 'No such entry'])}
      onChange={setTyped}
      onSelect={(_, { entry }) => {
        go(place(entry.sub, entry.name))
        setTyped('')
      }}
    >
      <Input prefix={<SearchOutlined />} placeholder={title} aria-label={title} allowClear />
    </AutoComplete>
  )
}
